// Build tool: lanecl-pack-builtins OUT MODULE.bc...
// Cleans the bitcode modules that Clang made of the .cl files (no module flags, no named metadata, no attributes of a
// target or of this build), checks that what they call exists, and writes them with a sorted index of the names that
// they define: one file, which builtins/Library.cpp reads. NAME.ISA.bc holds the forms for one instruction set, and
// comes behind NAME.bc.
#include <algorithm>
#include <cstdint>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

struct Library {
  std::vector<std::string> blobs;
  std::map<std::string, uint16_t> names;
  std::set<std::string> used;
  std::string general; ///< the last blob that is for no instruction set
};

/// What a blob may call beside other built-ins: intrinsics, LaneCL IR, machine operations (compiler/targets), and the C
/// library's own math functions.
bool isOutside(llvm::StringRef name) {
  return name.starts_with("llvm.") || name.starts_with("lanecl.") || !name.starts_with("_");
}

/// Attributes of parameters and results that bind the caller: a value from the translator may be undefined, and is
/// not extended.
template <typename T> void loosen(T &callable) {
  for (unsigned i = llvm::AttributeList::ReturnIndex, end = llvm::AttributeList::FirstArgIndex + callable.arg_size();
       i < end; ++i)
    for (llvm::Attribute::AttrKind kind :
         {llvm::Attribute::NoUndef, llvm::Attribute::ZExt, llvm::Attribute::SExt, llvm::Attribute::Range})
      callable.removeAttributeAtIndex(i, kind);
}

void cleanCall(llvm::CallBase &call) {
  loosen(call);
  call.removeFnAttr(llvm::Attribute::NoBuiltin);
  if (const llvm::Function *callee = call.getCalledFunction(); callee && isOutside(callee->getName()))
    call.setCallingConv(llvm::CallingConv::C);
}

void cleanFunction(llvm::Function &function) {
  llvm::AttributeMask foreign;
  for (llvm::Attribute attribute : function.getAttributes().getFnAttrs())
    if (attribute.isStringAttribute())
      foreign.addAttribute(attribute.getKindAsString());
  for (llvm::Attribute::AttrKind kind : {llvm::Attribute::NoBuiltin, llvm::Attribute::UWTable})
    foreign.addAttribute(kind);
  function.removeFnAttrs(foreign);
  loosen(function);
  function.clearMetadata();
  function.setDSOLocal(false);
  if (isOutside(function.getName()))
    function.setCallingConv(llvm::CallingConv::C);
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &instruction : block)
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        cleanCall(*call);
}

void clean(llvm::Module &module) {
  llvm::SmallVector<llvm::NamedMDNode *> metadata;
  for (llvm::NamedMDNode &node : module.named_metadata())
    metadata.push_back(&node);
  for (llvm::NamedMDNode *node : metadata)
    module.eraseNamedMetadata(node);
  module.setSourceFileName("lanecl-builtins");
  for (llvm::Function &function : module)
    cleanFunction(function);
}

/// The forms in NAME.ISA.bc stand as "ISA:function" in the index (Library.h).
std::string prefixOf(llvm::StringRef file) {
  llvm::StringRef isa = file.rsplit('/').second.drop_back(llvm::StringRef(".bc").size()).split('.').second;
  return isa.empty() ? "" : isa.str() + ':';
}

std::string bitcodeOf(const llvm::Module &module) {
  std::string blob;
  llvm::raw_string_ostream stream(blob);
  llvm::WriteBitcodeToFile(module, stream);
  return blob;
}

bool add(Library &library, llvm::Module &module, const std::string &prefix) {
  std::string blob = bitcodeOf(module);
  if (prefix.empty())
    library.general = blob;
  else if (blob == library.general) // the file only includes the declarations (math/Machine.clh)
    return true;
  for (llvm::Function &function : module) {
    if (function.isDeclaration()) {
      if (!isOutside(function.getName()))
        library.used.insert(function.getName().str());
    } else if (!function.hasLocalLinkage() &&
               !library.names.emplace(prefix + function.getName().str(), library.blobs.size()).second) {
      llvm::errs() << "defined twice: " << function.getName() << "\n";
      return false;
    }
  }
  library.blobs.push_back(std::move(blob));
  return true;
}

bool resolved(const Library &library) {
  bool good = true;
  for (const std::string &name : library.used)
    if (!library.names.contains(name)) {
      llvm::errs() << "called but not defined: " << name << "\n";
      good = false;
    }
  return good;
}

template <typename T> void put(std::string &out, T value) {
  out.append(reinterpret_cast<const char *>(&value), sizeof value);
}

uint32_t aligned(uint64_t offset) { return static_cast<uint32_t>((offset + 7) / 8 * 8); }

/// Header, names, blobs, text, bitcode: the structs of builtins/Library.cpp.
std::string pack(const Library &library) {
  std::string out, text;
  uint32_t textBegin = static_cast<uint32_t>(8 + 8 * library.names.size() + 8 * library.blobs.size());
  put(out, static_cast<uint32_t>(library.names.size()));
  put(out, static_cast<uint32_t>(library.blobs.size()));
  for (const auto &[name, blob] : library.names) {
    put(out, static_cast<uint32_t>(textBegin + text.size()));
    put(out, static_cast<uint16_t>(name.size()));
    put(out, blob);
    text += name;
  }
  uint32_t offset = aligned(textBegin + text.size());
  for (const std::string &blob : library.blobs) {
    put(out, offset);
    put(out, static_cast<uint32_t>(blob.size()));
    offset = aligned(offset + blob.size());
  }
  out += text;
  for (const std::string &blob : library.blobs) {
    out.resize(aligned(out.size()));
    out += blob;
  }
  return out;
}

} // namespace

int main(int argc, char **argv) {
  Library library;
  for (int i = 2; i < argc; ++i) {
    llvm::LLVMContext context;
    auto buffer = llvm::MemoryBuffer::getFile(argv[i]);
    if (!buffer) {
      llvm::errs() << argv[i] << ": " << buffer.getError().message() << "\n";
      return 1;
    }
    auto module = llvm::parseBitcodeFile(**buffer, context);
    if (!module) {
      llvm::errs() << argv[i] << ": " << llvm::toString(module.takeError()) << "\n";
      return 1;
    }
    clean(**module);
    if (!add(library, **module, prefixOf(argv[i])))
      return 1;
  }
  if (argc < 2 || !resolved(library))
    return 1;
  std::error_code error;
  llvm::raw_fd_ostream file(argv[1], error);
  if (error) {
    llvm::errs() << argv[1] << ": " << error.message() << "\n";
    return 1;
  }
  file << pack(library);
  return 0;
}
