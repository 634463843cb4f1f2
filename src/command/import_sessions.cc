#include "command/import_sessions.h"

#include <fmt/format.h>

#include <algorithm>

#include "command/append_in_turn.h"
#include "command/attach_view.h"
#include "command/dialect_files.h"
#include "command/finding_words.h"
#include "command/import_log.h"
#include "command/secrets.h"
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

struct Taken {
  std::string dialect;
  std::string entry;
  SessionId id;
  Head head;
  enum class What { kNew, kChanged, kKnown } what = What::kNew;
  Findings findings;
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
                const SessionId& session, const FoundSession& found) {
  std::erase_if(known, [&](const KnownImport& each) { return each.session == session; });
  known.push_back({session, found.folder, digests_of(found.files)});
  for (const auto& file : found.files.files) {
    CLEW_TRY(turn.put_blob({sha256(file.text), file.text}, session));
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

Session whole_reading(const FoundSession& found, const Reading& reading) {
  const auto carried = find_carried(*found.dialect, found.files);
  if (!carried) return reading.session;
  const Dialect* from = carried->dialect.empty() ? nullptr : find_dialect(carried->dialect);
  if (from == nullptr && !carried->dialect.empty()) return reading.session;
  return with_carried(*found.dialect, reading, *carried, from);
}

class Importer {
 public:
  explicit Importer(Workspace& workspace) : workspace_(workspace) {}

  Status take(const FoundSession& found) {
    Readings readings = found.dialect->read(found.files);
    add_secret_findings(found, readings.findings);
    if (readings.sessions.empty()) {
      refused_.push_back(found.folder + "/" + found.place.files.front());
      refusals_.insert(refusals_.end(), readings.findings.begin(), readings.findings.end());
      return success();
    }
    for (const auto& reading : readings.sessions) {
      if (!turn_) {
        CLEW_ASSIGN(turn_, workspace_.store().begin_write(kWriteDeadline));
      }
      CLEW_ASSIGN(Taken taken, take_one(found, reading));
      taken.findings = std::move(readings.findings);
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

  const std::vector<Taken>& taken() const { return taken_; }
  const std::vector<std::string>& refused() const { return refused_; }
  const Findings& refusals() const { return refusals_; }

 private:
  Result<Taken> take_one(const FoundSession& found, const Reading& reading) {
    const std::string key = known_key(found, reading);
    CLEW_ASSIGN(auto known, load_known(workspace_, key));
    const auto digests = digests_of(found.files);
    Taken taken{found.dialect->name(), reading.entry, {}, {}, Taken::What::kNew, {}};
    for (const auto& each : known) {
      const bool same = same_files(each.files, digests);
      if (!same && each.folder != found.folder) continue;
      CLEW_ASSIGN(const Loaded loaded, turn_->load(each.session));
      taken.id = each.session;
      taken.head = loaded.head;
      taken.what = Taken::What::kKnown;
      if (same) return taken;
      CLEW_ASSIGN(taken.head, bring_up_to_date(found, reading, each, loaded));
      if (taken.head.seq != loaded.head.seq) taken.what = Taken::What::kChanged;
      CLEW_TRY(remember(*turn_, key, known, taken.id, found));
      return taken;
    }
    Session told = whole_reading(found, reading);
    if (told.identity.project.empty()) {
      told.identity.project = workspace_.project().id;
      if (told.identity.project_path.empty()) {
        told.identity.project_path = workspace_.project().root;
      }
    }
    CLEW_ASSIGN(const Done done,
                workspace_.adopt(*turn_, told, ActorId("import:" + taken.dialect)));
    taken.id = done.after.identity.id;
    taken.head = done.head;
    CLEW_TRY(remember(*turn_, key, known, taken.id, found));
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
  std::vector<Taken> taken_;
  std::vector<std::string> refused_;
  Findings refusals_;
};

std::string counted(const Findings& findings) {
  const auto errors = std::count_if(findings.begin(), findings.end(), [](const Finding& each) {
    return each.severity == Severity::kError;
  });
  const auto warnings = std::count_if(findings.begin(), findings.end(), [](const Finding& each) {
    return each.severity == Severity::kWarning;
  });
  std::string text;
  if (errors > 0) text += fmt::format(" · {} error{}", errors, errors == 1 ? "" : "s");
  if (warnings > 0) text += fmt::format(" · {} warning{}", warnings, warnings == 1 ? "" : "s");
  return text;
}

// One line a rule; `clew validate` has them all.
std::string finding_lines(const Findings& findings) {
  std::string text;
  for (size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    const auto same_rule = [&](const Finding& each) { return each.rule == finding.rule; };
    const auto begin = findings.begin();
    const bool told = std::any_of(begin, begin + static_cast<long>(i), same_rule);
    if (told || finding.severity == Severity::kNote) continue;
    const auto more = std::count_if(begin, findings.end(), same_rule) - 1;
    text += "\n  " + finding_line(finding);
    if (more > 0) text += fmt::format(" (+{} more)", more);
  }
  return text;
}

Answer answer_for(const Importer& importer) {
  static constexpr const char* kWords[] = {"imported", "brought up to date", "already here"};
  Answer answer;
  Value list = Value::list();
  bool changed = false;
  for (const auto& each : importer.taken()) {
    const auto what = static_cast<size_t>(each.what);
    changed = changed || each.what != Taken::What::kKnown;
    Value fields = Value::object();
    fields.set("session", each.id.text);
    fields.set("dialect", each.dialect);
    fields.set("entry", each.entry);
    fields.set("seq", each.head.seq.number);
    fields.set("hash", each.head.hash.hex());
    fields.set("changed", each.what != Taken::What::kKnown);
    fields.set("findings", findings_fields(each.findings));
    list.push(std::move(fields));
    answer.text += fmt::format("{}{}  {} · {} {}{}", answer.text.empty() ? "" : "\n", each.id.text,
                               kWords[what], each.dialect, each.entry, counted(each.findings));
    answer.text += finding_lines(each.findings);
  }
  if (!importer.taken().empty()) {
    const Taken& last = importer.taken().back();
    answer.data.set("session", last.id.text);
    answer.data.set("seq", last.head.seq.number);
    answer.data.set("hash", last.head.hash.hex());
  }
  answer.data.set("changed", changed);
  answer.data.set("sessions", std::move(list));
  return answer;
}

// A log says so in its first line.
bool is_log(const std::string& text) { return text.starts_with("{\"clew_log\""); }

}  // namespace

Result<Answer> import_sessions(Workspace& workspace, const ImportRequest& request) {
  const Dialect* only = nullptr;
  if (!request.dialect.empty()) {
    CLEW_ASSIGN(only, dialect_named(request.dialect));
  }
  if (only == nullptr && request.paths.size() == 1) {
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
  Importer importer(workspace);
  size_t done = 0;
  for (const auto& path : request.paths) {
    CLEW_ASSIGN(const auto found, find_dialect_files(workspace, path, only));
    for (const auto& each : found) {
      CLEW_TRY(importer.take(each));
      if (workspace.caller().progress) workspace.caller().progress(++done, found.size());
    }
  }
  CLEW_TRY(importer.commit());
  Answer answer = answer_for(importer);
  if (importer.refused().empty()) return answer;
  Error error = make_error(
      ErrorCode::kInvalid,
      fmt::format("{} of {} could not be read: {}", importer.refused().size(),
                  importer.refused().size() + importer.taken().size(),
                  importer.refusals().empty() ? importer.refused().front()
                                              : finding_line(importer.refusals().front())),
      importer.refused().front(), "clew validate " + importer.refused().front());
  if (importer.taken().empty()) return error;
  answer.refusal = std::move(error);
  return answer;
}

}  // namespace clew
