#include "view/own_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "dialect/command_history.h"
#include "document/json/json.h"
#include "document/members.h"
#include "store/at_once.h"

namespace clew {
namespace {

constexpr const char* kInactivity = "inactivity";

// What one event says of the command that it is part of.
struct Telling {
  int rank = 0;  // of several events of a command, the highest names it; 0: not of this kind
  const char* verb = "";
  std::string arguments;
  StepId step;
  std::string error;  // set: it failed
};

const char* verb_for(StepStatus status) {
  switch (status) {
    case StepStatus::kFailed:
      return "step fail";
    case StepStatus::kBlocked:
      return "step block";
    case StepStatus::kNeedsReview:
      return "step review";
    case StepStatus::kSkipped:
      return "step skip";
    case StepStatus::kActive:
      return "step unblock";
    case StepStatus::kPending:
    case StepStatus::kDone:
      break;
  }
  return "step retry";
}

// Only what the history of a dialect shows: goal, mode, model, as "goal=… mode=…".
std::string changed_fields(const IdentityChanged& e) {
  std::string out;
  const auto add = [&](const char* name, const std::optional<std::string>& value) {
    if (value) out += fmt::format("{}{}={}", out.empty() ? "" : " ", name, *value);
  };
  add("goal", e.goal);
  add("mode", e.mode);
  add("model", e.model);
  return out;
}

// The rank decides between events of one command: `done` on the last step also completes the
// session, and the line is about `done`. An event without a rank makes no line.
Telling tell(const EventData& data) {
  if (const auto* e = get_if<CommandUndone>(&data)) return {9, "undo", e->reason, kRoot, {}};
  if (const auto* e = get_if<SessionStarted>(&data)) return {8, "start", e->goal, kRoot, {}};
  if (const auto* e = get_if<SessionForked>(&data)) return {8, "fork", e->reason, kRoot, {}};
  if (const auto* e = get_if<StepRevisited>(&data)) {
    return {7, "revisit", e->reason, e->step, {}};
  }
  if (const auto* e = get_if<StepCompleted>(&data)) return {6, "done", {}, e->step, {}};
  if (const auto* e = get_if<AttemptFailed>(&data)) {
    const std::string why = e->findings.empty() ? e->reason : to_text(e->findings);
    return {6, "done", {}, e->step, why.empty() ? "the attempt failed" : why};
  }
  if (const auto* e = get_if<StepAdded>(&data)) return {5, "step add", e->title, e->step, {}};
  if (const auto* e = get_if<StructureSettled>(&data)) {
    return {5, "step add", fmt::format("--last ({})", e->total), kRoot, {}};
  }
  if (const auto* e = get_if<StepStatusChanged>(&data)) {
    return {4, verb_for(e->status), e->reason, e->step, {}};
  }
  if (const auto* e = get_if<SessionEnded>(&data)) {
    return {4, "close", fmt::format("--{}", name_of(e->status)), kRoot, {}};
  }
  if (const auto* e = get_if<SessionReopened>(&data)) return {4, "resume", e->reason, kRoot, {}};
  if (const auto* e = get_if<SessionPaused>(&data)) {
    if (e->reason == kInactivity) return {};
    return {4, "pause", e->reason, kRoot, {}};
  }
  if (const auto* e = get_if<SessionArchived>(&data)) {
    return {4, e->archived ? "archive" : "unarchive", {}, kRoot, {}};
  }
  if (const auto* e = get_if<IdentityChanged>(&data)) {
    const std::string fields = changed_fields(*e);
    if (!fields.empty()) return {4, "set", fields, kRoot, {}};
    return {};
  }
  if (const auto* e = get_if<LeaseTaken>(&data)) return {3, "next", "--claim", e->step, {}};
  if (const auto* e = get_if<LeaseReleased>(&data)) return {3, "next", "--release", e->step, {}};
  if (const auto* e = get_if<StepStarted>(&data)) return {2, "step start", {}, e->step, {}};
  if (const auto* e = get_if<SessionResumed>(&data)) {
    if (!e->automatic) return {1, "resume", {}, kRoot, {}};
  }
  return {};
}

// A fact that begins a step or takes a session up again is recorded, and changes no plan.
bool is_fact(const EventData& data) {
  return holds<DecisionMade>(data) || holds<QuestionAsked>(data) || holds<QuestionAnswered>(data) ||
         holds<ApproachFailed>(data) || holds<NoteAdded>(data) || holds<FileChanged>(data) ||
         holds<CommandRan>(data) || holds<ErrorRecorded>(data) || holds<ClaimMade>(data) ||
         holds<ClaimChanged>(data) || holds<AgentChanged>(data);
}

// The model that was in use when a command ran, carried along from event to event.
void follow_model(const EventData& data, std::string& model) {
  if (const auto* e = get_if<SessionStarted>(&data)) model = e->model;
  if (const auto* e = get_if<IdentityChanged>(&data)) model = e->model.value_or(model);
  if (const auto* e = get_if<OverviewRestored>(&data)) {
    if (e->identity) model = e->identity->model;
  }
}

// Typed by somebody; hooks, views and imports have lines of their own.
bool is_typed(Via via) { return via == Via::kCli || via == Via::kMcp || via == Via::kHttp; }

std::optional<Time> time_of(std::string_view line) {
  const auto tree = parse_json(line);
  return tree ? time_in(*tree, "timestamp") : std::nullopt;
}

void append_line(std::string& text, const std::string& line) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  text += line + "\n";
}

// Behind the last line that is not later: its time is earlier, or it is none of `later`.
void insert_line(std::string& text, const std::string& line, Time at,
                 const std::unordered_set<std::string>& later) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  size_t location = text.size();
  while (location > 0) {
    const size_t before = location < 2 ? std::string::npos : text.rfind('\n', location - 2);
    const size_t begin = before == std::string::npos ? 0 : before + 1;
    const std::string there = text.substr(begin, location - 1 - begin);
    const auto time = time_of(there);
    if (!time || *time < at || (*time == at && !later.contains(there))) break;
    location = begin;
  }
  text.insert(location, line + "\n");
}

