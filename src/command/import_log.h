#pragma once
// `clew import`: a log that `clew export --log` wrote, with the hashes it had. All of it or
// nothing.

#include "command/verb.h"

namespace clew {

struct ImportRequest {
  std::string file;
  static constexpr auto params() {
    return field_list(positional("file", &ImportRequest::file, "FILE",
                                 "what clew export --log wrote; - is standard input"));
  }
};

Result<Answer> import_log(Workspace& workspace, const ImportRequest& request);

}  // namespace clew
