#include "command/artifact/show_artifact.h"

#include <fmt/format.h>

#include <charconv>

#include "base/shell_word.h"
#include "base/text.h"
#include "command/artifact/artifact_versions.h"
#include "engine/session_list.h"

namespace clew {
namespace {

// "notes.md@2"; without a number after the last @ it is all path.
struct VersionedPath {
  std::string path;
  std::optional<int64_t> version;
};

VersionedPath split_version(const std::string& text) {
  const size_t at = text.rfind('@');
  if (at == std::string::npos || at == 0) return {text, {}};
  int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data() + at + 1, end, number);
  if (code != std::errc() || stop != end || number < 1) return {text, {}};
  return {text.substr(0, at), number};
}

Result<ArtifactVersion> find_version(Workspace& workspace, const SessionRef& ref,
                                     const std::string& text) {
  auto whole = find_artifact(workspace, ref, text);
  if (whole) return pick_version(*whole, std::nullopt);
  const VersionedPath named = split_version(text);
  if (!named.version) return whole.error();
  CLEW_ASSIGN(const NamedArtifact artifact, find_artifact(workspace, ref, named.path));
  return pick_version(artifact, named.version);
}

}  // namespace

Result<Answer> list_artifacts(Workspace& workspace, const NoRequest&) {
  const auto found = workspace.find_session(Effect::kReads);
  if (!found) return list_open(workspace, found.error());
  const SessionRef& ref = *found;
  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  Answer answer;
  Value list = Value::list();
  for (const auto& artifact : loaded.session.artifacts.items) {
    Value fields =
        version_fields({artifact.origin.id, artifact.origin.at, artifact.origin.actor,
                        artifact.path, artifact.version, artifact.content, artifact.size});
    if (!artifact.archived_as.empty()) fields.set("archived_as", artifact.archived_as);
    list.push(fields);
    answer.text += fmt::format(
        "{}  version {}, {}, {}{}\n", one_line(artifact.path), artifact.version,
        artifact.content.empty() && artifact.seen_from ? "not kept"
                                                       : fmt::format("{} bytes", artifact.size),
        to_iso_minutes(artifact.origin.at),
        artifact.archived_as.empty() ? "" : ", archived as " + artifact.archived_as);
  }
  if (answer.text.empty()) answer.text = "No artifacts.  clew artifact add PATH   adds one\n";
  answer.text.pop_back();
  answer.data.set("session", ref.id.text);
  answer.data.set("artifacts", list);
  return answer;
}

Result<Answer> show_artifact(Workspace& workspace, const ShowArtifactRequest& request) {
  const auto found = workspace.find_session(Effect::kReads);
  if (!found) return list_open(workspace, found.error());
  const SessionRef& ref = *found;
  CLEW_ASSIGN(const ArtifactVersion version, find_version(workspace, ref, request.path));
  CLEW_ASSIGN(Bytes content, content_of(workspace, version));
  Answer answer;
  answer.data = version_fields(version);
  answer.data.set("session", ref.id.text);
  if (is_utf8(content)) {
    answer.data.set("text", content);
    if (!content.empty() && content.back() == '\n') content.pop_back();
    answer.text = std::move(content);
  } else {
    answer.data.set("bytes", to_hex(content));
    answer.text =
        fmt::format("{} is not text ({} bytes)\nnext  clew artifact restore {} --out FILE",
                    version.path, version.size, shell_word(version.path));
  }
  return answer;
}

Result<Answer> show_artifact_history(Workspace& workspace, const ArtifactHistoryRequest& request) {
  const auto found = workspace.find_session(Effect::kReads);
  if (!found) return list_open(workspace, found.error());
  const SessionRef& ref = *found;
  CLEW_ASSIGN(const NamedArtifact artifact, find_artifact(workspace, ref, request.path));
  Answer answer;
  Value list = Value::list();
  for (const auto& version : artifact.versions) {
    list.push(version_fields(version));
    answer.text += fmt::format(
        "{}  {}  {}  {} bytes  {}  event {}\n", version.version, to_iso_minutes(version.at),
        one_line(version.actor.text), version.size,
        version.content.empty() ? "[redacted]" : version.content.brief(), version.seq.number);
  }
  answer.text.pop_back();
  answer.data.set("session", ref.id.text);
  answer.data.set("path", artifact.path);
  answer.data.set("versions", list);
  return answer;
}

}  // namespace clew
