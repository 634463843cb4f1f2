#pragma once
// The plan of a workflow from its folder: metadata.json, and a gate for every phase that has a
// phases/N/gate-definition.yaml.

#include <functional>

#include "dialect/plan_file.h"
#include "dialect/workflow/workflow_plan.h"
#include "document/finding.h"
#include "engine/context.h"

namespace clew {

struct WorkflowStart {
  PlanFile plan;
  Findings findings;  // what is odd about the files, and what a gate cannot say
};

// Told of every text that is read, for whoever has to know what a request was about.
using OnRead = std::function<void(BytesView text)>;

// The plan alone.
Result<WorkflowPlan> read_workflow_plan(Context& context, const std::string& folder,
                                        const OnRead& on_read);
// `phases`: how many there are to be, where metadata.json leaves that open; unset it stays open.
Result<WorkflowStart> read_workflow_folder(Context& context, const std::string& folder,
                                           std::optional<int64_t> phases, const OnRead& on_read);

}  // namespace clew
