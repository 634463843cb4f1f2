#pragma once
// `clew code find`, `show`, `callers` and `callees`: symbols of the project and the edges between
// them. Each first brings the index up to date.

#include "command/verb.h"

namespace clew {

struct CodeNameRequest {
  std::string name;
  static constexpr auto params() {
    return field_list(positional("name", &CodeNameRequest::name, "NAME",
                                 "a symbol: NAME, CLASS.NAME or PATH:NAME"));
  }
};

Result<Answer> find_code(Workspace& workspace, const CodeNameRequest& request);
Result<Answer> show_code(Workspace& workspace, const CodeNameRequest& request);
Result<Answer> list_callers(Workspace& workspace, const CodeNameRequest& request);
Result<Answer> list_callees(Workspace& workspace, const CodeNameRequest& request);

}  // namespace clew
