#pragma once
// What a line of `clew record` asks for, once there is a session to look steps and questions up in.

#include "command/record/record_line.h"

namespace clew {

// REQUIRES: the files of artifacts were read.
Result<std::vector<Intent>> intents_of(RecordLine line, const Session& session,
                                       const ActorId& actor);

}  // namespace clew
