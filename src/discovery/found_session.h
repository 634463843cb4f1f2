#pragma once
// Sessions of any dialect in the files and folders that a person names: found by name, confirmed by
// content where a name may mislead, and read without following symbolic links. For validate, import
// and export.

#include <functional>
#include <optional>

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
// That the primary file of a place is not among its files. Nothing when it is.
std::optional<Finding> missing_primary(const Dialect& dialect, const Location& location,
                                       const FileSet& files);
// Where a person would point at it: its primary file, or its folder when that is gone.
std::string path_of(const FoundSession& found);
// The file of it that a finding is about; where it has none, the same as above.
std::string path_of(const FoundSession& found, const Finding* finding);
using FoundVisitor = std::function<Status(FoundSession)>;

// Every session at `path`, a file or a folder. With `only`, a file that nobody would take for one
// of its sessions is found all the same. kInvalid when there is none.
Result<std::vector<FoundSession>> find_dialect_files(Context& context, const std::string& path,
                                                     const Dialect* only);

enum class DialectChoice { kDetected, kNamed };  // kNamed: the person said which
struct Lookup {
  Dialects dialects;  // those to think of
  DialectChoice choice = DialectChoice::kDetected;
  std::string also = {};  // what else the caller would take, for who is told that there is nothing
};
// The same one by one, for many: only one session's files are held at a time. `expect` is told
// before the first how many there are by their names.
Status visit_dialect_files(Context& context, const Lookup& lookup, const std::string& path,
                           const FoundVisitor& visit,
                           const std::function<void(size_t)>& expect = {});

// Those of `all` that --dialect names; all, when it is empty. kUsage when there is none.
Result<Lookup> look_for(const std::string& name, const Dialects& all);
std::string names_of(const Dialects& dialects);  // "essay, workflow"

// The current folder without symbolic links, and a path as a person there would name it.
std::string real_here(Context& context);
std::string shown_path(const std::string& here, const std::string& absolute);

}  // namespace clew
