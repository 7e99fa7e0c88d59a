#include "compiler/transform/lanes/LaneFunction.h"

namespace lanecl::simd {

LaneFunction::LaneFunction(PacketizeSession &session, llvm::Function &scalar, llvm::Function &wide,
                           llvm::Value *entryMask)
    : session(session), from(scalar), to(wide), entryMask(entryMask), data(scalar.getDataLayout()),
      machine(*session.options.machine), b(scalar.getContext(), session.options.width), layout(scalar),
      plan(scalar, session.analyses.uniformity(scalar), session.analyses.get<llvm::DominatorTreeAnalysis>(scalar),
           session.analyses.get<llvm::PostDominatorTreeAnalysis>(scalar),
           session.analyses.get<llvm::LoopAnalysis>(scalar)),
      shapes(scalar, session.analyses.uniformity(scalar), plan, layout, session.options.width),
      packs(scalar, shapes, layout, plan, session.analyses.get<llvm::AAManager>(scalar), machine, session.options.width,
            session.options.quick),
      values(b, shapes, layout) {}

} // namespace lanecl::simd
