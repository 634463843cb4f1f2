// What the client's events in a Codex rollout tell.

#include <algorithm>
#include <array>

#include "agent_client/codex/patch.h"
#include "agent_client/codex/transcript_reader.h"
#include "agent_client/codex/transcript_text.h"
#include "agent_client/read_fields.h"
#include "agent_client/transcript/person_text.h"
#include "agent_client/transcript/value_access.h"
#include "base/text.h"

namespace clew::transcript {
namespace {

constexpr std::array kOtherEvents = {"agent_reasoning",
                                     "agent_reasoning_raw_content",
                                     "agent_reasoning_section_break",
                                     "background_event",
                                     "collab_agent_interaction_end",
                                     "collab_agent_spawn_end",
                                     "collab_close_end",
                                     "collab_resume_end",
                                     "collab_waiting_end",
                                     "deprecation_notice",
                                     "entered_review_mode",
                                     "exited_review_mode",
                                     "hook_completed",
                                     "hook_started",
                                     "image_generation_end",
                                     "item_started",
                                     "mcp_tool_call_end",
                                     "plan_delta",
                                     "session_configured",
                                     "shutdown_complete",
                                     "thread_goal_updated",
                                     "thread_name_updated",
                                     "thread_settings_applied",
                                     "turn_diff",
                                     "undo_completed",
                                     "undo_started",
                                     "view_image_tool_call",
                                     "warning",
                                     "web_search_end"};

constexpr std::array kOtherCompleted = {
    "CollabAgentToolCall", "DynamicToolCall", "EnteredReviewMode", "ExitedReviewMode",
    "HookPrompt",          "ImageGeneration", "ImageView",         "Plan",
    "Reasoning",           "Sleep",           "SubAgentActivity",  "WebSearch"};

// {"secs", "nanos"}
std::optional<Duration> duration_in(const Value& duration) {
  const auto whole = integer_in(duration, "secs");
  if (!whole) return std::nullopt;
  return seconds(std::clamp<int64_t>(*whole, 0, 1'000'000'000)) +
         Duration{integer_in(duration, "nanos").value_or(0) / 1'000'000};
}

}  // namespace

void CodexReader::read_event(const Value& event) {
  const std::string type = text_in(event, "type");
  if (type == "task_started" || type == "turn_started") {
    has_tasks_ = true;
    begin_turn();
  } else if (type == "task_complete" || type == "turn_complete") {
    ended_ = true;
    add_item(TurnEnded{TurnEnding::kDone});
  } else if (type == "turn_aborted") {
    add_item(TurnEnded{TurnEnding::kInterrupted});
  } else if (type == "user_message") {
    PersonText said = read_person_text(text_in(event, "message"));
    if (said.kind != PersonTextKind::kPrompt) return;
    if (!has_tasks_) begin_turn();
    has_prompts_ = has_prompts_ || file_.agent.empty();
    add_item(Prompt{std::move(said.text), PromptKind::kTyped});
  } else if (type == "agent_message") {
    add_item(AgentMessage{text_in(event, "message"),
                          has_tasks_ ? TurnState::kGoesOn : TurnState::kEnds});
  } else if (type == "exec_command_end") {
    read_run(event, text_in(event, "call_id"));
  } else if (type == "patch_apply_end") {
    done_.insert(text_in(event, "call_id"));
    if (!member(event, "success").as_bool(true)) return report_failed_patch(event);
    for (auto& edit : read_applied_changes(member(event, "changes"), folder_))
      add_item(std::move(edit));
  } else if (type == "token_count") {
    read_tokens(member(event, "info"));
  } else if (type == "context_compacted") {
    add_item(Compacted{}, Standing::kCompactionByEvent);
  } else if (type == "thread_rolled_back") {
    roll_back(integer_in(event, "num_turns").value_or(0));
  } else if (type == "error" || type == "stream_error") {
    add_item(ErrorReported{text_in(event, "message"),
                           type == "error" ? ErrorCategory::kUnknown : ErrorCategory::kTransient});
  } else if (type == "plan_update") {
    report_plan(event);
  } else if (type == "item_completed") {
    read_completed(member(event, "item"));
  } else if (!is_one_of(kOtherEvents, type)) {
    feed_.unknown("event_msg/" + type);
  }
}

void CodexReader::read_completed(const Value& item) {
  const std::string type = text_in(item, "type");
  if (type == "UserMessage") {
    PersonText said = read_person_text(texts_of(member(item, "content")));
    if (said.kind != PersonTextKind::kPrompt) return;
    if (!has_tasks_) begin_turn();
    has_prompts_ = has_prompts_ || file_.agent.empty();
    add_item(Prompt{std::move(said.text), PromptKind::kTyped});
  } else if (type == "AgentMessage") {
    add_item(AgentMessage{texts_of(member(item, "content")),
                          has_tasks_ ? TurnState::kGoesOn : TurnState::kEnds});
  } else if (type == "CommandExecution") {
    read_run(item, text_in(item, "id"));
  } else if (type == "FileChange") {
    done_.insert(text_in(item, "id"));
    if (text_in(item, "status") == "failed") return report_failed_patch(item);
    if (text_in(item, "status") != "completed") return;
    for (auto& edit : read_applied_changes(member(item, "changes"), folder_))
      add_item(std::move(edit));
  } else if (type == "McpToolCall") {
    const std::string problem = text_in(member(item, "error"), "message");
    if (!problem.empty()) {
      add_item(ErrorReported{call_words(text_in(item, "tool"), problem), ErrorCategory::kUnknown});
    }
  } else if (type == "ContextCompaction") {
    add_item(Compacted{}, Standing::kCompactionByEvent);
  } else if (!is_one_of(kOtherCompleted, type)) {
    feed_.unknown("item_completed/" + type);
  }
}

// The files that it was to change, and why it did not where that is told.
void CodexReader::report_failed_patch(const Value& patch) {
  std::string files;
  for (const auto& [path, unused] : member(patch, "changes").as_object()) {
    files += (files.empty() ? "" : ", ") + path;
  }
  std::string why = one_line(text_in(patch, "stderr"));
  if (why.empty()) why = one_line(text_in(patch, "stdout"));
  add_item(ErrorReported{call_words("apply_patch", files) + ": " + (why.empty() ? "failed" : why),
                         ErrorCategory::kUnknown});
}

void CodexReader::read_run(const Value& run, const std::string& id) {
  const auto code = integer_in(run, "exit_code");
  if (!code) return;
  // Kept from being told again by the model's own item.
  done_.insert(id);
  ShellCommand ran;
  ran.text = command_of(member(run, "command"));
  ran.exit_code = static_cast<int>(std::clamp<int64_t>(*code, INT32_MIN, INT32_MAX));
  ran.duration = duration_in(member(run, "duration"));
  ran.outcome = *code == 0 ? RunOutcome::kSuccess : RunOutcome::kFailure;
  if (*code != 0) {
    ran.output = text_in(run, "aggregated_output");
    if (ran.output.empty()) ran.output = text_in(run, "stdout") + text_in(run, "stderr");
    ran.output = output_end(ran.output);
  }
  add_item(std::move(ran));
}

}  // namespace clew::transcript
