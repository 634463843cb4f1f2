#pragma once
// `clew record`: everything that can be told, many at once, as JSON lines on standard input. All of
// it is recorded, or nothing.

#include "command/record/record_line.h"
#include "command/verb.h"

namespace clew {

struct RecordRequest {
  bool dry_run = false;
  static constexpr auto params() {
    return field_list(
        flag("dry_run", &RecordRequest::dry_run, "check the lines and record nothing"));
  }
};

Result<Answer> record_batch(Workspace& workspace, const RecordRequest& request);
// The same of lines that are values already.
Result<Answer> record_values(Workspace& workspace, const std::vector<Value>& values);

// What a line of `clew record` asks for, once there is a session to look steps and questions up in.

// REQUIRES: the files of artifacts were read.
Result<std::vector<Intent>> intents_of(RecordLine line, const Session& session,
                                       const ActorId& actor);

}  // namespace clew
