#pragma once
// `clew help`, `clew version`, `clew completion`.

#include "command/verb.h"

namespace clew {

struct HelpRequest {
  std::vector<std::string> topic;
  bool markdown = false;
  bool man = false;
  bool events = false;
  static constexpr auto params() {
    using R = HelpRequest;
    return field_list(
        positional("topic", &R::topic, "[all|COMMAND|plan-file]",
                   "a command, all of them, or the format of plan files", Need::kOptional),
        flag("markdown", &R::markdown, "print the reference page, docs/cli.md"),
        flag("man", &R::man, "print the manual page, in roff"),
        flag("events", &R::events, "print the table of events, for docs/format-event-log.md"));
  }
};
Result<Answer> show_help(Workspace& workspace, const HelpRequest& request);

Result<Answer> show_version(Workspace& workspace, const NoRequest& request);

struct CompletionRequest {
  std::string shell;
  static constexpr auto params() {
    return field_list(positional("shell", &CompletionRequest::shell, "bash|zsh|fish", "the shell"));
  }
};
Result<Answer> show_completion(Workspace& workspace, const CompletionRequest& request);

}  // namespace clew
