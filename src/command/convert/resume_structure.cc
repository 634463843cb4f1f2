#include "command/convert/resume_structure.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "base/text.h"
#include "dialect/tree_dialect.h"
#include "discovery/disk_questions.h"
#include "document/finding_text.h"
#include "files/whole_file.h"
#include "view/structural_file.h"

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
    fields.set("what", "paths");
    fields.set("paths", static_cast<int64_t>(asked_));
    fields.set("missing", missing_);
    return fields;
  }

  std::string words() const {
    return fmt::format(
        "  checked  {} of {} paths exist; symbols, counts and the structural version were not "
        "checked",
        asked_ - gone_.size(), asked_);
  }

 private:
  DiskAnswers disk_;
  size_t asked_ = 0;
  Findings gone_;
  Value missing_ = Value::list();
};

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
  Readings readings = checkpoint_dialect().read(FileSet{{NamedFile{path.name, std::move(text)}}});
  Answer answer;
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
  PathCheck check(workspace, path);
  for (auto& reading : readings.sessions) {
    Value fields = context_fields(reading);
    answer.text += context_text(fields);
    sessions.push(std::move(fields));
    if (!request.skip_verify) check.look(reading);
  }
  answer.data.set("sessions", std::move(sessions));
  answer.data.set("checked", request.skip_verify ? Value() : check.fields());
  answer.text += request.skip_verify ? "  checked  nothing: --skip-verify" : check.words();
  answer.warnings = warning_lines(readings.findings, path);
  if (!answer.warnings.empty() && !check.gone().empty()) answer.warnings += "\n";
  answer.warnings += warning_lines(check.gone(), path);
  if (!check.gone().empty()) answer.exit = kExitDrift;
  return answer;
}

}  // namespace clew
