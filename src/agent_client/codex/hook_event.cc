// Codex. Its answers of tools are text; how a command ended, and what a file was before, stand in
// its transcript alone (hook_outcome.cc). update_plan has to be switched on there.

#include "agent_client/codex/hook_event.h"

#include <charconv>

#include "agent_client/claude_code/hook_event.h"
#include "agent_client/codex/patch.h"
#include "agent_client/read_fields.h"
#include "base/text.h"
#include "document/json/lenient_json.h"

namespace clew {
namespace {

constexpr size_t kMaxFiles = 500;  // of one patch

// "Exit code: 1\n…"
std::optional<int> exit_code_in(std::string_view text) {
  constexpr std::string_view kExit = "Exit code: ";
  if (!text.starts_with(kExit)) return std::nullopt;
  text.remove_prefix(kExit.size());
  int code = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), code);
  return problem == std::errc() ? std::optional(code) : std::nullopt;
}

// A command line, or its words.
std::string command_text(const Value& given) {
  const Value& command = value_at(given, {"command"});
  if (command.is_string()) return command.as_string();
  std::string text;
  for (const auto& word : command.as_list()) {
    text += (text.empty() ? "" : " ") + word.as_string();
  }
  return text.empty() ? text_at(given, {"cmd"}) : text;
}

// What the program printed, without what Codex says of it: "Exit code: 1\nWall time: …\nOutput:\n".
std::string printed_by_program(const std::string& said) {
  constexpr std::string_view kOutput = "\nOutput:\n";
  constexpr size_t kMaxHeader = 200;
  const size_t at = said.find(kOutput);
  const bool has_header = said.starts_with("Exit code") && at != std::string::npos;
  return has_header && at < kMaxHeader ? said.substr(at + kOutput.size()) : said;
}

ShellCommand codex_command(const Value& given, const std::string& said) {
  ShellCommand line;
  line.text = command_text(given);
  line.exit_code = exit_code_in(said);
  const std::string printed = printed_by_program(said);
  line.output = output_end(printed);
  if (!line.exit_code) return line;
  line.outcome = *line.exit_code == 0 ? RunOutcome::kSuccess : RunOutcome::kFailure;
  if (*line.exit_code != 0) line.error = cut(one_line(printed), 300);
  forget_background_success(line);
  return line;
}

// {"answers": {ID: {"answers": ["…"]}}}, as a tree or as its text.
std::vector<AnsweredQuestion> codex_answers(const Value& given, const Value& response) {
  Value reported = response;
  if (response.is_string()) reported = parse_cut_json(response.as_string()).value_or(Value());
  std::vector<AnsweredQuestion> out;
  for (const auto& question : value_at(given, {"questions"}).as_list()) {
    AnsweredQuestion answered;
    answered.question = text_at(question, {"question"});
    for (const auto& choice : value_at(question, {"options"}).as_list()) {
      answered.options.push_back(text_at(choice, {"label"}));
    }
    const Value& answer = value_at(reported, {"answers", text_at(question, {"id"})});
    for (const auto& word : value_at(answer, {"answers"}).as_list()) {
      answered.answer += (answered.answer.empty() ? "" : ", ") + word.as_string();
    }
    if (!answered.question.empty() && !answered.answer.empty()) out.push_back(std::move(answered));
  }
  return out;
}

void codex_tool(const Value& input, HookEvent& event) {
  const Value& given = value_at(input, {"tool_input"});
  const Value& response = value_at(input, {"tool_response"});
  const std::string& said = response.as_string();
  if (event.tool == "apply_patch") {
    const std::string& patch = text_at(given, {"command"});
    if (exit_code_in(said).value_or(0) != 0) return;
    for (auto& edit : read_patch(patch.empty() ? text_at(given, {"input"}) : patch)) {
      if (event.edits.size() == kMaxFiles) break;
      event.edits.push_back({std::move(edit)});
    }
  } else if (event.tool == "Bash" || event.tool == "shell" || event.tool == "exec_command") {
    event.command = codex_command(given, said);
    event.command->duration = duration_in(input, "duration_ms");
  } else if (event.tool == "update_plan") {
    event.plan = whole_list(value_at(given, {"plan"}), "step");
    event.explanation = text_at(given, {"explanation"});
  } else if (event.tool == "request_user_input") {
    event.answers = codex_answers(given, response);
  }
}

}  // namespace

std::optional<HookEvent> read_codex_hook(const Value& input) {
  // The events are Claude Code's; only what tools say is told in another way.
  const std::string& name = text_at(input, {"hook_event_name"});
  if (name != "PostToolUse") {
    return name == "PostToolUseFailure" ? std::nullopt : read_claude_hook(input);
  }
  HookEvent event = common_hook_fields(input);
  event.kind = HookEventKind::kTool;
  codex_tool(input, event);
  return has_content(event) ? std::optional(event) : std::nullopt;
}

}  // namespace clew
