#pragma once
// `clew undo`: takes back the last command by new events; nothing is erased.

#include "command/verb.h"

namespace clew {

struct UndoRequest {
  std::string reason;
  static constexpr auto params() {
    return field_list(option("reason", &UndoRequest::reason, "TEXT", "why"));
  }
};

Result<Answer> undo_command(Workspace& workspace, const UndoRequest& request);

}  // namespace clew
