#include "interface/hooks/tool_facts.h"

#include <algorithm>

#include "base/line_diff.h"
#include "base/text.h"
#include "interface/hooks/command_output.h"

namespace clew {
namespace {

constexpr size_t kMaxCommand = 64 * 1024;
constexpr size_t kMaxText = 300;
constexpr size_t kMaxAgentSummary = 1000;  // of a subagent's work

const FileChange* recorded(const Session& session, const std::string& path) {
  const auto& files = session.files.items;
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const FileChange& file) { return file.path == path; });
  return found == files.end() ? nullptr : &*found;
}

// Agents tell a file's text, with its line ends made plain.
Bytes with_returns(const std::string& text) {
  Bytes out;
  for (const char c : text) out += c == '\n' ? "\r\n" : std::string(1, c);
  return out;
}
bool has_plain_ends(const std::string& text) {
  return text.find('\n') != std::string::npos && text.find('\r') == std::string::npos;
}

// As the file is written now, so it was before; but what was recorded of it last decides.
Hash before_of(const LookedEdit& looked, const FileChange* known) {
  const auto& reported = looked.edit->original;
  const bool agrees = known == nullptr || looked.before == known->hash_after;
  if (agrees || !reported || !has_plain_ends(*reported)) return looked.before;
  const Hash other = sha256(looked.now.returns ? *reported : with_returns(*reported));
  return other == known->hash_after ? other : looked.before;
}

// Nothing when the file stands as it was recorded, which makes repeated hooks harmless. Action and
// lines are the agent's, content and existence the disk's.
std::optional<FileChanged> change_of(const Session& session, const LookedEdit& looked) {
  const HookFileEdit& edit = *looked.edit;
  const FileChange* known = recorded(session, looked.now.path);
  const bool gone = !looked.now.there;
  if (known == nullptr && looked.is_idle()) return std::nullopt;
  if (gone && known == nullptr && edit.action != FileAction::kDeleted) return std::nullopt;
  const bool was_gone = known != nullptr && known->action == FileAction::kDeleted;
  if (known != nullptr && known->hash_after == looked.now.hash && was_gone == gone) {
    return std::nullopt;
  }
  FileChanged change;
  change.path = looked.now.path;
  change.hash_after = looked.now.hash;
  change.lines_added = edit.added;
  change.lines_removed = edit.removed;
  const bool is_new = edit.action == FileAction::kCreated && (known == nullptr || was_gone);
  change.action = gone     ? FileAction::kDeleted
                  : is_new ? FileAction::kCreated
                           : FileAction::kModified;
  if (is_new && !gone && edit.added == 0) change.lines_added = looked.now.lines;
  // The file may have changed since it was recorded; of a new one nothing was there before.
  const bool is_reported = !looked.before.empty() && !is_new;
  change.hash_before =
      is_reported || known == nullptr ? before_of(looked, known) : known->hash_after;
  return change;
}

// Bytes that are no text were told as this character.
bool has_lost_bytes(const std::string& text) {
  return text.find("\xEF\xBF\xBD") != std::string::npos;
}

// Of a text with a mark of its encoding, only the file says which one that is.
bool is_in_utf8(Workspace& workspace, const LookedEdit& looked) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (!looked.edit->original->starts_with(kMark)) return true;
  const auto after = read_touched(workspace, looked.now);
  return after && after->starts_with(kMark);
}

// As the file is written now, so it was before, unless it was written anew: then git may know how
// long it was.
bool had_returns(Workspace& workspace, const LookedEdit& looked) {
  const HookFileEdit& edit = *looked.edit;
  if (!has_plain_ends(*edit.original)) return false;
  if (looked.now.returns || !edit.whole) return looked.now.returns;
  return size_known_to_git(workspace, looked.now) == with_returns(*edit.original).size();
}

