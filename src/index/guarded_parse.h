#pragma once
// Parsing with tree-sitter within limits: a hostile file of one megabyte would otherwise take
// minutes and gigabytes. What a thread's parse allocates is counted, its progress is watched, and
// it is given up on when it reaches a limit.

#include <tree_sitter/api.h>

#include <memory>
#include <string_view>

#include "index/file_outline.h"

namespace clew {

struct TreeDeleter {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
using ParsedTree = std::unique_ptr<TSTree, TreeDeleter>;

// Nothing when it was given up on. The tree is used and dropped by the thread that asked for it; it
// does not refer to `bytes`.
ParsedTree guarded_parse(const TSLanguage* language, std::string_view bytes,
                         const OutlineLimits& limits);

}  // namespace clew
