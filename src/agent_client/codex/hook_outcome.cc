#include "agent_client/codex/hook_outcome.h"

#include <filesystem>

#include "agent_client/read_fields.h"
#include "base/text.h"
#include "document/json/lenient_json.h"

namespace clew {
namespace {

bool take_command(HookEvent& event, const Value& item) {
  const Value& code = value_at(item, {"exit_code"});
  if (text_at(item, {"type"}) != "CommandExecution" || !code.is_int() || code.as_int() < -65536 ||
      code.as_int() > 65536) {
    return false;
  }
  ShellCommand& command = *event.command;
  command.exit_code = static_cast<int>(code.as_int());
  const std::string& printed = text_at(item, {"aggregated_output"});
  if (!printed.empty()) command.output = output_end(printed);
  command.outcome = *command.exit_code == 0 ? RunOutcome::kSuccess : RunOutcome::kFailure;
  if (*command.exit_code != 0) command.error = cut(one_line(printed), 300);
  forget_background_success(command);
  const int64_t seconds_taken = value_at(item, {"duration", "secs"}).as_int(-1);
  if (seconds_taken >= 0 && seconds_taken < 1'000'000) {
    const int64_t nanos = value_at(item, {"duration", "nanos"}).as_int();
    command.duration = Duration{seconds_taken * 1000 + nanos % 1'000'000'000 / 1'000'000};
  }
  return true;
}

// The same file, however it is written.
bool is_path_of(const HookFileEdit& edit, const std::string& cwd, const std::string& path) {
  const std::filesystem::path own = std::filesystem::path(cwd) / edit.path;
  return own.lexically_normal() == std::filesystem::path(path).lexically_normal();
}

void take_change(HookFileEdit& edit, const Value& change) {
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

bool take_changes(HookEvent& event, const Value& item) {
  if (text_at(item, {"type"}) != "FileChange" || text_at(item, {"status"}) != "completed") {
    return false;
  }
  for (const auto& [path, change] : value_at(item, {"changes"}).as_object()) {
    for (auto& edit : event.edits) {
      if (edit.action != FileAction::kCreated && is_path_of(edit, event.cwd, path)) {
        take_change(edit, change);
      }
    }
  }
  return true;
}

bool take_outcome(HookEvent& event, std::string_view line) {
  const auto tree = parse_cut_json(line);
  if (!tree) return false;
  const Value& item = value_at(*tree, {"payload", "item"});
  if (text_at(item, {"id"}) != event.tool_id) return false;
  return event.command ? take_command(event, item) : take_changes(event, item);
}

}  // namespace

bool has_no_codex_outcome(const HookEvent& event) {
  const bool is_open = event.command ? !event.command->exit_code : !event.edits.empty();
  return is_open && !event.tool_id.empty() && !event.transcript.empty();
}

void add_codex_outcome(HookEvent& event, std::string_view transcript_end) {
  size_t end = transcript_end.size();
  while (end > 0) {
    const size_t before = transcript_end.rfind('\n', end - 1);
    const size_t from = before == std::string_view::npos ? 0 : before + 1;
    const std::string_view line = transcript_end.substr(from, end - from);
    if (line.find(event.tool_id) != std::string_view::npos && take_outcome(event, line)) return;
    if (from == 0) return;
    end = from - 1;
  }
}

}  // namespace clew
