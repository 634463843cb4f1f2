#pragma once
// What a brief is worth: how many of a story's questions it answers, and whether it tells what it
// must not.

#include <map>
#include <string>
#include <vector>

#include "story.h"

namespace clew {

// What a client shows of a long text before it puts the rest into a file, and the goal, the limits,
// the next step and the failing test must stand in.
inline constexpr size_t kFirstLook = 1900;
inline constexpr size_t kLongestBrief = 9500;
inline constexpr int kMinOfStory = 80;  // per cent
inline constexpr int kMinOfAll = 95;

struct Count {
  int found = 0;
  int asked = 0;
  int percent() const { return asked == 0 ? 100 : found * 100 / asked; }
};

struct BriefVerdict {
  std::string story;
  std::map<std::string, Count> kinds;
  Count all;                          // a fact that must not be told and is counts as not found
  std::vector<std::string> missed;    // "kind: text"
  std::vector<std::string> reported;  // what must not be, with the line
  size_t length = 0;                  // in characters
  bool is_passed() const {
    return reported.empty() && length <= kLongestBrief && all.percent() >= kMinOfStory;
  }
};

BriefVerdict judge(const BriefStory& story, const std::string& brief);

// One row per story, the sums, what was missed and what must not stand there.
std::string table_of(const std::vector<BriefVerdict>& verdicts);
Count sum_of(const std::vector<BriefVerdict>& verdicts);

}  // namespace clew
