#include "files/temporary_file.h"

#include "base/bytes.h"
#include "files/accounts.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr std::string_view kSuffix = ".tmp";
constexpr size_t kRandomDigits = 16;
constexpr int kAttempts = 8;

}  // namespace

TemporaryFile::~TemporaryFile() {
  // A failure to clean up adds nothing to the failure that led here.
  if (!name_.empty()) static_cast<void>(folder_->remove(name_));
}

Status TemporaryFile::rename_to(const std::string& name) {
  CLEW_TRY(folder_->rename(name_, name));
  name_.clear();
  return success();
}

Status TemporaryFile::rename_to_new(const std::string& name) {
  CLEW_TRY(folder_->rename_new(name_, name));
  name_.clear();
  return success();
}

// ".NAME.0123456789abcdef.tmp": hidden, in the same folder, and recognisable for whoever tidies up.
std::string temporary_name_of(const std::string& name, Machine& machine) {
  const uint64_t number = machine.random();
  const BytesView bytes(reinterpret_cast<const char*>(&number), sizeof number);
  return "." + name + "." + to_hex(bytes).append(kSuffix);
}

bool is_temporary_name_of(const std::string& name, const std::string& candidate) {
  const std::string prefix = "." + name + ".";
  return candidate.size() == prefix.size() + kRandomDigits + kSuffix.size() &&
         candidate.starts_with(prefix) && candidate.ends_with(kSuffix) &&
         !from_hex(std::string_view(candidate).substr(prefix.size(), kRandomDigits)).empty();
}

namespace {

Result<TemporaryFile> write_chosen(Folder& folder, const std::string& name, BytesView content,
                                   SyncKind sync, Machine& machine, uint32_t mode) {
  for (int attempt = 1;; ++attempt) {
    const std::string chosen = temporary_name_of(name, machine);
    auto file = folder.open(chosen, OpenMode::kCreateNew);
    if (!file.ok()) {
      if (file.error().code == ErrorCode::kConflict && attempt < kAttempts) continue;
      return file.error();
    }
    TemporaryFile temporary(folder, chosen);
    CLEW_TRY(write_all(**file, content));
    if (mode != kNewFileMode) CLEW_TRY((*file)->set_mode(mode));
    CLEW_TRY((*file)->sync(sync));
    return temporary;
  }
}

}  // namespace

// Permissions are kept when the file is this user's or root's; otherwise a new file of this user
// would have rights that somebody else chose.
uint32_t mode_after(const FileInfo& there) {
  constexpr uint32_t kPermissions = 0777;
  const bool is_own = there.owner == own_user() || there.owner == 0;
  return is_own ? there.mode & kPermissions : kNewFileMode;
}

Result<TemporaryFile> write_temporary_file(Folder& folder, const std::string& name,
                                           BytesView content, SyncKind sync, Machine& machine,
                                           uint32_t mode) {
  auto written = write_chosen(folder, name, content, sync, machine, mode);
  if (written) return written;
  Error error = written.error();
  error.subject = join_path(folder.path(), name);  // nobody knows of the other
  return error;
}

}  // namespace clew
