#include "command/convert/resume_structure.h"

#include <fmt/format.h>

#include <iterator>
#include <set>

#include "base/shell_word.h"
#include "base/text.h"
#include "command/convert/checkpoint_drift.h"
#include "command/convert/import_pipeline.h"
#include "command/convert/take_checkpoint.h"
#include "dialect/tree_dialect.h"
#include "discovery/disk_questions.h"
#include "discovery/find_dialect_files.h"
#include "document/finding_text.h"
#include "drift/checkout_index.h"
#include "engine/idempotency.h"
#include "engine/work_files/structural_file.h"
#include "files/whole_file.h"

namespace clew {
namespace {

Value scope_of(const std::vector<Attribute>& attributes) {
  Value scope = Value::object();
  for (const char* name : {"subsystems", "files"}) {
    const Value* found = find_attribute(attributes, std::string("structural.scope.") + name);
    scope.set(name, found == nullptr ? Value::list() : *found);
  }
  return scope;
}

Value context_fields(const Reading& reading) {
  const Session& session = reading.session;
  const auto& attributes = session.root().attributes;
  const auto attribute = [&](const std::string& name) {
    const Value* found = find_attribute(attributes, "structural." + name);
    return found == nullptr ? Value() : *found;
  };
  Value fields = Value::object();
  fields.set("session_id", reading.entry);
  fields.set("timestamp", to_iso(session.last_activity));
  fields.set("structural_version", attribute("structural_version"));
  fields.set("confidence", attribute("confidence"));
  fields.set("scope", scope_of(attributes));
  fields.set("symbols", attribute("symbols"));
  fields.set("dependencies", attribute("dependencies"));
  Value decisions = Value::list();
  for (const auto& decision : session.decisions.items) {
    Value each = Value::object();
    each.set("decision", decision.choice);
    each.set("reason", decision.reason);
    decisions.push(std::move(each));
  }
  fields.set("decisions", std::move(decisions));
  Value questions = Value::list();
  for (const auto& question : session.questions.items) questions.push(question.text);
  fields.set("open_questions", std::move(questions));
  return fields;
}

std::string listed(const Value* list) {
  std::string text;
  if (list == nullptr) return text;
  for (const auto& each : list->as_list()) {
    text += (text.empty() ? "" : ", ") + one_line(each.as_string());
  }
  return text;
}

std::string text_of(const Value& object, const char* name) {
  return one_line(text_in(object, name));
}

std::string context_text(const Value& fields) {
  const Value& scope = *fields.find("scope");
  std::string text = fmt::format(
      "{}  {} · confidence {} · structural version {}\n"
      "  scope    {} · {}\n",
      text_of(fields, "session_id"), text_of(fields, "timestamp"), text_of(fields, "confidence"),
      text_of(fields, "structural_version"), listed(scope.find("subsystems")),
      listed(scope.find("files")));
  for (const auto& [name, symbol] : fields.find("symbols")->as_object()) {
    const Value* evidence = symbol.find("evidence");
    const Value counts = evidence == nullptr ? Value() : *evidence;
    text += fmt::format(
        "  symbol   {}  {}, {} · {} in, {} out · {}\n", one_line(name), text_of(symbol, "kind"),
        text_of(symbol, "role"), integer_in(counts, "fan_in").value_or(0),
        integer_in(counts, "fan_out").value_or(0), listed(symbol.find("source_paths")));
  }
  for (const auto& each : fields.find("dependencies")->as_list()) {
    text += fmt::format("  depends  {} {} {}\n", text_of(each, "src"), text_of(each, "relation"),
                        text_of(each, "dst"));
  }
  for (const auto& each : fields.find("decisions")->as_list()) {
    const std::string reason = text_of(each, "reason");
    text += fmt::format("  decided  {}{}\n", text_of(each, "decision"),
                        reason.empty() ? "" : ", because: " + reason);
  }
  for (const auto& each : fields.find("open_questions")->as_list()) {
    text += fmt::format("  open     {}\n", one_line(each.as_string()));
  }
  return text;
}

// Whether the paths a checkpoint rests on are there: seen from the project, or from its own folder.
class PathCheck {
 public:
  PathCheck(Workspace& workspace, const StructuralFile& path)
      : disk_(workspace, path.folder, path.name) {}

  void look(Reading& reading) {
    for (auto& question : reading.disk) {
      ++asked_;
      if (disk_.answer(question)) continue;
      missing_.push(question.path);
      gone_.push_back(std::move(question.finding));
    }
  }

  const Findings& gone() const { return gone_; }

  Value fields() const {
    Value fields = Value::object();
    fields.set("what", "paths, symbols, counts and structural version");
    fields.set("paths", static_cast<int64_t>(asked_));
    fields.set("missing", missing_);
    return fields;
  }

