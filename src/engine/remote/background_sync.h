#pragma once
// `clew remote auto on`: what was recorded is sent by a process of its own, which clew starts at a
// checkpoint, the end of an agent's turn, a pause and a close, and does not wait for.

#include "engine/workspace.h"

namespace clew {

// Whether a command with these events is one after which work is sent.
bool ends_a_stretch(const std::vector<Event>& events);
// For every remote that is to be sent to by itself, unless recording is off or the remote could not
// be reached lately. What goes wrong is no concern of the command: what was not sent waits.
void send_in_background(Workspace& workspace);
// When a conversation begins: a look at these remotes, too. Waits a moment for folders alone.
void look_in_background(Workspace& workspace);

}  // namespace clew
