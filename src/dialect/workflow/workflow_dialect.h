#pragma once
// The workflow dialect: <session-id>.json, phases numbered from 0 or 1, docs/dialects/workflow.md.

#include "dialect/dialect.h"
#include "dialect/workflow/workflow_plan.h"

namespace clew {

const Dialect& workflow_dialect();

// The same for older files that do not say how many phases there are: the plan does.
Readings read_with_plan(const FileSet& files, const WorkflowPlan& plan);

// Is this the text of an older file, which is never edited?
bool is_legacy_workflow(const std::string& text);
// The new format for an older file, with all it says, unknown fields too, under the old name:
// whoever writes it puts it beside the old. A plan tells how many phases there are. kInvalid when
// the files are not one such session, or are not valid.
Result<FileSet> migrate_workflow(const FileSet& files, const WorkflowPlan* plan = nullptr);

}  // namespace clew