// The content that the edit began with: told, or worked out from what stands there now.
// A text that lost bytes on the way to the hook, or one in another encoding, is not the file's
// content and has no hash. With a diff, the content before is the present one with the diff taken
// back.
Hash before_edit(Workspace& workspace, const std::string& root, const LookedEdit& looked) {
  const HookFileEdit& edit = *looked.edit;
  if (edit.original) {
    if (has_lost_bytes(*edit.original) || !is_in_utf8(workspace, looked)) return Hash();
    const bool returns = had_returns(workspace, looked);
    return sha256(returns ? with_returns(*edit.original) : *edit.original);
  }
  if (!edit.diff) return Hash();
  const auto moved = edit.moved_to.empty() ? std::optional(looked.now)
                                           : look_at_touched(workspace, root, edit.moved_to);
  const auto after = moved ? read_touched(workspace, *moved) : std::nullopt;
  const auto before = after ? reverse_diff(*after, *edit.diff) : std::nullopt;
  return before ? sha256(*before) : Hash();
}

// Hooks that are installed twice tell of a prompt at once.
bool is_said(const Trial& intents, const std::string& text) {
  constexpr Duration kReportedTwice = seconds(10);
  const auto& latest = intents.session().instruction;
  if (!latest || latest->text != cut(text, kKeptLatest)) return false;
  const bool is_last = latest->origin.id.number == intents.session().head.number;
  return is_last && intents.now() - latest->origin.at < kReportedTwice;
}

// Two hooks that are installed twice may take up what was kept at once.
bool is_taken_up(const Session& session, const KeptEvent& event) {
  const auto is_then = [&](const auto& fact) { return fact.origin.at == event.at; };
  const auto has = [&](const auto& kept) {
    return std::any_of(kept.items.begin(), kept.items.end(), is_then);
  };
  switch (event.kind) {
    case KeptKind::kPrompt:
      return has(session.instructions);
    case KeptKind::kMessage:
    case KeptKind::kFailedTurn:
      return has(session.checkpoints);
    case KeptKind::kCommand:
      return has(session.runs);
  }
  return false;
}

// Several choices are told as one text, with commas in between.
bool is_among(const std::string& answer, const std::string& choice) {
  return answer != choice && (", " + answer + ", ").find(", " + choice + ", ") != std::string::npos;
}

// Of a call without an id: hooks that are installed twice tell of it at once, down to how long it
// took.
bool is_reported_just_now(const Trial& intents, const CommandRan& run) {
  constexpr Duration kAtOnce = seconds(3);
  const auto& runs = intents.session().runs.items;
  return std::any_of(runs.begin(), runs.end(), [&](const CommandRun& known) {
    return intents.now() - known.origin.at < kAtOnce && known.origin.actor == intents.actor() &&
           known.command == run.command && known.arguments == run.arguments &&
           known.outcome == run.outcome && known.exit_code == run.exit_code &&
           known.duration == run.duration && known.error == run.error && known.agent == run.agent;
  });
}

std::string plain_part(const std::string& text, size_t most) {
  std::string out;
  for (const char c : text.substr(0, most)) {
    const bool plain = static_cast<unsigned char>(c) > ' ' && static_cast<unsigned char>(c) < 127;
    out += plain ? c : '-';
  }
  return out;
}

bool ends_turn(const Checkpoint& checkpoint) {
  return checkpoint.name == kEndOfTurn || checkpoint.name == kEndOfConversation;
}

}  // namespace

std::vector<LookedEdit> look_at_edits(Workspace& workspace, const std::string& root,
                                      const std::vector<HookFileEdit>& edits) {
  std::vector<LookedEdit> out;
  for (const auto& edit : edits) {
    auto now = look_at_touched(workspace, root, edit.path);
    if (!now) continue;
    LookedEdit looked{&edit, std::move(*now)};
    looked.before = before_edit(workspace, root, looked);
    out.push_back(std::move(looked));
  }
  return out;
}

