#include "compiler/frontend/ImageImport.h"
#include "compiler/frontend/CallImport.h"
#include <algorithm>
#include <utility>

namespace lanecl::frontend {
namespace {

/// What the names of the imported functions begin with.
struct Import {
  std::string_view name;
  spv::Op op;
};
constexpr Import imports[] = {
    {"__lanecl__Z23get_image_channel_order", spv::Op::OpImageQueryOrder},
    {"__lanecl__Z27get_image_channel_data_type", spv::Op::OpImageQueryFormat},
    {"__lanecl__Z11read_image", spv::Op::OpImageSampleExplicitLod}, // f and i
    {"__lanecl__Z12read_imageui", spv::Op::OpImageSampleExplicitLod},
    {"__lanecl__Z12write_image", spv::Op::OpImageWrite}, // f and i
    {"__lanecl__Z13write_imageui", spv::Op::OpImageWrite},
};

class ImageImport final : public CallImport {
public:
  using CallImport::CallImport;

private:
  /// The opcode.
  uint32_t numberOf(std::string_view function) const override {
    const auto *found = std::ranges::find_if(imports, [&](const Import &i) { return function.starts_with(i.name); });
    return found == std::end(imports) ? 0 : uint32_t(found->op);
  }

  void note(const SpirvInstruction &instruction) override {
    const auto &words = instruction.words;
    if (instruction.opcode() == spv::Op::OpTypeSampledImage)
      sampledTypes_[words[2]] = words[1];
    else if (instruction.opcode() == spv::Op::OpTypeFunction && words.size() > 3)
      firstParameters_[words[1]] = words[3];
    else if (instruction.opcode() == spv::Op::OpFunction && firstParameters_.contains(words[4]))
      images_[words[2]] = firstParameters_[words[4]];
  }

  // Types of sampled images stand behind all other types.
  void declare(spv::Op next) override {
    if (next != spv::Op::OpFunction || std::exchange(typesDone_, true))
      return;
    for (const auto &[function, number] : functions())
      if (spv::Op(number) == spv::Op::OpImageSampleExplicitLod)
        if (uint32_t &type = sampledTypes_[images_[function]]; !type) {
          type = newId();
          append(spv::Op::OpTypeSampledImage, {type, images_[function]});
        }
  }

  void replace(const SpirvInstruction &call, uint32_t number) override {
    uint32_t type = call.words[1], result = call.words[2];
    auto argument = [&](unsigned i) { return call.words[4 + i]; };
    auto op = spv::Op(number);
    if (op == spv::Op::OpImageWrite)
      return append(op, {argument(0), argument(1), argument(3), LodOperand, argument(2)});
    if (op != spv::Op::OpImageSampleExplicitLod)
      return append(op, {type, result, argument(0)});
    uint32_t sampled = newId();
    append(spv::Op::OpSampledImage, {sampledTypes_[images_[call.words[3]]], sampled, argument(0), argument(1)});
    if (call.words.size() == 4 + 4)
      append(op, {type, result, sampled, argument(2), LodOperand, argument(3)});
    else
      append(op, {type, result, sampled, argument(2), GradOperand, argument(3), argument(4)});
  }

  void append(spv::Op op, std::initializer_list<uint32_t> operands) {
    out_.push_back(uint32_t(operands.size() + 1) << 16 | uint32_t(op));
    out_.insert(out_.end(), operands);
  }

  static constexpr auto LodOperand = uint32_t(spv::ImageOperandsMask::Lod),
                        GradOperand = uint32_t(spv::ImageOperandsMask::Grad);
  std::map<uint32_t, uint32_t> sampledTypes_;    ///< by the type of the image
  std::map<uint32_t, uint32_t> firstParameters_; ///< types, by the type of the function
  std::map<uint32_t, uint32_t> images_;          ///< types of first parameters, by function
  bool typesDone_ = false;
};

} // namespace

std::vector<uint32_t> importImageCalls(std::vector<uint32_t> words) { return ImageImport(std::move(words)).run(); }

} // namespace lanecl::frontend
