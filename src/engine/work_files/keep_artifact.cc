#include "engine/work_files/keep_artifact.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/confirm.h"
#include "engine/project/project_root.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "secrets/find_secrets.h"
#include "view/session_folder.h"
#include "view/view_record.h"

namespace clew {
namespace {

bool is_below(const std::string& path, const std::string& folder) {
  return path.compare(0, folder.size() + 1, folder + "/") == 0;
}

// The real path of a file, so that ".." and links cannot name a way out of a folder. Empty: the
// path names no file.
Result<std::string> real_file(Workspace& workspace, const std::string& path) {
  const std::string absolute =
      !path.empty() && path[0] == '/' ? path : workspace.surroundings().cwd + "/" + path;
  const size_t slash = absolute.rfind('/');
  auto found = workspace.files().real_path(absolute.substr(0, slash + 1));
  if (!found) {
    Error error = found.error();
    error.subject = path;  // as it was given
    return error;
  }
  const std::string folder = std::move(*found);
  const std::string name = absolute.substr(slash + 1);
  if (name.empty() || name == "." || name == "..") return std::string();
  return (folder == "/" ? "" : folder) + "/" + name;
}

// The session's own directory in its view, where that stands outside of the project.
struct OwnFolder {
  std::string folder;  // of the view
  std::string entry;   // the directory in it
};

std::optional<OwnFolder> own_folder(Workspace& workspace, const SessionId& session,
                                    const std::string& project) {
  const auto view = load_view(workspace.store(), session);
  if (!view || !*view || (*view)->entry.empty()) return std::nullopt;
  const auto folder = workspace.files().real_path((*view)->folder);
  if (!folder || *folder == project || is_below(*folder, project)) return std::nullopt;
  return OwnFolder{*folder, (*view)->entry};
}

// The folder of the files that the session shows itself in or was imported from, also when it is
// gone. Empty: none.
std::string home_folder(Workspace& workspace, const Session& session) {
  const auto home = home_of_files(workspace, session);
  if (!home || !*home) return {};
  std::string folder = own_folder_of(**home);
  auto real = workspace.files().real_path(folder);
  if (real) return std::move(*real);
  return real.error().code == ErrorCode::kNotFound ? std::move(folder) : std::string();
}

const Artifact* find_imported(const Session& session, const std::string& path) {
  for (const auto& artifact : session.artifacts.items) {
    if (artifact.path == path && artifact.seen_from) return &artifact;
  }
  return nullptr;
}

struct Found {
  std::string root;
  std::string path;  // from there
  std::optional<SeenFrom> seen_from = {};
};

// In this order: a file of the session's imported folder, a file of the project, a file in the
// view's own directory. The name is relative to where it was found.
Result<Found> find_file(Workspace& workspace, const std::string& path) {
  const std::string project = files_root(workspace);
  auto name = project_path(workspace, path);
  const auto session = workspace.find_session(Effect::kReads);
  const auto whole = real_file(workspace, path);
  if (!session || !whole) return name ? Result<Found>(Found{project, *name}) : name.error();
  const auto loaded = workspace.store().load(session->id);
  if (!loaded) return loaded.error();
  const std::string home = home_folder(workspace, loaded->session);
  const std::string below =
      home.empty() || !is_below(*whole, home) ? "" : whole->substr(home.size() + 1);
  const Artifact* known = below.empty() ? nullptr : find_imported(loaded->session, below);
  if (known != nullptr && known->seen_from == SeenFrom::kSession) {
    return Found{home, below, SeenFrom::kSession};
  }
  if (name) {
    known = find_imported(loaded->session, *name);
    return Found{project, std::move(*name),
                 known == nullptr ? std::nullopt : std::optional(SeenFrom::kProject)};
  }
  if (const auto own = own_folder(workspace, session->id, project)) {
    if (!is_below(*whole, own->folder + "/" + own->entry)) return name.error();
    return Found{own->folder, whole->substr(own->folder.size() + 1)};
  }
  return below.empty() ? Result<Found>(name.error()) : Found{home, below, SeenFrom::kSession};
}

// "an AWS key in line 3, a token in line 9 and 2 more"; the secrets themselves are never shown.
std::string locations_of_secrets(std::string_view content) {
  constexpr size_t kMaxLocations = 5;
  std::string words;
  size_t count = 0;
  size_t line = 1;
  size_t counted = 0;
  for (const auto& secret : find_secrets(content)) {
    if (++count > kMaxLocations) continue;
    line += static_cast<size_t>(std::count(content.begin() + static_cast<ptrdiff_t>(counted),
                                           content.begin() + static_cast<ptrdiff_t>(secret.start),
                                           '\n'));
    counted = secret.start;
    words += fmt::format("{}{} in line {}", words.empty() ? "" : ", ", secret.kind, line);
  }
  if (count > kMaxLocations) words += fmt::format(" and {} more", count - kMaxLocations);
  return words;
}

std::string question_about(const FileToKeep& file) {
  return fmt::format("{} seems to hold secrets ({}), and files are kept unchanged. Keep it?",
                     file.artifact.path, file.secrets);
}

}  // namespace

std::string files_root(Workspace& workspace) {
  const auto session = workspace.find_session(Effect::kReads);
  const auto summary =
      session ? workspace.store().summary(session->id) : Result<SessionSummary>(Error());
  const std::string root =
      summary ? project_root_of(workspace, summary->project, summary->project_path) : std::string();
  return root.empty() ? workspace.project().root : root;
}

// Beneath the session's project, by real paths, so that links and ".." lead nowhere else.
Result<std::string> project_path(Workspace& workspace, const std::string& path) {
  const std::string root = files_root(workspace);
  CLEW_ASSIGN(const std::string whole, real_file(workspace, path));
  if (!is_below(whole, root)) return outside_project(path, root);
  return whole.substr(root.size() + 1);
}

Error outside_project(const std::string& path, const std::string& root) {
  return make_error(ErrorCode::kInvalid,
                    fmt::format("{} is not a file of the session's project", path), path,
                    "copy it under " + root);
}

// Where an artifact's path is to be looked up: an imported one where it was imported from, one of
// the view in the view's folder, any other in the project.
std::string artifact_root(Workspace& workspace, const Session& session, const std::string& project,
                          const std::string& path) {
  const Artifact* imported = find_imported(session, path);
  if (imported != nullptr) {
    return imported->seen_from == SeenFrom::kProject ? project : home_folder(workspace, session);
  }
  const auto own = own_folder(workspace, session.identity.id, project);
  return own && is_below(path, own->entry) ? own->folder : project;
}

std::optional<std::string> imported_name(Workspace& workspace, const Session& session,
                                         const std::string& path) {
  const auto whole = real_file(workspace, path);
  const std::string home = whole ? home_folder(workspace, session) : std::string();
  if (home.empty() || !is_below(*whole, home)) return std::nullopt;
  std::string below = whole->substr(home.size() + 1);
  const Artifact* found = find_imported(session, below);
  if (found == nullptr || found->seen_from != SeenFrom::kSession) return std::nullopt;
  return below;
}

// The content goes to the workspace as a blob and is stored with the event that names it. Secrets
// are looked for only while nobody has agreed to keep the file.
Result<FileToKeep> read_artifact(Workspace& workspace, const std::string& path) {
  CLEW_ASSIGN(const Found found, find_file(workspace, path));
  CLEW_ASSIGN(const auto root, workspace.files().open_folder(found.root));
  CLEW_ASSIGN(Bytes content, read_whole_file(*root, found.path, kMaxArtifact));
  FileToKeep file;
  file.artifact.path = found.path;
  file.artifact.seen_from = found.seen_from;
  file.artifact.content = sha256(content);
  file.artifact.size = static_cast<int64_t>(content.size());
  if (!workspace.caller().agreed) file.secrets = locations_of_secrets(content);
  workspace.keep_blob({file.artifact.content, std::move(content)});
  return file;
}

Status check_secrets(const Workspace& workspace, const FileToKeep& file, const std::string& again) {
  if (file.secrets.empty()) return success();
  const bool is_tool = workspace.caller().via == Via::kMcp;
  return make_error(ErrorCode::kUsage,
                    fmt::format("{} Confirm with {}", question_about(file),
                                is_tool ? "session_checkpoint and \"yes\": true" : "--yes"),
                    file.artifact.path, again + " --yes");
}

Result<ArtifactAdded> keep_artifact(Workspace& workspace, const std::string& path,
                                    const std::string& again) {
  CLEW_ASSIGN(FileToKeep file, read_artifact(workspace, path));
  if (!file.secrets.empty() && workspace.caller().confirm) {
    CLEW_TRY(agree(workspace, question_about(file), file.artifact.path, again));
  } else {
    CLEW_TRY(check_secrets(workspace, file, again));
  }
  return std::move(file.artifact);
}

}  // namespace clew
