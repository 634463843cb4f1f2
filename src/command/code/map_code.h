#pragma once
// `clew code map`: the most central symbols of a folder within a number of tokens, for a model to
// read.

#include "command/verb.h"

namespace clew {

struct CodeMapRequest {
  std::string path;
  std::optional<int64_t> tokens;
  static constexpr auto params() {
    using R = CodeMapRequest;
    return field_list(positional("path", &R::path, "PATH",
                                 "a folder or a file; default: the whole project", Need::kOptional),
                      option("tokens", &R::tokens, "N",
                             "how long it may be, a token being four bytes; default: 1000"));
  }
};

// Never longer than it may be; the same for the same code.
Result<Answer> map_code(Workspace& workspace, const CodeMapRequest& request);

}  // namespace clew
