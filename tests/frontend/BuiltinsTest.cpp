// Every built-in function that is one instruction, over all types: does it become that instruction? The table is
// builtins.txt, written from the specification.
#include "Support.h"
#include <algorithm>
#include <sstream>

namespace lanecl::test {
namespace {

struct ElementType {
  char letter;
  const char *name;
  int bits;
  bool isSigned, isFloat;
};

constexpr ElementType elements[] = {
    {'c', "char", 8, true, false},   {'s', "short", 16, true, false},  {'i', "int", 32, true, false},
    {'l', "long", 64, true, false},  {'C', "uchar", 8, false, false},  {'S', "ushort", 16, false, false},
    {'I', "uint", 32, false, false}, {'L', "ulong", 64, false, false}, {'h', "half", 16, true, true},
    {'f', "float", 32, true, true},  {'d', "double", 64, true, true}};

const ElementType &elementOf(char letter) { return *std::ranges::find(elements, letter, &ElementType::letter); }

std::string integer(int bits, bool isSigned) {
  for (const ElementType &type : elements)
    if (type.bits == bits && type.isSigned == isSigned && !type.isFloat)
      return type.name;
  return "";
}

struct Row {
  std::string name;
  std::vector<std::string> parameters;
  std::string result, elements, lanes;
  std::vector<std::string> expected;
};

std::vector<std::string> wordsOf(const std::string &text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  return words;
}

std::vector<Row> readTable() {
  std::istringstream file(readFile(LANECL_TEST_DATA "/builtins.txt"));
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    line = line.substr(0, line.find('#'));
    size_t open = line.find('('), close = line.find(')');
    if (open == std::string::npos)
      continue;
    size_t first = line.find(';'), second = line.find(';', first + 1);
    std::string types = wordsOf(line.substr(first + 1, second - first - 1))[0];
    size_t colon = types.find(':');
    rows.push_back({line.substr(0, open), wordsOf(line.substr(open + 1, close - open - 1)),
                    wordsOf(line.substr(close + 1, first - close - 1))[0], types.substr(0, colon),
                    colon == std::string::npos ? "" : types.substr(colon + 1), wordsOf(line.substr(second + 1))});
  }
  return rows;
}

/// The OpenCL C type behind a letter of the table.
std::string typeOf(const std::string &letter, const ElementType &element, int lanes, bool isResult) {
  auto vector = [&](const std::string &name) { return lanes == 1 ? name : name + std::to_string(lanes); };
  switch (letter[letter.size() - 1]) {
  case 's':
    return element.name;
  case 'i':
    return letter.size() == 2 ? typeOf(letter.substr(0, 1) + "g", elementOf('i'), lanes, false) : vector("int");
  case 'j':
    return isResult && lanes == 1 ? "int" : vector(integer(element.bits, true));
  case 'u':
    return vector(integer(element.bits, false));
  case 'w':
    return vector(integer(element.bits * 2, element.isSigned));
  case 'S':
    return "int";
  default:
    break;
  }
  if (letter == "g")
    return vector(element.name);
  const char *space = letter[0] == 'p' ? "private " : letter[0] == 'g' ? "global " : "local ";
  return space + vector(element.name) + " *";
}

struct Case {
  const Row *row;
  const ElementType *element;
  int lanes;
  std::string label() const { return row->name + " " + element->name + std::to_string(lanes); }
};

std::string functionFor(const Case &test, size_t index) {
  std::string parameters, arguments;
  for (size_t i = 0; i < test.row->parameters.size(); ++i) {
    std::string name = "a" + std::to_string(i);
    parameters += ", " + typeOf(test.row->parameters[i], *test.element, test.lanes, false) + " " + name;
    arguments += (i ? ", " : "") + name;
  }
  return "void t" + std::to_string(index) + "(global " + typeOf(test.row->result, *test.element, test.lanes, true) +
         " *out" + parameters + ") { *out = " + test.row->name + "(" + arguments + "); }\n";
}

// What may stand beside the instruction: widening of scalars, booleans to integers.
bool isIncidental(const std::string &operation) {
  return operation == "OpCompositeConstruct" || operation == "OpVectorShuffle" || operation == "OpCompositeInsert";
}

void check(const Module &module, const Case &test, size_t index) {
  const std::vector<std::string> &expected = test.row->expected;
  std::vector<std::string> found;
  for (const std::string &operation : module.operations("t" + std::to_string(index)))
    if (!isIncidental(operation) && (operation != "OpSelect" || std::ranges::count(expected, operation)))
      found.push_back(operation);
  ASSERT_EQ(found.size(), 1u) << test.label() << ": " << testing::PrintToString(found);
  EXPECT_TRUE(std::ranges::count(expected, found[0])) << test.label() << " became " << found[0];
}

void checkAll(const std::vector<Case> &cases, const char *options) {
  constexpr size_t atOnce = 120;
  for (size_t first = 0; first < cases.size(); first += atOnce) {
    size_t last = std::min(first + atOnce, cases.size());
    std::string source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
    for (size_t i = first; i < last; ++i)
      source += functionFor(cases[i], i);
    Module module = compile(source, options);
    ASSERT_EQ(module.status, compiler::Status::Ok) << cases[first].label() << "...: " << module.log.substr(0, 2000);
    for (size_t i = first; i < last; ++i)
      check(module, cases[i], i);
  }
}

std::vector<Case> casesOf(const std::vector<Row> &rows, std::initializer_list<int> usualLanes) {
  std::vector<Case> cases;
  for (const Row &row : rows)
    for (char letter : row.elements) {
      std::vector<int> lanes(usualLanes);
      if (!row.lanes.empty()) {
        lanes.clear();
        for (char digit : row.lanes)
          lanes.push_back(digit - '0');
      }
      for (int count : lanes)
        cases.push_back({&row, &elementOf(letter), count});
    }
  return cases;
}

TEST(Builtins, BecomeTheirInstruction) {
  std::vector<Row> rows = readTable();
  ASSERT_GT(rows.size(), 150u);
  checkAll(casesOf(rows, {1, 2, 3, 4, 8, 16}), "-cl-std=CL3.0");
}

// Without the generic address space the functions with pointers have other names.
TEST(Builtins, OfOpenClC12) {
  std::vector<Row> rows = readTable();
  std::erase_if(rows, [](const Row &row) { return row.name == "ctz"; }); // new in 2.0
  checkAll(casesOf(rows, {1, 4}), "-cl-std=CL1.2");
}

// An instruction's exponents are as many as its vector's components.
TEST(Builtins, ScalarExponentIsWidened) {
  Module module = compile("void f(global float4 *o, float4 x, int n) { *o = ldexp(x, n); }");
  Line call = module.all("OpExtInst").at(0);
  EXPECT_EQ(call.operands[2], "ldexp");
  for (const Line &line : module.lines)
    if (line.result == call.operands[4])
      EXPECT_EQ(line.operands[0], "%v4uint") << line.text;
}

} // namespace
} // namespace lanecl::test
