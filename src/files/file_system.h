#pragma once
// The file system, as the small operations that the careful recipes (replace, append, lock) are
// made of. One implementation is the real one; the tests' own forgets what was not synced and fails
// when told to. Handles close themselves; nothing here is shared between threads.
//
// A path given to FileSystem comes from the person or from us and may lead through symbolic links.
// A path given to a Folder may come from data: it is relative (files/relative_path.h), and neither
// a symbolic link nor anything outside the folder is ever followed. A name is a single part.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace clew {

enum class FileKind { kFile, kFolder, kSymlink, kOther };

// Two names with equal ids are the same file.
struct FileId {
  uint64_t device = 0;
  uint64_t inode = 0;

  auto operator<=>(const FileId&) const = default;
};

// What the system says of a file without opening it.
struct FileInfo {
  FileKind kind = FileKind::kFile;
  uint64_t size = 0;
  FileId id;
  int64_t modified_ns = 0;  // since 1970
  uint32_t mode = 0;        // permission bits
  uint32_t owner = 0;       // user id
  uint32_t group = 0;       // group id
  uint64_t links = 1;       // names of the file

  bool operator==(const FileInfo&) const = default;
};

enum class OpenMode {
  kRead,       // must be there
  kAppend,     // read and append; made with 0600 when missing
  kCreateNew,  // read and append; made with 0600, kConflict when it is there
};
enum class SyncKind { kAll, kData };  // fsync, fdatasync
enum class LockAttempt { kTaken, kBusy };
enum class LinkOutcome { kLinked, kNotSupported };

// An open file. Closed by its destructor; what was not synced may be lost.
class File {
 public:
  virtual ~File() = default;
  virtual const std::string& path() const = 0;  // for messages only
  virtual Result<FileInfo> info() = 0;
  // How many bytes were read; 0 at the end.
  virtual Result<size_t> read(uint64_t offset, std::span<char> into) = 0;
  // Writes at the end; possibly fewer bytes than given.
  virtual Result<size_t> write(BytesView bytes) = 0;
  virtual Status truncate(uint64_t size) = 0;
  virtual Status set_mode(uint32_t mode) = 0;  // permission bits
  // After a failure nothing is known about the bytes, and a second try would wrongly succeed.
  virtual Status sync(SyncKind kind) = 0;
  // Exclusive, advisory, held until this handle closes. Two handles exclude each other even in one
  // process.
  virtual Result<LockAttempt> try_lock() = 0;
  // The process that holds the lock, where the system tells.
  virtual std::optional<int> lock_holder() = 0;
};

// An open folder: every path given to it stays beneath it.
class Folder {
 public:
  virtual ~Folder() = default;
  virtual const std::string& path() const = 0;  // for messages only
  // Only regular files open.
  virtual Result<std::unique_ptr<File>> open(const std::string& path, OpenMode mode) = 0;
  virtual Result<std::unique_ptr<Folder>> open_folder(const std::string& path) = 0;
  // Of a symbolic link itself, when the last part is one.
  virtual Result<FileInfo> info(const std::string& path) = 0;
  virtual Result<std::vector<std::string>> list() = 0;      // sorted names
  virtual Status make_folder(const std::string& name) = 0;  // 0700
  virtual Result<LinkOutcome> link(const std::string& from, const std::string& to) = 0;
  virtual Status rename(const std::string& from, const std::string& to) = 0;
  // Atomically, and only when there is nothing of that name: kConflict when there is. kFailed on a
  // disk that can do neither this nor hard links.
  virtual Status rename_new(const std::string& from, const std::string& to) = 0;
  virtual Status remove(const std::string& name) = 0;  // a file
  // Makes names durable: creations, links, renames and removals in this folder.
  virtual Status sync() = 0;
};

// Paths of the person and of clew itself, absolute or from where the program runs.
class FileSystem {
 public:
  virtual ~FileSystem() = default;
  virtual Result<std::unique_ptr<Folder>> open_folder(const std::string& path) = 0;
  virtual Result<std::unique_ptr<File>> open_file(const std::string& path) = 0;  // to read
  virtual Result<FileInfo> info(const std::string& path) = 0;
  // Whether accounts beside owner and group are given rights of their own (a POSIX ACL). What the
  // mode says of the group is then the most that any of them may do.
  virtual bool has_access_list(const std::string& /*path*/) { return false; }
  virtual Result<std::string> real_path(const std::string& path) = 0;
};

}  // namespace clew
