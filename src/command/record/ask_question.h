#pragma once
// `clew ask` and `clew answer`: what is open, and how it was settled.

#include "command/verb.h"

namespace clew {

struct AskRequest {
  std::string question;
  std::string step;
  std::vector<std::string> file;
  std::vector<std::string> symbol;
  static constexpr auto params() {
    using R = AskRequest;
    return field_list(
        positional("question", &R::question, "QUESTION", "the question"),
        option("step", &R::step, "STEP", "the step it belongs to"),
        option("file", &R::file, "PATH[:A-B]", "a file it rests on, or lines of it; repeat it"),
        option("symbol", &R::symbol, "NAME",
               "a definition it rests on: NAME or PATH:NAME; repeat it"));
  }
};
Result<Answer> ask_question(Workspace& workspace, const AskRequest& request);

// The question that an answer without a number means; otherwise those it may mean are told.
Result<Seq> only_open_question(const Session& session);

struct AnswerRequest {
  std::vector<std::string> words;
  static constexpr auto params() {
    return field_list(positional("words", &AnswerRequest::words, "[NUMBER] ANSWER",
                                 "the question's number, if several are open, and the answer"));
  }
};
Result<Answer> answer_question(Workspace& workspace, const AnswerRequest& request);

}  // namespace clew
