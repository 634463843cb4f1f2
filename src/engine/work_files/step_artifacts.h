#pragma once
// Files that steps have to show in a dialect (a thesis, an outline, a draft): found in the view's
// folder and kept by the same command that completes, pauses or revisits the step.

#include "engine/workspace.h"
#include "view/view_record.h"

namespace clew {

// The intents, and with what they get done the files that it has to show, where these stand in the
// view's folder and nobody has kept them as they are: they are kept by the same command.
struct IntentsWithFiles {
  std::vector<Intent> intents;
  std::vector<Blob> kept;  // what those files hold
};
Result<IntentsWithFiles> with_files_of_done(Workspace& workspace, const Session& session,
                                            std::vector<Intent> intents);

// Intents that keep what stands in the view's folder of the steps that are being worked on.
Result<std::vector<Intent>> files_in_progress(Workspace& workspace, const Session& session);
// Files that the format demands of what was just done and that nobody has kept: what follows, and
// the way on.
Result<std::vector<std::string>> files_to_come(Workspace& workspace, const Done& done);
// The step whose file this is, by its path as an artifact; unset: nobody's.
std::optional<StepId> owner_of_file(Workspace& workspace, const Session& session,
                                    const std::string& path);

// The intent, with names that others have beside what is archived; and the files of the step that
// is gone back to, of its parts and of the steps that it affects, as they stand there: before it
// those that nobody has kept or that it archives, after it those that were rewritten since they
// were kept.
Result<std::vector<Intent>> with_files_of_revisit(Workspace& workspace, const Session& session,
                                                  RevisitStep intent);
// The session as that revisit finds it.
Result<Session> with_files_to_archive(Workspace& workspace, const Session& session,
                                      const RevisitStep& intent);

}  // namespace clew
