#pragma once
// The project's own fixtures of a dialect, as a reader finds them: the files that belong together
// as a session, seen from the folder that their paths are relative to.

#include <string>
#include <vector>

#include "dialect/registry.h"

namespace clew {

struct Fixture {
  std::string name;  // of its primary file, beneath tests/fixtures/<dialect>
  FileSet files;
};

// Every session there is, once; definitions of workflows are no sessions.
const std::vector<Fixture>& fixtures_of(const Dialect& dialect);

FileSet with_text(FileSet files, size_t index, std::string text);
// `files` with the texts that `written` has for them, and with what is new.
FileSet overlaid(FileSet files, const FileSet& written);
// Where the two first differ, for messages; empty when they are the same.
std::string first_difference(const std::string& a, const std::string& b);

}  // namespace clew
