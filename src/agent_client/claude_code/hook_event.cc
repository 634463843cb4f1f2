// Claude Code. PostToolUse comes when a tool succeeded, PostToolUseFailure when it did not; the
// compaction's own helpers end as subagents without a type. StopFailure comes instead of Stop when
// the model cannot be had.

#include "agent_client/claude_code/hook_event.h"

#include <charconv>

#include "agent_client/plan_text.h"
#include "agent_client/read_fields.h"
#include "base/text.h"

namespace clew {
namespace {

struct EventRow {
  std::string_view name;
  HookEventKind kind;
};
constexpr EventRow kEvents[] = {
    {"SessionStart",       HookEventKind::kSessionStart },
    {"UserPromptSubmit",   HookEventKind::kPrompt       },
    {"PostToolUse",        HookEventKind::kTool         },
    {"PostToolUseFailure", HookEventKind::kTool         },
    {"PreCompact",         HookEventKind::kPreCompact   },
    {"PostCompact",        HookEventKind::kPostCompact  },
    {"Stop",               HookEventKind::kTurnEnd      },
    {"StopFailure",        HookEventKind::kTurnFailure  },
    {"SubagentStart",      HookEventKind::kSubagentStart},
    {"SubagentStop",       HookEventKind::kSubagentEnd  },
    {"SessionEnd",         HookEventKind::kSessionEnd   },
};

void count_patch(const Value& hunks, HookFileEdit& edit) {
  for (const auto& hunk : hunks.as_list()) {
    for (const auto& line : value_at(hunk, {"lines"}).as_list()) {
      edit.added += line.as_string().starts_with('+') ? 1 : 0;
      edit.removed += line.as_string().starts_with('-') ? 1 : 0;
    }
  }
}

void count_strings(const Value& change, HookFileEdit& edit) {
  edit.removed += count_text_lines(text_at(change, {"old_string"}));
  edit.added += count_text_lines(text_at(change, {"new_string"}));
}

// Three ways to count lines, from the best to the worst: a new file's content, the patch of the
// response, the texts that were exchanged.
HookFileEdit claude_edit(const Value& input, const Value& response) {
  HookFileEdit edit;
  edit.path = text_at(input, {"file_path"});
  edit.whole = input.find("content") != nullptr;
  const Value& original = value_at(response, {"originalFile"});
  if (original.is_string()) edit.original = original.as_string();
  if (text_at(response, {"type"}) == "create") {
    edit.action = FileAction::kCreated;
    edit.added = count_text_lines(text_at(input, {"content"}));
  } else if (!value_at(response, {"structuredPatch"}).as_list().empty()) {
    count_patch(value_at(response, {"structuredPatch"}), edit);
  } else {
    count_strings(input, edit);
    for (const auto& change : value_at(input, {"edits"}).as_list()) count_strings(change, edit);
  }
  return edit;
}

HookFileEdit notebook(const Value& input, const Value& response) {
  HookFileEdit edit;
  edit.path = text_at(input, {"notebook_path"});
  const Value& original = value_at(response, {"original_file"});
  if (original.is_string()) edit.original = original.as_string();
  const int64_t lines = count_text_lines(text_at(input, {"new_source"}));
  if (text_at(input, {"edit_mode"}) != "delete") edit.added = lines;
  return edit;
}

// A success with a background id only says that the command was started.
ShellCommand claude_command(const Value& input, const Value& response) {
  ShellCommand line;
  line.text = text_at(input, {"command"});
  line.outcome = RunOutcome::kSuccess;
  // Only that it began is known of it.
  if (!text_at(response, {"backgroundTaskId"}).empty()) line.text += " &";
  forget_background_success(line);
  const std::string& said = text_at(response, {"stdout"});
  const std::string& complained = text_at(response, {"stderr"});
  const bool needs_end = !said.empty() && !said.ends_with('\n') && !complained.empty();
  line.output = output_end(said + (needs_end ? "\n" : "") + complained);
  if (value_at(response, {"interrupted"}).as_bool()) {
    line.outcome = RunOutcome::kFailure;
    line.error = "interrupted";
  }
  return line;
}

// "Exit code 3", and what it printed on the lines after it.
ShellCommand failed_command(const Value& input) {
  constexpr std::string_view kExit = "Exit code ";
  ShellCommand line;
  line.text = text_at(input, {"tool_input", "command"});
  line.outcome = RunOutcome::kFailure;
  const std::string& error = text_at(input, {"error"});
  std::string_view rest = error;
  if (rest.starts_with(kExit)) {
    rest.remove_prefix(kExit.size());
    int code = 0;
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), code);
    if (problem == std::errc()) line.exit_code = code;
    rest.remove_prefix(static_cast<size_t>(end - rest.data()));
  }
  if (rest.starts_with('\n')) rest.remove_prefix(1);
  line.output = output_end(rest);
  line.error = cut(one_line(rest), 300);
  if (value_at(input, {"is_interrupt"}).as_bool()) line.error = "interrupted";
  return line;
}

