#pragma once
// The single checks of `clew doctor`. Each adds a line or a few.

#include "engine/check_result.h"
#include "engine/workspace.h"

namespace clew {

void check_store(Workspace& workspace, CheckResults& findings);  // found, schema, engine, disk
void check_permissions(Workspace& workspace, CheckResults& findings);  // 0700, 0600, leftovers, WAL
void check_content(Workspace& workspace, CheckResults& findings);  // readable, writable, verified
void check_around(Workspace& workspace, CheckResults& findings);   // clock, project, git, recording
void check_sessions(Workspace& workspace, CheckResults& findings);  // left in the middle

}  // namespace clew
