#pragma once
// A workspace on the real store of a path, as a child process of a test uses it: the machine's
// clock and randomness, an actor of its own.

#include <memory>
#include <string>

#include "engine/workspace.h"
#include "files/posix_file_system.h"

namespace clew {

class DirectWorkspace {
 public:
  DirectWorkspace(const std::string& store_path, const std::string& actor,
                  const std::string& session);
  Workspace& operator*() { return *workspace_; }
  Workspace* operator->() { return workspace_.get(); }
  EventStore& store() { return *store_; }

 private:
  PosixFileSystem files_;
  std::unique_ptr<EventStore> store_;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace clew
