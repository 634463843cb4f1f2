#pragma once
// A session told in the documents of the feature dialect.

#include "dialect/feature/names.h"
#include "dialect/tree_dialect.h"

namespace clew::feature {

// kInvalid: lists everything the session lacks.
Result<Documents> express(const Session& session, const std::vector<DocumentShape>& documents,
                          const std::vector<std::string>& models);

// Whatever of it the session can tell.
Documents express_known(const Session& session, const std::vector<DocumentShape>& documents,
                        const std::vector<std::string>& models);

// implementation-plan.yaml
Value express_plan(const Session& session, const std::vector<std::string>& models);
// One line of history.jsonl
Value express_run(const CommandRun& run, const StepNames& names,
                  const std::vector<std::string>& models);

}  // namespace clew::feature
