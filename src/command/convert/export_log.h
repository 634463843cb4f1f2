#pragma once
// For `clew export --log`: whole sessions as plain NDJSON that `clew import` turns back into the
// same hashes. The same sessions give the same bytes.

#include "command/verb.h"
#include "engine/log/log_lines.h"

namespace clew {

struct LogExport {
  std::vector<std::string> sessions;  // empty: the current one
  bool all = false;
  std::string out;
};

// A fork brings the sessions it was forked from. Contents of artifacts are not part of the log;
// `clew backup` has them.
Result<Answer> export_log(Workspace& workspace, const LogExport& request);

// One session's part of such a log.
struct SessionLog {
  LogOpening opening;
  Hash genesis;  // of its first own event
  Hash parent;   // of the event that this one follows; none unless it is a fork
  Bytes text;
};
// Those of the sessions named (none: the current one) and before them of those that they were
// forked from.
Result<std::vector<SessionLog>> logs_of(Workspace& workspace,
                                        const std::vector<std::string>& sessions);

}  // namespace clew
