#include "command/artifact/add_artifact.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/quote.h"
#include "base/shell_word.h"
#include "dialect/attribute_names.h"
#include "dialect/fixed_plan.h"
#include "engine/dialect_steps.h"
#include "engine/reply.h"
#include "engine/session_view.h"
#include "engine/work_files/keep_artifact.h"
#include "engine/work_files/step_artifacts.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

// Of the files just kept, those that a plan may follow from.
std::vector<Blob> plan_texts(Workspace& workspace, const Dialect* dialect,
                             const std::vector<std::string>& paths) {
  std::vector<Blob> texts;
  const FixedPlan* plan = dialect == nullptr ? nullptr : dialect->fixed_plan();
  if (plan == nullptr) return texts;
  const auto names = plan->plan_files();
  for (const auto& path : paths) {
    if (std::find(names.begin(), names.end(), last_part_of(path)) == names.end()) continue;
    auto text = read_whole_file(workspace.files(), caller_path(workspace, path), kMaxArtifact);
    if (!text) continue;
    const Hash hash = sha256(*text);
    texts.push_back({hash, std::move(*text)});
  }
  return texts;
}

// A file that is kept again is referred to again, also where the reference was set to null.
void refer_again(const Dialect* dialect, const Step& owner, std::vector<Intent>& intents) {
  if (dialect == nullptr) return;
  for (const auto& field : artifact_fields(*dialect)) {
    const auto found = std::find_if(
        owner.attributes.begin(), owner.attributes.end(),
        [&](const Attribute& each) { return each.key == field.key && each.value.is_null(); });
    if (found == owner.attributes.end()) continue;
    AttributeSet drop;
    drop.owner = owner.id == kRoot ? AttributeOwner::kSession : AttributeOwner::kStep;
    drop.step = owner.id;
    drop.key = field.key;
    intents.push_back(RecordFact{drop, {}});
  }
}

}  // namespace

Result<Answer> add_artifact(Workspace& workspace, const AddArtifactRequest& request) {
  std::vector<ArtifactAdded> kept;
  for (const auto& path : request.paths) {
    CLEW_ASSIGN(ArtifactAdded artifact,
                keep_artifact(workspace, path, "clew artifact add " + shell_words(request.paths)));
    kept.push_back(std::move(artifact));
  }
  CLEW_ASSIGN(const Done done,
              workspace.execute([&](const Session& session) -> Result<std::vector<Intent>> {
                CLEW_ASSIGN(const std::optional<StepId> step, optional_step(session, request.step));
                std::vector<Intent> intents;
                std::set<StepId> owners{kRoot};
                for (const auto& artifact : kept) {
                  const auto owner = step ? step : owner_of_file(workspace, session, artifact.path);
                  intents.push_back(RecordFact{artifact, owner});
                  owners.insert(owner.value_or(current_step(session, workspace.caller().actor)));
                }
                CLEW_ASSIGN(const Dialect* dialect, dialect_of(workspace, session));
                for (const StepId owner : owners) {
                  refer_again(dialect, session.steps[owner.number], intents);
                }
                return with_further_steps(workspace, dialect, session, std::move(intents),
                                          plan_texts(workspace, dialect, request.paths));
              }));
  Value list = Value::list();
  std::vector<std::string> lines;
  std::optional<Session> session;  // as it was
  for (const auto& event : done.events) {
    // A plan that follows from the file, such as an outline's.
    if (const auto* named = get_if<StepRestored>(&event.data); named && named->record) {
      if (!session) {
        CLEW_ASSIGN(session, workspace.before(done));
      }
      const Step* before = session->find(named->step);
      if (before == nullptr || before->title == named->record->title) continue;
      lines.push_back(fmt::format("step {} is now {}", number_of(done.after, named->step),
                                  quote(named->record->title)));
    }
    const auto* added = get_if<ArtifactAdded>(&event.data);
    if (added == nullptr) continue;
    Value fields = Value::object();
    fields.set("path", added->path);
    fields.set("version", added->version);
    fields.set("size", added->size);
    fields.set("content", added->content.hex());
    list.push(fields);
    lines.push_back(
        fmt::format("kept {} as version {}, {} bytes", added->path, added->version, added->size));
  }
  Answer answer = said(workspace, done, Saying(std::move(lines)));
  answer.data.set("artifacts", list);
  return answer;
}

}  // namespace clew
