#include "command/artifact/restore_artifact.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "command/artifact/artifact_versions.h"
#include "engine/confirm.h"
#include "engine/project/project_root.h"
#include "engine/work_files/keep_artifact.h"
#include "files/guarded_file.h"
#include "files/real_folder.h"
#include "files/relative_path.h"
#include "project/file_facts.h"

namespace clew {
namespace {

struct Target {
  std::string root;
  std::string path;  // from the root
};

// The same request, at the same moment of the session.
std::string again_words(const SessionRef& ref, const RestoreArtifactRequest& request) {
  std::string again = "clew artifact restore " + shell_word(request.path);
  if (ref.at) again += fmt::format(" -s {}@{}", ref.id.text, ref.at->number);
  if (request.version) again += fmt::format(" --version {}", *request.version);
  if (!request.out.empty()) again += " --out " + shell_word(request.out);
  return again;
}

Result<Target> find_target(Workspace& workspace, const SessionRef& ref,
                           const RestoreArtifactRequest& request, const std::string& path) {
  if (!request.out.empty()) {
    CLEW_ASSIGN(const std::string below, project_path(workspace, request.out));
    return Target{files_root(workspace), below};
  }
  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  const std::string root = project_root_of(workspace, loaded.session);
  if (root.empty()) {
    return make_error(ErrorCode::kNotFound, "the session's project is not on this machine",
                      loaded.session.identity.project_path,
                      again_words(ref, request) + " --out FILE");
  }
  const std::string folder = artifact_root(workspace, loaded.session, root, path);
  if (folder.empty()) {
    return make_error(ErrorCode::kNotFound,
                      "the folder that the session was imported from is not on this machine", path,
                      again_words(ref, request) + " --out FILE");
  }
  return Target{folder, path};
}

// The folder that will hold the file, made step by step beneath the root.
Result<std::unique_ptr<Folder>> folder_for(Workspace& workspace, const Target& target) {
  CLEW_ASSIGN(auto parts, split_relative_path(target.path));
  parts.pop_back();
  auto folder = workspace.files().open_folder(target.root);
  if (!folder && folder.error().code == ErrorCode::kNotFound) {
    folder = make_real_folders(workspace.files(), target.root);  // it is gone as a whole
  }
  for (const auto& part : parts) {
    if (!folder) return folder;
    auto inner = (*folder)->open_folder(part);
    if (!inner && inner.error().code == ErrorCode::kNotFound) {
      CLEW_TRY((*folder)->make_folder(part));
      inner = (*folder)->open_folder(part);
    }
    folder = std::move(inner);
  }
  return folder;
}

enum class Present { kNoVersion, kThisVersion, kOtherVersion, kUnknown };

// `versions` are all there are, also those that came after the one that is wanted.
Result<Present> look_at_present(Folder& folder, const std::string& name,
                                const std::vector<ArtifactVersion>& versions, const Hash& wanted) {
  const auto facts = read_file_facts(folder, name);
  if (!facts) {
    if (facts.error().code == ErrorCode::kNotFound) return Present::kNoVersion;
    return facts.error();
  }
  if (facts->hash == wanted) return Present::kThisVersion;
  const bool known =
      std::any_of(versions.begin(), versions.end(),
                  [&](const ArtifactVersion& each) { return each.content == facts->hash; });
  return known ? Present::kOtherVersion : Present::kUnknown;
}

}  // namespace

Result<Answer> restore_artifact(Workspace& workspace, const RestoreArtifactRequest& request) {
  CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kReads));
  CLEW_ASSIGN(const NamedArtifact artifact, find_artifact(workspace, ref, request.path));
  CLEW_ASSIGN(const ArtifactVersion version, pick_version(artifact, request.version));
  CLEW_ASSIGN(const Bytes content, content_of(workspace, version));
  CLEW_ASSIGN(const Target target, find_target(workspace, ref, request, artifact.path));
  const auto folder = folder_for(workspace, target);
  if (!folder) return folder.error();
  const std::string name = last_part_of(target.path);
  std::vector<ArtifactVersion> versions = artifact.versions;
  if (ref.at) {
    CLEW_ASSIGN(versions, artifact_versions(workspace, SessionRef{ref.id, {}}, artifact.path));
  }
  CLEW_ASSIGN(const Present present, look_at_present(**folder, name, versions, version.content));
  if (present == Present::kUnknown) {
    CLEW_TRY(agree(workspace,
                   fmt::format("{} does not match any recorded version; replace it?", target.path),
                   target.path, again_words(ref, request)));
  }
  Judge keep;
  if (present == Present::kUnknown) keep = [](BytesView) { return true; };
  if (present != Present::kThisVersion) {
    CLEW_TRY(replace_guarded(workspace.files(), workspace.surroundings().cache_folder, **folder,
                             name, content, keep));
  }
  Answer answer;
  answer.data = version_fields(version);
  answer.data.set("session", ref.id.text);
  answer.data.set("file", join_path(target.root, target.path));
  answer.data.set("changed", present != Present::kThisVersion);
  answer.text = present == Present::kThisVersion
                    ? fmt::format("{} is already version {}", target.path, version.version)
                    : fmt::format("restored {} to version {}, {} bytes", target.path,
                                  version.version, version.size);
  if (present == Present::kUnknown) {
    answer.data.set("backup", join_path(target.root, target.path) + ".bak");
    answer.text += fmt::format("\nnote: the previous file is kept as {}.bak", target.path);
  }
  return answer;
}

}  // namespace clew
