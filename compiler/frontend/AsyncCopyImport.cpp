#include "compiler/frontend/AsyncCopyImport.h"
#include "compiler/frontend/CallImport.h"
#include <utility>

namespace lanecl::frontend {
namespace {

class CopyImport final : public CallImport {
public:
  using CallImport::CallImport;

private:
  /// The instruction of the set.
  uint32_t numberOf(std::string_view function) const override {
    if (function.starts_with("__lanecl__Z26async_work_group_copy_2D2D"))
      return 1;
    return function.starts_with("__lanecl__Z26async_work_group_copy_3D3D") ? 2 : 0;
  }

  // Capabilities, extensions, imports, the memory model.
  void declare(spv::Op next) override {
    if (!extensionDone_ && next != spv::Op::OpCapability && next != spv::Op::OpExtension) {
      appendWithText(out_, spv::Op::OpExtension, {}, "SPV_KHR_non_semantic_info");
      extensionDone_ = true;
    }
    if (next == spv::Op::OpMemoryModel)
      appendWithText(out_, spv::Op::OpExtInstImport, {set_ = newId()}, "NonSemantic.Codeplay.GroupAsyncCopies");
  }

  void replace(const SpirvInstruction &call, uint32_t number) override {
    out_.insert(out_.end(), {uint32_t(call.words.size() + 1) << 16 | uint32_t(spv::Op::OpExtInst), call.words[1],
                             call.words[2], set_, number});
    out_.insert(out_.end(), call.words.begin() + 4, call.words.end());
  }

  uint32_t set_ = 0;
  bool extensionDone_ = false;
};

} // namespace

std::vector<uint32_t> importAsyncCopies(std::vector<uint32_t> words) { return CopyImport(std::move(words)).run(); }

} // namespace lanecl::frontend
