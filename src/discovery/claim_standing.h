#pragma once
// Decides whose a file is when several dialects claim it by its name: its content does, or that of
// its backup.

#include "discovery/found_session.h"

namespace clew {

// What may be decided about a primary file from its text.
enum class FileStanding {
  kTaken,     // by the dialect of `claim`
  kDoubtful,  // only the name speaks for it: for `claim`, or for several
};
struct Judgement {
  FileStanding standing = FileStanding::kDoubtful;
  const LocationClaim* claim = nullptr;
};

// `path` is in `folder`, `text` its content.
Judgement judge_claims(const Lookup& lookup, const std::vector<LocationClaim>& claims,
                       Folder& folder, const std::string& path, const std::string& text);

}  // namespace clew
