#pragma once
// What is wrong with the sessions found in files: the dialect's findings, the questions it has
// about the disk answered, every finding with the path a person would use and a place in the text.

#include "discovery/found_session.h"

namespace clew {

struct JudgedFile {
  std::string path;  // as a person here would name it
  std::string dialect;
};

struct Judged {
  std::vector<JudgedFile> files;  // every file that was read, once
  Findings findings;              // by file, then by place; none twice
  Dialects dialects;              // whose files they are
  size_t sessions = 0;
};

// A rule of clew itself rather than of a dialect, like kUnreadableRule.
inline constexpr const char* kUnrecognisedRule = "clew.unrecognised";  // of no dialect

// A path where nothing is found is an error when it is the only one, and a finding otherwise.
Result<Judged> judge_files(Context& context, const Lookup& lookup,
                           const std::vector<std::string>& paths);

}  // namespace clew
