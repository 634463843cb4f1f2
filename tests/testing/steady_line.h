#pragma once
// What differs from run to run although clock and seed are fixed, shown as if it did not: hashes
// over the folder of a replay, its file system, and what programs that clew starts take from the
// real clock.

#include <string>

namespace clew {

std::string steady_line(std::string line);

// The same for what a program of its own has printed: times, durations, ports, processes.
std::string steady_program_line(std::string line);

}  // namespace clew
