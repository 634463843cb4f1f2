#pragma once
// What a file change does not say and clew can see: where the file lies in the project, the content
// that stands there now, the one recorded before, and the lines between the two. One place for
// `changed`, for the lines of `record`, and so for session_log.

#include <optional>
#include <string>

#include "command/workspace.h"
#include "project/file_facts.h"

namespace clew {

// A file as it is now.
struct FileNow {
  std::string path;              // from the project's root
  std::optional<FileFacts> now;  // nothing: there is none
};

// `path` is absolute or relative to the current folder. To be done before the store is locked.
Result<FileNow> see_file(Workspace& workspace, const std::string& path);

// What whoever tells of the change has said; the rest is found out.
struct ToldOfChange {
  bool action = false;
  bool hash_before = false;
  bool added = false;
  bool removed = false;
};

// Lines are counted against the content before where the store has it, all of them for a new file;
// never guessed: 0 and 0 for a modified file means that nobody counted. kNotFound when there is no
// such file and nobody says that it was deleted.
Status complete_change(Workspace& workspace, const Session& session, const FileNow& seen,
                       const ToldOfChange& told, FileChanged& change);

// "modified src/a.cc +3 −1"
std::string change_words(const FileChanged& change);

}  // namespace clew
