#pragma once
// The single checks of `clew doctor`. Each adds a line or a few.

#include <string>
#include <vector>

#include "command/workspace.h"

namespace clew {

struct Finding {
  std::string name;  // "permissions"; as in the JSON answer
  bool fine = true;
  std::string words;
  std::string next;  // what mends it, or what to do about it; may be empty
};
using Findings = std::vector<Finding>;

void check_store(Workspace& workspace, Findings& findings);        // found, schema, engine, disk
void check_permissions(Workspace& workspace, Findings& findings);  // 0700, 0600, leftovers, WAL
void check_content(Workspace& workspace, Findings& findings);      // readable, writable, verified
void check_around(Workspace& workspace, Findings& findings);       // clock, project, git, recording
void check_sessions(Workspace& workspace, Findings& findings);     // left in the middle

}  // namespace clew
