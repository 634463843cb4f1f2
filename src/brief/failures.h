#pragma once
// Commands that failed, and what became of it: gone once the same passes, told while it does not,
// given up when nobody tried again. Commands are compared by what they do, not by how they were
// typed; numbers in the output go before the exit code. Deterministic.

#include <string>
#include <string_view>
#include <vector>

#include "brief/command_key.h"
#include "brief/world.h"
#include "session/session.h"

namespace clew {

enum class Verdict { kPassed, kFailed, kNeither };
// Numbers win over the exit code: "2 failed" of `pytest | tail` failed.
Verdict verdict_of(const CommandRun& run, std::string_view output);

struct FailedRun {
  const CommandRun* run = nullptr;
  RunKind kind = RunKind::kOther;
  std::string line;    // as it was typed, without what only fits it to a terminal
  std::string error;   // may be empty
  std::string counts;  // may be empty
  std::string passed;  // a narrower command that passed since; may be empty
  Time passed_at;
};
struct PassedRun {
  const CommandRun* run = nullptr;
  std::string line;
  std::string counts;  // may be empty
};
struct RunsNow {
  std::vector<FailedRun> failing;   // newest first
  std::vector<FailedRun> given_up;  // newest first
  std::vector<PassedRun> verified;  // the latest pass of each key that measures, newest first
  // What failed commands printed: of those that ran again since, and of those told above.
  std::vector<std::string> gone;
  std::vector<std::string> left;
};
RunsNow runs_now(const Session& session, const World& world);

// The recorded files that were changed after it, the latest first. Without an id its time counts.
std::vector<std::string> changed_since(const Session& session, const Origin& origin);

}  // namespace clew
