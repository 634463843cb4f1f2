// Any bytes as a plan file: no crash, no hang; a refusal is text, names the file and says what is
// wrong; what is accepted starts a session, or is refused by deciding.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "dialect/plan_file.h"
#include "session/decide.h"

namespace clew {
namespace {

void check_plan(std::string_view text, const char* name) {
  auto plan = read_plan(text, name);
  if (!plan) {
    CLEW_CHECK(plan.error().code == ErrorCode::kInvalid);
    CLEW_CHECK(plan.error().subject == name);
    CLEW_CHECK(!plan.error().message.empty() && is_utf8(plan.error().message));
    return;
  }
  StartSession start;
  start.opening.goal = plan->goal.empty() ? "a goal" : plan->goal;
  start.opening.structure = plan->structure;
  start.opening.order = plan->order;
  start.opening.gate = plan->gate;
  start.plan = std::move(plan->steps);
  const auto drafts = decide(Session(), Proposal{Time{1}, ActorId("fuzz"), start});
  CLEW_CHECK(!drafts || !drafts->empty());
}

}  // namespace
}  // namespace clew

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  clew::check_plan(text, "plan.yaml");
  clew::check_plan(text, "plan");
  return 0;
}
