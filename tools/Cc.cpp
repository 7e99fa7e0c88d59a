// lanecl cc: one source or SPIR-V file through the compiler, with any of its stages as output.
#include "compiler/Compiler.h"
#include "runtime/CompilerLoader.h"
#include "runtime/Config.h"
#include "runtime/Platform.h"
#include "runtime/Program.h"
#include "tools/Commands.h"
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <span>
#include <sstream>

namespace lanecl::tools {
namespace {

using compiler::Emit;
using compiler::Status;

/// The forms of output: name, stage, and the ending of the file that a binary form goes to by default.
struct Form {
  const char *name;
  Emit emit;
  const char *binaryEnding; ///< nullptr: text, to standard output
};
constexpr Form forms[] = {
    {"spirv", Emit::Spirv, ".spv"},  {"spirv-text", Emit::SpirvText, nullptr}, {"llvm", Emit::Llvm, nullptr},
    {"asm", Emit::Asm, nullptr},     {"object", Emit::Object, ".o"},           {"report", Emit::Report, nullptr},
    {"times", Emit::Times, nullptr},
};

struct Request {
  std::string input, output, form = "spirv", kernel, passes;
  std::vector<std::string> options;
  bool linkable = false, forCache = false;
};

const Form &formOf(const std::string &name) {
  for (const Form &form : forms)
    if (name == form.name)
      return form;
  throw std::runtime_error("--emit: there is no stage " + name);
}

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file)
    throw std::runtime_error(path + " cannot be read");
  return text.str();
}

/// A word of the command line as a word of an option string.
std::string quoted(const std::string &word) {
  if (word.find_first_of(" \t\"\\") == std::string::npos)
    return word;
  std::string text = "\"";
  for (char c : word)
    text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return text + '"';
}

bool isSpirv(const Request &request) { return std::filesystem::path(request.input).extension() == ".spv"; }

compiler::Outcome<compiler::SpirvModule> load(compiler::Compiler &compiler, const Request &request) {
  std::string content = readFile(request.input);
  if (isSpirv(request))
    return compiler.import(std::as_bytes(std::span(content)));
  std::string options;
  for (const std::string &word : request.options)
    options += (options.empty() ? "" : " ") + quoted(word);
  return compiler.compile({.source = content, .options = options, .headers = {}, .linkable = request.linkable});
}

void write(const Request &request, const Form &form, const std::string &bytes) {
  std::string path = request.output;
  if (path.empty() && form.binaryEnding)
    path = std::filesystem::path(request.input).stem().string() + form.binaryEnding;
  if (path.empty() || path == "-") {
    std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush();
    return;
  }
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush();
  if (!file)
    throw std::runtime_error(path + " cannot be written");
}

int cc(const Request &request) {
  const Form &form = formOf(request.form);
  std::string log;
  compiler::Compiler *compiler = loadCompiler(log);
  if (!compiler) {
    std::cerr << log;
    return EXIT_FAILURE;
  }
  auto module = load(*compiler, request);
  std::cerr << module.log;
  if (module.status != Status::Ok)
    return EXIT_FAILURE;
  auto shown = compiler->show(module.value, form.emit, request.kernel, request.passes);
  std::cerr << shown.log;
  if (shown.status != Status::Ok)
    return EXIT_FAILURE;
  write(request, form, shown.value);
  return EXIT_SUCCESS;
}

/// As an application builds it, and all of its kernels compiled.
int warm(const Request &request) {
  const std::string folder = Config::get().effectiveCacheDir();
  if (folder.empty())
    throw std::runtime_error("the cache is off (LANECL_CACHE_DIR, LANECL_CACHE_SIZE)");
  const std::string content = readFile(request.input);
  std::string options; // word for word what an application gives, which is part of the key
  for (const std::string &word : request.options)
    options += (options.empty() ? "" : " ") + word;
  Device *device = &Platform::get().device();
  auto context = Ref<Context>::adopt(new Context({Ref<Device>(device)}, {}, nullptr, nullptr));
  auto program = isSpirv(request) ? Program::fromIl(*context, std::as_bytes(std::span(content)))
                                  : Program::fromSource(*context, content);
  if (!program)
    throw std::runtime_error(request.input + " is not SPIR-V for this device");
  const bool isBuilt = bool((*program)->build({}, options, {}));
  const auto build = (*program)->buildOf(*device);
  std::cerr << build->log;
  if (!isBuilt)
    return EXIT_FAILURE;
  std::string log;
  const bool hasAll = compileUsualLaunches(*build, log);
  std::cerr << log;
  std::cout << build->code->kernels().size() << " kernels in " << folder << '\n';
  return hasAll ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

void addCc(CLI::App &app, Action &chosen) {
  auto *command = app.add_subcommand("cc", "Compile a file and show a stage of it");
  auto request = std::make_shared<Request>();
  std::vector<std::string> names;
  for (const Form &form : forms)
    names.emplace_back(form.name);
  command->add_option("file", request->input, "OpenCL C (.cl) or SPIR-V (.spv)")->required();
  command->add_option("-o,--output", request->output,
                      "file to write, - for standard output; by default text goes there, and the binary forms to "
                      "FILE.spv or FILE.o");
  command->add_option("--emit", request->form, "the stage: spirv, spirv-text, llvm, asm, object, report or times")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  command->add_flag("-c,--linkable", request->linkable, "keep what other modules may use, as clCompileProgram does");
  command->add_flag_callback(
      "--report",
      [request] {
        request->form = "report";
        request->options.insert(request->options.begin(), "-g");
      },
      "how the lanes of each kernel run: width, branches, loops and memory accesses, with source lines");
  command->add_flag("--cache", request->forCache,
                    "compile all kernels for their usual launches into the cache, for applications that build the same "
                    "text with the same options");
  command->add_option("--kernel", request->kernel, "only that kernel (llvm, asm, object)");
  command->add_option("--print-after", request->passes, "print the code after these passes, comma separated");
  command->add_option("options", request->options, "build options, after --");
  command->callback(
      [&chosen, request] { chosen = [request] { return request->forCache ? warm(*request) : cc(*request); }; });
}

} // namespace lanecl::tools
