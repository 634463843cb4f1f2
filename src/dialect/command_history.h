#pragma once
// For dialects with a file that lists every command, one line each: how a command of clew's own is
// told there. Such lines are no command runs of the session when they are read.

#include <string>

#include "session/session.h"

namespace clew {

class CommandHistory {
 public:
  // Of this session, relative to the view's folder.
  virtual std::string history_file(const Session& session) const = 0;
  // Without its line end.
  virtual std::string history_line(const Session& session, const CommandRun& command) const = 0;

 protected:
  ~CommandHistory() = default;
};

}  // namespace clew
