#include "compiler/frontend/ImageImport.h"
#include "compiler/frontend/CallImport.h"
#include <utility>

namespace lanecl::frontend {
namespace {

class QueryImport final : public CallImport {
public:
  using CallImport::CallImport;

private:
  /// The opcode.
  uint32_t numberOf(std::string_view function) const override {
    if (function.starts_with("__lanecl__Z23get_image_channel_order"))
      return uint32_t(spv::Op::OpImageQueryOrder);
    return function.starts_with("__lanecl__Z27get_image_channel_data_type") ? uint32_t(spv::Op::OpImageQueryFormat) : 0;
  }

  void declare(spv::Op) override {}

  void replace(const SpirvInstruction &call, uint32_t number) override {
    out_.insert(out_.end(), {4u << 16 | number, call.words[1], call.words[2], call.words[4]});
  }
};

} // namespace

std::vector<uint32_t> importImageQueries(std::vector<uint32_t> words) { return QueryImport(std::move(words)).run(); }

} // namespace lanecl::frontend
