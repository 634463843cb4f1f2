#pragma once
// FoundSession: the files of one session of some dialect, as they were found on disk and read, with
// what could not be read. Lookup: which dialects were looked for.

#include <optional>
#include <string>
#include <vector>

#include "discovery/dialect_locations.h"
#include "engine/context.h"

namespace clew {

struct FoundSession {
  const Dialect* dialect = nullptr;
  std::string folder;  // absolute; the paths in `place` and `files` are beneath it
  Location location;
  FileSet files;
  std::vector<Error> unread = {};  // files of the place that could not be read; subject: the path
};
// Of what is there and cannot be read, such as a file that is too large.
inline constexpr const char* kUnreadableRule = "clew.unreadable";
// What could not be read is a finding, in place of those that call it missing.
void tell_unread(const FoundSession& found, Findings& findings);
// The same for what the files were read as: without a document of its own that is there, a session
// would be told by half, so none is told.
void tell_unread(const FoundSession& found, Readings& readings);
// That the primary file of a place is not among its files. Nothing when it is.
std::optional<Finding> missing_primary(const Dialect& dialect, const Location& location,
                                       const FileSet& files);
// Where a person would point at it: its primary file, or its folder when that is gone.
std::string path_of(const FoundSession& found);
// The file of it that a finding is about; where it has none, the same as above.
std::string path_of(const FoundSession& found, const Finding* finding);

enum class DialectChoice { kDetected, kNamed };  // kNamed: the person said which
struct Lookup {
  Dialects dialects;  // those to think of
  DialectChoice choice = DialectChoice::kDetected;
  std::string also = {};  // what else the caller would take, for who is told that there is nothing
};
// Those of `all` that --dialect names; all, when it is empty. kUsage when there is none.
Result<Lookup> look_for(const std::string& name, const Dialects& all);
std::string names_of(const Dialects& dialects);  // "essay, workflow"

// The current folder without symbolic links, and a path as a person there would name it.
std::string real_here(Context& context);
std::string shown_path(const std::string& here, const std::string& absolute);

}  // namespace clew
