#pragma once
// `clew instruct`: what the person asked for, in their words. The latest one is part of the brief.

#include "command/verb.h"

namespace clew {

struct InstructRequest {
  std::string text;
  static constexpr auto params() {
    return field_list(positional("text", &InstructRequest::text, "TEXT", "what was asked for"));
  }
};

Result<Answer> give_instruction(Workspace& workspace, const InstructRequest& request);

}  // namespace clew
