#include "store/sqlite/orphans.h"

namespace clew {

// Each query only counts: which rows they are is not told.
Status check_orphans(Database& base, VerifyReport& report) {
  struct Kind {
    const char* what;
    const char* sql;
  };
  static constexpr Kind kKinds[] = {
      {"events belong to no session",
       "SELECT count(*) FROM events WHERE sid NOT IN (SELECT sid FROM sessions)"   },
      {"snapshots belong to no session",
       "SELECT count(*) FROM snapshots WHERE sid NOT IN (SELECT sid FROM sessions)"},
      {"keys belong to no session",
       "SELECT count(*) FROM idem WHERE sid NOT IN (SELECT sid FROM sessions)"     },
      {"contents referenced by events are missing",
       "SELECT count(*) FROM blob_uses WHERE hash NOT IN (SELECT hash FROM blobs)" },
  };
  for (const Kind& kind : kKinds) {
    CLEW_ASSIGN(const int64_t count, base.db().integer(kind.sql));
    if (count == 0) continue;
    report.problems.push_back({{}, Seq{0}, std::to_string(count) + " " + kind.what});
  }
  return success();
}

}  // namespace clew
