#include "runtime/commands/GlobalVariable.h"
#include "compiler/Compiler.h"
#include "runtime/commands/Bytes.h"
#include <utility>

namespace lanecl::commands {

Result<> copyVariable(CommandQueue &queue, std::shared_ptr<compiler::ProgramCode> code, std::byte *to,
                      const std::byte *from, std::size_t bytes, const CommandQueue::Submission &how) {
  auto work = [code = std::move(code), to, from, bytes]() -> cl_int {
    copyBytes(to, from, bytes);
    return CL_SUCCESS;
  };
  return queue.submit(CL_COMMAND_MEMCPY_INTEL, moveCost(bytes), std::move(work), how);
}

} // namespace lanecl::commands
