#pragma once
// Files that a session's values refer to by name, as a dialect demands them: checked when a value
// is set, and put beside the session's files where these are written anew.

#include "discovery/found_session.h"
#include "engine/workspace.h"

namespace clew {

// kInvalid when the intents make the session's view name a file that is not there, where its
// dialect demands one. A session without a view may name what it likes.
Status check_named_files(Workspace& workspace, const Session& session,
                         const std::vector<Intent>& intents);

// Files in a new folder name others that stand elsewhere. `wanted` is what the dialect asks about
// them, `from` the folder of the session's files, empty when there is none.
struct NamedFiles {
  const Session& session;
  const std::vector<DiskQuestion>& wanted;
  std::string from;
};
// Those that nobody has kept and that are not in that folder either.
std::vector<std::string> missing_files(Workspace& workspace, const NamedFiles& named);
// Those that are not there are put there, as the session kept them last, else as they are in that
// folder. Says what was put there, and what is missing.
Result<std::vector<std::string>> bring_named_files(Workspace& workspace,
                                                   const FoundSession& location,
                                                   const NamedFiles& named);
Result<std::vector<std::string>> bring_files_of_view(Workspace& workspace,
                                                     const SessionId& session);

}  // namespace clew
