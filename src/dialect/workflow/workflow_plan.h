#pragma once
// A workflow's metadata.json: what a session of it begins with. A session keeps a snapshot of it
// and finishes by that, whatever becomes of the file.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "document/finding.h"
#include "session/intent.h"

namespace clew {

struct WorkflowTask {
  std::string title;        // with its number, where its place among the others does not say it
  std::string description;  // what it is for, and where in the workflow's folder it is described
  bool operator==(const WorkflowTask&) const = default;
};

struct WorkflowPhase {
  uint32_t first = 0;            // its number
  std::optional<uint32_t> last;  // "2-4" ends at 4; unset when open ("1-N")
  bool repeats = false;          // "1-N": stands for as many as there turn out to be
  std::string name;
  std::string description;
  std::vector<WorkflowTask> tasks;
  bool operator==(const WorkflowPhase&) const = default;

  bool covers(uint32_t number) const {
    return number >= first && (!last ? repeats || number == first : number <= *last);
  }
};

struct WorkflowPlan {
  std::string workflow;  // workflow_type
  std::string version;
  std::string name;
  std::string description;
  uint32_t first_index = 0;
  std::optional<uint32_t> total;  // unset: dynamic
  std::vector<WorkflowPhase> phases;
  Findings findings;  // what is odd about it; files and positions are the caller's to add
  bool operator==(const WorkflowPlan&) const = default;

  const WorkflowPhase* find(uint32_t number) const;
  std::string title_of(uint32_t number) const;  // "Phase 3" where it has no name
};

// kInvalid lists everything that is missing or cannot be understood.
Result<WorkflowPlan> read_workflow_metadata(const Value& metadata);
Result<WorkflowPlan> read_workflow_metadata(std::string_view json);

// The snapshot. A dynamic total may be settled here; unset it stays open.
Structure structure_of(const WorkflowPlan& plan, std::optional<uint32_t> settled = {});
// The phases as steps with titles, descriptions and the dialect's numbers, each followed by its
// tasks; of a dynamic plan those that are known, and after settling all.
std::vector<PlannedStep> steps_of(const WorkflowPlan& plan, std::optional<uint32_t> settled = {});

}  // namespace clew
