#pragma once
// The concrete parts under a workspace, kept together for a program's life: the file system, and
// the store, which is opened with the first workspace that needs it and stays open.

#include <memory>
#include <string>

#include "engine/workspace.h"
#include "files/posix_file_system.h"
#include "store/store_factory.h"

namespace clew {

class WorkspaceMaker {
 public:
  WorkspaceMaker(Surroundings around, Lifespan lifespan);

  const Surroundings& around() const { return around_; }
  PosixFileSystem& files() { return files_; }
  // An actor that the caller does not name is the default one. `store` is what --store said; it
  // counts while no store is open.
  Result<std::unique_ptr<Workspace>> open(const std::string& store, Caller caller);
  // As if the program had been started in that folder. The store is chosen again.
  void move_to(const std::string& folder);
  // The next workspace opens the store anew.
  void let_go();

 private:
  ActorId who_calls();

  Surroundings around_;
  std::shared_ptr<const Surroundings> handed_out_;  // the same, as it is now; null: has changed
  Lifespan lifespan_;
  PosixFileSystem files_;
  std::unique_ptr<EventStore> store_;
};

}  // namespace clew
