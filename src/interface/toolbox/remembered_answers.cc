#include "interface/toolbox/remembered_answers.h"

#include <algorithm>

namespace clew {

RememberedAnswers::Text RememberedAnswers::find(const Question& question, Observation& now) {
  const auto known = std::find_if(answers_.begin(), answers_.end(),
                                  [&](const Remembered& each) { return each.answers(question); });
  if (known == answers_.end()) return nullptr;
  if (!now.still_so(known->inputs)) {
    answers_.erase(known);
    return nullptr;
  }
  std::rotate(known, known + 1, answers_.end());
  return answers_.back().answer;
}

void RememberedAnswers::keep(const Question& question, AnswerInputs inputs, Text answer) {
  Remembered fresh{&question.tool, question.actor, question.arguments, std::move(inputs),
                   std::move(answer)};
  fresh.bytes = sizeof(Remembered) + fresh.answer->size() + fresh.inputs.files.bytes() +
                fresh.inputs.store.size() + 2 * json_line(fresh.arguments).size();
  if (fresh.bytes > kMostBytes) return;
  std::erase_if(answers_, [&](const Remembered& each) { return each.answers(question); });
  while (answers_.size() == kMostAnswers || bytes() + fresh.bytes > kMostBytes) {
    answers_.erase(answers_.begin());
  }
  answers_.push_back(std::move(fresh));
}

size_t RememberedAnswers::bytes() const {
  size_t bytes = 0;
  for (const auto& each : answers_) bytes += each.bytes;
  return bytes;
}

}  // namespace clew
