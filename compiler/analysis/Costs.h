// What estimates take code to cost when it runs, and by how much one form of it must be better than another: the
// numbers that are the same on all machines. Those of one machine are in targets/Machine.h (CoreTiming, ItemTiming,
// AccessTiming); what a pass may spend or make is its own. None was measured by itself: each was set where what is
// chosen by it was what ran faster, on Zen 3 (AVX2) and a Xeon with AVX-512 (docs/performance.md, "Lanes by what they
// cost"), in the kernels that are named with it. Who changes one runs those again.
#pragma once
#include <algorithm>
#include <cstdint>

namespace lanecl::costs {

// How often code runs.

/// The logarithm of how often a block runs that lies in so many loops of which nothing is known: eight iterations of
/// each of the first four.
constexpr unsigned iterationBits(unsigned depth) { return 3 * std::min(depth, 4U); }
/// Of what is behind a test of memory, or beside a better version of itself: few work-items go there.
inline constexpr double Seldom = 0.125;
/// Lanes go round a loop as often as the one that goes round most, those that have left it for nothing (OpenSubdiv's
/// stencils, GPUDB's keys).
inline constexpr double UnevenLoop = 1.25;

// Lanes or a work-item alone (ScatteredAccesses).

/// What a work-item alone begins in each cycle, in the unit of ItemTiming, where nothing waits.
inline constexpr double PerCycle = 2;
inline constexpr uint64_t NearElements = 4; ///< between neighbours' accesses, which shuffles put in order
/// Lanes must lose so much, for what is estimated (NPB's block solvers, PolyBench); and so much in kernels that see
/// their work-groups, for what they do together is not (Groestl's tables, AES, a pyramid of three channels).
inline constexpr double LossByLanes = 1.25, LossByLanesOfGroups = 1.4;
/// And so much of what one work-item's vectors do, which wait for one another, where they fill half a register of so
/// many lanes or more (MNN's convolutions of 4 x 4, sibernetic); and less than half of that where a loop keeps so many
/// sums that nothing waits (convolutions of four channels).
inline constexpr double LossByVectors = 2.7, LanesOfHalf = 8, LossByManySums = 0.44;

// Lanes or rows one after the other (RowTraversals): PolyBench's ADI, sums over bytes and floats.

inline constexpr uint64_t FewInCache = 32;   ///< lanes: rows collide of which no more have room in the cache
inline constexpr unsigned SlowOperation = 4; ///< of divisions and roots, in operations
/// Operations for each access up to which lanes that wait for the cache lose against one work-item after the other.
inline constexpr unsigned OperationsOfAccess = 4;
/// Of short rows, what is outside of the loops is what takes time: so many operations are there at most, or what so
/// many iterations of each loop have (NPB's MG).
inline constexpr unsigned OperationsOutside = 8, IterationsOutside = 2;

// The dimension that lanes lie along (LaneDirection).

/// Of an access by a vector of lanes, beside that of an instruction for all of them: neighbours, elements of lines that
/// neighbours share, a line for each lane.
enum AccessAlong : unsigned { Same = 1, Neighbours = 2, NearBy = 4, Scattered = 8 };

// Registers for a value (LongBlocks, RegisterPressure): SHA-1, SHA-256 and SHA-512 of hashcat, mixbench, Mandelbrot.

/// Divergent operations of a long block, and how many of them there must be for each access to memory.
inline constexpr unsigned LongBlock = 128, OperationsPerAccess = 8;
/// The share of binary operations in them, at least: selects and intrinsics belong to the rest.
inline constexpr double BinaryShare = 0.75;
inline constexpr unsigned LeastOfChain = 3; ///< arithmetic of a loop that is more than its counter's
inline constexpr unsigned OfLongBlocks = 4; ///< registers for a value of theirs, at most
/// Registers for what is made and used at once: the lanes of a value's registers take turns with them.
inline constexpr unsigned Passing = 3;
/// Cycles of a vector's access, of whatever form, and until a gather is done; and the share of an iteration's work that
/// it must wait for another (of 95 kernels that see their work-groups seven, none of which runs slower for it).
inline constexpr double CyclesOfAccess = 4, LatencyOfGather = 20, WaitingShare = 0.7;
/// More registers must gain so much; and may cost so much, where they gain elsewhere.
inline constexpr double GainByRegisters = 1.05, LossByRegisters = 1.05;
/// For each lane, of which twice as many push each other out of the cache.
inline constexpr unsigned ManyPlaces = 2;
/// Operations for each store of a part of a line that count for more than the rest of the line, which has left the
/// cache (random number generators on AVX2 and SSE4).
inline constexpr unsigned MuchBesideLine = 64;

// Branches.

/// So many instructions without effects cost less than a branch round them.
inline constexpr unsigned CheapInstructions = 4;
/// The side that a guard lets through has so many times as much code, in which what writes counts for so many
/// instructions; less on both sides only chooses a number (GuardSides).
inline constexpr uint64_t MuchMore = 2, Effect = 8, LeastSide = 8;

} // namespace lanecl::costs
