// Modules that break a rule of the instruction set's specification: the program must not build, and the host must go
// on.
#include "Module.h"

namespace {

using namespace conformance;
using copies::Module;

/// The module may be refused when the program is created or when it is built, not later; then a valid one must build.
void refuse(Session &session, const Module &module, const std::string &why) {
  {
    const Program program(session, assemble(session, module.text()));
    session.expect(program.status != CL_SUCCESS, "built, though " + why);
    const bool known = program.status == CL_SUCCESS || program.status == CL_INVALID_VALUE ||
                       program.status == CL_BUILD_PROGRAM_FAILURE || program.status == CL_INVALID_BINARY;
    session.expect(known, "error " + std::to_string(program.status) + " where " + why);
  }
  const Program valid(session, assemble(session, Module().text()));
  session.expect(valid.status == CL_SUCCESS, "a valid module does not build after one where " + why);
}

void refuseFirst(Session &session, const std::string &instruction, const std::string &why,
                 const std::string &declarations = "") {
  Module module;
  module.toLocal = instruction + "\n";
  module.declarations = declarations;
  refuse(session, module, why);
}

/// The operands of both instructions in order; the event is the last.
const std::vector<std::string> operands2D = {"%tile",    "%offsetB", "%in",    "%offsetA", "%bytes",
                                             "%perLine", "%lines",   "%lineA", "%lineB",   "%null"};
const std::vector<std::string> operands3D = {"%tile",    "%offsetB", "%in",     "%offsetA", "%bytes",
                                             "%perLine", "%lines",   "%planes", "%lineA",   "%planeA",
                                             "%lineB",   "%planeB",  "%null"};

struct Form {
  const char *number;
  const std::vector<std::string> &operands;
};
const Form forms[] = {{"1", operands2D}, {"2", operands3D}};

std::string call(const std::string &number, const std::vector<std::string> &operands,
                 const std::string &type = "%event") {
  std::string text = "%r1 = OpExtInst " + type + " %copies " + number;
  for (const std::string &operand : operands)
    text += " " + operand;
  return text;
}

std::string with(const Form &form, std::size_t place, const std::string &operand) {
  std::vector<std::string> changed = form.operands;
  changed[place] = operand;
  return call(form.number, changed);
}

} // namespace

CONFORMANCE_TEST(invalid_instruction_number) {
  copies::needCopies(session);
  for (const char *number : {"0", "3", "4", "1000"})
    refuseFirst(session, call(number, operands2D), std::string("there is no instruction ") + number);
}

CONFORMANCE_TEST(invalid_operand_count) {
  copies::needCopies(session);
  for (const Form &form : forms) {
    for (std::size_t count = 0; count < form.operands.size(); ++count)
      refuseFirst(session, call(form.number, {form.operands.begin(), form.operands.begin() + std::ptrdiff_t(count)}),
                  "there are only " + std::to_string(count) + " operands");
    std::vector<std::string> more = form.operands;
    more.emplace_back("%null");
    refuseFirst(session, call(form.number, more), "there is one operand too many");
  }
}

// "Result Type must be an object of OpTypeEvent."
CONFORMANCE_TEST(invalid_result_type) {
  copies::needCopies(session);
  for (const Form &form : forms)
    for (const char *type : {"%long", "%void", "%p_global"}) {
      Module module;
      module.toLocal = call(form.number, form.operands, type) + "\n";
      module.waitBetween.clear(); // %r1 is no event now
      refuse(session, module, std::string("the result type is ") + type);
    }
}

// "Destination must be OpTypePointer with a storage class of either Workgroup or CrossWorkgroup."
CONFORMANCE_TEST(invalid_destination) {
  copies::needCopies(session);
  for (const Form &form : forms) {
    refuseFirst(session, with(form, 0, "%private"), "the destination is private");
    refuseFirst(session, with(form, 0, "%bytes"), "the destination is no pointer");
    refuseFirst(session, with(form, 0, "%null"), "the destination is an event");
  }
}

// "Source must be OpTypePointer with a storage class of CrossWorkgroup when Destination is Workgroup or Workgroup when
// Destination is CrossWorkgroup."
CONFORMANCE_TEST(invalid_source) {
  copies::needCopies(session);
  for (const Form &form : forms) {
    refuseFirst(session, with(form, 2, "%tile"), "both are local");
    refuseFirst(session, with(form, 0, "%out"), "both are global");
    refuseFirst(session, with(form, 2, "%private"), "the source is private");
    refuseFirst(session, with(form, 2, "%lines"), "the source is no pointer");
  }
}

// "... must be ... a 64-bit OpTypeInt when the addressing model is Physical64."
CONFORMANCE_TEST(invalid_integer_width) {
  copies::needCopies(session);
  for (const Form &form : forms)
    for (std::size_t place = 0; place + 1 < form.operands.size(); ++place)
      if (place != 0 && place != 2) {
        refuseFirst(session, with(form, place, "%one"), "operand " + std::to_string(place) + " has 32 bits");
        refuseFirst(session, with(form, place, "%byte"), "operand " + std::to_string(place) + " has 8 bits",
                    "%byte = OpConstant %char 1\n");
      }
}

CONFORMANCE_TEST(invalid_integer_type) {
  copies::needCopies(session);
  for (const Form &form : forms)
    for (std::size_t place = 0; place + 1 < form.operands.size(); ++place)
      if (place != 0 && place != 2) {
        refuseFirst(session, with(form, place, "%in"), "operand " + std::to_string(place) + " is a pointer");
        refuseFirst(session, with(form, place, "%pair"), "operand " + std::to_string(place) + " is a vector",
                    "%long2 = OpTypeVector %long 2\n%pair = OpConstantNull %long2\n");
      }
}

// "Event must be an object of OpTypeEvent."
CONFORMANCE_TEST(invalid_event) {
  copies::needCopies(session);
  for (const Form &form : forms)
    for (const char *operand : {"%bytes", "%tile", "%events"})
      refuseFirst(session, with(form, form.operands.size() - 1, operand), std::string("the event is ") + operand);
}

// "The library can only be imported when the Kernel capability is specified."
CONFORMANCE_TEST(invalid_without_kernel_capability) {
  copies::needCopies(session);
  Module module;
  module.capabilities = "OpCapability Addresses\nOpCapability Int64\nOpCapability Int8\n";
  refuse(session, module, "the Kernel capability is missing");
}
