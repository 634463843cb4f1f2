#include "command/convert/import_sessions.h"

#include "agent_client/transcript/recognise.h"
#include "command/convert/find_imports.h"
#include "command/convert/import_log.h"
#include "command/convert/import_pipeline.h"
#include "command/convert/import_store.h"
#include "command/convert/import_transcripts.h"
#include "dialect/registry.h"
#include "discovery/known_workflows.h"
#include "engine/context.h"
#include "engine/idempotency.h"

namespace clew {
namespace {

// A log says so in its first line.
bool is_log(const std::string& text) { return text.starts_with("{\"clew_log\""); }

// How far it is, of how many; more may be found than their names promised, and then nobody knows.
class ImportProgress {
 public:
  explicit ImportProgress(Workspace& workspace) : workspace_(workspace) {}

  void expect(size_t more) { expected_ += more; }
  void show() {
    ++done_;
    const size_t total = done_ <= expected_ ? expected_ : 0;
    if (workspace_.caller().progress) workspace_.caller().progress(done_, total);
  }

 private:
  Workspace& workspace_;
  size_t done_ = 0;
  size_t expected_ = 0;
};

}  // namespace

Result<Answer> import_sessions(Workspace& workspace, const ImportRequest& request) {
  ImportKind kind;
  kind.transcript = find_transcript_format(request.dialect);
  if (!request.dialect.empty() && !kind.transcript) {
    const auto named = dialect_named(request.dialect);
    if (!named) return with_transcripts(named.error());
    kind.dialect = *named;
  }
  if (request.dialect.empty() && request.paths.size() == 1) {
    const std::string& path = request.paths.front();
    if (path == "-") return import_log(workspace, path);
    const auto info = workspace.files().info(caller_path(workspace, path));
    if (info && info->kind == FileKind::kFile) {
      const auto file = workspace.files().open_file(caller_path(workspace, path));
      std::string start(16, '\0');
      const auto got = file ? (*file)->read(0, start) : Result<size_t>(file.error());
      if (got && is_log(start.substr(0, *got))) return import_log(workspace, path);
      if (got && is_store_file(start)) return import_store(workspace, path);
    }
  }
  KnownWorkflows workflows;
  CLEW_TRY(workflows.add(workspace, request.workflow,
                         [&](BytesView text) { workspace.count_as_request(text); }));
  if (!workspace.caller().key.empty()) {
    for (const auto& path : request.paths) CLEW_TRY(count_contents(workspace, path, kind));
  }
  const KeyedAnswer key(workspace);
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  ImportProgress progress(workspace);
  Importer importer(workspace, [&] { progress.show(); });
  TranscriptImporter transcripts(workspace, kind.transcript ? TranscriptImporter::Recorded::kAnyway
                                                            : TranscriptImporter::Recorded::kLeft);
  ImportVisit visit;
  visit.expect = [&](size_t count) { progress.expect(count); };
  visit.session = [&](FoundSession found) {
    workflows.tell(found);
    return importer.add(std::move(found));
  };
  visit.transcript = [&](const FoundTranscript& found) -> Status {
    // Transcripts take turns of their own: reading one may be long.
    CLEW_TRY(importer.finish());
    CLEW_TRY(transcripts.take(found));
    progress.show();
    return success();
  };
  std::optional<Error> empty;  // the first path with nothing in it; the others are taken in still
  for (const auto& path : request.paths) {
    const Status visited = visit_imports(workspace, path, kind, visit);
    CLEW_TRY(importer.finish());
    if (visited) continue;
    const ErrorCode code = visited.error().code;
    if (code != ErrorCode::kInvalid && code != ErrorCode::kNotFound) return visited.error();
    if (!empty) empty = visited.error();
  }
  auto taken = importer.taken();
  taken.insert(taken.end(), transcripts.taken().begin(), transcripts.taken().end());
  auto refused = importer.refused();
  refused.insert(refused.end(), transcripts.refused().begin(), transcripts.refused().end());
  Findings refusals = importer.refusals();
  refusals.insert(refusals.end(), transcripts.refusals().begin(), transcripts.refusals().end());
  Answer answer = import_answer(taken, refused, refusals);
  if (empty && !answer.refusal) answer.refusal = empty;
  if (answer.refusal && taken.empty()) return *answer.refusal;
  CLEW_TRY(key.keep_alone(answer));  // importing the same again before this would change nothing
  return answer;
}

}  // namespace clew
