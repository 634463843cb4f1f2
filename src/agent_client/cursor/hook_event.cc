// Cursor: flat events, the conversation instead of a session, folders of the context instead of a
// current one.

#include "agent_client/read_fields.h"
#include "agent_client/read_hook_event.h"
#include "base/text.h"

namespace clew {
namespace {

FileEdit edited(const Value& input) {
  FileEdit edit;
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

CommandLine cursor_command(const Value& input) {
  CommandLine line;
  line.text = text_at(input, {"command"});
  const Value& code = value_at(input, {"exit_code"});
  if (code.is_int() && code.as_int() >= -65536 && code.as_int() <= 65536) {
    line.exit_code = static_cast<int>(code.as_int());
  }
  if (line.exit_code.value_or(0) != 0) {
    line.outcome = RunOutcome::kFailure;
    line.error = cut(one_line(text_at(input, {"output"})), 300);
  }
  return line;
}

}  // namespace

std::optional<Moment> read_cursor_moment(const Value& input) {
  Moment moment = common_moment(HookAgent::kCursor, input);
  const std::string& conversation = text_at(input, {"conversation_id"});
  if (!conversation.empty()) moment.session = conversation;
  const std::string root = root_of_work(input);
  if (!root.empty()) moment.cwd = root;
  const Value& took = value_at(input, {"duration"});
  if (took.is_number() && took.as_double() >= 0 && took.as_double() < 1e12) {
    moment.duration = Duration{static_cast<int64_t>(took.as_double())};
  }
  if (moment.event == "sessionStart") {
    moment.kind = MomentKind::kSessionStart;
    moment.source = start_source(text_at(input, {"source"}));
  } else if (moment.event == "beforeSubmitPrompt") {
    moment.kind = MomentKind::kPrompt;
    moment.prompt = prompt_of(input);
    if (moment.prompt.empty()) return std::nullopt;
  } else if (moment.event == "afterFileEdit") {
    moment.kind = MomentKind::kTool;
    moment.edits.push_back(edited(input));
  } else if (moment.event == "afterShellExecution") {
    moment.kind = MomentKind::kTool;
    moment.command = cursor_command(input);
  } else if (moment.event == "preCompact") {
    moment.kind = MomentKind::kPreCompact;
  } else if (moment.event == "stop") {
    moment.kind = MomentKind::kTurnEnd;
    moment.text = text_at(input, {"status"});
  } else if (moment.event == "sessionEnd") {
    moment.kind = MomentKind::kSessionEnd;
    moment.text = text_at(input, {"reason"});
  } else {
    return std::nullopt;
  }
  return moment;
}

}  // namespace clew
