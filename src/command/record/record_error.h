#pragma once
// `clew error`: something went wrong, and what kind of thing it was.

#include "command/verb.h"

namespace clew {

struct ErrorRequest {
  std::string text;
  std::string category;
  std::string step;
  static constexpr auto params() {
    using R = ErrorRequest;
    return field_list(positional("text", &R::text, "TEXT", "what went wrong"),
                      option("category", &R::category, "WORD",
                             "transient, resource, configuration, logical or permanent"),
                      option("step", &R::step, "STEP", "the step it belongs to"));
  }
};

Result<Answer> record_error(Workspace& workspace, const ErrorRequest& request);

}  // namespace clew
