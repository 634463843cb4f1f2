#pragma once
// `clew decide`: what was chosen, over what, and why.

#include "command/verb.h"

namespace clew {

struct DecideRequest {
  std::string choice;
  std::string because;
  std::vector<std::string> over;
  std::string topic;
  std::string step;
  std::vector<std::string> file;
  std::vector<std::string> symbol;
  static constexpr auto params() {
    using R = DecideRequest;
    return field_list(
        positional("choice", &R::choice, "CHOICE", "what was chosen"),
        option("because", &R::because, "WHY", "the reason"),
        option("over", &R::over, "OPTION", "what was not chosen; repeat it"),
        option("topic", &R::topic, "TEXT", "what the decision is about"),
        option("step", &R::step, "STEP", "the step it belongs to"),
        option("file", &R::file, "PATH[:A-B]", "a file it rests on, or lines of it; repeat it"),
        option("symbol", &R::symbol, "NAME",
               "a definition it rests on: NAME or PATH:NAME; repeat it"));
  }
};

Result<Answer> make_decision(Workspace& workspace, const DecideRequest& request);

}  // namespace clew
