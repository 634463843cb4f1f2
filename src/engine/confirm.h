#pragma once
// Asks for agreement before what cannot be taken back: given by --yes, or by the person when asked.
// Without anybody to ask, it is a usage error that says how to agree.

#include "engine/workspace.h"

namespace clew {

// `question` as "forget 3 sessions?". kUsage naming --yes when nobody can be asked; kNotAllowed
// when the answer was no. `again` is the command that would do it.
Status agree(const Workspace& workspace, const std::string& question, const std::string& subject,
             const std::string& again);

// The real path of a folder or file to write, to be opened by files/real_folder.h. A checkout that
// others made can have a symbolic link in the place of a folder; when one leads out of the project,
// somebody has to agree. `path` is absolute; `again` is the command that would do it.
Result<std::string> agreed_path(Workspace& workspace, const std::string& path,
                                const std::string& again);

// Writes a file at a path that the person gave, as a whole; one that is there is only replaced when
// somebody agrees. `again` is the command that would do it.
Status write_agreed(Workspace& workspace, const std::string& path, BytesView content,
                    const std::string& again);

}  // namespace clew
