// Copies to and from a program-scope variable (Intel's clEnqueueReadGlobalVariableINTEL and its kin). Thread safe.
#pragma once
#include "runtime/CommandQueue.h"
#include <memory>

namespace lanecl::compiler {
class ProgramCode;
}

namespace lanecl::commands {

/// `code` holds one of the two memories and is kept until the command has run. Fails with the errors of
/// CommandQueue::submit.
Result<> copyVariable(CommandQueue &queue, std::shared_ptr<compiler::ProgramCode> code, std::byte *to,
                      const std::byte *from, std::size_t bytes, const CommandQueue::Submission &how);

} // namespace lanecl::commands
