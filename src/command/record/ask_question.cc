#include "command/record/ask_question.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "drift/make_ties.h"
#include "engine/record_fact.h"

namespace clew {
namespace {

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 10 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Result<Seq> only_open_question(const Session& session) {
  std::vector<const Question*> open;
  for (const auto& question : session.questions.items) {
    if (question.open()) open.push_back(&question);
  }
  if (open.size() == 1) return open.front()->origin.id;
  if (open.empty()) {
    return make_error(ErrorCode::kNotFound, "there is no open question", session.identity.id.text,
                      "clew ask \"…\"");
  }
  std::string all;
  for (const Question* question : open) {
    all += fmt::format("\n  {}  {}", question->origin.id.number, cut(one_line(question->text), 80));
  }
  return make_error(ErrorCode::kUsage, "several questions are open:" + all,
                    session.identity.id.text,
                    fmt::format("clew answer {} \"…\"", open.front()->origin.id.number));
}

Result<Answer> ask_question(Workspace& workspace, const AskRequest& request) {
  QuestionAsked fact;
  fact.text = request.question;
  CLEW_ASSIGN(fact.ties, make_ties(workspace, {request.file, request.symbol}, "clew ask \"…\""));
  return record_fact(workspace, fact, request.step, [](const Done&, const std::string& number) {
    return Saying(fmt::format("asked as {}", number), fmt::format("clew answer {} \"…\"", number));
  });
}

Result<Answer> answer_question(Workspace& workspace, const AnswerRequest& request) {
  const std::vector<std::string>& words = request.words;
  const bool numbered = words.size() == 2 && is_number(words[0]);
  if (!numbered && words.size() != 1) {
    return make_error(ErrorCode::kUsage, "quote the answer, so that it is one argument", "ANSWER",
                      "clew answer 17 \"yes, every time\"");
  }
  Seq question;
  CLEW_ASSIGN(const Done done,
              workspace.execute([&](const Session& session) -> Result<std::vector<Intent>> {
                if (numbered) {
                  question = Seq{static_cast<uint32_t>(std::stoul(words[0]))};
                } else {
                  CLEW_ASSIGN(question, only_open_question(session));
                }
                return std::vector<Intent>{
                    RecordFact{QuestionAnswered{question, words.back()}, {}}
                };
              }));
  for (const auto& event : done.events) {  // also when the key was seen before
    if (const auto* answered = get_if<QuestionAnswered>(&event.data)) question = answered->question;
  }
  Answer answer = said(workspace, done, fmt::format("question {} answered", question.number));
  answer.data.set("question", question.number);
  return answer;
}

}  // namespace clew
