#pragma once
// The workflow dialect: <session-id>.json, phases numbered from 0 or 1, docs/dialects/workflow.md.

#include <memory>

#include "dialect/dialect.h"
#include "dialect/workflow/workflow_plan.h"

namespace clew {

const Dialect& workflow_dialect();

// The same for files of one workflow: its plan names the phases, and tells older files, which do
// not say it, how many there are. Files of other workflows are read as usual.
std::unique_ptr<Dialect> workflow_dialect_with(WorkflowPlan plan);

// Is this the text of an older file, which is never edited?
bool is_legacy_workflow(const std::string& text);

}  // namespace clew
