// Codex. Its answers of tools are text; how a command ended, and what a file was before, stand in
// its transcript alone (transcript_outcome.cc). update_plan has to be switched on there.

#include <charconv>

#include "agent_client/codex/patch_text.h"
#include "agent_client/read_fields.h"
#include "agent_client/read_hook_event.h"
#include "base/text.h"
#include "document/json/lenient_json.h"

namespace clew {
namespace {

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

CommandLine codex_command(const Value& given, const std::string& said) {
  CommandLine line;
  line.text = command_text(given);
  line.exit_code = exit_code_in(said);
  if (line.exit_code.value_or(0) != 0) {
    line.outcome = RunOutcome::kFailure;
    line.error = cut(one_line(said), 300);
  }
  return line;
}

// {"answers": {ID: {"answers": ["…"]}}}, as a tree or as its text.
std::vector<AnsweredQuestion> codex_answers(const Value& given, const Value& response) {
  Value told = response;
  if (response.is_string()) told = parse_cut_json(response.as_string()).value_or(Value());
  std::vector<AnsweredQuestion> out;
  for (const auto& question : value_at(given, {"questions"}).as_list()) {
    AnsweredQuestion answered;
    answered.question = text_at(question, {"question"});
    for (const auto& choice : value_at(question, {"options"}).as_list()) {
      answered.options.push_back(text_at(choice, {"label"}));
    }
    const Value& answer = value_at(told, {"answers", text_at(question, {"id"})});
    for (const auto& word : value_at(answer, {"answers"}).as_list()) {
      answered.answer += (answered.answer.empty() ? "" : ", ") + word.as_string();
    }
    if (!answered.question.empty() && !answered.answer.empty()) out.push_back(std::move(answered));
  }
  return out;
}

void codex_tool(const Value& input, Moment& moment) {
  const Value& given = value_at(input, {"tool_input"});
  const Value& response = value_at(input, {"tool_response"});
  const std::string& said = response.as_string();
  if (moment.tool == "apply_patch") {
    const std::string& patch = text_at(given, {"command"});
    if (exit_code_in(said).value_or(0) != 0) return;
    moment.edits = edits_in_patch(patch.empty() ? text_at(given, {"input"}) : patch);
  } else if (moment.tool == "Bash" || moment.tool == "shell" || moment.tool == "exec_command") {
    moment.command = codex_command(given, said);
  } else if (moment.tool == "update_plan") {
    moment.plan = whole_list(value_at(given, {"plan"}), "step");
  } else if (moment.tool == "request_user_input") {
    moment.answers = codex_answers(given, response);
  }
}

}  // namespace

std::optional<Moment> read_codex_moment(const Value& input) {
  // The events are Claude Code's; only what tools say is told in another way.
  const std::string& event = text_at(input, {"hook_event_name"});
  if (event != "PostToolUse") {
    auto moment = event == "PostToolUseFailure" ? std::nullopt : read_claude_moment(input);
    if (moment) moment->agent = HookAgent::kCodex;
    return moment;
  }
  Moment moment = common_moment(HookAgent::kCodex, input);
  moment.kind = MomentKind::kTool;
  codex_tool(input, moment);
  return says_something(moment) ? std::optional(moment) : std::nullopt;
}

}  // namespace clew