// Returns words for the person when the project's folder is gone and nothing shows where it went;
// otherwise the session follows it, with a note.
std::string follow_project(Trial& intents, Workspace& workspace,
                           const std::vector<LookedEdit>& edits) {
  std::vector<std::string> edited;
  for (const auto& looked : edits) edited.push_back(looked.now.path);
  auto missing = find_missing_project(workspace, intents.session(), edited);
  if (!missing) return {};
  if (!missing->moved) return std::move(missing->seen);
  intents.add_fact(std::move(*missing->moved));
  NoteAdded note;
  note.text = "Taken as renamed: " + missing->seen;
  intents.add_fact(std::move(note));
  return {};
}

void add_edits(Trial& intents, const std::vector<LookedEdit>& edits, const HookEvent& event) {
  for (const auto& looked : edits) {
    auto change = change_of(intents.session(), looked);
    if (!change) continue;
    change->agent = subagent_name(event);
    intents.add_fact(std::move(*change));
  }
}

// A command line is its first word and the rest.
std::optional<CommandRan> command_run(const HookEvent& event) {
  if (!event.command) return std::nullopt;
  const std::string line = cut(one_line(event.command->text), kMaxCommand);
  if (line.empty()) return std::nullopt;
  const size_t blank = line.find(' ');
  CommandRan run;
  run.command = line.substr(0, blank);
  if (blank != std::string::npos) run.arguments = line.substr(blank + 1);
  run.model = cut(event.model, 100);
  run.agent = subagent_name(event);
  run.outcome = event.command->outcome;
  run.exit_code = event.command->exit_code;
  run.duration = event.command->duration;
  run.error = cut(event.command->error, kMaxText);
  run.output = output_to_keep(*event.command);
  return run;
}

void add_command(Trial& intents, const HookEvent& event) {
  auto run = command_run(event);
  if (!run) return;
  if (run->model.empty()) run->model = intents.session().identity.model;
  if (event.tool_id.empty() && is_reported_just_now(intents, *run)) return;
  intents.add_fact(std::move(*run));
}

void add_prompt(Trial& intents, const std::string& text) {
  if (!is_said(intents, text)) intents.add_fact(InstructionGiven{text});
}

// What was kept before there was a session gets the time at which it happened.
void add_kept_event(Trial& intents, const KeptEvent& event) {
  if (is_taken_up(intents.session(), event)) return;
  switch (event.kind) {
    case KeptKind::kPrompt:
      intents.add_earlier(InstructionGiven{event.text}, event.at);
      break;
    case KeptKind::kMessage:
    case KeptKind::kFailedTurn: {
      const bool failed = event.kind == KeptKind::kFailedTurn;
      CheckpointMade made;
      made.label = failed ? kTurnFailed : kEndOfTurn;
      made.note = event.text;
      intents.add_earlier(std::move(made), event.at);
      break;
    }
    case KeptKind::kCommand:
      if (event.run) intents.add_earlier(*event.run, event.at);
      break;
  }
}

// Changes that nobody reported: files that differ from their record, and a moved HEAD.
void add_changes_since(Trial& intents, Workspace& workspace, uint64_t most_bytes) {
  for (auto& change : changed_again(workspace, intents.session(), most_bytes)) {
    intents.add_fact(std::move(change));
  }
  if (const auto moved = head_moved(workspace, intents.session())) intents.add_fact(*moved);
}

void add_explanation(Trial& intents, const std::string& explanation) {
  NoteAdded note;
  note.text = cut(one_line(explanation), kMaxAgentSummary);
  note.log = kPlanLog;
  const auto& notes = intents.session().notes.items;
  const bool is_known = std::any_of(notes.begin(), notes.end(), [&](const Note& known) {
    return known.log == note.log && known.text == note.text;
  });
  if (!note.text.empty() && !is_known) intents.add_fact(std::move(note));
}

void add_answers(Trial& intents, const std::vector<AnsweredQuestion>& answers) {
  for (const auto& answered : answers) {
    DecisionMade decision;
    decision.topic = cut(one_line(answered.question), kMaxText);
    decision.choice = cut(one_line(answered.answer), kMaxText);
    for (const auto& choice : answered.options) {
      if (decision.options.size() == kMaxChoices || is_among(answered.answer, choice)) continue;
      decision.options.push_back(cut(one_line(choice), 100));
    }
    intents.add_fact(std::move(decision));
  }
}

