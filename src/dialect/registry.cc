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

}  // namespace clew
