#pragma once
// For dialects that keep their sessions in one file of the project, which git should ignore: each
// machine has its own.

#include <string>
#include <string_view>

#include "session/session.h"

namespace clew {

class LocalFile {
 public:
  // Its usual name, at the top of the project.
  virtual std::string_view default_file() const = 0;
  // From now on the session is told in the file `name`, as `entry`.
  virtual void move_to_file(Session& session, const std::string& entry,
                            const std::string& name) const = 0;

 protected:
  ~LocalFile() = default;
};

}  // namespace clew
