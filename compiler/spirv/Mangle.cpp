#include "compiler/spirv/Mangle.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <vector>

namespace lanecl::spirv {

namespace {

/// OpenCL C's scalar types: char is signed, long has 64 bits.
std::string scalarCode(llvm::Type *type, bool isSigned) {
  if (type->isHalfTy())
    return "Dh";
  if (type->isFloatTy())
    return "f";
  if (type->isDoubleTy())
    return "d";
  switch (type->isIntegerTy() ? type->getIntegerBitWidth() : 0) {
  case 1:
    return "b";
  case 8:
    return isSigned ? "c" : "h";
  case 16:
    return isSigned ? "s" : "t";
  case 32:
    return isSigned ? "i" : "j";
  case 64:
    return isSigned ? "l" : "m";
  default:
    return "v";
  }
}

class Mangler {
public:
  std::string text;

  void add(const MangledType &parameter) {
    if (!parameter.isPointer) {
      text += value(parameter);
      return;
    }
    // The target without qualifiers, the qualified target and the pointer are candidates, inner first.
    std::string target = spell(parameter), qualifiers = qualify(parameter);
    if (useKnown("P" + qualifiers + target))
      return;
    text += "P";
    if (!qualifiers.empty() && useKnown(qualifiers + target)) {
      known_.push_back("P" + qualifiers + target);
      return;
    }
    text += qualifiers + value(parameter);
    if (!qualifiers.empty())
      known_.push_back(qualifiers + target);
    known_.push_back("P" + qualifiers + target);
  }

private:
  static std::string spell(const MangledType &parameter) {
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(parameter.type);
    std::string scalar = scalarCode(parameter.type->getScalarType(), parameter.isSigned);
    return vector ? "Dv" + std::to_string(vector->getNumElements()) + "_" + scalar : scalar;
  }

  static std::string qualify(const MangledType &parameter) {
    std::string qualifiers =
        parameter.addressSpace != space::Private ? "U3AS" + std::to_string(parameter.addressSpace) : "";
    return qualifiers + (parameter.isConst ? "K" : "");
  }

  /// Itanium ABI 5.1.10: scalars are never substituted, vectors at their second use.
  std::string value(const MangledType &parameter) {
    std::string spelled = spell(parameter);
    if (!parameter.type->isVectorTy())
      return spelled;
    if (auto at = std::ranges::find(known_, spelled); at != known_.end())
      return substitution(size_t(at - known_.begin()));
    known_.push_back(spelled);
    return spelled;
  }

  bool useKnown(const std::string &spelled) {
    auto at = std::ranges::find(known_, spelled);
    if (at != known_.end())
      text += substitution(size_t(at - known_.begin()));
    return at != known_.end();
  }

  static std::string substitution(size_t index) {
    return index == 0 ? "S_" : "S" + llvm::utostr(index - 1) + "_"; // below ten candidates: base 36 is decimal
  }

  std::vector<std::string> known_;
};

} // namespace

std::string mangle(llvm::StringRef name, llvm::ArrayRef<MangledType> parameters) {
  Mangler mangler;
  mangler.text = "_Z" + std::to_string(name.size()) + name.str();
  for (const MangledType &parameter : parameters)
    mangler.add(parameter);
  return mangler.text;
}

} // namespace lanecl::spirv
