#pragma once
// A folder as an object store: a disk that is carried around, a mounted share, a folder of a
// server. An object is a file, written under a temporary name, synced, and renamed to where there
// was nothing; then its folder is synced. So another machine never sees half of one, and what was
// acknowledged survives a power cut. What somebody else put into the folder is not trusted: no
// symbolic link is followed, only regular files are read, and never more than was asked for.
//
// A folder that a program copies between machines on its own (Dropbox, Syncthing) looks the same,
// and yet create-if-absent then holds for one machine alone: docs/teleport.md.

#include <memory>

#include "files/file_system.h"
#include "files/machine.h"
#include "remote/object_store.h"

namespace clew {

class FolderStore final : public ObjectStore {
 public:
  // kFailed when there is no such folder, as when its disk is not mounted.
  static Result<std::unique_ptr<FolderStore>> open(FileSystem& files, const std::string& path,
                                                   Machine& machine);

  Result<PutOutcome> put_if_absent(const std::string& name, BytesView bytes) override;
  Status put(const std::string& name, BytesView bytes) override;
  Result<std::optional<Bytes>> get(const std::string& name, size_t max_bytes) override;
  Result<std::vector<std::string>> list(const std::string& prefix, const std::string& start_after,
                                        size_t max) override;
  Status remove(const std::string& name) override;

 private:
  FolderStore(std::unique_ptr<Folder> root, Machine& machine)
      : root_(std::move(root)), machine_(machine) {}

  std::unique_ptr<Folder> root_;
  Machine& machine_;
};

}  // namespace clew
