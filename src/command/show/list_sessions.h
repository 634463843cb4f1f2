#pragma once
// `clew list`: sessions, newest first.

#include "command/verb.h"

namespace clew {

struct ListRequest {
  std::string text;
  std::vector<std::string> status;
  std::string actor;
  std::optional<Duration> since;
  std::optional<Duration> older;
  bool all = false;
  bool archived = false;
  bool found = false;
  std::optional<int64_t> limit;
  static constexpr auto params() {
    using R = ListRequest;
    return field_list(
        positional("text", &R::text, "TEXT", "only goals with this text", Need::kOptional),
        option("status", &R::status, "STATUS", "active, paused, completed …; repeat it"),
        option("actor", &R::actor, "WHO", "last changed by"),
        option("since", &R::since, "AGE", "changed within this time, such as 2d"),
        option("older", &R::older, "AGE", "not changed for this long, such as 2d"),
        flag("all", &R::all, "sessions of every project"),
        flag("archived", &R::archived, "include archived sessions"),
        flag("found", &R::found, "sessions in files of the dialects, in the usual places"),
        option("limit", &R::limit, "N", "show at most this many; default: 20"));
  }
};

Result<Answer> list_sessions(Workspace& workspace, const ListRequest& request);

}  // namespace clew
