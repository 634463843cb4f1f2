#include "command/record/record_intents.h"

#include "command/record/ask_question.h"
#include "session/progress.h"

namespace clew {
namespace {

// Of an answer that does not say which question it is to.
Result<Seq> question_meant(const Session& session) {
  auto found = only_open_question(session);
  if (found) return found;
  Error error = found.error();
  error.subject = "question";
  error.next = error.code == ErrorCode::kNotFound ? "record it as a note or a decision"
                                                  : "choose one with \"question\":NUMBER";
  return error;
}

}  // namespace

Result<std::vector<Intent>> intents_of(RecordLine line, const Session& session,
                                       const ActorId& actor) {
  if (const auto* add = std::get_if<AddStepRequest>(&line.intent)) {
    return steps_to_add(session, *add, line.ties);
  }
  std::optional<StepId> named;
  if (const auto* artifact = std::get_if<AddArtifactRequest>(&line.intent)) {
    if (!artifact->step.empty()) {
      CLEW_ASSIGN(named, find_step(session, artifact->step));
    }
    std::vector<Intent> intents;
    for (auto& kept : line.kept) intents.push_back(RecordFact{std::move(kept), named});
    return intents;
  }
  if (!line.step.empty()) {
    CLEW_ASSIGN(named, find_step(session, line.step));
  }
  if (const auto* start = std::get_if<StartStep>(&line.intent)) {
    const StepId given = start->step == kRoot ? current_step(session, actor) : start->step;
    return std::vector<Intent>{StartStep{named.value_or(given)}};
  }
  const auto with_step = [&](auto intent) {
    if (named) intent.step = *named;
    std::vector<Intent> one;
    one.push_back(std::move(intent));
    return one;
  };
  if (auto* fact = std::get_if<RecordFact>(&line.intent)) {
    RecordFact reported = std::move(*fact);
    // These name their step themselves, for what they set rather than where they were told.
    if (auto* set = get_if<AttributeSet>(&reported.fact); set != nullptr && named) {
      set->step = *named;
    }
    if (auto* agent = get_if<AgentChanged>(&reported.fact); agent != nullptr && named) {
      agent->step = *named;
    }
    if (auto* answer = get_if<QuestionAnswered>(&reported.fact); answer != nullptr) {
      if (answer->question == Seq()) {
        CLEW_ASSIGN(answer->question, question_meant(session));
      }
    }
    if (auto* failed = get_if<ApproachFailed>(&reported.fact)) {
      const StepId given = reported.step.value_or(current_step(session, actor));
      tie_to_step(session, named.value_or(given), *failed);
    }
    return with_step(std::move(reported));
  }
  if (auto* done = std::get_if<CompleteStep>(&line.intent)) return with_step(std::move(*done));
  return with_step(std::get<ChangeStep>(std::move(line.intent)));
}

}  // namespace clew
