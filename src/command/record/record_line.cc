#include "command/record/record_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "document/json/json_lines.h"
#include "session/intent.h"

namespace clew {
namespace {

// The types of event that `clew record` takes.

template <class... Facts>
void add_names(std::string& names, const OneOf<Facts...>*) {
  ((names += fmt::format(", {}", Facts::name)), ...);
}

// "one of step_added, step_started, …"
std::string known_record_types() {
  std::string names = fmt::format("one of {}, {}, {}, {}", StepAdded::name, StepStarted::name,
                                  StepCompleted::name, StepStatusChanged::name);
  add_names(names, static_cast<const RecordFact::AnyFact*>(nullptr));
  return names;
}

Error refuse_line(const std::string& message, const std::string& subject, std::string next = {}) {
  return make_error(ErrorCode::kInvalid, message, subject, std::move(next));
}

// Facts keep their event's name and fields; an artifact's content comes from its file.
template <class... Facts>
std::optional<RecordFact::Fact> pick_fact(const EventData& data, const OneOf<Facts...>*) {
  std::optional<RecordFact::Fact> fact;
  const auto pick = [&]<class F>(const F* found) {
    if constexpr (!std::is_same_v<F, ArtifactAdded>) {
      if (found != nullptr) fact = *found;
    }
  };
  (pick(get_if<Facts>(&data)), ...);
  return fact;
}

// {"coverage": 83}, or as in the event: {"items": [{"name": "coverage", "value": 83}]}.
Status read_evidence_field(Value& data) {
  const Value* given = data.find("evidence");
  if (given == nullptr || !given->is_object()) return success();
  if (given->find("measurement") != nullptr) {
    return refuse_line("evidence.measurement is only for commands that clew ran itself",
                       "evidence.measurement", "clew done -- CMD");
  }
  if (given->find("items") != nullptr) return success();
  Value items = Value::list();
  for (const auto& [name, value] : given->as_object()) {
    Value item = Value::object();
    item.set("name", name);
    item.set("value", value);
    items.push(std::move(item));
  }
  Value evidence = Value::object();
  evidence.set("items", std::move(items));
  data.set("evidence", std::move(evidence));
  return success();
}

Result<ChangeStep> change_of(const StepStatusChanged& event) {
  struct Row {
    StepStatus status;
    StepVerb verb;
  };
  static constexpr Row kRows[] = {
      {StepStatus::kFailed,      StepVerb::kFail   },
      {StepStatus::kBlocked,     StepVerb::kBlock  },
      {StepStatus::kPending,     StepVerb::kUnblock},
      {StepStatus::kNeedsReview, StepVerb::kReview },
      {StepStatus::kSkipped,     StepVerb::kSkip   },
      {StepStatus::kActive,      StepVerb::kRetry  },
  };
  ChangeStep intent;
  intent.reason = event.reason;
  for (const auto& row : kRows) {
    if (row.status != event.status) continue;
    intent.verb = row.verb;
    return intent;
  }
  return refuse_line("status done is recorded as step_completed", "status",
                     "use type step_completed");
}

CompleteStep completion_of(StepCompleted event) {
  CompleteStep intent;
  intent.evidence = std::move(event.evidence);
  for (auto& item : intent.evidence.items) item.source = EvidenceSource::kClaimed;
  intent.outputs = std::move(event.outputs);
  if (!event.overridden.empty()) {
    intent.gate = GateHandling::kOverride;
    intent.override_reason = std::move(event.overridden);
  }
  return intent;
}

StepId step_id_of(const EventData& data) {
  if (const auto* e = get_if<StepStarted>(&data)) return e->step;
  if (const auto* e = get_if<StepCompleted>(&data)) return e->step;
  if (const auto* e = get_if<StepStatusChanged>(&data)) return e->step;
  return kRoot;
}

// Named by its id; deciding then checks that there is such a step.
std::optional<StepId> step_of(const RecordFact::Fact& fact) {
  return visit(
      [](const auto& f) -> std::optional<StepId> {
        if constexpr (requires { f.step; }) {
          if (f.step != kRoot) return f.step;
        }
        return std::nullopt;
      },
      fact);
}

Status set_intent(const EventData& data, const std::string& type, RecordLine& line) {
  const StepId id = step_id_of(data);
  const std::optional<StepId> step = id == kRoot ? std::nullopt : std::optional(id);
  if (holds<StepStarted>(data)) {
    line.intent = StartStep{id};
  } else if (const auto* completed = get_if<StepCompleted>(&data)) {
    CompleteStep intent = completion_of(*completed);
    intent.step = step;
    line.intent = std::move(intent);
  } else if (const auto* changed = get_if<StepStatusChanged>(&data)) {
    CLEW_ASSIGN(ChangeStep intent, change_of(*changed));
    intent.step = step;
    line.intent = std::move(intent);
  } else if (auto fact = pick_fact(data, static_cast<const RecordFact::AnyFact*>(nullptr))) {
    line.intent = RecordFact{*fact, step_of(*fact)};
  } else {
    return refuse_line(fmt::format("{} cannot be recorded this way", type), "type",
                       known_record_types());
  }
  return success();
}

// One name for another, as the event and the verb call the same thing.
void rename_field(Value& data, const char* from, const char* to) {
  const Value* given = data.find(from);
  if (given == nullptr || data.find(to) != nullptr) return;
  const Value value = *given;
  data.erase(from);
  data.set(to, value);
}

void make_list(Value& data, const char* name) {
  const Value* given = data.find(name);
  if (given == nullptr || given->is_list()) return;
  Value list = Value::list();
  list.push(*given);
  data.set(name, std::move(list));
}

template <class R>
Status set_request(const Value& data, RecordLine& line) {
  auto request = read_request<R>(data);
  if (!request) {
    return refuse_line(request.error().message, request.error().subject, "clew help record");
  }
  line.intent = std::move(*request);
  return success();
}

bool may_be_tied(const std::string& type) {
  return type == DecisionMade::name || type == QuestionAsked::name ||
         type == ApproachFailed::name || type == NoteAdded::name;
}

Status take_names(Value& data, const char* name, std::vector<std::string>& out) {
  if (data.find(name) == nullptr) return success();
  make_list(data, name);
  CLEW_TRY(from_value(*data.find(name), out, name));
  data.erase(name);
  return success();
}

Status read_step_added(Value data, RecordLine& line) {
  rename_field(data, "key", "id");
  rename_field(data, "parent", "under");
  for (const char* name : {"title", "gate", "needs", "file", "symbol"}) make_list(data, name);
  return set_request<AddStepRequest>(data, line);
}

Status read_artifact_added(Value data, RecordLine& line) {
  rename_field(data, "path", "paths");
  make_list(data, "paths");
  return set_request<AddArtifactRequest>(data, line);
}

Result<RecordLine> read_line(const Value& document, size_t number) {
  if (!document.is_object()) {
    return refuse_line(fmt::format("a line must be an object, not {}", to_string(document.kind())),
                       "line");
  }
  std::string type;
  Value data = Value::object();
  for (const auto& [name, value] : document.as_object()) {
    if (name == "type") {
      CLEW_TRY(from_value(value, type, name));
    } else if (name == "data") {
      if (!value.is_object()) {
        return refuse_line(fmt::format("data must be an object, not {}", to_string(value.kind())),
                           name);
      }
      data = value;
    } else {
      return refuse_line(fmt::format("unknown field {}; use type and data", name), name,
                         fmt::format(R"({{"type":"…","data":{{"{}":…}}}})", name));
    }
  }
  const auto kind = event_kind(type);
  if (!kind) {
    return refuse_line(type.empty() ? "type is missing" : fmt::format("unknown type \"{}\"", type),
                       "type", known_record_types());
  }
  RecordLine line;
  line.number = number;
  if (type == StepAdded::name || type == ArtifactAdded::name) {
    CLEW_TRY(type == StepAdded::name ? read_step_added(data, line)
                                     : read_artifact_added(data, line));
    return line;
  }
  if (const Value* step = data.find("step"); step != nullptr && step->is_string()) {
    line.step = step->as_string();
    data.erase("step");
    if (line.step.empty()) return refuse_line("step is empty", "step", "omit it");
  }
  for (const char* own : {"attempt", "findings"}) {
    if (type == StepCompleted::name && data.find(own) != nullptr) {
      return refuse_line(fmt::format("{} is set by clew itself", own), own, "omit it");
    }
  }
  if (type == StepCompleted::name) CLEW_TRY(read_evidence_field(data));
  if (may_be_tied(type)) {
    CLEW_TRY(take_names(data, "file", line.tie_names.files));
    CLEW_TRY(take_names(data, "symbol", line.tie_names.symbols));
  }
  CLEW_ASSIGN(const EventData event, data_from_value(*kind, data));
  CLEW_TRY(set_intent(event, type, line));
  if (type == FileChanged::name && data.find("hash_after") == nullptr) {
    const auto has = [&](const char* name) { return data.find(name) != nullptr; };
    line.look =
        ReportedChange{has("action"), has("hash_before"), has("lines_added"), has("lines_removed")};
  }
  return line;
}

Error too_many_lines(size_t number) {
  return refuse_line(
      fmt::format("line {}: over the limit of {} lines in one command", number, kMaxRecordLines),
      "lines", "record them in several commands");
}

}  // namespace

Error at_line(size_t number, Error error) {
  if (!error.message.starts_with("line ")) {
    error.message = fmt::format("line {}: {}", number, error.message);
  }
  if (error.subject.empty()) error.subject = fmt::format("line {}", number);
  if (error.next.empty()) error.next = "clew record --dry-run   checks without recording";
  return error;
}

Result<std::vector<RecordLine>> record_lines_from(const std::vector<Value>& values) {
  std::vector<RecordLine> lines;
  for (const Value& value : values) {
    const size_t number = lines.size() + 1;
    if (number > kMaxRecordLines) return too_many_lines(number);
    auto line = read_line(value, number);
    if (!line) return at_line(number, line.error());
    lines.push_back(std::move(*line));
  }
  return lines;
}

Result<std::vector<RecordLine>> read_record_lines(std::string_view text) {
  std::vector<RecordLine> lines;
  LineReader reader;
  reader.add(text);
  reader.finish();
  while (true) {
    CLEW_ASSIGN(const std::optional<JsonLine> next, reader.next());
    if (!next) return lines;
    if (next->text.find_first_not_of(" \t") == std::string_view::npos) continue;
    if (lines.size() == kMaxRecordLines) return too_many_lines(next->number);
    const auto document = parse_json_line(*next);
    if (!document) return at_line(next->number, document.error());
    auto line = read_line(*document, next->number);
    if (!line) return at_line(next->number, line.error());
    lines.push_back(std::move(*line));
  }
}

}  // namespace clew
