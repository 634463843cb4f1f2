#include "command/record_fact.h"

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
  return std::visit([](const auto& f) { return EventData(f).index(); }, fact);
}

}  // namespace

std::string fact_number(const Done& done) {
  for (auto event = done.events.rbegin(); event != done.events.rend(); ++event) {
    const bool is_frame = std::holds_alternative<ClockCorrected>(event->data);
    if (!is_frame) return std::to_string(event->header.seq.number);
  }
  return "0";
}

Result<Answer> record_fact(Workspace& workspace, const RecordFact::Fact& fact, const std::string& step,
                           const std::function<std::string(const Done&)>& words) {
  CLEW_ASSIGN(const Done done, workspace.execute([&](const Session& session) -> Result<std::vector<Wish>> {
    CLEW_ASSIGN(const std::optional<StepId> at, optional_step(session, step));
    return std::vector<Wish>{RecordFact{fact, at}};
  }));
  Answer answer = said(workspace, done, words(done));
  if (const Event* event = fact_event(done, kind_index(fact))) {
    answer.data.set("fact", event->header.seq.number);
  }
  return answer;
}

}  // namespace clew
