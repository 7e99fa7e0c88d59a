// The description of a batch of programs: words separated by white space, written by the driver (generate.py), read by
// the reference and by the runner.
//
//   program NAME FILE          an OpenCL C source, its path relative to the description
//   buffer HEX                 a buffer and what it holds at first; numbered from 0
//   launch KERNEL DIMENSIONS GX GY GZ LX LY LZ OX OY OZ
//   arg buffer NUMBER | arg local BYTES | arg value HEX
//   end
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace fuzz {

using Bytes = std::vector<uint8_t>;

struct Argument {
  enum class Kind { Buffer, Local, Value } kind = Kind::Value;
  std::size_t number = 0; // of the buffer, or the bytes of local memory
  Bytes value;
};

struct Launch {
  std::string kernel;
  unsigned dimensions = 1;
  std::array<std::size_t, 3> global{1, 1, 1}, local{1, 1, 1}, offset{0, 0, 0};
  std::vector<Argument> arguments;
};

struct Program {
  std::string name, file;
  std::vector<Bytes> buffers;
  std::vector<Launch> launches;
};

inline unsigned hexDigit(char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); }

inline Bytes fromHex(const std::string &text) {
  Bytes bytes(text.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<uint8_t>(hexDigit(text[2 * i]) << 4U | hexDigit(text[2 * i + 1]));
  return bytes;
}

inline std::string toHex(const Bytes &bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const uint8_t byte : bytes) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

inline Argument readArgument(std::istream &in) {
  Argument argument;
  std::string kind, hex;
  in >> kind;
  if (kind == "value") {
    in >> hex;
    argument.value = fromHex(hex);
    return argument;
  }
  argument.kind = kind == "buffer" ? Argument::Kind::Buffer : Argument::Kind::Local;
  in >> argument.number;
  return argument;
}

inline Launch readLaunch(std::istream &in) {
  Launch launch;
  in >> launch.kernel >> launch.dimensions;
  for (auto *sizes : {&launch.global, &launch.local, &launch.offset})
    for (std::size_t &size : *sizes)
      in >> size;
  return launch;
}

inline std::vector<Program> readBatch(const std::string &path) {
  std::ifstream in(path);
  std::vector<Program> programs;
  std::string word, hex;
  while (in >> word)
    if (word == "program") {
      Program &program = programs.emplace_back();
      in >> program.name >> program.file;
    } else if (word == "buffer") {
      in >> hex;
      programs.back().buffers.push_back(fromHex(hex));
    } else if (word == "launch") {
      programs.back().launches.push_back(readLaunch(in));
    } else if (word == "arg") {
      programs.back().launches.back().arguments.push_back(readArgument(in));
    }
  return programs;
}

} // namespace fuzz
