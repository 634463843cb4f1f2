// Cursor: flat events, the conversation instead of a session, folders of the context instead of a
// current one. What the agent says comes before the end of its turn, and how a command ended is not
// told.

#include "agent_client/cursor/hook_event.h"

#include "agent_client/read_fields.h"
#include "base/text.h"

namespace clew {
namespace {

HookFileEdit edited(const Value& input) {
  HookFileEdit edit;
  edit.path = text_at(input, {"file_path"});
  for (const auto& change : value_at(input, {"edits"}).as_list()) {
    edit.removed += count_text_lines(text_at(change, {"old_string"}));
    edit.added += count_text_lines(text_at(change, {"new_string"}));
  }
  return edit;
}

// Of several folders the one with the file that was edited, else the first.
std::string root_of_work(const Value& input) {
  const std::string& edited_file = text_at(input, {"file_path"});
  std::string first;
  for (const auto& root : value_at(input, {"workspace_roots"}).as_list()) {
    const std::string path = safe_path(root.as_string());
    if (path.empty()) continue;
    if (edited_file.starts_with(path.ends_with('/') ? path : path + "/")) return path;
    if (first.empty()) first = path;
  }
  return first;
}

ShellCommand cursor_command(const Value& input) {
  ShellCommand line;
  line.text = text_at(input, {"command"});
  const Value& code = value_at(input, {"exit_code"});
  if (code.is_int() && code.as_int() >= -65536 && code.as_int() <= 65536) {
    line.exit_code = static_cast<int>(code.as_int());
  }
  line.output = output_end(text_at(input, {"output"}));
  if (line.exit_code) {
    const bool failed = *line.exit_code != 0;
    line.outcome = failed ? RunOutcome::kFailure : RunOutcome::kSuccess;
    if (failed) line.error = cut(one_line(line.output), 300);
  }
  forget_background_success(line);
  line.duration = duration_in(input, "duration");
  if (!line.duration) line.duration = duration_in(input, "duration_ms");
  return line;
}

}  // namespace

std::optional<HookEvent> read_cursor_hook(const Value& input) {
  HookEvent event = common_hook_fields(input);
  const std::string& conversation = text_at(input, {"conversation_id"});
  if (!conversation.empty()) event.session = conversation;
  const std::string root = root_of_work(input);
  if (!root.empty()) event.cwd = root;
  if (event.name == "sessionStart") {
    event.kind = HookEventKind::kSessionStart;
    event.source = start_source(text_at(input, {"source"}));
  } else if (event.name == "beforeSubmitPrompt") {
    event.kind = HookEventKind::kPrompt;
    event.prompt = prompt_of(input);
    if (event.prompt.empty()) return std::nullopt;
  } else if (event.name == "afterFileEdit") {
    event.kind = HookEventKind::kTool;
    event.edits.push_back(edited(input));
  } else if (event.name == "afterShellExecution") {
    event.kind = HookEventKind::kTool;
    event.command = cursor_command(input);
  } else if (event.name == "preCompact") {
    event.kind = HookEventKind::kPreCompact;
  } else if (event.name == "afterAgentResponse") {
    event.kind = HookEventKind::kAgentMessage;
    event.text = text_at(input, {"text"});
    if (event.text.empty()) return std::nullopt;
  } else if (event.name == "stop") {
    const bool failed = text_at(input, {"status"}) == "error";
    event.kind = failed ? HookEventKind::kTurnFailure : HookEventKind::kTurnEnd;
    if (failed) event.text = "error";
  } else if (event.name == "sessionEnd") {
    event.kind = HookEventKind::kSessionEnd;
    event.text = text_at(input, {"reason"});
  } else {
    return std::nullopt;
  }
  return event;
}

}  // namespace clew
