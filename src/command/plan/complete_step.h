#pragma once
// `clew done`: completes a step and starts the next. With `-- CMD` clew runs the command itself and
// keeps exit code, duration, output and the numbers the gate asks for as measured evidence.

#include "command/verb.h"

namespace clew {

struct DoneRequest {
  std::vector<std::string> words;
  std::vector<std::string> evidence;
  std::string evidence_file;
  std::vector<std::string> output;
  bool override_gate = false;
  std::string reason;
  std::optional<uint32_t> fence;
  std::vector<std::string> command;
  static constexpr auto params() {
    using R = DoneRequest;
    return field_list(
        positional("words", &R::words, "[STEP] [K=V…]",
                   "the step, by number, key or start of its title, and evidence", Need::kOptional),
        option("evidence", &R::evidence, "K=JSON", "evidence as JSON; repeat it"),
        option("evidence_file", &R::evidence_file, "FILE", "evidence as one JSON or YAML object"),
        option("output", &R::output, "TEXT", "what the step produced; repeat it"),
        flag("override", &R::override_gate, "complete the step although its gate failed"),
        option("reason", &R::reason, "TEXT", "why the gate is overridden"),
        option("fence", &R::fence, "N", "the fence of your claim; a stale one is refused"),
        rest("command", &R::command, "CMD", "a command that clew runs and measures"));
  }
};

Result<Answer> complete_step(Workspace& workspace, const DoneRequest& request);

}  // namespace clew
