#pragma once
// Every version of an artifact that a session ever recorded, read from its log.

#include <optional>
#include <string>
#include <vector>

#include "engine/workspace.h"

namespace clew {

struct ArtifactVersion {
  Seq seq;
  Time at;
  ActorId actor;
  std::string path;
  uint32_t version = 1;
  Hash content;  // empty when it was redacted, or nobody ever knew it
  int64_t size = 0;
  std::optional<SeenFrom> seen_from = {};  // set: imported files name it
};

// Oldest first; up to `ref.at` when that is set.
Result<std::vector<ArtifactVersion>> artifact_versions(Workspace& workspace, const SessionRef& ref,
                                                       const std::string& path);

// The versions of what the person means: a path as recorded or from the current folder. kNotFound
// when the session has no such artifact.
struct NamedArtifact {
  std::string path;  // as recorded
  std::vector<ArtifactVersion> versions;
};
Result<NamedArtifact> find_artifact(Workspace& workspace, const SessionRef& ref,
                                    const std::string& path);
// The latest, or the one of that number.
Result<ArtifactVersion> pick_version(const NamedArtifact& artifact, std::optional<int64_t> number);
// What it held. kInvalid when only its hash is known: imported files name it, elsewhere in the
// project.
Result<Bytes> content_of(Workspace& workspace, const ArtifactVersion& version);
Value version_fields(const ArtifactVersion& version);

}  // namespace clew
