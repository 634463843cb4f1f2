#pragma once
// The files beneath one folder, for many threads at once: what the system says of each without
// opening it, and the content of regular files. Paths may come from data: neither a symbolic link
// nor anything outside the folder is opened, and opening never waits for a FIFO.
//
// A stamp may be taken through a folder that has become a link meanwhile. It decides only whether a
// file is read again; what is read is found without links.

#include <cstdint>
#include <optional>
#include <string>

#include "files/file_system.h"
#include "files/unique_fd.h"

namespace clew {

// Two equal stamps of one path: nobody has written the file in between. The empty stamp, which no
// file has, stands for one that does not say so: it was written a moment ago, and file systems
// round their times to some milliseconds.
struct FileStamp {
  uint64_t size = 0;
  uint64_t inode = 0;
  int64_t modified_ns = 0;  // content, since 1970; a program may set it
  int64_t changed_ns = 0;   // content, rights or name; nobody can set it

  bool operator==(const FileStamp&) const = default;
};

struct StampedFile {
  FileStamp stamp;  // empty when a later write could have the same
  Bytes content;
  bool too_large = false;  // over the limit; the content was not read
};

class TreeReader {
 public:
  static Result<TreeReader> open(const std::string& root);

  // Nothing when there is no regular file of that name.
  std::optional<FileStamp> stamp(const std::string& path) const;
  // Nothing when there is none, or it cannot be read.
  std::optional<StampedFile> read(const std::string& path, uint64_t limit) const;

 private:
  explicit TreeReader(UniqueFd root) : root_(std::move(root)) {}

  UniqueFd root_;
};

}  // namespace clew