// What comes before the last dash of an id says when it was made, or by which name: that may be the
// same for several.
AgentId subagent_name(const HookEvent& event) {
  if (event.subagent.empty()) return AgentId();
  const std::string type = plain_part(event.subagent_type, 60);
  const size_t dash = event.subagent.rfind('-');
  const bool is_last = dash == std::string::npos || dash + 1 == event.subagent.size();
  const std::string part = is_last ? event.subagent : event.subagent.substr(dash + 1);
  return AgentId((type.empty() ? "agent" : type) + "-" + plain_part(part, 6));
}

// A start that was missed is made up for at the end. The same end told twice adds nothing.
void add_subagent(Trial& intents, const HookEvent& event) {
  AgentChanged change;
  change.agent = subagent_name(event);
  change.type = cut(one_line(event.subagent_type), 60);
  const auto& agents = intents.session().agents.items;
  const auto known = std::find_if(agents.begin(), agents.end(),
                                  [&](const Agent& agent) { return agent.id == change.agent; });
  const bool runs = known != agents.end() && known->status == AgentStatus::kRunning;
  const std::string summary = cut(one_line(event.text), kMaxAgentSummary);
  const bool starts = event.kind == HookEventKind::kSubagentStart;
  const bool is_reported = !starts && known != agents.end() &&
                           known->status == AgentStatus::kCompleted && known->summary == summary;
  if (is_reported) return;
  if (!runs) intents.add_fact(change);
  if (starts) return;
  change.verb = AgentVerb::kDone;
  change.result = AgentResult::kSuccess;
  change.summary = summary;
  intents.add_fact(change);
}

// Whether anything was recorded since the last checkpoint, the prompt itself left out.
bool has_moved_on(const Session& session) {
  const auto& made = session.checkpoints.items;
  const uint32_t last = made.empty() ? 0 : made.back().origin.id.number;
  uint32_t head = session.head.number;
  if (session.instruction && session.instruction->origin.id.number == head) --head;
  return head > last;
}

// Open while something was recorded since the last end of a turn.
bool is_turn_open(const Session& session) {
  const auto& made = session.checkpoints.items;
  if (made.empty()) return true;
  const Checkpoint& last = made.back();
  return !ends_turn(last) || session.head.number > last.origin.id.number;
}

// Clients may tell several messages at the end of one turn.
bool is_further_message(const Trial& intents, const std::string& message) {
  const auto& made = intents.session().checkpoints.items;
  if (message.empty() || made.empty()) return false;
  const Checkpoint& last = made.back();
  return ends_turn(last) && last.origin.actor == intents.actor() &&
         last.note != cut(message, kKeptText);
}

// After an agent's turn and before the next prompt, unless a command in the background may still be
// at work on files.
bool is_between_turns(const Session& session, const ActorId& agent) {
  const auto& made = session.checkpoints.items;
  const auto end = std::find_if(made.rbegin(), made.rend(), ends_turn);
  if (end == made.rend() || end->origin.actor != agent) return false;
  const auto& asked = session.instruction;
  if (asked && asked->origin.id.number > end->origin.id.number) return false;
  const auto& runs = session.runs.items;
  return std::none_of(runs.begin(), runs.end(), [&](const CommandRun& run) {
    return run.arguments.ends_with('&') && asked && run.origin.id.number > asked->origin.id.number;
  });
}

void add_checkpoint(Trial& intents, const std::string& label, const std::string& note) {
  CheckpointMade checkpoint;
  checkpoint.label = label;
  checkpoint.note = note;
  intents.add_fact(std::move(checkpoint));
}

// UTF-8 without blanks at the ends, cut to what a checkpoint may hold.
std::string message_to_keep(std::string_view text) {
  const std::string plain = to_utf8(text);
  const size_t first = plain.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  const size_t last = plain.find_last_not_of(" \t\r\n");
  return cut(plain.substr(first, last - first + 1), kMaxMessage);
}

}  // namespace clew
