#pragma once
// For dialects that say how a paused session is told and taken up again. Before a session of such a
// dialect is resumed, its files are compared with what they say.

#include <string>

#include "session/session.h"

namespace clew {

class ResumeProtocol {
 public:
  // Where a paused session stands, and the command that resumes it.
  virtual std::string position_sentence(const Session& session) const = 0;
  // The session in one line, for somebody who chooses which one to resume.
  virtual std::string picker_line(const Session& session, Time now) const = 0;
  // How the names of its folders begin that lie among temporary files.
  virtual std::string folder_prefix() const = 0;

 protected:
  ~ResumeProtocol() = default;
};

}  // namespace clew
