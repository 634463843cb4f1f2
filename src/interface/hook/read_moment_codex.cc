// Codex. Its answers of tools are text; how a command ended stands in its transcript alone.
// update_plan has to be switched on there.

#include <charconv>

#include "base/text.h"
#include "command/json_text.h"
#include "interface/hook/patch_text.h"
#include "interface/hook/read_fields.h"
#include "interface/hook/read_moment.h"

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
  if (response.is_string()) told = read_json_text(response.as_string()).value_or(Value());
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

// {"payload": {"type": "item_completed", "item": {"type": "CommandExecution", "id": CALL,
// "exit_code": 2, "aggregated_output": "…", "duration": {"secs": 0, "nanos": 6943}}}}
bool take_outcome(Moment& moment, std::string_view line) {
  const auto tree = read_json_text(line);
  if (!tree) return false;
  const Value& item = value_at(*tree, {"payload", "item"});
  const Value& code = value_at(item, {"exit_code"});
  if (text_at(item, {"type"}) != "CommandExecution" || text_at(item, {"id"}) != moment.tool_id ||
      !code.is_int() || code.as_int() < -65536 || code.as_int() > 65536) {
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

}  // namespace

bool lacks_outcome(const Moment& moment) {
  return moment.agent == HookAgent::kCodex && moment.command && !moment.command->exit_code &&
         !moment.tool_id.empty() && !moment.transcript.empty();
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
