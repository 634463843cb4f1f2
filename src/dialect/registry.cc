#include "dialect/registry.h"

#include "dialect/essay/essay_dialect.h"
#include "dialect/feature/feature_dialect.h"
#include "dialect/orchestration/orchestration_dialect.h"
#include "dialect/structural/structural_dialect.h"
#include "dialect/workflow/workflow_dialect.h"

namespace clew {

const std::vector<const Dialect*>& all_dialects() {
  static const std::vector<const Dialect*> dialects = {
      &essay_dialect(),         &workflow_dialect(),   &feature_dialect(),
      &orchestration_dialect(), &structural_dialect(),
  };
  return dialects;
}

const Dialect* find_dialect(std::string_view name) {
  for (const Dialect* dialect : all_dialects()) {
    if (dialect->name() == name) return dialect;
  }
  return nullptr;
}

Result<const Dialect*> dialect_named(const std::string& name) {
  if (const Dialect* found = find_dialect(name)) return found;
  std::string names;
  for (const Dialect* each : all_dialects())
    names += (names.empty() ? "" : ", ") + std::string(each->name());
  return make_error(ErrorCode::kUsage, name + " is not a dialect; choose one of: " + names, name,
                    "clew help view attach");
}

}  // namespace clew