// Of the runs that were recorded at the same millisecond as a command, and after it.
std::unordered_set<std::string> lines_after(const CommandHistory& history, const Session& session,
                                            const CommandRun& command) {
  std::unordered_set<std::string> lines;
  for (const auto& run : session.runs.items) {
    if (run.origin.at == command.origin.at && run.origin.id > command.origin.id) {
      lines.insert(history.history_line(session, run));
    }
  }
  return lines;
}

std::unordered_set<std::string> lines_of(const std::string& text) {
  std::unordered_set<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.insert(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace

// Groups the events into commands by `part`, picks the event with the highest rank in each, and
// leaves out those that only record a fact. A step that a fact began, or a session that it woke,
// makes no line.
std::vector<CommandRun> own_commands(const std::vector<StoredEvent>& events, std::string& model) {
  std::vector<CommandRun> commands;
  for (size_t first = 0; first < events.size();) {
    size_t end = first + 1;
    while (end < events.size() && events[end].event.header.part != 0) ++end;
    Telling best;
    Time at;  // a pause that was due before the command has an earlier time
    bool records = false;
    for (size_t i = first; i < end; ++i) {
      if (events[i].redacted) continue;
      const EventData& data = events[i].event.data;
      follow_model(data, model);
      records = records || is_fact(data);
      Telling reported = tell(data);
      if (reported.rank <= best.rank) continue;
      best = std::move(reported);
      at = events[i].event.header.at;
    }
    const EventHeader& header = events[first].event.header;
    first = end;
    const bool counts = best.rank > 2 || (best.rank > 0 && !records);
    if (!counts || !is_typed(header.via)) continue;
    CommandRun run;
    run.origin = {header.seq, at, header.actor, best.step};
    run.command = fmt::format("clew {}", best.verb);
    run.arguments = best.arguments;
    run.model = model;
    run.error = best.error;
    run.outcome = best.error.empty() ? RunOutcome::kSuccess : RunOutcome::kFailure;
    commands.push_back(std::move(run));
  }
  return commands;
}

// Reads the log in pages, since a history may span any number of events. Lines are compared as
// whole text, so a command whose line is there already is not added again.
Status add_own_commands(StoreReader& store, const Dialect& dialect, const Session& session,
                        OwnCommands which, Seq from, Seq to, FileSet& files) {
  const CommandHistory* history = dialect.command_history();
  if (history == nullptr) return success();
  const std::string path = history->history_file(session);
  const auto file = std::find_if(files.files.begin(), files.files.end(),
                                 [&](const NamedFile& each) { return each.path == path; });
  if (file == files.files.end()) return success();
  const bool all = which != OwnCommands::kSince;
  std::vector<StoredEvent> events;
  for (Seq next{all ? 1 : from.number + 1}; next <= to;) {
    CLEW_ASSIGN(auto page, store.read(session.identity.id, next, kEventsAtOnce));
    if (page.empty()) break;
    next = Seq{page.back().event.header.seq.number + 1};
    for (auto& each : page) {
      if (each.event.header.seq <= to) events.push_back(std::move(each));
    }
  }
  const auto present = all ? lines_of(file->text) : std::unordered_set<std::string>();
  std::string model = all ? std::string() : session.identity.model;
  for (const auto& command : own_commands(events, model)) {
    const std::string line = history->history_line(session, command);
    if (present.contains(line)) continue;
    if (which == OwnCommands::kInOrder) {
      insert_line(file->text, line, command.origin.at, lines_after(*history, session, command));
    } else {
      append_line(file->text, line);
    }
  }
  return success();
}

}  // namespace clew
