#pragma once
// `clew ran`: a command that an agent or a person ran, also when it failed. clew runs nothing here;
// `clew done -- CMD` does.

#include "command/verb.h"

namespace clew {

struct RanRequest {
  std::vector<std::string> words;
  bool failed = false;
  std::string error;
  std::optional<Duration> duration;
  std::optional<int64_t> exit_code;
  std::string model;
  std::string agent;
  std::string step;
  std::vector<std::string> command;
  static constexpr auto params() {
    using R = RanRequest;
    return field_list(
        positional("words", &R::words, "CMD [ARGS…]", "the command; put one with options after --",
                   Need::kOptional),
        flag("failed", &R::failed, "it failed"),
        option("error", &R::error, "TEXT", "what it said when it failed"),
        option("duration", &R::duration, "TIME", "how long it ran, such as 3s or 2m"),
        option("exit_code", &R::exit_code, "N",
               "its exit code; anything but 0 means that it failed"),
        option("model", &R::model, "MODEL", "the model in use (default: the session's)"),
        option("agent", &R::agent, "ID", "the agent that ran it"),
        option("step", &R::step, "STEP", "the step it belongs to"),
        rest("command", &R::command, "CMD", "the command, or the rest of it"));
  }
};

Result<Answer> record_run(Workspace& workspace, const RanRequest& request);

}  // namespace clew
