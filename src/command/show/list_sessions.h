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
        option("actor", &R::actor, "WHO", "last touched by"),
        option("since", &R::since, "AGE", "touched within this time, as 2d"),
        option("older", &R::older, "AGE", "not touched for this time"),
        flag("all", &R::all, "of every project"),
        flag("archived", &R::archived, "archived ones too"),
        flag("found", &R::found, "those in files of the dialects, in the usual places"),
        option("limit", &R::limit, "N", "at most this many; 20 otherwise"));
  }
};

Result<Answer> list_sessions(Workspace& workspace, const ListRequest& request);

}  // namespace clew
