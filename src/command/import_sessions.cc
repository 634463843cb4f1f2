#include "command/import_sessions.h"

#include <fmt/format.h>

#include <algorithm>

#include "command/append_in_turn.h"
#include "command/attach_view.h"
#include "command/dialect_files.h"
#include "command/disk_answers.h"
#include "command/find_imports.h"
#include "command/finding_words.h"
#include "command/import_log.h"
#include "command/import_transcripts.h"
#include "command/keyed_answer.h"
#include "command/read_ahead.h"
#include "command/secrets.h"
#include "command/shown_sessions.h"
#include "command/workspace.h"
#include "command/write_out.h"
#include "dialect/carry.h"
#include "dialect/json.h"
#include "dialect/registry.h"
#include "files/whole_file.h"
#include "session/merge_edit.h"

namespace clew {
namespace {

// Sessions committed together: a sync costs more than a session.
constexpr size_t kBatch = 256;

// What is remembered of an import, to know the files again.
struct KnownFile {
  std::string path;
  Hash digest;
  static constexpr auto fields() {
    return field_list(field(1, "path", &KnownFile::path), field(2, "digest", &KnownFile::digest));
  }
};
struct KnownImport {
  SessionId session;
  std::string folder;
  std::vector<KnownFile> files;
  static constexpr auto fields() {
    return field_list(field(1, "session", &KnownImport::session),
                      field(2, "folder", &KnownImport::folder),
                      field(3, "files", &KnownImport::files));
  }
};

std::string known_key(const FoundSession& found, const Reading& reading) {
  return fmt::format("imported:{}:{}", found.dialect->name(), reading.entry);
}

std::vector<KnownFile> digests_of(const FileSet& files) {
  std::vector<KnownFile> out;
  for (const auto& file : files.files) out.push_back({file.path, sha256(file.text)});
  return out;
}

bool same_files(const std::vector<KnownFile>& a, const std::vector<KnownFile>& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](const KnownFile& x, const KnownFile& y) {
           return x.path == y.path && x.digest == y.digest;
         });
}

Result<std::vector<KnownImport>> load_known(Workspace& workspace, const std::string& key) {
  CLEW_ASSIGN(const std::string text, workspace.store().setting(key));
  std::vector<KnownImport> known;
  if (text.empty()) return known;
  CLEW_ASSIGN(const Value tree, parse_json(text));
  CLEW_TRY(from_value(tree, known, key));
  return known;
}

Status remember(WriteTurn& turn, const std::string& key, std::vector<KnownImport> known,
                const SessionId& session, const FoundSession& found,
                const std::vector<KnownFile>& digests) {
  std::erase_if(known, [&](const KnownImport& each) { return each.session == session; });
  known.push_back({session, found.folder, digests});
  for (size_t i = 0; i < digests.size(); ++i) {
    CLEW_TRY(turn.put_blob({digests[i].digest, found.files.files[i].text}, session));
  }
  return turn.put_setting(key, write_json(to_value(known)));
}

void add_secret_findings(const FoundSession& found, Findings& findings) {
  for (const auto& file : found.files.files) {
    for (const auto& secret : find_secrets(file.text)) {
      Finding finding;
      finding.severity = Severity::kWarning;
      finding.rule = std::string(found.dialect->name()) + ".secret";
      finding.message =
          fmt::format("this looks like a secret ({}); it is kept as it is", secret.kind);
      finding.next = "clew redact SEQ";
      finding.file = file.path;
      finding.position = position_at(file.text, secret.start);
      findings.push_back(std::move(finding));
    }
  }
}

// Pure: done ahead, on any thread.
Readings read_found(const FoundSession& found) {
  Readings readings = found.dialect->read(found.files);
  add_secret_findings(found, readings.findings);
  return readings;
}

Session whole_reading(const FoundSession& found, const Reading& reading, Findings& findings) {
  const auto carried = find_carried(*found.dialect, found.files);
  if (!carried) return reading.session;
  const Dialect* from = carried->dialect.empty() ? nullptr : find_dialect(carried->dialect);
  return with_carried(*found.dialect, reading, *carried, from, findings);
}

class Importer {
 public:
  using What = ImportedSession::What;

  explicit Importer(Workspace& workspace) : workspace_(workspace) {}

  Status take(const FoundSession& found, Readings readings) {
    if (readings.sessions.empty()) {
      refused_.push_back(found.folder + "/" + found.place.files.front());
      refusals_.insert(refusals_.end(), readings.findings.begin(), readings.findings.end());
      return success();
    }
    tell_disk(workspace_.files(), found, readings);
    for (const auto& reading : readings.sessions) {
      if (!turn_) {
        CLEW_ASSIGN(turn_, workspace_.store().begin_write(kWriteDeadline));
      }
      CLEW_ASSIGN(ImportedSession taken, take_one(found, reading));
      taken.findings.insert(taken.findings.end(), readings.findings.begin(),
                            readings.findings.end());
      readings.findings.clear();
      taken_.push_back(std::move(taken));
      if (++in_turn_ >= kBatch) CLEW_TRY(commit());
    }
    return success();
  }

  Status commit() {
    if (!turn_) return success();
    CLEW_TRY(turn_->commit());
    turn_.reset();
    in_turn_ = 0;
    return success();
  }

  const std::vector<ImportedSession>& taken() const { return taken_; }
  const std::vector<std::string>& refused() const { return refused_; }
  const Findings& refusals() const { return refusals_; }

