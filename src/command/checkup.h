#pragma once
// The single checks of `clew doctor`. Each adds a line or a few.

#include <string>
#include <vector>

#include "command/workspace.h"

namespace clew {

struct CheckResult {
  std::string name;  // "permissions"; as in the JSON answer
  bool fine = true;
  std::string words;
  std::string next;  // what mends it, or what to do about it; may be empty
};
using CheckResults = std::vector<CheckResult>;

// Fine is ticked only when nothing is left to do about it.
inline const char* mark_of(const CheckResult& result) {
  if (!result.fine) return "✘";
  return result.next.empty() ? "✔" : "·";
}

void check_store(Workspace& workspace, CheckResults& findings);  // found, schema, engine, disk
void check_permissions(Workspace& workspace, CheckResults& findings);  // 0700, 0600, leftovers, WAL
void check_content(Workspace& workspace, CheckResults& findings);  // readable, writable, verified
void check_around(Workspace& workspace, CheckResults& findings);   // clock, project, git, recording
void check_sessions(Workspace& workspace, CheckResults& findings);  // left in the middle

}  // namespace clew
