// Any bytes as the input of `clew record`: no crash, no hang; a refusal is text and names the line;
// what is accepted can be asked of a session, which takes it or says why not. Secrets are looked
// for in the same text: findings stand in order, apart, and inside it.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "command/record/record_batch.h"
#include "secrets/secrets.h"
#include "session/decide.h"

namespace clew {
namespace {

const Proposal kFrame{Time{1'000}, ActorId("fuzz"), ResumeSession()};

Session with(Session session, const Drafts& drafts) {
  return preview(std::move(session), drafts, kFrame.now, kFrame.actor);
}

Session some_session() {
  StartSession start;
  start.opening.goal = "a goal";
  for (const char* title : {"Plan", "Build", "Review"}) start.plan.emplace_back().title = title;
  start.plan[1].gate = *parse_gate({"coverage >= 80"});
  const auto drafts = decide(Session(), Proposal{kFrame.now, kFrame.actor, start});
  return with(Session(), *drafts);
}

void check_lines(std::string_view text) {
  const auto lines = read_record_lines(text);
  if (!lines) {
    CLEW_CHECK(lines.error().code == ErrorCode::kInvalid);
    CLEW_CHECK(lines.error().message.starts_with("line "));
    CLEW_CHECK(is_utf8(lines.error().message));
    return;
  }
  static const Session kStart = some_session();
  Session session = kStart;
  for (const auto& line : *lines) {
    const auto intents = intents_of(line, session, kFrame.actor);
    if (!intents) continue;
    for (const auto& intent : *intents) {
      auto drafts = decide(session, Proposal{kFrame.now, kFrame.actor, intent});
      if (!drafts) continue;
      std::vector<std::string> notices;
      CLEW_CHECK(redact_secrets(*drafts, notices).ok());
      session = with(std::move(session), *drafts);
    }
  }
}

void check_secrets(std::string_view text) {
  size_t from = 0;
  for (const auto& finding : find_secrets(text)) {
    CLEW_CHECK(finding.start >= from && finding.length > 0);
    from = finding.start + finding.length;
    CLEW_CHECK(from <= text.size());
  }
}

}  // namespace
}  // namespace clew

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  clew::check_lines(text);
  clew::check_secrets(text);
  return 0;
}