  std::string words() const {
    return fmt::format("{} of {} paths exist", asked_ - gone_.size(), asked_);
  }

 private:
  DiskAnswers disk_;
  size_t asked_ = 0;
  Findings gone_;
  Value missing_ = Value::list();
};

// What the sessions of a file say of the code, against the code index.
class CodeCheck {
 public:
  // What keeps it from being checked, if anything does.
  Status look(Workspace& workspace, const Reading& reading) {
    if (!index_) {
      CLEW_ASSIGN(index_, open_index(workspace));
    }
    CLEW_ASSIGN(CheckpointCheck one, check_checkpoint(*index_, workspace.project().checkout,
                                                      reading.entry, reading.session));
    symbols_ += one.symbols;
    found_ += one.found;
    not_checked_ += one.not_checked;
    versions_.insert(one.version);
    std::move(one.drift.begin(), one.drift.end(), std::back_inserter(drift_));
    return success();
  }

  bool has_drifted() const { return !drift_.empty(); }

  // "drift: FILE: …", a line each.
  std::string lines(const StructuralFile& path) const {
    std::string text;
    for (const auto& each : drift_) {
      text += fmt::format("{}drift: {}: {}", text.empty() ? "" : "\n", path.shown, each.words);
    }
    return text;
  }

  std::string words() const {
    std::string text = fmt::format("{} of {} symbols found", found_, symbols_ - not_checked_);
    if (not_checked_ > 0) text += fmt::format(", {} not checked", not_checked_);
    using Version = CheckpointCheck::Version;
    if (versions_.contains(Version::kForeign)) {
      text +=
          "; the structural version was not made by clew: it is kept, and neither it nor the "
          "counts were compared";
    } else {
      text += versions_.contains(Version::kChanged) ? "; the structural version changed"
                                                    : "; the structural version is the same";
    }
    return text;
  }

  void add_fields(Value& checked) const {
    using Version = CheckpointCheck::Version;
    checked.set("symbols", static_cast<int64_t>(symbols_));
    checked.set("found", static_cast<int64_t>(found_));
    checked.set("not_checked", static_cast<int64_t>(not_checked_));
    checked.set("structural_version", versions_.contains(Version::kForeign)   ? "foreign"
                                      : versions_.contains(Version::kChanged) ? "changed"
                                                                              : "same");
  }

  Value drift_fields() const {
    Value list = Value::list();
    for (const auto& each : drift_) {
      Value fields = Value::object();
      fields.set("kind", each.kind);
      fields.set("subject", to_utf8(each.subject));
      fields.set("was", each.was);
      fields.set("now", each.now);
      fields.set("rests_on_it", Value::list());
      list.push(std::move(fields));
    }
    return list;
  }

 private:
  std::unique_ptr<CodeIndex> index_;
  size_t symbols_ = 0;
  size_t found_ = 0;
  size_t not_checked_ = 0;
  std::set<CheckpointCheck::Version> versions_;
  std::vector<CheckpointDrift> drift_;
};

// What became of a checkpoint in the store.
struct TakenInto {
  std::string words;
  Value fields = Value::object();
};

// A session of its own, as `clew import` makes one.
Result<TakenInto> take_as_new(Workspace& workspace, const StructuralFile& path,
                              const Reading& reading) {
  CLEW_ASSIGN(auto found, find_dialect_files(workspace, path.whole, &checkpoint_dialect()));
  Importer importer(workspace, {});
  for (FoundSession& each : found) {
    each.location.entry = reading.entry;
    each.files = checkpoint_dialect().without_others(std::move(each.files), reading.entry);
    CLEW_TRY(importer.add(std::move(each)));
  }
  CLEW_TRY(importer.finish());
  if (importer.taken().empty()) {
    return make_error(ErrorCode::kInvalid, path.shown + " could not be taken into a session",
                      path.shown, "clew import " + shell_word(path.shown));
  }
  const ImportedSession& taken = importer.taken().front();
  TakenInto out;
  const bool is_known = taken.what == ImportedSession::What::kKnown;
  out.words = taken.id.text + (is_known ? " has all of this" : " continues from this");
  out.fields.set("session", taken.id.text);
  out.fields.set("seq", taken.head.seq.number);
  out.fields.set("hash", taken.head.hash.hex());
  out.fields.set("changed", !is_known);
  return out;
}

// Into the session that is meant here; into a new one where there is none.
Result<TakenInto> take_into_session(Workspace& workspace, const StructuralFile& path,
                                    const Reading& reading) {
  const auto ref = workspace.find_session(Effect::kChanges);
  if (!ref && ref.error().code == ErrorCode::kNotFound) {
    return take_as_new(workspace, path, reading);
  }
  if (!ref) return ref.error();
  CLEW_ASSIGN(const auto done,
              record_facts_of_file(workspace, *ref, facts_of(reading.session), path.name));
  TakenInto out;
  if (done) {
    out.words = fmt::format("{} continues from this: decisions, questions and scope are recorded",
                            ref->id.text);
    out.fields = done_fields(*done);
    return out;
  }
  CLEW_ASSIGN(const Loaded loaded, workspace.load(*ref));
  out.words = fmt::format("{} has all of this", ref->id.text);
  out.fields.set("session", ref->id.text);
  out.fields.set("seq", loaded.head.seq.number);
  out.fields.set("hash", loaded.head.hash.hex());
  out.fields.set("changed", false);
  return out;
}

void add_lines(std::string& text, const std::string& lines) {
  if (!lines.empty()) text += (text.empty() ? "" : "\n") + lines;
}

// One of several: by its id in the file, or by the session here that has that id.
Status keep_chosen(Workspace& workspace, const StructuralResumeRequest& request,
                   const StructuralFile& path, std::vector<Reading>& readings) {
  std::string wanted = request.session_id.empty() ? workspace.caller().session : request.session_id;
  if (wanted.empty()) return success();
  std::string names;
  bool is_known = false;
  for (const auto& reading : readings) {
    is_known = is_known || reading.entry == wanted;
    names += (names.empty() ? "" : ", ") + reading.entry;
  }
  if (!is_known && request.session_id.empty()) {
    CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kReads));
    CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
    const std::string* entry = external_id(loaded.session.root(), checkpoint_dialect().name());
    if (entry != nullptr) wanted = *entry;
  }
  std::erase_if(readings, [&](const Reading& reading) { return reading.entry != wanted; });
  if (!readings.empty()) return success();
  return make_error(
      ErrorCode::kNotFound,
      fmt::format("{} does not contain the session {}, only {}", path.shown, wanted, names), wanted,
      "clew structural resume --input " + shell_word(path.shown));
}

}  // namespace

