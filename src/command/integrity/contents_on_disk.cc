#include "command/integrity/contents_on_disk.h"

#include "base/hash.h"
#include "engine/project/project_root.h"
#include "engine/work_files/keep_artifact.h"
#include "files/whole_file.h"

namespace clew {

std::vector<FoundContent> contents_on_disk(Workspace& workspace, const Session& session) {
  std::vector<FoundContent> found;
  const std::string project = project_root_of(workspace, session);
  for (const auto& artifact : session.artifacts.items) {
    if (artifact.content.empty() || workspace.store().blob(artifact.content)) continue;
    for (const auto& path : {artifact.archived_as, artifact.path}) {
      const std::string root =
          path.empty() ? std::string() : artifact_root(workspace, session, project, path);
      const auto folder = root.empty() ? Result<std::unique_ptr<Folder>>(Error())
                                       : workspace.files().open_folder(root);
      if (!folder) continue;
      auto text = read_whole_file(**folder, path, kMaxArtifact);
      if (!text || sha256(*text) != artifact.content) continue;
      found.push_back({
          path, {artifact.content, std::move(*text)}
      });
      break;
    }
  }
  return found;
}

}  // namespace clew
