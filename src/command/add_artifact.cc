#include "command/add_artifact.h"

#include <fmt/format.h>

#include "command/keep_artifact.h"
#include "command/said.h"

namespace clew {

Result<Answer> add_artifact(Workspace& workspace, const AddArtifactRequest& request) {
  std::vector<ArtifactAdded> kept;
  for (const auto& path : request.paths) {
    CLEW_ASSIGN(ArtifactAdded artifact, keep_artifact(workspace, path));
    kept.push_back(std::move(artifact));
  }
  CLEW_ASSIGN(const Done done,
              workspace.execute([&](const Session& session) -> Result<std::vector<Wish>> {
                CLEW_ASSIGN(const std::optional<StepId> step, optional_step(session, request.step));
                std::vector<Wish> wishes;
                for (const auto& artifact : kept) wishes.push_back(RecordFact{artifact, step});
                return wishes;
              }));
  Value list = Value::list();
  std::string words;
  for (const auto& event : done.events) {
    const auto* added = std::get_if<ArtifactAdded>(&event.data);
    if (added == nullptr) continue;
    Value fields = Value::object();
    fields.set("path", added->path);
    fields.set("version", added->version);
    fields.set("size", added->size);
    fields.set("content", added->content.hex());
    list.push(fields);
    words += fmt::format("{}kept {} as version {}, {} bytes", words.empty() ? "" : "\n",
                         added->path, added->version, added->size);
  }
  Answer answer = said(workspace, done, words);
  answer.data.set("artifacts", list);
  return answer;
}

}  // namespace clew
