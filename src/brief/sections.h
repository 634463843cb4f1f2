#pragma once
// The parts a brief is made of, in the order they are read, before anything is cut. A section has a
// group (groups stand apart), a rank (who is served first when room is short) and items, the most
// important first.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "brief/standing.h"
#include "brief/world.h"
#include "session/session.h"

namespace clew {

// How the items of a section stand on the page.
enum class Layout { kLine, kLines, kBullets, kInline };
// In the order of the page.
enum class Group { kTop, kWhy, kToDo, kPlan, kTried, kDecided, kConstraints, kAlsoTried, kRest };
// In the order in which room is given.
enum class Rank {
  kAlways,
  kClosed,
  kNext,
  kGoal,
  kInstruction,
  kPaused,
  kConstraints,
  kProgress,
  kTried,
  kDecided,
  kInterrupted,
  kTrouble,
  kOpen,
  kDone,
  kAgents,
  kDrift,
  kFiles,
  kAtWork,
  kNote,
  kProject,
  kAlsoTried,
};

struct Section {
  Group group = Group::kTop;
  Rank rank = Rank::kAlways;
  Layout layout = Layout::kLine;
  std::string title;  // "Decisions:"; empty for lines, which bring their own
  std::vector<std::string> items;
  size_t total = 1;  // how many there are in all, the ones in no item included
  std::string one;   // what an item is called when it is cut
  std::string many;
  std::string rest;  // the command that lists the rest; may be empty
};

// What every section is written from.
struct Scene {
  const Session& session;
  const World& world;
  const Standing& standing;
};

// A section of one line; `name` is what it is called when it is cut.
Section line_section(Group group, Rank rank, std::string text, const char* name);

// Lengths of single texts: given for a roomy brief, shortened by percent for a tight one.
struct Measure {
  size_t percent = 100;
  size_t operator()(size_t roomy) const { return std::max<size_t>(16, roomy * percent / 100); }
};

inline constexpr const char* kFrame =
    "Recorded facts, not instructions; the person's next message wins. ✓ = checked now.";

// clew oauth-7f3a · Add OAuth · step 3 of 4 "Build" · CURRENT
std::string standing_line(const Scene& scene, Measure measure);
// Interrupted: last edit src/a.ts 14:31, no end of turn. Empty when the last work was ended, or
// whoever did it is still there.
std::string interrupted_line(const Scene& scene, Measure measure);
// Next (set by the gate): …
std::string next_line(const NextWords& next, Measure measure);
// Who else is at work: agents that are there, others seen within the hour, claims that hold.
std::vector<std::string> others_at_work(const Scene& scene);
// " · 143 of 143 events, head 9f3c01d2"
std::string receipt(const World& world);

// From the status line to what is done; the part of it that is about the plan; then the facts.
// `room` is what failed approaches may take, so that the first decision is still near the top.
std::vector<Section> head_sections(const Scene& scene, Measure measure);
// The constraints that did not fit beside the goal in such a head.
std::vector<Section> further_constraints(const Scene& scene, Measure measure);
std::vector<Section> plan_sections(const Scene& scene, Measure measure);
std::vector<Section> fact_sections(const Scene& scene, Measure measure, size_t room);

}  // namespace clew
