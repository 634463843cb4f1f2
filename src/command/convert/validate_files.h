#pragma once
// `clew validate`: everything that is wrong with the files of a dialect, not only the first thing.

#include "command/verb.h"
#include "discovery/dialect_locations.h"

namespace clew {

struct ValidateRequest {
  std::vector<std::string> paths;
  std::string dialect;
  std::string format;
  static constexpr auto params() {
    using R = ValidateRequest;
    return field_list(
        positional("paths", &R::paths, "PATH…", "files, or folders with everything in them"),
        option("dialect", &R::dialect, "D",
               "their dialect; default: detected from name and content"),
        option("format", &R::format, "text|json|sarif", "output format; default: text"));
  }
};

Result<Answer> validate_files(Workspace& workspace, const ValidateRequest& request);
// The same with the dialects to think of.
Result<Answer> validate_paths(Workspace& workspace, const ValidateRequest& request,
                              const Dialects& dialects);

}  // namespace clew
