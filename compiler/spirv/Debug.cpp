// Names, sources and lines; and the instructions that Annotations.cpp has read before.
#include "compiler/spirv/DebugLines.h"
#include "compiler/spirv/Translation.h"
#include "llvm/BinaryFormat/Dwarf.h"

namespace lanecl::spirv {

DebugLines::DebugLines(Translation &t) : t_(t), debug_(*t.out) {}

llvm::DIFile *DebugLines::file(llvm::StringRef name) {
  return debug_.createFile(name.empty() ? "program.cl" : name, ".");
}

void DebugLines::set(llvm::StringRef file, unsigned line, unsigned column) {
  file_ = file.str();
  line_ = line;
  column_ = column;
}

void DebugLines::enter(llvm::Function &function) {
  if (!unit_) {
    // Kernel entry points carry their own lines: line tables only, no types.
    unit_ = debug_.createCompileUnit(llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_OpenCL), file(file_), "lanecl",
                                     true, "", 0, "", llvm::DICompileUnit::LineTablesOnly);
    t_.out->addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  }
  function_ = debug_.createFunction(unit_, function.getName(), function.getName(), file(file_), line_,
                                    debug_.createSubroutineType(debug_.getOrCreateTypeArray({})), line_,
                                    llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
  function.setSubprogram(function_);
  clear();
}

void DebugLines::attach(llvm::IRBuilderBase &builder) {
  // A call inside a function with debug info needs a location, if only line 0.
  if (function_)
    builder.SetCurrentDebugLocation(llvm::DILocation::get(t_.context, line_, column_, function_));
}

void DebugLines::finish() { debug_.finalize(); }

namespace {

void ignore(Translation &, const Instruction &) {}

void line(Translation &t, const Instruction &instruction) {
  if (!t.lines)
    return;
  const Instruction *file = t.module.definition(instruction.literal(0));
  bool named = file && file->op == Op::String;
  t.lines->set(named ? file->string(0) : llvm::StringRef(), instruction.literal(1), instruction.literal(2));
}

void noLine(Translation &t, const Instruction &) {
  if (t.lines)
    t.lines->clear();
}

constexpr Handler debugTable[] = {
    {Op::Nop, ignore},
    {Op::SourceContinued, ignore},
    {Op::Source, ignore},
    {Op::SourceExtension, ignore},
    {Op::Name, ignore},
    {Op::MemberName, ignore},
    {Op::String, ignore},
    {Op::Line, line},
    {Op::NoLine, noLine},
    {Op::Extension, ignore},
    {Op::ExtInstImport, ignore},
    {Op::MemoryModel, ignore},
    {Op::EntryPoint, ignore},
    {Op::ExecutionMode, ignore},
    {Op::ExecutionModeId, ignore},
    {Op::Capability, ignore},
    {Op::Decorate, ignore},
    {Op::DecorateId, ignore},
    {Op::DecorateString, ignore},
    {Op::MemberDecorate, ignore},
    {Op::MemberDecorateString, ignore},
    {Op::DecorationGroup, ignore},
    {Op::GroupDecorate, ignore},
    {Op::GroupMemberDecorate, ignore},
    {Op::ModuleProcessed, ignore},
    // The parser appends these to the instruction before them.
    {Op::TypeStructContinuedINTEL, ignore},
    {Op::ConstantCompositeContinuedINTEL, ignore},
    {Op::SpecConstantCompositeContinuedINTEL, ignore},
    {Op::CompositeConstructContinuedINTEL, ignore},
    {Op::AliasDomainDeclINTEL, ignore},
    {Op::AliasScopeDeclINTEL, ignore},
    {Op::AliasScopeListDeclINTEL, ignore},
};

} // namespace

std::span<const Handler> debugHandlers() { return debugTable; }

} // namespace lanecl::spirv
