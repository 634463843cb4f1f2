#pragma once
// A file under a random name in the folder where it will be needed, so that renaming it into place
// is atomic. Whatever was not renamed is removed again.

#include <string>

#include "files/file_system.h"
#include "files/machine.h"

namespace clew {

class TemporaryFile {
 public:
  TemporaryFile(Folder& folder, std::string name) : folder_(&folder), name_(std::move(name)) {}
  TemporaryFile(TemporaryFile&& other) noexcept
      : folder_(other.folder_), name_(std::exchange(other.name_, {})) {}
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile();

  const std::string& name() const { return name_; }
  Status rename_to(const std::string& name);
  Status rename_to_new(const std::string& name);  // kConflict when that is taken

 private:
  Folder* folder_;
  std::string name_;  // empty once it stands under its final name
};

// .NAME.RANDOM.tmp, for the final name NAME
std::string temporary_name_of(const std::string& name, Machine& machine);
bool is_temporary_name_of(const std::string& name, const std::string& candidate);

// Permission bits of a file that did not exist before.
inline constexpr uint32_t kNewFileMode = 0600;
// Of one that takes the place of another: whoever could read that can read the next one. Another
// user's file gives nothing on: they made it, and may have it open.
uint32_t mode_after(const FileInfo& there);

// Creates it exclusively with 0600, writes everything, gives it its permission bits and syncs.
Result<TemporaryFile> write_temporary_file(Folder& folder, const std::string& name,
                                           BytesView content, SyncKind sync, Machine& machine,
                                           uint32_t mode = kNewFileMode);

}  // namespace clew
