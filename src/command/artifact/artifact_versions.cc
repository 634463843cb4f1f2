#include "command/artifact/artifact_versions.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "engine/keep_artifact.h"
#include "store/at_once.h"

namespace clew {
Result<std::vector<ArtifactVersion>> artifact_versions(Workspace& workspace, const SessionRef& ref,
                                                       const std::string& path) {
  std::vector<ArtifactVersion> versions;
  for (Seq from{1};;) {
    CLEW_ASSIGN(const auto events, workspace.store().read(ref.id, from, kEventsAtOnce));
    if (events.empty()) return versions;
    for (const auto& stored : events) {
      const EventHeader& header = stored.event.header;
      if (ref.at && header.seq > *ref.at) return versions;
      const auto* added = get_if<ArtifactAdded>(&stored.event.data);
      if (added == nullptr || added->path != path) continue;
      versions.push_back({header.seq, header.at, header.actor, added->path, added->version,
                          added->content, added->size});
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
  return make_error(ErrorCode::kNotFound, fmt::format("{} has no artifact {}", ref.id.text, path),
                    path, "clew artifact list -s " + ref.id.text);
}

Result<ArtifactVersion> pick_version(const NamedArtifact& artifact, std::optional<int64_t> number) {
  const auto& versions = artifact.versions;
  // From the end: a version that was taken back by undo may have given its number to a later one.
  for (auto at = versions.rbegin(); at != versions.rend(); ++at) {
    if (number && int64_t{at->version} != *number) continue;
    if (!at->content.empty()) return *at;
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
