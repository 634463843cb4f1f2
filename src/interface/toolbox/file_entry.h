#pragma once
// What a file entry does not say and clew can see: the content that stands there now and the one
// recorded before.

#include "command/workspace.h"

namespace clew {

// Completes the data of a file_changed line: path from the project's root, action, hashes, lines of
// a new file. kNotFound when there is no such file and it is not said to be deleted.
Status complete_file_entry(Workspace& workspace, const Session& session, Value& data);
// The same from what was recorded then, for a call that is repeated.
void complete_file_entry(const FileChanged& then, Value& data);

}  // namespace clew
