#include "command/record/record_wishes.h"

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

Result<std::vector<Wish>> wishes_of(RecordLine line, const Session& session, const ActorId& actor) {
  if (const auto* add = std::get_if<AddStepRequest>(&line.wish)) {
    return steps_to_add(session, *add, line.ties);
  }
  std::optional<StepId> named;
  if (const auto* artifact = std::get_if<AddArtifactRequest>(&line.wish)) {
    if (!artifact->step.empty()) {
      CLEW_ASSIGN(named, find_step(session, artifact->step));
    }
    std::vector<Wish> wishes;
    for (auto& kept : line.kept) wishes.push_back(RecordFact{std::move(kept), named});
    return wishes;
  }
  if (!line.step.empty()) {
    CLEW_ASSIGN(named, find_step(session, line.step));
  }
  if (const auto* start = std::get_if<StartStep>(&line.wish)) {
    const StepId given = start->step == kRoot ? current_step(session, actor) : start->step;
    return std::vector<Wish>{StartStep{named.value_or(given)}};
  }
  const auto with_step = [&](auto wish) {
    if (named) wish.step = *named;
    std::vector<Wish> one;
    one.push_back(std::move(wish));
    return one;
  };
  if (auto* fact = std::get_if<RecordFact>(&line.wish)) {
    RecordFact told = std::move(*fact);
    // These name their step themselves, for what they set rather than where they were told.
    if (auto* set = get_if<AttributeSet>(&told.fact); set != nullptr && named) {
      set->step = *named;
    }
    if (auto* agent = get_if<AgentChanged>(&told.fact); agent != nullptr && named) {
      agent->step = *named;
    }
    if (auto* answer = get_if<QuestionAnswered>(&told.fact); answer != nullptr) {
      if (answer->question == Seq()) {
        CLEW_ASSIGN(answer->question, question_meant(session));
      }
    }
    if (auto* failed = get_if<ApproachFailed>(&told.fact)) {
      const StepId given = told.step.value_or(current_step(session, actor));
      tie_to_step(session, named.value_or(given), *failed);
    }
    return with_step(std::move(told));
  }
  if (auto* done = std::get_if<CompleteStep>(&line.wish)) return with_step(std::move(*done));
  return with_step(std::get<ChangeStep>(std::move(line.wish)));
}

}  // namespace clew
