#pragma once
// `clew merge`: what two machines did that contradicts, and which of it holds. docs/merge.md

#include "command/verb.h"

namespace clew {

struct MergeRequest {
  std::vector<std::string> words;
  bool list = false;
  std::string take;
  static constexpr auto params() {
    using R = MergeRequest;
    return field_list(
        positional("words", &R::words, "SESSION [ITEM…]",
                   "the session, and which of its conflicts; default: all of them",
                   Need::kOptional),
        flag("list", &R::list, "only list the conflicts, the default"),
        option("take", &R::take, "SIDE",
               "ours: decide it again, in place of theirs; theirs: leave the session as it is; "
               "both: keep its words as a note"));
  }
};

Result<Answer> merge_session(Workspace& workspace, const MergeRequest& request);

}  // namespace clew
