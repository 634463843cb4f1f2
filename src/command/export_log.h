#pragma once
// `clew export --log`: whole sessions as plain NDJSON that `clew import` turns back into the same
// hashes. The same sessions give the same bytes.

#include "command/verb.h"

namespace clew {

struct ExportRequest {
  std::vector<std::string> sessions;
  bool log = false;
  bool all = false;
  std::string out;
  static constexpr auto params() {
    using R = ExportRequest;
    return field_list(
        positional("sessions", &R::sessions, "ID…", "the sessions; the current one otherwise",
                   Need::kOptional),
        flag("log", &R::log, "the log itself, as NDJSON"),
        flag("all", &R::all, "every session of the store"),
        option("out", &R::out, "FILE", "write it here instead of to standard output"));
  }
};

// A fork brings the sessions it was forked from. Contents of artifacts are not part of the log;
// `clew backup` has them.
Result<Answer> export_log(Workspace& workspace, const ExportRequest& request);

}  // namespace clew
