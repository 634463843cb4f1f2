#pragma once
// `clew search`: words in goals, decisions, notes and artifacts.

#include "command/verb.h"

namespace clew {

struct SearchRequest {
  std::vector<std::string> words;
  bool all = false;
  std::optional<int64_t> limit;
  static constexpr auto params() {
    using R = SearchRequest;
    return field_list(
        positional("words", &R::words, "WORD…", "all of them must occur in one event"),
        flag("all", &R::all, "search the sessions of every project"),
        option("limit", &R::limit, "N", "show at most this many; default: 20"));
  }
};

Result<Answer> search_text(Workspace& workspace, const SearchRequest& request);

}  // namespace clew
