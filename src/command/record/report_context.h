#pragma once
// `clew context`: how much of its context an agent has used, and when it was compressed.

#include "command/verb.h"

namespace clew {

struct ContextRequest {
  std::string agent;
  std::optional<int64_t> tokens;
  bool compressed = false;
  static constexpr auto params() {
    using R = ContextRequest;
    return field_list(
        option("agent", &R::agent, "ID", "whose context (default: that of the whole session)"),
        option("tokens", &R::tokens, "N", "tokens used so far"),
        flag("compressed", &R::compressed, "the context was just compressed"));
  }
};

Result<Answer> report_context(Workspace& workspace, const ContextRequest& request);

}  // namespace clew
