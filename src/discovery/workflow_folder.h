#pragma once
// The plan of a workflow from its folder (dialect/plan_folder.h): the plan file, and a gate for
// every step that has a file with one.

#include <functional>

#include "dialect/plan_folder.h"
#include "engine/context.h"

namespace clew {

// A plan file, and the dialect whose it is.
struct PlanText {
  const Dialect* dialect;
  std::string text;
  FolderPlan plan;
};

struct WorkflowStart {
  PlanFile plan;
  Findings findings;  // what is odd about the files, and what a gate cannot say
};

// Told of every text that is read, for whoever has to know what a request was about.
using OnRead = std::function<void(BytesView text)>;

// Does this folder, named from where the caller stands, have the plan file of a dialect?
bool has_plan_file(Context& context, const std::string& folder);
// The plan alone. kNotFound when there is no plan file.
Result<PlanText> read_plan_text(Context& context, const std::string& folder, const OnRead& on_read);
// `phases`: how many there are to be, where the plan leaves that open; unset it stays open.
Result<WorkflowStart> read_workflow_folder(Context& context, const std::string& folder,
                                           std::optional<int64_t> phases, const OnRead& on_read);

}  // namespace clew
