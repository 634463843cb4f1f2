#include "command/convert/import_pipeline.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.h"
#include "base/shell_word.h"
#include "command/convert/named_files.h"
#include "dialect/redacted_text.h"
#include "dialect/registry.h"
#include "discovery/disk_questions.h"
#include "document/finding_text.h"
#include "engine/append.h"
#include "engine/session_id.h"
#include "session/merge/merge_edit.h"
#include "view/lost_lines.h"
#include "view/repair_writer.h"

namespace clew {
namespace {

// Sessions committed together: a sync costs more than a session.
constexpr size_t kBatch = 256;
constexpr size_t kAhead = 64;
constexpr size_t kMaxBytesAhead = size_t{64} << 20;
// What is larger is let go at once, and not when its slot is used again.
constexpr size_t kKeptBytes = size_t{1} << 18;

size_t bytes_of(const FileSet& files) {
  size_t bytes = 0;
  for (const auto& file : files.files) bytes += file.text.size();
  return bytes;
}

// The fault of the files; anything else is trouble with the store.
bool is_their_own(ErrorCode code) {
  return code == ErrorCode::kInvalid || code == ErrorCode::kNotFound;
}

// The files with the mark of what was redacted out of them when they were imported before.
FileSet covered(const KnownImport& known, const FileSet& before, FileSet now) {
  for (auto& file : now.files) {
    const NamedFile* base = before.find(file.path);
    const auto kept = std::find_if(known.files.begin(), known.files.end(),
                                   [&](const KnownFile& each) { return each.path == file.path; });
    if (base == nullptr || kept == known.files.end() || kept->base.empty()) continue;
    file.text = cover(*base, file.text);
  }
  return now;
}

// Without what a person said besides the files.
const Dialect* plain_dialect(const FoundSession& found) {
  return find_dialect(found.dialect->name());
}

// The step of one session in another; the session itself where that lacks it.
StepId same_step(const Dialect& dialect, const Session& from, StepId step, const Session& to) {
  const Step* wanted = from.find(step);
  if (wanted == nullptr || step == kRoot) return kRoot;
  const std::string name = dialect.step_name(from, *wanted);
  for (const auto& each : to.steps) {
    if (!each.removed && each.id != kRoot && dialect.step_name(to, each) == name) return each.id;
  }
  return kRoot;
}

Finding text_is_gone(const FoundSession& found) {
  Finding finding;
  finding.severity = Severity::kWarning;
  finding.rule = fmt::format("{}.redacted", found.dialect->name());
  finding.message =
      "its previous text was redacted, so changes since then are unknown; changes from now on are "
      "imported";
  finding.file = found.location.files.front();
  return finding;
}

}  // namespace

Importer::Importer(Workspace& workspace, std::function<void()> taken_one)
    : workspace_(workspace),
      taken_one_(std::move(taken_one)),
      ahead_(kAhead, [this](FoundFiles& files, ReadyFiles& ready) {
        make_ready(files, *ground_, ids_, ready);
      }) {}

Status Importer::add(FoundSession found) {
  if (!ground_) {
    const auto& project = workspace_.project();
    ground_.emplace(ImportSurroundings{workspace_.files(), project.id, project.root,
                                       workspace_.surroundings().device, workspace_.now()});
  }
  while (ahead_.full() || (!ahead_.empty() && bytes_ahead_ > kMaxBytesAhead)) {
    CLEW_TRY(take_next());
  }
  bytes_ahead_ += bytes_of(found.files);
  FoundFiles files{std::move(found), workspace_.random(kSeedBytes), FoundFiles::Depth::kTell};
  // By the name it has; whether it is true is seen when it is taken.
  const std::string& entry = files.found.location.entry;
  if (!entry.empty()) {
    CLEW_ASSIGN(const std::string known,
                workspace_.store().setting(import_setting(files.found.dialect->name(), entry)));
    if (!known.empty()) files.depth = FoundFiles::Depth::kRead;
  }
  ahead_.add(std::move(files));
  return success();
}

Status Importer::finish() {
  while (!ahead_.empty()) CLEW_TRY(take_next());
  return commit();
}

Status Importer::take_next() {
  ReadyFiles& ready = ahead_.take();
  const size_t bytes = bytes_of(ready.found.files);
  bytes_ahead_ -= bytes;
  CLEW_TRY(take(ready));
  if (bytes > kKeptBytes) ready = ReadyFiles();
  if (taken_one_) taken_one_();
  return success();
}

Status Importer::take(ReadyFiles& ready) {
  if (ready.readings.sessions.empty()) {
    refuse(ready, nullptr);
    return success();
  }
  tell_disk(workspace_, ready.found, ready.readings);
  CLEW_ASSIGN(transaction_, batch_.part());
  std::vector<Known> known;
  bool any_known = false;
  for (const auto& reading : ready.readings.sessions) {
    CLEW_ASSIGN(
        known.emplace_back(),
        known_imports(*transaction_, import_setting(ready.found.dialect->name(), reading.entry)));
    any_known = any_known || !known.back().empty();
  }
  // New ones were checked before the first row; the others may fail on the way.
  if (any_known) CLEW_TRY(transaction_->begin_part());
  const Status done = take_all(ready, known);
  if (!done && !is_their_own(done.error().code)) return done;
  if (any_known) CLEW_TRY(transaction_->end_part(done ? PartEnd::kKept : PartEnd::kTakenBack));
  if (!done) refuse(ready, &done.error());
  return in_batch_ >= kBatch ? commit() : success();
}

Status Importer::take_all(ReadyFiles& ready, const std::vector<Known>& known) {
  if (ready.refusal) return *ready.refusal;
  std::vector<ImportedSession> all;
  for (size_t i = 0; i < known.size(); ++i) {
    CLEW_ASSIGN(ImportedSession taken, take_one(ready, i, known[i]));
    all.push_back(std::move(taken));
  }
  auto& said = all.front().findings;
  const auto& found = ready.readings.findings;
  said.insert(said.end(), found.begin(), found.end());
  in_batch_ += all.size();
  std::move(all.begin(), all.end(), std::back_inserter(taken_));
  return success();
}

Result<ImportedSession> Importer::take_one(ReadyFiles& ready, size_t index, const Known& known) {
  using What = ImportedSession::What;
  const FoundSession& found = ready.found;
  const std::string entry = ready.readings.sessions[index].entry;
  const std::string key = import_setting(found.dialect->name(), entry);
  ImportedSession taken{found.dialect->name(), entry, {}, {}, What::kNew, {}, {}, {}};
  CLEW_ASSIGN(const auto shown, shown_.find(found, entry));
  if (shown) {
    // Its own view: what was changed there by hand comes in with its next command.
    CLEW_ASSIGN(const Loaded loaded, transaction_->load(*shown));
    taken.id = *shown;
    taken.head = loaded.head;
    taken.what = What::kKnown;
    return taken;
  }
  std::vector<KnownFile> digests = ready.digests;
  const auto remember = [&] {
    return remember_import(*transaction_, key, known, {taken.id, found.folder, digests});
  };
  if (const KnownImport* base = find_import(known, found.folder, ready.digests)) {
    CLEW_ASSIGN(const Loaded loaded, transaction_->load(base->session));
    taken.id = base->session;
    taken.head = loaded.head;
    taken.what = What::kKnown;
    if (base->files == ready.digests && found.dialect == plain_dialect(found)) return taken;
    CLEW_ASSIGN(const auto before, text_before(*base));
    if (!before) {
      taken.findings.push_back(text_is_gone(found));
      CLEW_TRY(keep_text(taken.id, found.files, digests));
      CLEW_TRY(remember());
      return taken;
    }
    CLEW_TRY(refuse_cut(found, *before));
    const FileSet now = covered(*base, *before, found.files);
    CLEW_ASSIGN(taken.head, bring_up_to_date(ready, index, {*base, *before, now}, loaded));
    if (taken.head.seq != loaded.head.seq) taken.what = What::kChanged;
    CLEW_TRY(keep_text(taken.id, now, digests));
    CLEW_TRY(remember());
    return taken;
  }
  // Known under its name, in another folder: then it was only read.
  if (ready.sessions.empty()) tell(ready, *ground_, ids_);
  if (ready.refusal) return *ready.refusal;
  ReadySession& session = ready.sessions[index];
  CLEW_ASSIGN(taken.head, add_new(ready, session));
  taken.id = session.reported.id;
  taken.findings = std::move(session.findings);
  CLEW_TRY(remember());
  return taken;
}

Result<Head> Importer::add_new(ReadyFiles& ready, ReadySession& session) {
  auto head = transaction_->add_session(session.rows);
  if (head || head.error().code != ErrorCode::kConflict) return head;
  CLEW_ASSIGN(const SessionId id,
              new_session_id(*transaction_, "", session.reported.after.identity.goal,
                             [this] { return workspace_.random(2); }));
  CLEW_TRY(change_id(session, id, ready.random));
  return transaction_->add_session(session.rows);
}

// As the files were imported last. Nothing when that had to go with what was redacted.
Result<std::optional<FileSet>> Importer::text_before(const KnownImport& known) {
  FileSet before;
  for (const auto& file : known.files) {
    auto text = workspace_.store().blob(file.kept());
    if (!text && text.error().code == ErrorCode::kNotFound) return std::optional<FileSet>();
    if (!text) return text.error();
    before.files.push_back({file.path, std::move(*text)});
  }
  return std::optional(std::move(before));
}

// A file that was cut off since it was imported would take back what it no longer says.
Status Importer::refuse_cut(const FoundSession& found, const FileSet& before) const {
  if (workspace_.caller().agreed) return success();
  const Dialect& dialect = *found.dialect;
  const bool is_repaired =
      has_errors(dialect.read(before).findings) && !has_errors(dialect.read(found.files).findings);
  if (is_repaired) return success();
  for (const auto& file : found.files.files) {
    const NamedFile* known = before.find(file.path);
    if (known == nullptr || grows_as(dialect, file.path)) continue;
    const auto end = find_early_end(known->text, file.text);
    if (!end) continue;
    return make_error(
        ErrorCode::kInvalid,
        fmt::format(
            "{} ends after line {} of the {} that were imported: it was cut off, or its end "
            "was deleted; nothing was changed",
            file.path, end->line, end->of),
        file.path,
        fmt::format("clew import {} --yes   if its end was deleted on purpose",
                    shell_word(path_of(found))));
  }
  return success();
}

// `digests` says where the text is kept that is not as in the file.
Status Importer::keep_text(const SessionId& owner, const FileSet& text,
                           std::vector<KnownFile>& digests) {
  for (size_t i = 0; i < digests.size(); ++i) {
    const Hash hash = sha256(text.files[i].text);
    if (hash != digests[i].digest) digests[i].base = hash;
    CLEW_TRY(transaction_->put_blob({hash, text.files[i].text}, owner));
  }
  return success();
}

// The files were changed since they were imported: what changed is brought into the session.
Result<Head> Importer::bring_up_to_date(ReadyFiles& ready, size_t index, const ChangedFiles& files,
                                        const Loaded& loaded) {
  const FoundSession& found = ready.found;
  const KnownImport& known = files.known;
  const std::string entry = ready.readings.sessions[index].entry;
  // What was told is used up.
  if (!ready.sessions.empty()) read_again(ready);
  Readings covered_readings;
  if (files.now != found.files) covered_readings = found.dialect->read(files.now);
  const auto& all = files.now != found.files ? covered_readings.sessions : ready.readings.sessions;
  const auto own = std::find_if(all.begin(), all.end(),
                                [&](const Reading& each) { return each.entry == entry; });
  if (own == all.end()) return loaded.head;
  const Reading& reading = *own;
  const Readings then = plain_dialect(found)->read(files.before);
  const auto base = std::find_if(then.sessions.begin(), then.sessions.end(),
                                 [&](const Reading& each) { return each.entry == reading.entry; });
  if (base == then.sessions.end()) return loaded.head;
  auto merged = merge_edit(base->session, reading.session, loaded.session,
                           [&](const Session& session, const Step& step) {
                             return found.dialect->step_name(session, step);
                           });
  CLEW_TRY(add_named_files(found, reading, loaded.session, merged.drafts));
  if (merged.drafts.empty()) return loaded.head;
  // As of when the files were written: adopting is no work on the session.
  const Time written = std::min(reading.session.last_activity, workspace_.now());
  for (auto& draft : merged.drafts) {
    if (!draft.at && written != Time()) draft.at = written;
  }
  return workspace_.append_reported(*transaction_, known.session, loaded, std::move(merged.drafts),
                                    ActorId(fmt::format("import:{}", found.dialect->name())));
}

// Files of the work that were written since, or that are named for the first time.
Status Importer::add_named_files(const FoundSession& found, const Reading& reading,
                                 const Session& session, Drafts& drafts) {
  Reading now = reading;
  const KeptFiles kept = keep_named_files(workspace_.files(), found, ground_->project_path, now);
  const auto& known = session.artifacts.items;
  for (const auto& artifact : now.session.artifacts.items) {
    if (artifact.content.empty() || !artifact.archived_as.empty()) continue;
    const auto before = std::find_if(known.begin(), known.end(), [&](const Artifact& each) {
      return each.path == artifact.path;
    });
    if (before != known.end() && before->content == artifact.content) continue;
    ArtifactAdded added;
    added.step = same_step(*found.dialect, now.session, artifact.origin.step, session);
    added.path = artifact.path;
    added.content = artifact.content;
    added.size = artifact.size;
    added.version = artifact.version;
    if (before != known.end() && !before->content.empty()) {
      added.version = std::max(added.version, before->version + 1);
    }
    added.seen_from = artifact.seen_from;
    drafts.push_back({std::move(added), {}});
  }
  for (const auto& content : kept.contents) {
    CLEW_TRY(transaction_->put_blob(content, session.identity.id));
  }
  return success();
}

void Importer::refuse(const ReadyFiles& ready, const Error* error) {
  const FoundSession& found = ready.found;
  refused_.push_back(
      path_of(found, error == nullptr ? main_finding(ready.readings.findings) : nullptr));
  Findings said;
  if (error != nullptr) {
    Finding finding;
    finding.rule = fmt::format("{}.refused", found.dialect->name());
    finding.message = error->message;
    finding.next = error->next;
    finding.file = found.location.files.front();
    said.push_back(std::move(finding));
  }
  said.insert(said.end(), ready.readings.findings.begin(), ready.readings.findings.end());
  const auto gone = missing_primary(*found.dialect, found.location, found.files);
  if (said.empty() && gone) said.push_back(*gone);
  // The one that is named first is the one that stands for all.
  if (error == nullptr && !said.empty()) {
    const auto main = said.begin() + (main_finding(said) - said.data());
    std::rotate(said.begin(), main, main + 1);
  }
  std::move(said.begin(), said.end(), std::back_inserter(refusals_));
}

Status Importer::commit() {
  in_batch_ = 0;
  return batch_.commit();
}

}  // namespace clew
