#include "agent_client/opencode/hook_event.h"

#include "agent_client/codex/patch.h"
#include "agent_client/read_fields.h"
#include "agent_client/transcript/person_text.h"
#include "base/text.h"

namespace clew {
namespace {

constexpr size_t kMaxPatchedFiles = 500;

// From its first hunk on: names of files and a ruler stand above.
std::string hunks_of(const std::string& diff) {
  const size_t at = diff.starts_with("@@") ? 0 : diff.find("\n@@");
  if (at == std::string::npos) return {};
  return diff.substr(at == 0 ? 0 : at + 1);
}

// Written whole: the added lines are all of it, and whether the file existed is in the metadata.
HookFileEdit opencode_write(const Value& given, const Value& metadata) {
  HookFileEdit edit;
  edit.path = text_at(given, {"filePath"});
  if (edit.path.empty()) edit.path = text_at(metadata, {"filepath"});
  const Value& existed = value_at(metadata, {"exists"});
  if (existed.is_bool() && !existed.as_bool()) edit.action = FileAction::kCreated;
  edit.added = count_text_lines(text_at(given, {"content"}));
  edit.whole = true;
  return edit;
}

// Counts come from opencode's own diff, else from the texts of the call. An empty text to replace
// means a new file.
HookFileEdit opencode_edit(const Value& given, const Value& metadata) {
  HookFileEdit edit;
  edit.path = text_at(given, {"filePath"});
  if (edit.path.empty()) edit.path = text_at(metadata, {"filediff", "file"});
  const Value& added = value_at(metadata, {"filediff", "additions"});
  if (added.is_int()) {
    edit.added = std::max<int64_t>(0, added.as_int());
    edit.removed = std::max<int64_t>(0, value_at(metadata, {"filediff", "deletions"}).as_int());
  } else {
    edit.added = count_text_lines(text_at(given, {"newString"}));
    edit.removed = count_text_lines(text_at(given, {"oldString"}));
  }
  const Value& replaced = value_at(given, {"oldString"});
  if (replaced.is_string() && replaced.as_string().empty()) edit.action = FileAction::kCreated;
  if (std::string hunks = hunks_of(text_at(metadata, {"diff"})); !hunks.empty()) {
    edit.diff = std::move(hunks);
  }
  return edit;
}

// An exit code beyond what a process can have is ignored.
ShellCommand opencode_command(const Value& given, const Value& made) {
  ShellCommand line;
  line.text = text_at(given, {"command"});
  const std::string& printed = text_at(made, {"metadata", "output"});
  line.output = output_end(printed.empty() ? text_at(made, {"output"}) : printed);
  const Value& code = value_at(made, {"metadata", "exit"});
  if (!code.is_int() || code.as_int() < -65536 || code.as_int() > 65536) return line;
  line.exit_code = static_cast<int>(code.as_int());
  line.outcome = *line.exit_code == 0 ? RunOutcome::kSuccess : RunOutcome::kFailure;
  if (*line.exit_code != 0) line.error = cut(one_line(line.output), 300);
  forget_background_success(line);
  return line;
}

// "answers": [["Yes"]], by the question's place.
std::vector<AnsweredQuestion> opencode_answers(const Value& given, const Value& metadata) {
  std::vector<AnsweredQuestion> out;
  const auto& answers = value_at(metadata, {"answers"}).as_list();
  size_t location = 0;
  for (const auto& question : value_at(given, {"questions"}).as_list()) {
    AnsweredQuestion answered;
    answered.question = text_at(question, {"question"});
    for (const auto& choice : value_at(question, {"options"}).as_list()) {
      answered.options.push_back(text_at(choice, {"label"}));
    }
    if (location < answers.size()) {
      for (const auto& word : answers[location].as_list()) {
        answered.answer += (answered.answer.empty() ? "" : ", ") + word.as_string();
      }
    }
    ++location;
    if (!answered.question.empty() && !answered.answer.empty()) out.push_back(std::move(answered));
  }
  return out;
}

// Without what opencode or a plugin put beside the person's words.
std::string words_of_parts(const Value& parts) {
  std::string text;
  for (const auto& part : parts.as_list()) {
    const bool is_own =
        value_at(part, {"synthetic"}).as_bool() || value_at(part, {"ignored"}).as_bool();
    if (text_at(part, {"type"}) != "text" || is_own) continue;
    text += (text.empty() ? "" : "\n") + without_opencode_quotes(text_at(part, {"text"}));
  }
  return transcript::typed_by_person(text);
}

// "APIError: slow down"; empty when the person stopped it.
std::string why_it_failed(const Value& error) {
  const std::string& name = text_at(error, {"name"});
  if (name == "MessageAbortedError") return {};
  const std::string& message = text_at(error, {"data", "message"});
  return name + (name.empty() || message.empty() ? "" : ": ") + message;
}

// An event of the conversation itself: whether it is one that clew does something at.
// False: nothing is to be done at this event. A session with a parent is a subagent's, and is told
// as the parent's.
bool read_session_event(const std::string& type, const Value& properties, const Value& input,
                        HookEvent& event) {
  const Value& info = value_at(properties, {"info"});
  event.session = text_at(properties, {"sessionID"});
  if (event.session.empty()) event.session = text_at(info, {"id"});
  if (event.cwd.empty()) event.cwd = safe_path(text_at(info, {"directory"}));
  event.text = text_at(input, {"text"});
  if (type == "session.created") {
    event.kind = HookEventKind::kSessionStart;
    event.subagent_type = text_at(info, {"agent"});
    event.subagent = text_at(info, {"parentID"}).empty() ? std::string() : event.session;
    if (!event.subagent.empty()) event.session = text_at(info, {"parentID"});
  } else if (type == "session.idle") {
    event.kind = HookEventKind::kTurnEnd;
  } else if (type == "session.error") {
    event.kind = HookEventKind::kTurnFailure;
    event.text = why_it_failed(value_at(properties, {"error"}));
    return !event.text.empty();
  } else if (type == "session.compacted") {
    event.kind = HookEventKind::kPostCompact;
  } else if (type == "session.deleted") {
    event.kind = HookEventKind::kSessionEnd;
    event.text = "deleted";
  } else {
    return false;
  }
  return true;
}

// What a subagent's session tells belongs to the session that it works for.
// Only its beginning, its end and what its tools did are told; a prompt of a subagent is the
// agent's own.
bool read_as_subagent(HookEvent& event) {
  if (event.subagent_type.empty()) event.subagent_type = "subagent";
  switch (event.kind) {
    case HookEventKind::kSessionStart:
      event.kind = HookEventKind::kSubagentStart;
      return true;
    case HookEventKind::kTurnEnd:
      event.kind = HookEventKind::kSubagentEnd;
      return true;
    case HookEventKind::kTool:
      return true;
    default:
      return false;
  }
}

}  // namespace

// opencode puts prompts of the command line in quotes when they have spaces; those quotes are taken
// off.
std::string without_opencode_quotes(std::string text) {
  if (text.size() < 3 || text.front() != '"' || text.back() != '"') return text;
  std::string out;
  for (size_t at = 1; at + 1 < text.size(); ++at) {
    const bool escapes = text[at] == '\\' && at + 2 < text.size() && text[at + 1] == '"';
    if (text[at] == '"') return text;  // of several words each has its own
    if (escapes) ++at;
    out += text[at];
  }
  return out.find(' ') == std::string::npos ? text : out;
}

void read_opencode_tool(const Value& given, const Value& made, HookEvent& event) {
  const Value& metadata = value_at(made, {"metadata"});
  if (event.tool == "write") {
    event.edits.push_back(opencode_write(given, metadata));
  } else if (event.tool == "edit") {
    event.edits.push_back(opencode_edit(given, metadata));
  } else if (event.tool == "patch" || event.tool == "apply_patch") {
    for (auto& edit : read_patch(text_at(given, {"patchText"}))) {
      if (event.edits.size() == kMaxPatchedFiles) break;
      event.edits.push_back({std::move(edit)});
    }
  } else if (event.tool == "bash") {
    event.command = opencode_command(given, made);
  } else if (event.tool == "todowrite") {
    const Value& kept = value_at(metadata, {"todos"});
    event.plan = whole_list(kept.is_list() ? kept : value_at(given, {"todos"}), "content");
  } else if (event.tool == "question") {
    event.answers = opencode_answers(given, metadata);
  }
}

// The hooks differ in where they keep things: "event" has them in properties, "chat.message" in the
// parts of the output, "tool.execute.after" in both. Unknown hooks are passed over.
std::optional<HookEvent> read_opencode_hook(const Value& input) {
  HookEvent event;
  event.name = text_at(input, {"hook_event_name"});
  event.cwd = safe_path(text_at(input, {"directory"}));
  const Value& given = value_at(input, {"input"});
  const Value& made = value_at(input, {"output"});
  event.session = text_at(given, {"sessionID"});
  event.model = text_at(given, {"model", "modelID"});
  const bool is_named = event.name.starts_with("session.");
  if (event.name == "event" || is_named) {
    const Value& reported = value_at(given, {"event"});
    const std::string& type = is_named ? event.name : text_at(reported, {"type"});
    const Value& properties = reported.is_object() ? value_at(reported, {"properties"}) : given;
    if (!read_session_event(type, properties, input, event)) return std::nullopt;
  } else if (event.name == "experimental.chat.system.transform") {
    event.kind = HookEventKind::kSessionStart;
    event.source = start_source(text_at(input, {"source"}));
    if (event.model.empty()) event.model = text_at(given, {"model", "id"});
  } else if (event.name == "chat.message") {
    event.kind = HookEventKind::kPrompt;
    event.prompt = words_of_parts(value_at(made, {"parts"}));
    if (event.model.empty()) event.model = text_at(made, {"message", "model", "modelID"});
    if (event.prompt.empty()) return std::nullopt;
  } else if (event.name == "tool.execute.after") {
    event.kind = HookEventKind::kTool;
    event.tool = text_at(given, {"tool"});
    event.tool_id = text_at(given, {"callID"});
    read_opencode_tool(value_at(given, {"args"}), made, event);
    if (!has_content(event)) return std::nullopt;
  } else if (event.name == "experimental.session.compacting") {
    event.kind = HookEventKind::kPreCompact;
  } else {
    return std::nullopt;
  }
  if (const std::string& parent = text_at(input, {"parent"}); !parent.empty()) {
    if (event.subagent.empty()) event.subagent = event.session;
    event.session = parent;
  }
  if (!event.subagent.empty() && !read_as_subagent(event)) return std::nullopt;
  return event;
}

}  // namespace clew
