#pragma once
// "Ensure timestamps are monotonic": a time that another program gave the files is never put back,
// also when its clock is ahead of ours.

#include "base/file_set.h"
#include "session/session.h"

namespace clew::feature {

// The session as it is to be told over `base`: it did not change before the time that its state
// says there.
Session not_before(const Session& session, const FileSet& base);

}  // namespace clew::feature
