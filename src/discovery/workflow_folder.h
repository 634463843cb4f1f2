#pragma once
// The plan of a workflow from its folder: metadata.json, and a gate for every phase that has a
// phases/N/gate-definition.yaml.

#include "dialect/plan_file.h"
#include "dialect/workflow/workflow_plan.h"
#include "document/finding.h"
#include "engine/workspace.h"

namespace clew {

struct WorkflowStart {
  PlanFile plan;
  Findings findings;  // what is odd about the files, and what a gate cannot say
};

// The plan alone.
Result<WorkflowPlan> read_workflow_plan(Workspace& workspace, const std::string& folder);
// `phases`: how many there are to be, where metadata.json leaves that open; unset it stays open.
Result<WorkflowStart> read_workflow_folder(Workspace& workspace, const std::string& folder,
                                           std::optional<int64_t> phases);

}  // namespace clew