Result<Answer> resume_structure(Workspace& workspace, const StructuralResumeRequest& request) {
  CLEW_ASSIGN(const StructuralFile path, structural_file(workspace, request.input, "--input"));
  CLEW_ASSIGN(std::string text, read_whole_file(workspace.files(), path.whole));
  workspace.count_as_request(text);
  const KeyedAnswer key(workspace, {path.whole});
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  Readings readings = checkpoint_dialect().read(FileSet{{NamedFile{path.name, std::move(text)}}});
  Answer answer;
  answer.data.set("changed", false);
  answer.data.set("path", path.whole);
  answer.data.set("findings", findings_fields(readings.findings));
  if (has_errors(readings.findings) || readings.sessions.empty()) {
    answer.text = warning_lines(readings.findings, path);
    answer.refusal = make_error(ErrorCode::kInvalid, path.shown + " is not a valid checkpoint",
                                path.shown, "clew validate " + shell_word(path.shown));
    return answer;
  }
  CLEW_TRY(keep_chosen(workspace, request, path, readings.sessions));
  Value sessions = Value::list();
  PathCheck paths(workspace, path);
  CodeCheck code;
  std::optional<Error> unchecked;
  for (auto& reading : readings.sessions) {
    Value fields = context_fields(reading);
    answer.text += context_text(fields);
    sessions.push(std::move(fields));
    if (request.skip_verify) continue;
    paths.look(reading);
    const Status looked = unchecked ? success() : code.look(workspace, reading);
    if (!looked) unchecked = looked.error();
  }
  answer.data.set("sessions", std::move(sessions));
  answer.warnings = warning_lines(readings.findings, path);
  if (request.skip_verify) {
    answer.data.set("checked", Value());
    answer.text += "  checked  nothing: --skip-verify";
  } else {
    Value checked = paths.fields();
    if (!unchecked) code.add_fields(checked);
    answer.data.set("checked", std::move(checked));
    answer.text += fmt::format("  checked  {}; {}", paths.words(),
                               unchecked ? "symbols, counts and the structural version could not "
                                           "be checked"
                                         : code.words());
    add_lines(answer.warnings, warning_lines(paths.gone(), path));
    add_lines(answer.warnings, code.lines(path));
  }
  answer.data.set("drift", code.drift_fields());
  if (!paths.gone().empty() || code.has_drifted()) answer.exit = kExitDrift;
  if (unchecked) {
    answer.refusal = unchecked;
    return answer;
  }
  if (readings.sessions.size() != 1) {
    answer.text += "\n  session  name one with --session-id to continue from it";
    return answer;
  }
  const auto taken = take_into_session(workspace, path, readings.sessions.front());
  if (!taken) {
    answer.refusal = taken.error();
    return answer;
  }
  for (const auto& [name, value] : taken->fields.as_object()) answer.data.set(name, value);
  answer.text += "\n  session  " + taken->words;
  CLEW_TRY(key.keep_alone(answer));
  return answer;
}

}  // namespace clew
