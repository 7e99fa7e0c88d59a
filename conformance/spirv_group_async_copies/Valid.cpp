// What valid modules of the instruction set do, against the same copies in C++.
#include "Module.h"

namespace {

using namespace conformance;
using copies::Module;
using Bytes = std::vector<unsigned char>;

/// Where the block lies in a buffer, all in elements.
struct Layout {
  std::size_t offset, line, plane;
};
struct Block {
  std::size_t bytes, perLine, lines, planes;
  Layout a, b, c;

  std::size_t place(const Layout &layout, std::size_t z, std::size_t y) const {
    return (layout.offset + z * layout.plane + y * layout.line) * bytes;
  }
  std::size_t size(const Layout &layout) const { return place(layout, planes, lines) + (perLine + 1) * bytes; }
};

Layout randomLayout(Noise &noise, const Block &block, bool flat) {
  Layout layout{noise.between(0, 7), block.perLine + noise.between(0, 3), 0};
  if (!flat)
    layout.plane = block.lines * layout.line + noise.between(0, 4);
  return layout;
}

Block randomBlock(Noise &noise, bool flat) {
  const std::size_t sizes[] = {1, 2, 3, 4, 8, 12, 16, 32, 64};
  Block block{sizes[noise.between(0, std::size(sizes) - 1)],
              noise.between(0, 20),
              noise.between(0, 8),
              flat ? 1 : noise.between(0, 4),
              {},
              {},
              {}};
  block.a = randomLayout(noise, block, flat);
  block.b = randomLayout(noise, block, flat);
  block.c = randomLayout(noise, block, flat);
  return block;
}

void run(Session &session, const Program &program, const Block &block, std::size_t local) {
  Bytes in = Noise(block.perLine).bytes(block.size(block.a)), out(block.size(block.c), 0xEE), expected = out;
  for (std::size_t z = 0; z < block.planes; ++z)
    for (std::size_t y = 0; y < block.lines; ++y)
      std::memcpy(&expected[block.place(block.c, z, y)], &in[block.place(block.a, z, y)], block.perLine * block.bytes);
  Launch launch(session, program, "k");
  launch.inOut(in).inOut(out).local(block.size(block.b));
  for (std::size_t value : {block.bytes, block.perLine, block.lines, block.planes})
    launch.value(cl_ulong(value));
  for (const Layout &layout : {block.a, block.b, block.c})
    launch.value(cl_ulong(layout.offset)).value(cl_ulong(layout.line)).value(cl_ulong(layout.plane));
  launch.run(conformance::line(local, local));
  compareBytes(session, out, expected,
               "elements of " + std::to_string(block.bytes) + " bytes, " + std::to_string(block.perLine) + " x " +
                   std::to_string(block.lines) + " x " + std::to_string(block.planes));
}

void runAll(Session &session, const Module &module, bool flat) {
  copies::needCopies(session);
  const Program program(session, assemble(session, module.text()));
  session.require(program.status, "a valid module's build (" + program.log + ")");
  Noise noise(flat);
  for (int round = 0; round < 150; ++round)
    run(session, program, randomBlock(noise, flat), round % 3 == 0 ? 1 : round % 3 == 1 ? 24 : 64);
}

Module module3D() {
  Module module;
  module.toLocal = Module::to3D("%r1", "%tile", "B", "%in", "A", "%null");
  module.toGlobal = Module::to3D("%r2", "%out", "C", "%tile", "B", "%null");
  return module;
}

} // namespace

CONFORMANCE_TEST(valid_2D2D) { runAll(session, {}, true); }
CONFORMANCE_TEST(valid_3D3D) { runAll(session, module3D(), false); }

// A plane more is the only difference.
CONFORMANCE_TEST(valid_2D2D_and_3D3D_mixed) {
  Module module = module3D();
  module.toGlobal = Module::to2D("%r2", "%out", "C", "%tile", "B", "%null");
  runAll(session, module, true);
}

// The prefix NonSemantic. gets the set through tools that do not know it, with or without the extension's declaration.
CONFORMANCE_TEST(valid_without_declared_extension) {
  Module module;
  module.extension.clear();
  runAll(session, module, true);
}

// "The Event operand can also be used to associate the copy with a previous async copy"
CONFORMANCE_TEST(valid_event_of_a_previous_copy) {
  Module module;
  module.toLocal += Module::to2D("%r3", "%tile", "B", "%in", "A", "%r1");
  module.waitBetween = "OpStore %events %r3\nOpGroupWaitEvents %group %one %events\n";
  runAll(session, module, true);
}

// "If Event operand is non-null, the event object supplied in Event operand will be the Result": so the first event
// stands for both copies.
CONFORMANCE_TEST(valid_result_is_the_event) {
  Module module;
  module.toLocal += Module::to2D("%r3", "%tile", "B", "%in", "A", "%r1");
  runAll(session, module, true);
}

// Beside the core's own instruction.
CONFORMANCE_TEST(valid_with_OpGroupAsyncCopy) {
  Module module;
  module.declarations = "%zero = OpConstant %long 0\n%unit = OpConstant %long 1\n";
  module.toLocal = "%r0 = OpGroupAsyncCopy %event %group %tile %in %zero %unit %null\n" +
                   Module::to2D("%r1", "%tile", "B", "%in", "A", "%r0");
  runAll(session, module, true);
}
