// Gemini CLI. PreCompress fires before every request, also when nothing is compressed: no event.
// That something was is seen in the next request, which then begins with the summary.

#include "agent_client/gemini/hook_event.h"

#include <fmt/format.h>

#include <charconv>

#include "agent_client/read_fields.h"
#include "base/hash.h"
#include "base/text.h"
#include "document/json/json.h"
#include "document/json/lenient_json.h"

namespace clew {
namespace {

void count_diff(std::string_view diff, HookFileEdit& edit) {
  for (size_t at = 0; at < diff.size();) {
    const size_t end = std::min(diff.find('\n', at), diff.size());
    const std::string_view line = diff.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("+++") || line.starts_with("---")) continue;
    edit.added += line.starts_with('+') ? 1 : 0;
    edit.removed += line.starts_with('-') ? 1 : 0;
  }
}

// Lines are counted by the best that is told: the tool's own figures, a diff, or the texts that it
// was given.
HookFileEdit gemini_edit(const Value& given, const Value& shown) {
  HookFileEdit edit;
  edit.path = text_at(shown, {"filePath"});
  if (edit.path.empty()) edit.path = text_at(given, {"file_path"});
  const Value& added = value_at(shown, {"diffStat", "model_added_lines"});
  const bool is_new = value_at(shown, {"isNewFile"}).as_bool();
  if (is_new) edit.action = FileAction::kCreated;
  if (!is_new && value_at(shown, {"originalContent"}).is_string()) {
    edit.original = text_at(shown, {"originalContent"});
  }
  if (added.is_number()) {
    const auto lines = [&](const char* name) {
      return std::max<int64_t>(0, value_at(shown, {"diffStat", name}).as_int());
    };
    edit.added = lines("model_added_lines") + lines("user_added_lines");
    edit.removed = lines("model_removed_lines") + lines("user_removed_lines");
  } else if (!text_at(shown, {"fileDiff"}).empty()) {
    count_diff(text_at(shown, {"fileDiff"}), edit);
  } else {
    edit.added = count_text_lines(text_at(given, {"content"})) +
                 count_text_lines(text_at(given, {"new_string"}));
    edit.removed = count_text_lines(text_at(given, {"old_string"}));
  }
  return edit;
}

// "Exit Code: 3" on a line of its own; left out when it is 0. What was cancelled or goes on in the
// background is told in a sentence instead of the output.
ShellCommand gemini_command(const Value& given, const Value& response) {
  constexpr std::string_view kExit = "\nExit Code: ";
  ShellCommand line;
  line.text = text_at(given, {"command"});
  const Value& shown = value_at(response, {"returnDisplay"});
  line.output = output_end(shown.is_string() ? shown.as_string()
                                             : std::string_view(text_at(response, {"llmContent"})));
  const std::string_view said = text_at(response, {"llmContent"});
  const size_t at = said.rfind(kExit);
  int code = 0;
  if (at != std::string_view::npos) {
    const std::string_view rest = said.substr(at + kExit.size());
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), code);
    if (problem == std::errc()) line.exit_code = code;
  }
  const std::string& error = text_at(response, {"error", "message"});
  const bool has_output = said.find("Output: ") != std::string_view::npos;
  const bool goes_on = value_at(given, {"is_background"}).as_bool() || !has_output;
  if (code == 0 && error.empty()) {
    if (!goes_on) line.outcome = RunOutcome::kSuccess;
    forget_background_success(line);
    return line;
  }
  line.outcome = RunOutcome::kFailure;
  line.error = cut(one_line(error.empty() ? text_at(response, {"returnDisplay"}) : error), 300);
  return line;
}

// {"answers": {"0": "…"}} as text, by the question's place.
std::vector<AnsweredQuestion> gemini_answers(const Value& given, const Value& response) {
  const Value reported = parse_cut_json(text_at(response, {"llmContent"})).value_or(Value());
  std::vector<AnsweredQuestion> out;
  size_t location = 0;
  for (const auto& question : value_at(given, {"questions"}).as_list()) {
    AnsweredQuestion answered;
    answered.question = text_at(question, {"question"});
    answered.answer = text_at(reported, {"answers", std::to_string(location++)});
    for (const auto& choice : value_at(question, {"options"}).as_list()) {
      answered.options.push_back(text_at(choice, {"label"}));
    }
    if (!answered.question.empty() && !answered.answer.empty()) out.push_back(std::move(answered));
  }
  return out;
}

