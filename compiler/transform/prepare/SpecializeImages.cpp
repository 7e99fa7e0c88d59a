#include "compiler/ir/Images.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/Analyses.h"
#include "compiler/transform/Passes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <map>

namespace lanecl {
namespace {

using llvm::CallInst, llvm::Function, llvm::Value;

class Specializer {
public:
  Specializer(Function &kernel, llvm::ArrayRef<uint32_t> words, llvm::TargetMachine &machine)
      : kernel_(kernel), analyses_(machine) {
    find_.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    find_.addPass(llvm::EarlyCSEPass());
    simplify_.addPass(llvm::SCCPPass());
    simplify_.addPass(llvm::SimplifyCFGPass());
    simplify_.addPass(llvm::EarlyCSEPass());
    simplify_.addPass(llvm::InstCombinePass());
    simplify_.addPass(llvm::SimplifyCFGPass());
    for (llvm::Argument &parameter : kernel.args()) {
      bool isSampler = image::isSampler(parameter);
      if (words.empty() || !(isSampler || image::isImage(parameter)))
        continue;
      uint32_t word = words.front();
      words = words.drop_front();
      if (isSampler)
        parameter.replaceAllUsesWith(llvm::ConstantInt::get(parameter.getType(), word));
      else
        formats_[&parameter] = word;
    }
  }

  void run() {
    llvm::Module &module = *kernel_.getParent();
    for (Function &function : module)
      if (image::isImageFunction(function) && !function.isDeclaration())
        readsInvariants(function);
    llvm::SmallVector<CallInst *> calls;
    for (Function &function : module)
      if (!image::isImageFunction(function) && !callsIn(function).empty()) {
        find_.run(function, analyses_.functions);
        calls.append(callsIn(function));
      }
    for (CallInst *call : calls)
      take(*call);
    settleVotes();
    // Those that have no call any more, and what they called.
    for (bool again = true; again;) {
      again = false;
      for (Function &function : llvm::make_early_inc_range(module))
        if (image::isImageFunction(function) && function.use_empty()) {
          function.eraseFromParent();
          again = true;
        }
    }
  }

private:
  struct Form {
    Function *function;
    uint32_t format, sampler; ///< 0 and NoSampler: any
    auto operator<=>(const Form &) const = default;
  };
  static constexpr uint32_t NoSampler = ~0u;

  /// A call of an image function that has a body.
  static CallInst *callOf(llvm::Instruction &instruction) {
    auto *call = llvm::dyn_cast<CallInst>(&instruction);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && image::isImageFunction(*callee) && !callee->isDeclaration() && call->arg_size() ? call : nullptr;
  }

  static llvm::SmallVector<CallInst *> callsIn(Function &function) {
    llvm::SmallVector<CallInst *> calls;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (CallInst *call = callOf(instruction))
        calls.push_back(call);
    return calls;
  }

  /// Calls `use(load, offset)` for every load of a field of the image.
  static void ofFields(Function &function, llvm::function_ref<void(llvm::LoadInst &, uint64_t)> use) {
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (!load)
        continue;
      llvm::APInt offset(64, 0);
      const Value *base =
          load->getPointerOperand()->stripAndAccumulateConstantOffsets(function.getDataLayout(), offset, true);
      if (base == function.getArg(0))
        use(*load, offset.getZExtValue());
    }
  }

  static void readsInvariants(Function &function) {
    image::markImage(*function.getArg(0));
    ofFields(function, [&](llvm::LoadInst &load, uint64_t) {
      load.setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(function.getContext(), {}));
    });
  }

