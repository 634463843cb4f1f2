#pragma once
// The rows beneath the plan on a status page: what is paused, wrong, stale, running, open, drifted
// and next. A row is a word, a text, and a remark at the right edge.

#include <string>
#include <vector>

#include "brief/standing.h"

namespace clew {

// A screen has room for a few of each kind of thing; the rest is counted, with the command that
// shows it.
enum class StatusExtent { kScreen, kWhole };

struct StatusRow {
  std::string word;  // "open"; empty when it goes on with the row above
  std::string text;
  std::string remark;   // "asked 1 h ago"; may be empty
  std::string command;  // shown whole behind the text, or on a line of its own; may be empty
};

std::vector<StatusRow> status_rows(const Session& session, const World& world,
                                   const Standing& standing, StatusExtent extent);

// "step 2 Tests: src/a.c changed since 14:32"
std::string stale_sentence(const StaleEvidence& stale);
// What is typed for the version of an artifact that is kept. A sentence of World::drift ends with
// it where it helps.
std::string restore_command(const World& world, const Artifact& artifact);

}  // namespace clew
