// What is kept of compiled programs beside their code, as bytes, and the keys that it is kept under.
#pragma once
#include "compiler/image/Bytes.h"
#include "compiler/image/CodeImage.h"
#include "compiler/image/ObjectCache.h"

namespace lanecl::compiler {

// The structured bindings fail to compile when a member is added.
template <typename Archive, typename T>
  requires std::is_same_v<std::remove_const_t<T>, ArgInfo>
void fields(Archive &archive, T &value) {
  auto &[kind, access, typeQualifiers, image, bytes, offset, pointeeAlign, shaping, rowBytes, sizeOffset, name,
         typeName] = value;
  auto &[dimension, arrayed, depth] = image;
  archive(kind, access, typeQualifiers, dimension, arrayed, depth, bytes, offset, pointeeAlign, shaping, rowBytes,
          sizeOffset, name, typeName);
}
template <typename Archive, typename T>
  requires std::is_same_v<std::remove_const_t<T>, KernelInfo>
void fields(Archive &archive, T &value) {
  auto &[name, args, hasArgInfo, argBlockBytes, requiredSize, sizeHint, requiredSubGroupSize, requiredSubGroups,
         attributes, localBytes, privateBytes, subGroupSize, freeLanes, groupAgnostic, singleItemAgnostic,
         laneDimension, wideVectors, longBlocks, usesSubGroups, hasLoops, isRobust] = value;
  archive(name, args, hasArgInfo, argBlockBytes, requiredSize, sizeHint, requiredSubGroupSize, requiredSubGroups,
          attributes, localBytes, privateBytes, subGroupSize, freeLanes, groupAgnostic, singleItemAgnostic,
          laneDimension, wideVectors, longBlocks, usesSubGroups, hasLoops, isRobust);
}
template <typename Archive, typename T>
  requires std::is_same_v<std::remove_const_t<T>, ProgramFacts::Variable>
void fields(Archive &archive, T &value) {
  auto &[name, symbol, bytes] = value;
  archive(name, symbol, bytes);
}
template <typename Archive, typename T>
  requires std::is_same_v<std::remove_const_t<T>, ProgramFacts>
void fields(Archive &archive, T &value) {
  auto &[kernels, variables, functions, globalVariableBytes, hasInitializers, variablesImage] = value;
  archive(kernels, variables, functions, globalVariableBytes, hasInitializers, variablesImage);
}
template <typename Archive, typename T>
  requires std::is_same_v<std::remove_const_t<T>, FileUse>
void fields(Archive &archive, T &value) {
  auto &[path, contents, sameAs] = value;
  archive(path, contents, sameAs);
}

} // namespace lanecl::compiler

namespace lanecl::image {

/// Adds all that distinguishes the variants of a kernel.
inline CacheKey &addVariant(CacheKey &hash, const std::string &kernel, const compiler::VariantKey &variant) {
  auto &[tails, wideIds, singleItemGroups, lanes, linear, laneDimension, freeLanes, lanesInCache, noAliasBuffers,
         images, localSize, values] = variant;
  hash.add(kernel).add(uint64_t(tails)).add(uint64_t(wideIds)).add(uint64_t(singleItemGroups)).add(uint64_t(lanes));
  hash.add(uint64_t(linear)).add(uint64_t(laneDimension)).add(uint64_t(freeLanes)).add(uint64_t(noAliasBuffers));
  hash.add(uint64_t(lanesInCache)).add(std::as_bytes(std::span(images))).add(std::as_bytes(std::span(localSize)));
  return hash.add(std::as_bytes(values.all()));
}

} // namespace lanecl::image
