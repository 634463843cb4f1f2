#pragma once
// `clew tried`: an approach that failed, and why, so that nobody walks into it again.

#include "command/verb.h"

namespace clew {

struct TriedRequest {
  std::string what;
  std::string because;
  std::vector<std::string> file;
  std::vector<std::string> symbol;
  std::string step;
  static constexpr auto params() {
    using R = TriedRequest;
    return field_list(
        positional("what", &R::what, "WHAT", "what was tried"),
        option("because", &R::because, "WHY", "why it failed", Need::kRequired),
        option(
            "file", &R::file, "PATH[:A-B]",
            "a file the reason rests on, or lines of it (default: the files of its step); repeat "
            "it"),
        option("symbol", &R::symbol, "NAME",
               "a definition the reason rests on: NAME or PATH:NAME; repeat it"),
        option("step", &R::step, "STEP", "the step it belongs to"));
  }
};

Result<Answer> record_failure(Workspace& workspace, const TriedRequest& request);

}  // namespace clew
