// What the model's items in a Codex rollout tell.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "agent_client/codex/patch.h"
#include "agent_client/codex/transcript_reader.h"
#include "agent_client/codex/transcript_text.h"
#include "agent_client/read_fields.h"
#include "agent_client/transcript/person_text.h"
#include "agent_client/transcript/value_access.h"
#include "base/text.h"
#include "document/json/json.h"
#include "document/members.h"

namespace clew::transcript {
namespace {

constexpr std::array kOtherItems = {"reasoning",
                                    "web_search_call",
                                    "tool_search_call",
                                    "tool_search_output",
                                    "ghost_snapshot",
                                    "image_generation_call",
                                    "compaction",
                                    "context_compaction",
                                    "compaction_summary",
                                    "compaction_trigger",
                                    "mcp_tool_call_output",
                                    "additional_tools",
                                    "other"};

bool is_codex_shell(const std::string& name) {
  return name == "shell" || name == "shell_command" || name == "exec_command" ||
         name == "local_shell" || name == "container.exec";
}

std::optional<int> number_after(std::string_view text, std::string_view words) {
  const size_t at = text.find(words);
  if (at == std::string_view::npos) return std::nullopt;
  int number = 0;
  const char* from = text.data() + at + words.size();
  const auto read = std::from_chars(from, text.data() + text.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  return number;
}

// Outputs have been told as JSON with metadata, and as text with a heading.
std::optional<int> exit_code_in(const std::string& output) {
  if (output.starts_with('{')) {
    const auto tree = parse_json(output);
    const auto code =
        tree ? integer_in(member(*tree, "metadata"), "exit_code") : std::optional<int64_t>();
    if (code) return static_cast<int>(std::clamp<int64_t>(*code, INT32_MIN, INT32_MAX));
  }
  const std::string_view head = std::string_view(output).substr(0, 400);
  if (const auto code = number_after(head, "Process exited with code ")) return code;
  return number_after(head, "Exit code: ");
}

// By the words with which Codex answers a call that it did not carry out.
bool is_failure(const std::string& output) {
  return output.starts_with("unsupported call") || output.starts_with("unsupported custom tool") ||
         output.starts_with("failed to parse function arguments") ||
         output.find(" is unavailable in ") < 80;
}

StepStatus codex_status(const std::string& word) {
  if (word == "in_progress") return StepStatus::kActive;
  return word == "completed" ? StepStatus::kDone : StepStatus::kPending;
}

}  // namespace

void CodexReader::read_item(const Value& item) {
  const std::string type = text_in(item, "type");
  if (type == "message") {
    read_message(item);
  } else if (type == "function_call" || type == "custom_tool_call" || type == "local_shell_call") {
    read_call(item);
  } else if (type == "function_call_output" || type == "custom_tool_call_output") {
    read_output(item);
  } else if (!is_one_of(kOtherItems, type)) {
    feed_.unknown("response_item/" + type);
  }
}

void CodexReader::read_message(const Value& item) {
  const std::string role = text_in(item, "role");
  const std::string text = texts_of(member(item, "content"));
  if (role == "assistant" && !text.empty()) {
    // Where tasks are told, they say when a turn ends.
    add_item(AgentMessage{text, has_tasks_ ? TurnState::kGoesOn : TurnState::kEnds});
  }
  if (role != "user") return;
  PersonText said = read_person_text(text);
  if (said.kind == PersonTextKind::kPrompt) {
    if (!has_tasks_ && !has_prompts_) begin_turn();
    add_item(Prompt{std::move(said.text), PromptKind::kTyped}, Standing::kPromptByItem);
  }
}

// The text of a call is its command, in whichever member it stands. Without an id no output can be
// found for it.
void CodexReader::read_call(const Value& item) {
  Call call;
  call.name = text_in(item, "name");
  std::string id = text_in(item, "call_id");
  if (id.empty()) id = text_in(item, "id");
  if (text_in(item, "type") == "local_shell_call") {
    call.name = "local_shell";
    call.text = command_of(member(member(item, "action"), "command"));
  } else if (const std::string input = text_in(item, "input"); !input.empty()) {
    call.text = input;
  } else if (auto arguments = parse_json(text_in(item, "arguments"))) {
    call.arguments = std::move(*arguments);
    call.text = command_of(member(call.arguments, "command"));
    if (call.text.empty()) call.text = text_in(call.arguments, "cmd");
    if (call.text.empty()) call.text = text_in(call.arguments, "input");
  }
  if (id.empty()) return;
  add_item(ToolCallStarted{id, call_words(call.name, call.text)});
  if (call.name == "request_user_input") {
    for (const auto& question : member(call.arguments, "questions").as_list()) {
      add_item(QuestionRaised{id, text_in(question, "question")});
    }
  }
  calls_[id] = std::move(call);
}

// The first that applies: the call was refused, an event has told its end already, or it was a
// patch, a command, a plan or a question.
void CodexReader::read_output(const Value& item) {
  const std::string id = text_in(item, "call_id");
  const auto found = calls_.find(id);
  if (found == calls_.end()) return;
  const Call call = std::move(found->second);
  calls_.erase(found);
  const Value& reported = member(item, "output");
  std::string output = texts_of(reported);
  if (reported.is_object()) output = texts_of(member(reported, "content"));
  const auto code = exit_code_in(output);
  std::vector<FileEdit> patch;
  if (!done_.contains(id) && has_patch(call.text)) patch = read_patch(call.text, folder_);
  if (is_failure(output)) {
    add_item(ErrorReported{call_words(call.name, call.text) + ": " + one_line(output),
                           ErrorCategory::kUnknown});
  } else if (done_.contains(id)) {
    // An event has told how it ended.
  } else if (!patch.empty()) {
    const bool worked = code.value_or(0) == 0;
    for (auto& edit : patch) {
      if (worked) add_item(std::move(edit));
    }
    if (!worked) {
      add_item(ErrorReported{"apply_patch: " + one_line(output), ErrorCategory::kUnknown});
    }
  } else if (is_codex_shell(call.name) && code) {
    ShellCommand ran{call.text, *code == 0 ? RunOutcome::kSuccess : RunOutcome::kFailure, code};
    if (*code != 0) ran.output = output_end(output);
    add_item(std::move(ran));
  } else if (call.name == "update_plan") {
    report_plan(call.arguments);
  } else if (call.name == "request_user_input") {
    report_answers(call, id, output);
  }
  add_item(ToolCallEnded{id});
}

void CodexReader::report_plan(const Value& reported) {
  PlanChange plan{PlanScope::kWholeList, {}, {}, "step:"};
  for (const auto& step : member(reported, "plan").as_list()) {
    const std::string words = text_in(step, "step");
    if (words.empty()) continue;
    plan.items.push_back({plan.prefix + words, words, {}, codex_status(text_in(step, "status"))});
  }
  if (!plan.items.empty()) add_item(std::move(plan));
  if (std::string why = text_in(reported, "explanation"); !why.empty()) {
    add_item(PlanExplained{std::move(why)});
  }
}

// {"answers": {"<question id>": {"answers": ["A"]}}}
void CodexReader::report_answers(const Call& call, const std::string& id,
                                 const std::string& output) {
  const auto tree = parse_json(output);
  if (!tree) return;
  for (const auto& question : member(call.arguments, "questions").as_list()) {
    const Value& answer = member(member(*tree, "answers"), text_in(question, "id"));
    const auto words = texts_in(answer, "answers");
    if (words.empty()) continue;
    UserDecision chosen{
        id, {text_in(question, "question"), {}, fmt::format("{}", fmt::join(words, ", "))}
    };
    for (const auto& option : member(question, "options").as_list()) {
      chosen.answered.options.push_back(text_in(option, "label"));
    }
    add_item(std::move(chosen));
  }
}

}  // namespace clew::transcript
