#include "command/convert/named_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/work_files/keep_artifact.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "project/file_facts.h"
#include "secrets/find_secrets.h"

namespace clew {
namespace {

// Of one session. What is beyond is only known to be there or not.
constexpr uint64_t kMaxKeptBytes = uint64_t{256} << 20;
constexpr uint64_t kMaxHashedBytes = uint64_t{1} << 30;

// A path below the folder; empty: it lies elsewhere.
std::string below(const std::string& path, const std::string& folder) {
  const bool is_below = !folder.empty() && path.size() > folder.size() + 1 &&
                        path.starts_with(folder) && path[folder.size()] == '/';
  return is_below ? path.substr(folder.size() + 1) : std::string();
}

std::string plain(std::string path) {
  while (path.starts_with("./")) path.erase(0, 2);
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

// What a list of files may hold that is none: text of several lines, an address.
bool may_be_path(const std::string& text) {
  return !text.empty() && text.size() <= kPathLimit && text.find("://") == std::string::npos &&
         std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

class NamedFileKeeper {
 public:
  NamedFileKeeper(FileSystem& files, const FoundSession& found, const std::string& project,
                  Reading& reading)
      : found_(found), reading_(reading), session_(reading.session), project_path_(project) {
    if (!project.empty()) project_ = opened(files.open_folder(project));
    auto folder = opened(files.open_folder(found.folder));
    const std::string& primary = found.location.files.front();
    const bool is_below = primary.find('/') != std::string::npos;
    own_ = folder && is_below ? opened(folder->open_folder(parent_of(primary))) : std::move(folder);
    if (own_ && !has_own_folder()) own_.reset();
    if (own_) own_path_ = own_->path();
  }

  KeptFiles run() {
    for (auto& artifact : session_.artifacts.items) {
      names_.insert(artifact.path);
      if (artifact.seen_from == SeenFrom::kSession && artifact.content.empty()) look_at(artifact);
    }
    leave_what_is_known();
    for (const auto& step : session_.steps) {
      for (const auto& attempt : step.attempts) {
        const Time at = attempt.ended_at.value_or(attempt.started_at);
        for (const auto& path : attempt.outputs) add(path, {{}, at, {}, step.id});
      }
    }
    for (const auto& agent : session_.agents.items) {
      const Time at = agent.ended_at.value_or(session_.last_activity);
      for (const auto* paths : {&agent.files.created, &agent.files.modified}) {
        for (const auto& path : *paths) add(path, {{}, at, ActorId(agent.id.text), agent.step});
      }
    }
    for (const auto& file : session_.files.items) add(file.path, file.origin);
    session_.artifacts.total = static_cast<uint32_t>(session_.artifacts.items.size());
    return std::move(kept_);
  }

 private:
  static std::unique_ptr<Folder> opened(Result<std::unique_ptr<Folder>> folder) {
    return folder ? std::move(*folder) : nullptr;
  }

  // A session that shares its folder with others has none of its own.
  bool has_own_folder() const {
    const auto& artifacts = session_.artifacts.items;
    return (!reading_.entry.empty() && last_part_of(own_->path()) == reading_.entry) ||
           std::any_of(artifacts.begin(), artifacts.end(),
                       [](const Artifact& each) { return each.seen_from == SeenFrom::kSession; });
  }

  // Files that were deleted, and those whose hash is recorded with their change.
  void leave_what_is_known() {
    for (const auto& file : session_.files.items) {
      if (file.action == FileAction::kDeleted || !file.hash_after.empty()) names_.insert(file.path);
    }
    for (const auto& agent : session_.agents.items) {
      names_.insert(agent.files.deleted.begin(), agent.files.deleted.end());
    }
  }

  bool is_asked_of_own_folder(const std::string& path) const {
    return std::any_of(reading_.disk.begin(), reading_.disk.end(),
                       [&](const DiskQuestion& question) {
                         return question.from == PathsFrom::kFolder &&
                                (question.path == path || question.path.ends_with("/" + path));
                       });
  }

  void add(const std::string& reported, const Origin& origin) {
    if (!may_be_path(reported) || session_.artifacts.items.size() >= kKeptPaths) return;
    std::string path = plain(reported);
    std::optional<SeenFrom> from;
    if (path.starts_with('/')) {
      std::string inside = below(path, own_path_);
      if (!inside.empty()) from = SeenFrom::kSession;
      if (inside.empty()) inside = below(path, project_path_);
      if (!from && !inside.empty()) from = SeenFrom::kProject;
      path = std::move(inside);
    }
    if (!split_relative_path(path) || names_.contains(reported) || !names_.insert(path).second)
      return;
    if (!from) {
      const bool is_own = own_ && (own_->info(path).ok() || is_asked_of_own_folder(path));
      from = is_own ? SeenFrom::kSession : SeenFrom::kProject;
    }
    if (from == SeenFrom::kProject && !project_) return;
    Artifact artifact;
    artifact.origin = origin;
    artifact.path = std::move(path);
    artifact.seen_from = from;
    look_at(artifact);
    artifact.origin.id = Seq{static_cast<uint32_t>(session_.artifacts.items.size()) + 1};
    session_.artifacts.items.push_back(std::move(artifact));
  }

  void look_at(Artifact& artifact) {
    const bool is_own = artifact.seen_from == SeenFrom::kSession;
    Folder* folder = is_own ? own_.get() : project_.get();
    const std::string& path = artifact.archived_as.empty() ? artifact.path : artifact.archived_as;
    if (folder == nullptr) return;
    const auto info = folder->info(path);
    if (!info || info->kind != FileKind::kFile) return;
    const uint64_t left = is_own ? kMaxKeptBytes - kept_bytes_ : kMaxHashedBytes - hashed_bytes_;
    if (info->size > std::min(left, kMaxArtifact)) {
      say("too-large",
          fmt::format("{} is too large ({} bytes): that it changes will not be noticed", path,
                      info->size));
      return;
    }
    is_own ? keep(*folder, path, artifact) : hash(*folder, path, artifact);
  }

  void keep(Folder& folder, const std::string& path, Artifact& artifact) {
    auto text = read_whole_file(folder, path, kMaxArtifact);
    if (!text) return;
    artifact.content = sha256(*text);
    artifact.size = static_cast<int64_t>(text->size());
    kept_bytes_ += std::min<uint64_t>(text->size(), kMaxKeptBytes - kept_bytes_);
    for (const auto& secret : find_secrets(*text)) {
      say("secret", fmt::format("{} has what looks like a secret ({}); it is kept unchanged", path,
                                secret.kind));
    }
    kept_.contents.push_back({artifact.content, std::move(*text)});
  }

  void hash(Folder& folder, const std::string& path, Artifact& artifact) {
    const auto facts = read_file_facts(folder, path);
    if (!facts) return;
    artifact.content = facts->hash;
    artifact.size = static_cast<int64_t>(facts->size);
    hashed_bytes_ += std::min(facts->size, kMaxHashedBytes - hashed_bytes_);
  }

  void say(const char* rule, std::string message) {
    Finding finding;
    finding.severity = Severity::kWarning;
    finding.rule = fmt::format("{}.{}", found_.dialect->name(), rule);
    finding.message = std::move(message);
    finding.file = found_.location.files.front();
    if (std::string_view(rule) == "secret") finding.next = "clew redact SEQ";
    kept_.findings.push_back(std::move(finding));
  }

  const FoundSession& found_;
  Reading& reading_;
  Session& session_;
  std::string project_path_;
  std::string own_path_;
  std::unique_ptr<Folder> project_;
  std::unique_ptr<Folder> own_;  // null: it has none of its own
  std::set<std::string> names_;  // looked at, or known otherwise
  uint64_t kept_bytes_ = 0;
  uint64_t hashed_bytes_ = 0;
  KeptFiles kept_;
};

}  // namespace

KeptFiles keep_named_files(FileSystem& files, const FoundSession& found, const std::string& project,
                           Reading& reading) {
  return NamedFileKeeper(files, found, project, reading).run();
}

}  // namespace clew
