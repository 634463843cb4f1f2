#pragma once
// What a command line does, however it was typed: where, what kind of thing, with which program,
// and to which part. Deterministic.

#include <string>
#include <string_view>
#include <vector>

namespace clew {

// kLook: grep, diff and the like, whose exit code 1 is an answer and no failure.
enum class RunKind { kTest, kBuild, kLint, kMeasure, kLook, kOther };
// Whether it tells how the work stands: tests, builds and the like.
bool measures(RunKind kind);

struct CommandKey {
  std::string folder;
  RunKind kind = RunKind::kOther;
  std::string runner;  // "pytest", "npm test"
  bool operator==(const CommandKey&) const = default;
};
struct ReadCommand {
  CommandKey key;
  std::vector<std::string> scope;  // paths and filters, sorted; empty: all of it
};
ReadCommand read_command(std::string_view line);

}  // namespace clew
