#include "Support.h"
#include <algorithm>
#include <fstream>
#include <spirv-tools/libspirv.hpp>
#include <sstream>

namespace lanecl::test {

static Line parseLine(const std::string &text) {
  Line line;
  line.text = text.substr(std::min(text.size(), text.find_first_not_of(' ')));
  std::istringstream words(text);
  std::string word;
  words >> word;
  if (word.starts_with("%")) {
    line.result = word;
    words >> word >> word;
  }
  line.opcode = word;
  while (words >> word)
    line.operands.push_back(word);
  return line;
}

static void disassemble(Module &module) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_4);
  std::string text;
  ASSERT_TRUE(tools.Disassemble(module.words, &text,
                                SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES | SPV_BINARY_TO_TEXT_OPTION_NO_HEADER))
      << "not even decodable";
  std::istringstream lines(text);
  std::vector<Line> *body = nullptr;
  for (std::string line; std::getline(lines, line);) {
    module.lines.push_back(parseLine(line));
    const Line &parsed = module.lines.back();
    if (parsed.opcode == "OpFunction")
      body = &module.functions[parsed.result.substr(1)];
    else if (parsed.opcode == "OpFunctionEnd")
      body = nullptr;
    else if (body)
      body->push_back(parsed);
  }
}

bool Module::has(std::string_view text) const {
  return std::ranges::any_of(lines, [&](const Line &line) { return line.text.find(text) != std::string::npos; });
}

std::vector<std::string> Module::operations(const std::string &function) const {
  static const std::vector<std::string> bookkeeping = {"OpFunctionParameter", "OpLabel", "OpReturn", "OpStore",
                                                       "OpPtrCastToGeneric"};
  std::vector<std::string> result;
  auto found = functions.find(function);
  if (found == functions.end())
    return result;
  for (const Line &line : found->second)
    if (std::ranges::find(bookkeeping, line.opcode) == bookkeeping.end())
      result.push_back(line.opcode == "OpExtInst" ? line.operands[2] : line.opcode);
  return result;
}

std::vector<Line> Module::all(std::string_view opcode) const {
  std::vector<Line> result;
  std::ranges::copy_if(lines, std::back_inserter(result), [&](const Line &line) { return line.opcode == opcode; });
  return result;
}

uint64_t Module::number(const std::string &constant) const {
  for (const Line &line : lines)
    if (line.result == constant && line.opcode == "OpConstant")
      return std::stoull(line.operands[1]);
  ADD_FAILURE() << constant << " is no constant";
  return ~uint64_t(0);
}

const compiler::Settings &settings() {
  static const compiler::Settings all = [] {
    compiler::Settings settings;
    settings.clExtensions =
        "-all,+cl_khr_fp64,+cl_khr_fp16,+cl_khr_byte_addressable_store,+cl_khr_int64_base_atomics,"
        "+cl_khr_int64_extended_atomics,+cl_khr_global_int32_base_atomics,+cl_khr_global_int32_extended_atomics,"
        "+cl_khr_local_int32_base_atomics,+cl_khr_local_int32_extended_atomics,+cl_khr_extended_async_copies,"
        "+cl_khr_subgroups,+__opencl_c_subgroups,+cl_intel_subgroups,+cl_intel_subgroups_char,"
        "+cl_intel_subgroups_short,+cl_intel_subgroups_long,+cl_intel_subgroup_local_block_io,"
        "+cl_intel_required_subgroup_size,+cl_ext_float_atomics,+__opencl_c_ext_fp32_global_atomic_add,"
        "+__opencl_c_ext_fp32_local_atomic_add,+__opencl_c_ext_fp64_global_atomic_add,"
        "+__opencl_c_ext_fp32_global_atomic_min_max,+__opencl_c_ext_fp16_global_atomic_load_store,"
        "+__opencl_c_ext_fp16_global_atomic_add,+__opencl_c_ext_fp16_local_atomic_min_max,"
        "+__opencl_c_ext_fp16_global_atomic_min_max,+__opencl_c_ext_fp16_local_atomic_load_store,"
        "+cl_lanecl_simd_atomics,+__opencl_c_fp64,+__opencl_c_int64,"
        "+__opencl_c_generic_address_space,+__opencl_c_program_scope_global_variables,"
        "+__opencl_c_atomic_order_acq_rel,+__opencl_c_atomic_order_seq_cst,+__opencl_c_atomic_scope_device,"
        "+__opencl_c_atomic_scope_all_devices,+__opencl_c_work_group_collective_functions,"
        "+__opencl_c_images,+__opencl_c_read_write_images,+cl_khr_mipmap_image,+cl_khr_mipmap_image_writes";
    return settings;
  }();
  return all;
}

static Module compileOnly(const compiler::CompileRequest &request, frontend::JoinModules *join = spirv::join) {
  auto outcome = frontend::compileToSpirv(request, settings(), join);
  Module module{outcome.status, outcome.log, outcome.value.words, {}, {}};
  if (module.status != compiler::Status::Ok) {
    EXPECT_TRUE(module.words.empty());
    return module;
  }
  disassemble(module);
  return module;
}

Module compile(const compiler::CompileRequest &request, frontend::JoinModules *join) {
  Module module = compileOnly(request, join);
  if (module.status != compiler::Status::Ok)
    return module;
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_4);
  std::string complaint;
  tools.SetMessageConsumer(
      [&](spv_message_level_t, const char *, const spv_position_t &, const char *message) { complaint = message; });
  EXPECT_TRUE(tools.Validate(module.words)) << complaint;
  return module;
}

Module compile(std::string_view source, std::string_view options, bool linkable) {
  return compile(compiler::CompileRequest{source, options, {}, linkable});
}

Module compileUnchecked(std::string_view source, std::string_view options) {
  return compileOnly(compiler::CompileRequest{source, options, {}, true});
}

std::string readFile(const std::string &path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

} // namespace lanecl::test
