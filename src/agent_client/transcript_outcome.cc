// What Codex's transcript says about a tool that has run, one JSON object a line:
//   {"payload": {"type": "item_completed", "item": {"id": CALL, …}}}
//   "type": "CommandExecution", "exit_code": 2, "aggregated_output": "…",
//     "duration": {"secs": 0, "nanos": 6943}
//   "type": "FileChange", "status": "completed", "changes": {PATH: CHANGE}, each of
//     {"type": "add", "content": "…"}      of the new file
//     {"type": "delete", "content": "…"}   of the one that is gone
//     {"type": "update", "unified_diff": "@@ …", "move_path": PATH or null}

#include <filesystem>

#include "agent_client/read_fields.h"
#include "agent_client/read_hook_event.h"
#include "base/text.h"
#include "document/json/lenient_json.h"

namespace clew {
namespace {

bool take_command(Moment& moment, const Value& item) {
  const Value& code = value_at(item, {"exit_code"});
  if (text_at(item, {"type"}) != "CommandExecution" || !code.is_int() || code.as_int() < -65536 ||
      code.as_int() > 65536) {
    return false;
  }
  CommandLine& command = *moment.command;
  command.exit_code = static_cast<int>(code.as_int());
  if (*command.exit_code != 0) {
    command.outcome = RunOutcome::kFailure;
    command.error = cut(one_line(text_at(item, {"aggregated_output"})), 300);
  }
  const int64_t seconds_taken = value_at(item, {"duration", "secs"}).as_int(-1);
  if (seconds_taken >= 0 && seconds_taken < 1'000'000) {
    const int64_t nanos = value_at(item, {"duration", "nanos"}).as_int();
    moment.duration = Duration{seconds_taken * 1000 + nanos % 1'000'000'000 / 1'000'000};
  }
  return true;
}

// The same file, however it is written.
bool is_path_of(const FileEdit& edit, const std::string& cwd, const std::string& path) {
  const std::filesystem::path own = std::filesystem::path(cwd) / edit.path;
  return own.lexically_normal() == std::filesystem::path(path).lexically_normal();
}

void take_change(FileEdit& edit, const Value& change) {
  const std::string& type = text_at(change, {"type"});
  const Value& content = value_at(change, {"content"});
  const Value& diff = value_at(change, {"unified_diff"});
  const std::string& moved_to = text_at(change, {"move_path"});
  const bool is_gone = edit.action == FileAction::kDeleted;
  if (type == "delete" && is_gone && content.is_string()) {
    edit.original = content.as_string();
    edit.removed = count_text_lines(content.as_string());
  } else if (type == "update" && diff.is_string() && is_gone == !moved_to.empty()) {
    edit.diff = diff.as_string();
    edit.moved_to = moved_to;
  }
}

bool take_changes(Moment& moment, const Value& item) {
  if (text_at(item, {"type"}) != "FileChange" || text_at(item, {"status"}) != "completed") {
    return false;
  }
  for (const auto& [path, change] : value_at(item, {"changes"}).as_object()) {
    for (auto& edit : moment.edits) {
      if (edit.action != FileAction::kCreated && is_path_of(edit, moment.cwd, path)) {
        take_change(edit, change);
      }
    }
  }
  return true;
}

bool take_outcome(Moment& moment, std::string_view line) {
  const auto tree = parse_cut_json(line);
  if (!tree) return false;
  const Value& item = value_at(*tree, {"payload", "item"});
  if (text_at(item, {"id"}) != moment.tool_id) return false;
  return moment.command ? take_command(moment, item) : take_changes(moment, item);
}

}  // namespace

bool lacks_outcome(const Moment& moment) {
  const bool is_open = moment.command ? !moment.command->exit_code : !moment.edits.empty();
  return is_open && moment.agent == HookAgent::kCodex && !moment.tool_id.empty() &&
         !moment.transcript.empty();
}

void tell_outcome(Moment& moment, std::string_view transcript_end) {
  size_t end = transcript_end.size();
  while (end > 0) {
    const size_t before = transcript_end.rfind('\n', end - 1);
    const size_t from = before == std::string_view::npos ? 0 : before + 1;
    const std::string_view line = transcript_end.substr(from, end - from);
    if (line.find(moment.tool_id) != std::string_view::npos && take_outcome(moment, line)) return;
    if (from == 0) return;
    end = from - 1;
  }
}

}  // namespace clew
