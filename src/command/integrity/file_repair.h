#pragma once
// The request of `clew repair PATH`, and what its levels answer alike: what they refuse to touch,
// which errors stay, and what a person can do where it could not help, which is always something
// that this dialect takes.

#include "discovery/found_session.h"
#include "engine/answer.h"
#include "view/rebuild_index.h"
#include "view/repair_writer.h"

namespace clew {

struct FileRepair {
  std::string path;
  std::string dialect;  // empty: told by the files
  std::string at;       // level 3: the step
  bool dry_run = false;
  std::vector<std::string> set = {};  // level 3: FIELD=VALUE, what no file tells
};

// The command that a person tries after a file was changed by hand.
std::string validate_again(const FileRepair& repair);
// A dialect knows no path: its `clew repair --at STEP` gets the one that was given. What says
// nothing of a next step gets one.
Error with_repair_path(Error error, const FileRepair& repair);
// Whether the dialect can begin the session anew at a step that a person names; asked for none, it
// says which there are. `around`: all files that there are.
bool can_be_begun(const FoundSession& found, const FileSet& around);
// No level of the ladder has anything to go by.
Error nothing_to_go_by(const FoundSession& found, const FileSet& around, const FileRepair& repair);
// What was done to a list that sessions share.
std::string rebuilt_words(const std::string& path, const RebuiltShared& rebuilt);

// What is never written over: the sides of a merge, and unknown versions. `shows`: whose view the
// files are; null: nobody's.
Status refuse_to_touch(const FoundSession& found, const FileRepair& repair, const SessionId* shows);

// Errors that stay after a repair: in files that it wrote, and in those that are only ever added
// to; all of them when it had nothing to write.
Findings errors_left(const Dialect& dialect, const FileSet& files,
                     const std::vector<std::string>& written);
// The answer with them, refused when there are any. `files`: as they are now, where a person may
// say what they lack.
Answer with_errors_left(Answer answer, const Findings& left, const FoundSession& found,
                        const FileSet& files, const FileRepair& repair);
// Of a session that clew keeps, values are set in it, not in its files.
Error values_are_set(const SessionId& id);

// What a repair of files answers. level < 0: there was nothing to do.
Answer repair_answer(const RepairFixture& fixture, int level, const std::string& sentence);

}  // namespace clew
