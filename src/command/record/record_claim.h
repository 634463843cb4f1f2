#pragma once
// `clew claim verify|defer|resolve|override|reconfirm`: what is said to be true, and how sure we
// are. Verify, defer and override take a new claim or one already made; resolve and reconfirm only
// the latter.

#include "command/verb.h"
#include "session/fact.h"

namespace clew {

struct ClaimRequest {
  std::string claim;
  std::string because;
  std::string result;
  std::string step;
  static constexpr auto params() {
    using R = ClaimRequest;
    return field_list(
        positional("claim", &R::claim, "TEXT|NUMBER", "what is claimed, or the number of a claim"),
        option("because", &R::because, "WHY", "the source, or why it is deferred or overridden"),
        option("result", &R::result, "TEXT", "what a checker said"),
        option("step", &R::step, "STEP", "the step it belongs to"));
  }
};

Result<Answer> record_claim(Workspace& workspace, const ClaimRequest& request, ClaimStatus status);

// verb<claim_as<ClaimStatus::kVerified>>(…) in the catalogue.
template <ClaimStatus status>
Result<Answer> claim_as(Workspace& workspace, const ClaimRequest& request) {
  return record_claim(workspace, request, status);
}

}  // namespace clew