// Gemini numbers no calls. All hooks of one event are told the same, down to the millisecond, and
// tools that ended in the same one differ in what they were given or said.
std::string gemini_call(const Value& input) {
  const std::string& at = text_at(input, {"timestamp"});
  if (at.empty()) return {};
  Bytes reported = write_json(value_at(input, {"tool_input"}));
  reported += '\n' + write_json(value_at(input, {"tool_response"}));
  return fmt::format("{} {}", cut(at, 40), sha256(reported).hex().substr(0, 16));
}

// The plan itself stands in a file, and the display says whether it was agreed to.
std::string agreed_plan(const Value& response) {
  constexpr std::string_view kAgreed = "Plan approved: ";
  const std::string& said = text_at(response, {"returnDisplay"});
  return said.starts_with(kAgreed) ? safe_path(said.substr(kAgreed.size())) : std::string();
}

}  // namespace

void read_gemini_tool(const Value& given, const Value& response, HookEvent& event) {
  const bool failed = response.find("error") != nullptr && !value_at(response, {"error"}).is_null();
  if (event.tool == "run_shell_command") {
    event.command = gemini_command(given, response);
  } else if (failed) {
    return;
  } else if (event.tool == "write_file" || event.tool == "replace") {
    event.edits.push_back(gemini_edit(given, value_at(response, {"returnDisplay"})));
  } else if (event.tool == "write_todos") {
    event.plan = whole_list(value_at(given, {"todos"}), "description");
  } else if (event.tool == "exit_plan_mode") {
    event.plan_file = agreed_plan(response);
  } else if (event.tool == "ask_user") {
    event.answers = gemini_answers(given, response);
  }
}

namespace {

// The messages up to the summary that compression left: after it the model is made to say that it
// has read it. Empty when nothing was compressed.
std::vector<RequestMessage> up_to_summary(const Value& messages) {
  constexpr size_t kMaxBefore = 3;  // the surroundings are told first
  std::vector<RequestMessage> opening;
  const auto& list = messages.as_list();
  for (size_t i = 0; i + 1 < list.size() && i < kMaxBefore; ++i) {
    const Value& content = value_at(list[i], {"content"});
    if (!content.is_string()) return {};  // what is not known cannot be said again
    const std::string& text = content.as_string();
    opening.push_back({text_at(list[i], {"role"}), text});
    const bool is_summary = text.find("<state_snapshot>") != std::string::npos &&
                            text.find("</state_snapshot>") != std::string::npos;
    if (is_summary && text_at(list[i + 1], {"role"}) == "model") return opening;
  }
  return {};
}

}  // namespace

std::optional<HookEvent> read_gemini_hook(const Value& input) {
  HookEvent event = common_hook_fields(input);
  if (event.name == "SessionStart") {
    event.kind = HookEventKind::kSessionStart;
    event.source = start_source(text_at(input, {"source"}));
  } else if (event.name == "BeforeAgent") {
    event.kind = HookEventKind::kPrompt;
    event.prompt = prompt_of(input);
    if (event.prompt.empty()) return std::nullopt;
  } else if (event.name == "BeforeModel") {
    event.kind = HookEventKind::kRequest;
    event.source = StartSource::kCompact;
    event.opening = up_to_summary(value_at(input, {"llm_request", "messages"}));
    if (event.opening.empty()) return std::nullopt;
    event.text = event.opening.back().text;
  } else if (event.name == "AfterTool") {
    event.kind = HookEventKind::kTool;
    read_gemini_tool(value_at(input, {"tool_input"}), value_at(input, {"tool_response"}), event);
    if (event.command) event.command->duration = duration_in(input, "duration_ms");
    const bool is_named = event.command || !event.answers.empty() || !event.plan_file.empty();
    if (is_named) event.tool_id = gemini_call(input);
    if (!has_content(event)) return std::nullopt;
  } else if (event.name == "AfterAgent") {
    event.kind = HookEventKind::kTurnEnd;
    event.text = text_at(input, {"prompt_response"});
  } else if (event.name == "SessionEnd") {
    event.kind = HookEventKind::kSessionEnd;
    event.text = text_at(input, {"reason"});
  } else {
    return std::nullopt;
  }
  return event;
}

}  // namespace clew
