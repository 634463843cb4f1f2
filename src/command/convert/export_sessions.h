#pragma once
// `clew export`: a session in any dialect (--to), also straight from another dialect's files, with
// a report of what the target cannot say; or whole sessions as their log (--log).

#include "command/verb.h"
#include "session/session.h"

namespace clew {

struct ExportRequest {
  std::vector<std::string> sessions;
  bool log = false;
  bool all = false;
  std::string to;
  std::string out;
  bool strict = false;
  std::vector<std::string> map;
  static constexpr auto params() {
    using R = ExportRequest;
    return field_list(
        positional("sessions", &R::sessions, "ID|PATH…",
                   "the sessions, or with --to files of a dialect; default: the current session",
                   Need::kOptional),
        flag("log", &R::log, "the log itself, as NDJSON"),
        flag("all", &R::all, "with --log: every session of the store"),
        option("to", &R::to, "DIALECT", "essay, workflow, feature, orchestration or structural"),
        option("out", &R::out, "PATH",
               "with --log a file, with --to a folder; default: standard output"),
        flag("strict", &R::strict, "fail if anything would be lost or is not valid"),
        option("map", &R::map, "NAME=VALUE",
               "a field the target format requires, or its name for a step; repeat it"));
  }
};

Result<Answer> export_sessions(Workspace& workspace, const ExportRequest& request);

}  // namespace clew
