#include "command/artifact/artifact_versions.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "engine/work_files/keep_artifact.h"
#include "store/at_once.h"

namespace clew {
namespace {

bool has_version(const std::vector<ArtifactVersion>& versions, const Artifact& artifact) {
  return std::any_of(versions.begin(), versions.end(), [&](const ArtifactVersion& each) {
    return each.version == artifact.version && each.content == artifact.content;
  });
}

}  // namespace

Result<std::vector<ArtifactVersion>> artifact_versions(Workspace& workspace, const SessionRef& ref,
                                                       const std::string& path) {
  std::vector<ArtifactVersion> versions;
  for (Seq from{1};;) {
    CLEW_ASSIGN(const auto events, workspace.store().read(ref.id, from, kEventsAtOnce));
    if (events.empty()) return versions;
    for (const auto& stored : events) {
      const EventHeader& header = stored.event.header;
      if (ref.at && header.seq > *ref.at) return versions;
      if (const auto* added = get_if<ArtifactAdded>(&stored.event.data)) {
        if (added->path != path) continue;
        versions.push_back({header.seq, header.at, header.actor, added->path, added->version,
                            added->content, added->size});
      }
      // As imported files name it; what an undo puts back is a version that is there already.
      const auto* restored = get_if<FactRestored>(&stored.event.data);
      if (restored == nullptr || !restored->artifact) continue;
      const Artifact& named = *restored->artifact;
      if (named.path != path || !named.seen_from || has_version(versions, named)) continue;
      versions.push_back({header.seq, header.at, header.actor, named.path, named.version,
                          named.content, named.size, named.seen_from});
    }
    from = Seq{events.back().event.header.seq.number + 1};
  }
}

Result<NamedArtifact> find_artifact(Workspace& workspace, const SessionRef& ref,
                                    const std::string& path) {
  CLEW_ASSIGN(auto exact, artifact_versions(workspace, ref, path));
  if (!exact.empty()) return NamedArtifact{path, std::move(exact)};
  if (const auto from_here = project_path(workspace, path); from_here && *from_here != path) {
    CLEW_ASSIGN(auto versions, artifact_versions(workspace, ref, *from_here));
    if (!versions.empty()) return NamedArtifact{*from_here, std::move(versions)};
  }
  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  if (const auto name = imported_name(workspace, loaded.session, path); name && *name != path) {
    CLEW_ASSIGN(auto versions, artifact_versions(workspace, ref, *name));
    if (!versions.empty()) return NamedArtifact{*name, std::move(versions)};
  }
  return make_error(ErrorCode::kNotFound, fmt::format("{} has no artifact {}", ref.id.text, path),
                    path, "clew artifact list -s " + ref.id.text);
}

Result<ArtifactVersion> pick_version(const NamedArtifact& artifact, std::optional<int64_t> number) {
  const auto& versions = artifact.versions;
  // From the end: a version that was taken back by undo may have given its number to a later one.
  for (auto at = versions.rbegin(); at != versions.rend(); ++at) {
    if (number && int64_t{at->version} != *number) continue;
    if (!at->content.empty()) return *at;
    if (at->seen_from) {
      return make_error(ErrorCode::kInvalid,
                        fmt::format("{} was not kept when the session was imported", at->path),
                        at->path, "clew artifact add " + shell_word(at->path));
    }
    return make_error(
        ErrorCode::kInvalid,
        fmt::format("version {} of {} was redacted; its content is gone", at->version, at->path),
        at->path, "clew artifact history " + shell_word(at->path));
  }
  return make_error(
      ErrorCode::kNotFound,
      fmt::format("{} has no version {}", artifact.path, number ? std::to_string(*number) : ""),
      artifact.path, "clew artifact history " + shell_word(artifact.path));
}

Result<Bytes> content_of(Workspace& workspace, const ArtifactVersion& version) {
  auto content = workspace.store().blob(version.content);
  if (content || content.error().code != ErrorCode::kNotFound) return content;
  return make_error(ErrorCode::kInvalid,
                    fmt::format("only the hash of {} was recorded: it is not in the folder of the "
                                "session's files",
                                version.path),
                    version.path, "clew artifact add " + shell_word(version.path));
}

Value version_fields(const ArtifactVersion& version) {
  Value out = Value::object();
  out.set("path", version.path);
  out.set("version", version.version);
  out.set("seq", version.seq.number);
  out.set("at", to_iso(version.at));
  out.set("actor", version.actor.text);
  out.set("size", version.size);
  out.set("content", version.content.empty() ? Value() : Value(version.content.hex()));
  return out;
}

}  // namespace clew
