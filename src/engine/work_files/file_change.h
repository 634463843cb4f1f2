#pragma once
// What a file change does not say and clew can see: where the file lies in the project, the content
// that stands there now, the one before, and the lines between the two. The content before is the
// one recorded last; of a file that the session knows nothing about, the one of git's last commit.
// One place for `changed`, for the lines of `record`, and so for session_log.

#include <optional>
#include <string>
#include <vector>

#include "base/line_diff.h"
#include "engine/workspace.h"
#include "project/file_facts.h"
#include "project/git_content.h"

namespace clew {

// What git's last commit says about a file, for the changes that nothing is recorded before of.
struct FileInCommit {
  HeadHas has = HeadHas::kUnknown;
  Hash hash;                         // of the content before; empty: not known
  std::optional<LineChanges> lines;  // from there until now
};

// A file as it is now.
struct FileNow {
  std::string path;              // from the project's root
  std::string given;             // as it was named, from the current folder
  std::optional<FileFacts> now;  // nothing: there is none
  FileInCommit committed = {};   // once ask_git_for was called
};

// `path` is absolute or relative to the current folder. To be done before the store is locked.
Result<FileNow> see_file(Workspace& workspace, const std::string& path);

// Fills in `committed` of each. Starts programs: to be done before the store is locked. What git
// does not know stays unknown, and so does the content before where the commit has the very content
// that stands there now: then the change was committed before it was told. A file that git ignores
// may be missing in the commit and old nevertheless: kUnknown.
void ask_git_for(Workspace& workspace, const std::vector<FileNow*>& files);

// What whoever tells of the change has said; the rest is found out.
struct ReportedChange {
  bool action = false;
  bool hash_before = false;
  bool added = false;
  bool removed = false;
};

// Whether it is left to clew to find out what was before, and whether only git can tell it: the
// session knows nothing of the file.
bool leaves_before_open(const ReportedChange& reported, FileAction action);
bool is_unrecorded(const Session& session, const FileNow& seen);

// Lines are counted against the content before where the store or git has it, all of them for a new
// file; never guessed: 0 and 0 for a modified file means that nobody counted. kNotFound when there
// is no such file, nobody says that it was deleted, and git does not know it.
Status complete_change(Workspace& workspace, const Session& session, const FileNow& seen,
                       const ReportedChange& reported, FileChanged& change);

// "modified src/a.cc +3 −1"
std::string change_words(const FileChanged& change);

}  // namespace clew
