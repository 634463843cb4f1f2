#include "dialect/structural/interpret.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dialect/structural/code_text.h"
#include "dialect/structural/location.h"
#include "dialect/structural/rules.h"
#include "dialect/structural/shapes.h"

namespace clew::structural {
namespace {

constexpr size_t kLongestDecision = 240;
constexpr size_t kLongestQuestion = 200;
// The format wants a text where the session has none; read back it is none again.
constexpr const char* kNotGiven = "not given";

std::string given(const std::string& text) { return text == kNotGiven ? std::string() : text; }

std::string fit_or_none(const std::string& text, size_t longest) {
  const std::string fit = fit_text(text, longest);
  return fit.empty() ? kNotGiven : fit;
}

template <class T>
void keep(Kept<T>& kept, T fact, Time at) {
  fact.origin.id = Seq{static_cast<uint32_t>(kept.items.size() + 1)};
  fact.origin.at = at;
  kept.items.push_back(std::move(fact));
  kept.total = static_cast<uint32_t>(kept.items.size());
}

Session read_session(const Value& tree, const std::string& entry) {
  Session session;
  const Time at = time_in(tree, "timestamp").value_or(Time());
  session.identity.created_at = session.last_activity = at;
  session.identity.goal = entry;  // the one thing it says for people
  Step& root = session.steps.emplace_back();
  root.title = entry;
  root.status = StepStatus::kActive;
  root.attempts.emplace_back().started_at = at;
  root.attempt_count = 1;
  set_external_id(root, kName, entry);
  read_attributes(kName, state_document().shape, HomeOwner::kSession, tree, root.attributes);
  if (const Value* decisions = tree.find("decisions")) {
    for (const auto& element : decisions->as_list()) {
      Decision decision;
      decision.choice = given(text_in(element, "decision"));
      decision.reason = given(text_in(element, "reason"));
      keep(session.decisions, std::move(decision), at);
    }
  }
  for (const auto& text : texts_in(tree, "open_questions")) {
    Question question;
    question.text = given(text);
    keep(session.questions, std::move(question), at);
  }
  return session;
}

Value tell_decision(const Decision& decision) {
  const bool both = !decision.topic.empty() && !decision.choice.empty();
  Value reported = Value::object();
  reported.set("decision", fit_or_none(decision.topic + (both ? ": " : "") + decision.choice,
                                       kLongestDecision));
  reported.set("reason", fit_or_none(decision.reason, kLongestDecision));
  return reported;
}

// Annotations may be left out in what is read, and are always written.
void add_annotations(Value& symbols) {
  if (!symbols.is_object()) return;
  for (auto& [name, symbol] : symbols.object_ref()) {
    const Value* evidence = symbol.find("evidence");
    if (evidence == nullptr || !evidence->is_object()) continue;
    if (evidence->find("annotations") != nullptr) continue;
    Value whole = *evidence;
    whole.set("annotations", Value::list());
    symbol.set("evidence", std::move(whole));
  }
}

bool says_something(const Value* value) {
  return value != nullptr && !value->is_null() && !(value->is_list() && value->as_list().empty()) &&
         !(value->is_object() && value->as_object().empty()) &&
         !(value->is_string() && value->as_string().empty());
}

Status check_whole(const Session& session) {
  std::vector<std::string> missing;
  for (const char* name :
       {"structural_version", "scope.subsystems", "scope.files", "symbols", "confidence"}) {
    const std::string key = std::string(kName) + "." + name;
    if (!says_something(find_attribute(session.root().attributes, key))) missing.emplace_back(name);
  }
  if (missing.empty()) return success();
  std::string next = "clew set";
  for (const auto& name : missing) {
    const bool is_list = name.starts_with("scope.");
    next += fmt::format(" {}.{}={}", kName, name,
                        is_list             ? "'[\"…\"]'"
                        : name == "symbols" ? "'{…}'"
                                            : "…");
  }
  return make_error(ErrorCode::kInvalid,
                    fmt::format("a structural checkpoint also needs: {}", fmt::join(missing, ", ")),
                    session.identity.id.text, next);
}

}  // namespace

std::vector<Reading> interpret(const Documents& documents, FindingSink& sink) {
  std::vector<Reading> readings;
  for (const auto& document : documents) {
    if (!document.tree.is_object()) continue;
    check_rules(document, sink);
    Reading reading;
    reading.entry = text_in(document.tree, "session_id");
    if (reading.entry.empty()) reading.entry = id_in_name(document.path);
    if (reading.entry.empty()) continue;
    reading.session = read_session(document.tree, reading.entry);
    remember_path(reading.session, reading.entry, document.path);
    reading.disk = disk_questions(document, sink);
    readings.push_back(std::move(reading));
  }
  return readings;
}

Result<Documents> express(const Session& session) {
  if (session.steps.empty()) return make_error(ErrorCode::kInvalid, "there is no session to write");
  CLEW_TRY(check_whole(session));
  Documents documents;
  documents.push_back(express_known(session));
  return documents;
}

Document express_known(const Session& session) {
  const auto& attributes = session.root().attributes;
  const auto attribute = [&](const char* key) {
    const Value* value = find_attribute(attributes, key);
    return value == nullptr ? Value() : *value;
  };
  Document document{&state_document(), state_path(session), Value::object(), {}};
  Value& tree = document.tree;
  tree.set("schema_version", kVersion);
  tree.set("session_id", entry_of(session));
  tree.set("timestamp", to_iso(session.last_activity));
  tree.set("structural_version", attribute("structural.structural_version"));
  Value scope = Value::object();
  scope.set("subsystems", attribute("structural.scope.subsystems"));
  scope.set("files", attribute("structural.scope.files"));
  tree.set("scope", std::move(scope));
  Value symbols = attribute("structural.symbols");
  add_annotations(symbols);
  tree.set("symbols", std::move(symbols));
  const Value dependencies = attribute("structural.dependencies");
  tree.set("dependencies", dependencies.is_null() ? Value::list() : dependencies);
  Value decisions = Value::list();
  for (const auto& decision : session.decisions.items) decisions.push(tell_decision(decision));
  tree.set("decisions", std::move(decisions));
  Value questions = Value::list();
  for (const auto& question : session.questions.items) {
    if (question.open()) questions.push(fit_or_none(question.text, kLongestQuestion));
  }
  tree.set("open_questions", std::move(questions));
  tree.set("confidence", attribute("structural.confidence"));
  if (session.decisions.total > session.decisions.items.size()) {
    document.partial.emplace_back("decisions");
  }
  return document;
}

}  // namespace clew::structural
