#pragma once
// A plan as a person writes it, in YAML or JSON; docs/plan-file.md has the fields and an example.
// Text in, planned steps out; never touches a disk.

#include <string>
#include <vector>

#include "session/intent.h"

namespace clew {

struct PlanFile {
  std::string goal;  // may be empty
  std::vector<std::string> constraints;
  std::string mode;
  std::string model;
  Structure structure;
  PlanEnd end = PlanEnd::kLast;
  std::optional<Gate> gate;                 // of the whole session
  ChildOrder order = ChildOrder::kInOrder;  // of the top-level steps
  std::vector<PlannedStep> steps;
};

// What `clew help` tells of plan files, and under which name.
inline constexpr const char* kPlanTopic = "plan-file";
std::string plan_page();

// `name` is for messages and for choosing the format. Errors name the line or the place.
Result<PlanFile> read_plan(std::string_view text, const std::string& name);

}  // namespace clew
