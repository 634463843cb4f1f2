#pragma once
// For `clew export --log`: whole sessions as plain NDJSON that `clew import` turns back into the
// same hashes. The same sessions give the same bytes.

#include "command/verb.h"

namespace clew {

struct LogExport {
  std::vector<std::string> sessions;  // empty: the current one
  bool all = false;
  std::string out;
};

// A fork brings the sessions it was forked from. Contents of artifacts are not part of the log;
// `clew backup` has them.
Result<Answer> export_log(Workspace& workspace, const LogExport& request);

}  // namespace clew
