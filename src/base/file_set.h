#pragma once
// A set of files in memory, on its way between a dialect, which never touches a disk, and files/,
// which does. A dialect says here what is to be written and how (replaced, kept as a backup,
// appended, moved aside); files/ carries it out with its syncs and renames.

#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace clew {

enum class FileWrite {
  kReplace,  // as a whole
  kBackup,   // as a whole; the text before it stays as NAME.bak
  kAppend,   // `text` is the whole; what is there is a beginning of it, and only the rest is added
};
// Whose file it is: one session's, or a folder's in which each session has an entry of its own.
enum class FileOwner { kSession, kFolder };

struct NamedFile {
  std::string path;  // relative to the folder of the view
  std::string text;
  FileWrite write = FileWrite::kReplace;
  FileOwner owner = FileOwner::kSession;
  bool operator==(const NamedFile&) const = default;
};

// A file of the work that is put aside, because what it holds was archived. Both names are in one
// folder; a file that is there under the new name already is never written over.
struct FileMove {
  std::string from;
  std::string to;
  bool operator==(const FileMove&) const = default;
};

// A version of a file of the work that was written over since: it is to stand beside the new one,
// and is never written over another file.
struct FileCopy {
  std::string of;
  std::string to;
  Hash content;
  bool operator==(const FileCopy&) const = default;
};

struct FileSet {
  std::vector<NamedFile> files;
  std::vector<FileMove> moves{};  // all there ever were; whoever carries them out knows which
  std::vector<FileCopy> copies{};
  bool operator==(const FileSet&) const = default;

  const NamedFile* find(std::string_view path) const {
    for (const auto& file : files) {
      if (file.path == path) return &file;
    }
    return nullptr;
  }
};

}  // namespace clew