 private:
  Result<ImportedSession> take_one(const FoundSession& found, const Reading& reading) {
    ImportedSession taken{found.dialect->name(), reading.entry, {}, {}, What::kNew, {}, {}, {}};
    CLEW_ASSIGN(const auto shown, shown_.find(found, reading.entry));
    if (shown) {
      // Its own view: what was changed there by hand comes in with its next command.
      CLEW_ASSIGN(const Loaded loaded, turn_->load(*shown));
      taken.id = *shown;
      taken.head = loaded.head;
      taken.what = What::kKnown;
      return taken;
    }
    const std::string key = known_key(found, reading);
    CLEW_ASSIGN(auto known, load_known(workspace_, key));
    const auto digests = digests_of(found.files);
    for (const auto& each : known) {
      const bool same = same_files(each.files, digests);
      if (!same && each.folder != found.folder) continue;
      CLEW_ASSIGN(const Loaded loaded, turn_->load(each.session));
      taken.id = each.session;
      taken.head = loaded.head;
      taken.what = What::kKnown;
      if (same) return taken;
      CLEW_ASSIGN(taken.head, bring_up_to_date(found, reading, each, loaded));
      if (taken.head.seq != loaded.head.seq) taken.what = What::kChanged;
      CLEW_TRY(remember(*turn_, key, known, taken.id, found, digests));
      return taken;
    }
    Session told = whole_reading(found, reading, taken.findings);
    if (told.identity.project.empty()) {
      told.identity.project = workspace_.project().id;
      if (told.identity.project_path.empty()) {
        told.identity.project_path = workspace_.project().root;
      }
    }
    CLEW_ASSIGN(const Done done, workspace_.adopt(*turn_, told, ActorId("import:" + taken.source)));
    taken.id = done.after.identity.id;
    taken.head = done.head;
    CLEW_TRY(remember(*turn_, key, known, taken.id, found, digests));
    return taken;
  }

  // The files were changed since they were imported: what changed is brought into the session.
  Result<Head> bring_up_to_date(const FoundSession& found, const Reading& reading,
                                const KnownImport& known, const Loaded& loaded) {
    FileSet before;
    for (const auto& file : known.files) {
      CLEW_ASSIGN(Bytes text, workspace_.store().blob(file.digest));
      before.files.push_back({file.path, std::move(text)});
    }
    const Readings then = found.dialect->read(before);
    const auto base =
        std::find_if(then.sessions.begin(), then.sessions.end(),
                     [&](const Reading& each) { return each.entry == reading.entry; });
    if (base == then.sessions.end()) return loaded.head;
    auto merged = merge_edit(base->session, reading.session, loaded.session,
                             [&](const Session& session, const Step& step) {
                               return found.dialect->step_name(session, step);
                             });
    if (merged.drafts.empty()) return loaded.head;
    return workspace_.append_told(*turn_, known.session, loaded, std::move(merged.drafts),
                                  ActorId(fmt::format("import:{}", found.dialect->name())));
  }

  Workspace& workspace_;
  std::unique_ptr<WriteTurn> turn_;
  size_t in_turn_ = 0;
  ShownSessions shown_{workspace_.store()};
  std::vector<ImportedSession> taken_;
  std::vector<std::string> refused_;
  Findings refusals_;
};

// A log says so in its first line.
bool is_log(const std::string& text) { return text.starts_with("{\"clew_log\""); }

}  // namespace

Result<Answer> import_sessions(Workspace& workspace, const ImportRequest& request) {
  ImportKind kind;
  kind.transcript = enum_from<TranscriptFormat>(request.dialect);
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
    }
  }
  std::vector<ImportSource> sources;
  for (const auto& path : request.paths) {
    CLEW_ASSIGN(ImportSource source, find_imports(workspace, path, kind));
    if (!workspace.caller().key.empty()) CLEW_TRY(count_contents(workspace, source));
    sources.push_back(std::move(source));
  }
  const KeyedAnswer key(workspace);
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  Importer importer(workspace);
  TranscriptImporter transcripts(workspace, kind.transcript ? TranscriptImporter::Recorded::kAnyway
                                                            : TranscriptImporter::Recorded::kLeft);
  for (auto& [found, spoken] : sources) {
    const size_t all = found.size() + spoken.size();
    size_t done = 0;
    const auto show = [&] {
      if (workspace.caller().progress) workspace.caller().progress(++done, all);
    };
    ReadAhead ahead(found, read_found);
    for (size_t i = 0; i < found.size(); ++i) {
      CLEW_TRY(importer.take(found[i], ahead.take(i)));
      show();
    }
    // Transcripts take turns of their own: reading one may be long.
    CLEW_TRY(importer.commit());
    for (const auto& each : spoken) {
      CLEW_TRY(transcripts.take(each));
      show();
    }
  }
  auto taken = importer.taken();
  taken.insert(taken.end(), transcripts.taken().begin(), transcripts.taken().end());
  auto refused = importer.refused();
  refused.insert(refused.end(), transcripts.refused().begin(), transcripts.refused().end());
  Findings refusals = importer.refusals();
  refusals.insert(refusals.end(), transcripts.refusals().begin(), transcripts.refusals().end());
  Answer answer = import_answer(taken, refused, refusals);
  if (answer.refusal && importer.taken().empty() && transcripts.taken().empty()) {
    return *answer.refusal;
  }
  CLEW_TRY(key.keep_alone(answer));  // importing the same again before this would change nothing
  return answer;
}

}  // namespace clew
