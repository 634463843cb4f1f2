#include "command/convert/import_sessions.h"

#include <fmt/format.h>

#include <map>

#include "agent_client/transcript/find_transcripts.h"
#include "agent_client/transcript/recognise.h"
#include "base/shell_word.h"
#include "command/convert/import_answer.h"
#include "command/convert/import_log.h"
#include "command/convert/import_pipeline.h"
#include "command/convert/import_transcripts.h"
#include "command/verb.h"
#include "dialect/registry.h"
#include "discovery/find_dialect_files.h"
#include "discovery/known_workflows.h"
#include "engine/context.h"
#include "engine/idempotency.h"
#include "engine/log/own_log.h"
#include "engine/session_list.h"
#include "store/at_once.h"
#include "store/store_factory.h"

namespace clew {
namespace {

// What `clew import` finds at a path, in the dialects and in transcripts.

// What the person said the files are; nothing: told by their content.
struct ImportKind {
  const Dialect* dialect = nullptr;
  const TranscriptFormat* transcript = nullptr;
};

// What is done with what is found at a path: its sessions, then its transcripts.
struct ImportVisit {
  std::function<void(size_t)> expect = {};  // how many there are by their names; may be told twice
  FoundVisitor session = {};
  std::function<Status(const FoundTranscript&)> transcript = {};
};

// In pieces: transcripts are long.
Result<Hash> hash_of_file(FileSystem& files, const std::string& path) {
  CLEW_ASSIGN(const auto file, files.open_file(path));
  Hasher hasher;
  Bytes piece(size_t{256} << 10, '\0');
  for (uint64_t offset = 0;;) {
    CLEW_ASSIGN(const size_t got, file->read(offset, piece));
    if (got == 0) return hasher.finish();
    hasher.add(BytesView(piece).substr(0, got));
    offset += got;
  }
}

// kInvalid when there is nothing of that kind.
Status visit_imports(Workspace& workspace, const std::string& path, const ImportKind& kind,
                     const ImportVisit& visit) {
  std::vector<FoundTranscript> spoken;
  if (kind.dialect == nullptr) {
    CLEW_ASSIGN(spoken,
                find_transcripts(workspace.files(), caller_path(workspace, path), kind.transcript));
  }
  if (visit.expect) visit.expect(spoken.size());
  const auto info = workspace.files().info(caller_path(workspace, path));
  const bool is_transcript = !spoken.empty() && info && info->kind == FileKind::kFile;
  if (!kind.transcript && !is_transcript) {
    Lookup lookup{all_dialects(), DialectChoice::kDetected,
                  "a transcript of " + transcript_clients()};
    if (kind.dialect != nullptr) lookup = {{kind.dialect}, DialectChoice::kNamed};
    Status taken = success();
    const auto take = [&](FoundSession found) { return taken = visit.session(std::move(found)); };
    const Status visited = visit_dialect_files(workspace, lookup, path, take, visit.expect);
    if (!taken) return taken;
    // A folder of transcripts need not hold anything else.
    if (!visited && spoken.empty()) return visited.error();
  } else if (kind.transcript && spoken.empty()) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("there is no {} transcript in {}", kind.transcript->client, path),
                      path, "clew import " + shell_word(path));
  }
  for (const auto& each : spoken) CLEW_TRY(visit.transcript(each));
  return success();
}

// For a request with a key: the same key with other contents is another request.
Status count_contents(Workspace& workspace, const std::string& path, const ImportKind& kind) {
  ImportVisit visit;
  visit.session = [&](const FoundSession& found) {
    for (const auto& file : found.files.files) {
      workspace.count_as_request(file.path);
      workspace.count_as_request(file.text);
    }
    return success();
  };
  visit.transcript = [&](const FoundTranscript& found) -> Status {
    for (const auto& file : found.files) {
      CLEW_ASSIGN(const Hash content, hash_of_file(workspace.files(), file.path));
      workspace.count_as_request(content.view());
    }
    return success();
  };
  return visit_imports(workspace, path, kind, visit);
}

// For `clew import`: the sessions of another store, or of one whose schema clew refuses. Only
// events and the contents they name are read, and every hash is checked before anything is kept.
class StoreSections {
 public:
  explicit StoreSections(EventStore& store) : store_(store) {}

  Result<std::vector<LogSection>> read() {
    ListQuery query;
    query.archived = true;
    query.limit = kEverySession;
    CLEW_ASSIGN(const auto summaries, store_.list(query));
    for (const auto& summary : summaries) summaries_[summary.id] = &summary;
    for (const auto& summary : summaries) CLEW_TRY(add(summary));
    return std::move(sections_);
  }

 private:
  // Sessions that it was forked from come first; each once.
  Status add(const SessionSummary& summary) {
    std::vector<const SessionSummary*> line;
    for (const SessionSummary* at = &summary; at != nullptr && summaries_.erase(at->id) > 0;) {
      line.push_back(at);
      const auto parent = summaries_.find(at->parent);
      at = parent == summaries_.end() ? nullptr : parent->second;
    }
    for (auto each = line.rbegin(); each != line.rend(); ++each) {
      if (!(*each)->forgotten) CLEW_TRY(add_section(**each));
    }
    return success();
  }

  Status add_section(const SessionSummary& summary) {
    LogSection section;
    CLEW_ASSIGN(section.events, own_events(store_, summary.id));
    if (section.events.empty()) return success();
    CLEW_ASSIGN(section.opening.session, store_.hashed_id(summary.id));
    if (section.opening.session != summary.id) section.opening.handle = summary.id;
    if (!summary.parent.empty()) {
      section.opening.fork =
          Fork{summary.parent, Seq{section.events.front().header.seq.number - 1}};
    }
    CLEW_ASSIGN(const auto contents, contents_of(store_, section.events));
    for (const Hash& hash : contents) {
      CLEW_ASSIGN(Bytes bytes, store_.blob(hash));
      section.contents.push_back({hash, std::move(bytes)});
    }
    sections_.push_back(std::move(section));
    return success();
  }

  EventStore& store_;
  std::map<SessionId, const SessionSummary*> summaries_;  // not added yet
  std::vector<LogSection> sections_;
};

// Whether a file begins like a SQLite database.
bool is_store_file(std::string_view start) {
  return start.starts_with(std::string_view("SQLite format 3\0", 16));
}

Result<Answer> import_store(Workspace& workspace, const std::string& file) {
  StoreLocation location;
  location.address = caller_path(workspace, file);
  StoreOptions options;
  options.events_alone = true;
  CLEW_ASSIGN(const auto store, workspace.surroundings().stores->open(location, options));
  CLEW_ASSIGN(const auto sections, StoreSections(*store).read());
  if (sections.empty()) {
    return make_error(ErrorCode::kInvalid, "this store has no sessions", file,
                      "clew list --all --store FILE");
  }
  return import_sections(workspace, sections);
}

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
