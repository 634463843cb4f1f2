#pragma once
// `clew undo`: takes back the caller's own last command, or everything one actor recorded, by new
// events; nothing is erased.

#include "command/verb.h"

namespace clew {

struct Done;

struct UndoRequest {
  std::string reason;
  std::string actor;
  std::optional<int64_t> since;
  bool partly = false;
  static constexpr auto params() {
    using R = UndoRequest;
    return field_list(
        option("reason", &R::reason, "TEXT", "why"),
        option("actor", &R::actor, "WHO",
               "everything this actor recorded, instead of your last command"),
        option("since", &R::since, "SEQ", "with --actor: only from this event on"),
        flag("partly", &R::partly,
             "with --actor: undo what nobody else has changed since, and list the rest"));
  }
};

// Takes back the last command that the caller gave and that still stands.
Result<Done> undo_last(Workspace& workspace, const std::string& reason);

Result<Answer> undo_command(Workspace& workspace, const UndoRequest& request);

}  // namespace clew
