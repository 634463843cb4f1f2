#pragma once
// Plays a story, each command and hook as a process of its own, and takes the brief.

#include <string>

#include "story.h"

namespace clew {

struct ReportedStory {
  std::string brief;  // what the newcomer is given
  std::string log;    // what `clew log` says of every session there is
};

ReportedStory tell_story(const BriefStory& story);

// Nobody typed a command of clew's or called one of its tools.
bool is_reported_by_hooks(const BriefStory& story);

}  // namespace clew
