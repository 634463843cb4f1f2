#pragma once
// `clew use`: which session is meant in this checkout when none is named.

#include "command/verb.h"

namespace clew {

struct UseRequest {
  bool none = false;
  static constexpr auto params() {
    return field_list(flag("none", &UseRequest::none, "select none"));
  }
};

Result<Answer> use_session(Workspace& workspace, const UseRequest& request);

}  // namespace clew
