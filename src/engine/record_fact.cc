#include "engine/record_fact.h"

namespace clew {
namespace {

// Pauses, resumes and redaction notes may stand around the fact itself.
const Event* fact_event(const Done& done, size_t kind) {
  for (const auto& event : done.events) {
    if (event.data.index() == kind) return &event;
  }
  return done.events.empty() ? nullptr : &done.events.back();
}

size_t kind_index(const RecordFact::Fact& fact) {
  return visit([](const auto& f) { return EventData(f).index(); }, fact);
}

}  // namespace

Result<Answer> record_fact(
    Workspace& workspace, const RecordFact::Fact& fact, const std::string& step,
    const std::function<Saying(const Done& done, const std::string& number)>& words,
    const CompleteFact& complete) {
  CLEW_ASSIGN(const Done done,
              workspace.execute([&](const Session& session) -> Result<std::vector<Intent>> {
                CLEW_ASSIGN(const std::optional<StepId> at, optional_step(session, step));
                RecordFact intent{fact, at};
                if (complete) complete(session, intent.fact);
                return std::vector<Intent>{std::move(intent)};
              }));
  const Event* event = fact_event(done, kind_index(fact));
  const uint32_t number = event == nullptr ? 0 : event->header.seq.number;
  Answer answer = said(workspace, done, words(done, std::to_string(number)));
  answer.data.set("fact", number);
  return answer;
}

}  // namespace clew
