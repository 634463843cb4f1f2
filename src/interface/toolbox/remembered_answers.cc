#include "interface/toolbox/remembered_answers.h"

#include <algorithm>

namespace clew {
namespace {

size_t bytes_of(const Value& value) {
  size_t bytes = sizeof(Value) + value.as_string().size();
  for (const auto& item : value.as_list()) bytes += bytes_of(item);
  for (const auto& [name, item] : value.as_object()) {
    bytes += sizeof(std::string) + name.size() + bytes_of(item);
  }
  return bytes;
}

}  // namespace

RememberedAnswers::Text RememberedAnswers::find(const Question& question, Observation& now) {
  const auto known = std::find_if(answers_.begin(), answers_.end(),
                                  [&](const Remembered& each) { return each.answers(question); });
  if (known == answers_.end()) return nullptr;
  if (!now.still_so(known->inputs)) {
    forget(known);
    return nullptr;
  }
  answers_.splice(answers_.end(), answers_, known);
  return known->answer;
}

void RememberedAnswers::keep(const Question& question, AnswerInputs inputs, Text answer) {
  Remembered fresh{&question.tool, question.actor, question.arguments, std::move(inputs),
                   std::move(answer)};
  fresh.bytes = sizeof(Remembered) + fresh.answer->size() + fresh.inputs.files.bytes() +
                fresh.inputs.store.size() + bytes_of(fresh.arguments);
  if (fresh.bytes > kMostBytes) return;
  const auto known = std::find_if(answers_.begin(), answers_.end(),
                                  [&](const Remembered& each) { return each.answers(question); });
  if (known != answers_.end()) forget(known);
  while (answers_.size() == kMostAnswers || bytes_ + fresh.bytes > kMostBytes) {
    forget(answers_.begin());
  }
  bytes_ += fresh.bytes;
  answers_.push_back(std::move(fresh));
}

void RememberedAnswers::forget(Answers::iterator known) {
  bytes_ -= known->bytes;
  answers_.erase(known);
}

}  // namespace clew
