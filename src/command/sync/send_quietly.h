#pragma once
// What `clew remote auto on` starts in the background: sends what is new, one process per remote at
// a time. Whoever finds another at work leaves a mark, and that one looks once more.

#include "command/sync/remote_sync.h"

namespace clew {

// What went wrong is kept for `clew status`, beside being the answer.
Result<Answer> send_quietly(Workspace& workspace, const RemoteRecord& record);

}  // namespace clew