std::vector<AnsweredQuestion> claude_answers(const Value& input, const Value& response) {
  std::vector<AnsweredQuestion> out;
  const Value& reported = response.find("answers") != nullptr ? response : input;
  for (const auto& question : value_at(input, {"questions"}).as_list()) {
    AnsweredQuestion answered;
    answered.question = text_at(question, {"question"});
    answered.answer = text_at(reported, {"answers", answered.question});
    for (const auto& choice : value_at(question, {"options"}).as_list()) {
      answered.options.push_back(text_at(choice, {"label"}));
    }
    if (!answered.question.empty() && !answered.answer.empty()) out.push_back(std::move(answered));
  }
  return out;
}

PlanChange one_task(const Value& input, const Value& response) {
  PlanItem item;
  item.id = text_at(response, {"task", "id"});
  if (item.id.empty()) item.id = text_at(input, {"taskId"});
  item.title = one_line(text_at(input, {"subject"}));
  item.description = text_at(input, {"description"});
  item.status = item_state(text_at(input, {"status"}));
  return {PlanScope::kItems, {std::move(item)}, ""};
}

PlanChange proposal(const Value& input, const Value& response) {
  const std::string& agreed = text_at(response, {"plan"});
  const std::string& text = agreed.empty() ? text_at(input, {"plan"}) : agreed;
  return agreed_to(text);
}

// Tools by name; those that are not listed tell nothing about the work.
void claude_tool(const Value& input, HookEvent& event) {
  const Value& given = value_at(input, {"tool_input"});
  const Value& response = value_at(input, {"tool_response"});
  const std::string& tool = event.tool;
  if (tool == "Write" || tool == "Edit" || tool == "MultiEdit") {
    // Held back for somebody to look at: the file is as it was.
    const bool is_staged = value_at(response, {"staged"}).as_bool();
    if (!is_staged) event.edits.push_back(claude_edit(given, response));
  } else if (tool == "NotebookEdit") {
    if (text_at(response, {"error"}).empty()) event.edits.push_back(notebook(given, response));
  } else if (tool == "Bash") {
    event.command = claude_command(given, response);
  } else if (tool == "TodoWrite") {
    event.plan = whole_list(value_at(given, {"todos"}), "content");
  } else if (tool == "TaskCreate" || tool == "TaskUpdate") {
    const Value& success = value_at(response, {"success"});
    const bool is_refused = success.is_bool() && !success.as_bool();
    if (!is_refused) event.plan = one_task(given, response);
  } else if (tool == "TaskList") {
    auto items = plan_items(value_at(response, {"tasks"}), "subject");
    if (!items.empty()) event.plan = PlanChange{PlanScope::kItems, std::move(items), ""};
  } else if (tool == "ExitPlanMode") {
    auto change = proposal(given, response);
    if (!change.text.empty()) event.plan = std::move(change);
  } else if (tool == "AskUserQuestion") {
    event.answers = claude_answers(given, response);
  }
}

// "rate_limit: API Error: Request rejected (429)"
std::string why_turn_failed(const Value& input) {
  const std::string& error = text_at(input, {"error"});
  const std::string& message = text_at(input, {"last_assistant_message"});
  return error + (error.empty() || message.empty() ? "" : ": ") + message;
}

}  // namespace

// One event per call. Nothing means that clew has nothing to do: an unknown event, an empty prompt,
// a tool that says nothing, the compaction's own helpers.
std::optional<HookEvent> read_claude_hook(const Value& input) {
  // Cursor runs Claude Code's hooks beside its own, which tell the same.
  if (input.find("cursor_version") != nullptr) return std::nullopt;
  HookEvent event = common_hook_fields(input);
  const EventRow* row = nullptr;
  for (const auto& known : kEvents) row = known.name == event.name ? &known : row;
  if (row == nullptr) return std::nullopt;
  event.kind = row->kind;
  switch (row->kind) {
    case HookEventKind::kSessionStart:
      event.source = start_source(text_at(input, {"source"}));
      break;
    case HookEventKind::kPrompt:
      if (event.subagent.empty()) event.prompt = prompt_of(input);  // agents ask each other
      if (event.prompt.empty()) return std::nullopt;
      break;
    case HookEventKind::kTool:
      if (event.name == "PostToolUse") {
        claude_tool(input, event);
      } else if (event.tool == "Bash") {
        event.command = failed_command(input);
      }
      if (event.command) event.command->duration = duration_in(input, "duration_ms");
      if (!has_content(event)) return std::nullopt;
      break;
    case HookEventKind::kPostCompact:
      event.text = text_at(input, {"compact_summary"});
      break;
    case HookEventKind::kSubagentStart:
    case HookEventKind::kSubagentEnd:
      if (event.subagent.empty() || event.subagent_type.empty()) return std::nullopt;
      event.text = text_at(input, {"last_assistant_message"});
      break;
    case HookEventKind::kTurnEnd:
      event.text = text_at(input, {"last_assistant_message"});
      break;
    case HookEventKind::kTurnFailure:
      event.text = why_turn_failed(input);
      break;
    case HookEventKind::kSessionEnd:
      event.text = text_at(input, {"reason"});
      break;
    case HookEventKind::kPreCompact:
    case HookEventKind::kRequest:
    case HookEventKind::kAgentMessage:
      break;
  }
  return event;
}

}  // namespace clew