  Form wanted(const CallInst &call) const {
    Form form{call.getCalledFunction(), formats_.lookup(call.getArgOperand(0)), NoSampler};
    if (image::isSample(*form.function))
      if (auto *sampler = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1)))
        form.sampler = static_cast<uint32_t>(sampler->getZExtValue());
    return form;
  }

  /// Puts the best form into the call's place: what is made for a format becomes part of the caller.
  void take(CallInst &call) {
    Form form = wanted(call);
    if (!form.format && form.sampler == NoSampler)
      return;
    call.setCalledFunction(make(form));
    if (!form.format)
      return;
    llvm::InlineFunctionInfo info;
    llvm::InlineFunction(call, info);
  }

  Function *make(const Form &form) {
    auto [known, isNew] = forms_.try_emplace(form);
    if (!isNew)
      return known->second;
    llvm::ValueToValueMapTy values;
    Function *made = llvm::CloneFunction(form.function, values);
    known->second = made;
    made->setLinkage(llvm::GlobalValue::InternalLinkage);
    if (form.sampler != NoSampler)
      made->getArg(1)->replaceAllUsesWith(llvm::ConstantInt::get(made->getArg(1)->getType(), form.sampler));
    if (form.format)
      fix(*made, form.format);
    simplify_.run(*made, analyses_.functions);
    analyses_.functions.invalidate(*made, llvm::PreservedAnalyses::none());
    return made;
  }

  /// What the image's format decides is known in `function`.
  void fix(Function &function, uint32_t format) {
    ofFields(function, [&](llvm::LoadInst &load, uint64_t offset) {
      if (std::optional<uint32_t> value = image::fieldOf(format, offset)) {
        load.replaceAllUsesWith(llvm::ConstantInt::get(load.getType(), *value));
        load.eraseFromParent();
      } else if (ImageFormatWord::isSmall(format) && image::isPitch(offset)) {
        narrow(load);
      }
    });
    for (CallInst *call : votesIn(function))
      vote(*call);
    for (CallInst *call : callsIn(function)) {
      if (image::isSmallTest(*call->getCalledFunction())) {
        call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), ImageFormatWord::isSmall(format)));
        call->eraseFromParent();
        continue;
      }
      call->setCalledFunction(make({call->getCalledFunction(), format, NoSampler}));
      llvm::InlineFunctionInfo info;
      llvm::InlineFunction(*call, info);
    }
  }

  static llvm::SmallVector<CallInst *> votesIn(Function &function) {
    llvm::SmallVector<CallInst *> votes;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<CallInst>(&instruction))
        if (const Function *callee = call->getCalledFunction(); callee && image::isVote(*callee))
          votes.push_back(call);
    return votes;
  }

  static void replace(CallInst &call, Value *value) {
    call.replaceAllUsesWith(value);
    call.eraseFromParent();
  }

  /// Code for a known format may have a second form for lanes that agree.
  static void vote(CallInst &call) {
    llvm::IRBuilder<> builder(&call);
    replace(call, createOperation(builder, Operation::SubGroupAll, {call.getArgOperand(0)}));
  }

  /// The code that is left for all formats has one form.
  void settleVotes() {
    for (Function &function : llvm::make_early_inc_range(*kernel_.getParent())) {
      if (!image::isVote(function))
        continue;
      for (llvm::User *user : llvm::make_early_inc_range(function.users()))
        replace(*llvm::cast<CallInst>(user), llvm::ConstantInt::getFalse(function.getContext()));
      function.eraseFromParent();
    }
  }

  /// Sums of places are of 32 bits then, from the start: LLVM would widen those of halves of wider numbers, and
  /// truncate them off at the end, which looks as if they could overflow.
  static void narrow(llvm::LoadInst &load) {
    llvm::IRBuilder<> builder(&load);
    auto *half = builder.CreateAlignedLoad(builder.getInt32Ty(), load.getPointerOperand(), load.getAlign());
    half->copyMetadata(load, llvm::LLVMContext::MD_invariant_load);
    load.replaceAllUsesWith(builder.CreateZExt(half, load.getType()));
    load.eraseFromParent();
  }

  Function &kernel_;
  Analyses analyses_;
  llvm::FunctionPassManager find_, simplify_; ///< images and samplers behind variables; what is known of them
  llvm::DenseMap<const Value *, uint32_t> formats_;
  std::map<Form, Function *> forms_;
};

} // namespace

void specializeImages(llvm::Function &kernel, llvm::ArrayRef<uint32_t> words, llvm::TargetMachine &machine) {
  bool hasImages = llvm::any_of(*kernel.getParent(), image::isImageFunction);
  if (hasImages)
    Specializer(kernel, words, machine).run();
}

void inlineImageHelpers(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && !image::isImageFunction(function) &&
        function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL && llvm::any_of(function.args(), image::isImage)) {
      function.removeFnAttr(llvm::Attribute::NoInline);
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    }
}

} // namespace lanecl
