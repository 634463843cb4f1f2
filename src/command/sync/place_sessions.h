#pragma once
// Arriving elsewhere: a session that came from another machine belongs to a project, which stands
// at another path here, and may have another id. Nothing of it is recorded in the session.

#include <functional>
#include <string>
#include <vector>

#include "engine/workspace.h"

namespace clew {

struct Arriving {
  std::vector<SessionId> sessions;
  std::string project;  // the folder that a person named for them; empty: they did not
  // The command that says where the project of a session is.
  std::function<std::string(const SessionId&)> again;
};
// For a folder that a person names: before anything is done. kNotFound.
Status check_project_folder(Workspace& workspace, const std::string& folder);
// By root commit, by the address of the remote where one side is a shallow clone, by a commit that
// is here, or by the folder that was named. Answers what people should know: of what project is not
// here, and of views whose files are not as the log has them.
Result<std::vector<std::string>> place_sessions(Workspace& workspace, const Arriving& arriving);

}  // namespace clew
