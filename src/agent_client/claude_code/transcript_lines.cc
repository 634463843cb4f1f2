#include "agent_client/claude_code/transcript_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "agent_client/transcript/line_feed.h"
#include "agent_client/transcript/person_text.h"
#include "agent_client/transcript/value_access.h"
#include "document/members.h"

namespace clew::transcript {
namespace {

// Lines about the client itself, in all versions seen; nothing in them belongs to the work.
constexpr std::array kOtherClaudeTypes = {"agent-color",
                                          "agent-name",
                                          "agent-setting",
                                          "ai-title",
                                          "api-request",
                                          "api-request-blob",
                                          "api-request-shape",
                                          "artifact-autoreact-ledger",
                                          "atis-latch",
                                          "attribution-snapshot",
                                          "bridge-session",
                                          "content-replacement",
                                          "cost-state",
                                          "custom-title",
                                          "file-history-snapshot",
                                          "frame-link",
                                          "history-suppression",
                                          "last-prompt",
                                          "mode",
                                          "permission-mode",
                                          "pr-link",
                                          "progress",
                                          "queue-operation",
                                          "repl-mode",
                                          "resume-head-vouch",
                                          "speculation-accept",
                                          "summary",
                                          "tag",
                                          "task-summary",
                                          "tools-used",
                                          "worktree-state"};

bool is_set(const Value& object, std::string_view name) { return member(object, name).as_bool(); }

bool starts_agent(const ClaudeCall& call) { return call.name == "Task" || call.name == "Agent"; }

int64_t tokens_in(const Value& usage, std::string_view name) {
  return std::max<int64_t>(integer_in(usage, name).value_or(0), 0);
}

ErrorCategory category_of(int64_t status, const std::string& text) {
  const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
  if (status == 429 || status >= 500 || has("verloaded") || has("timed out") || has("imeout") ||
      has("onnection")) {
    return ErrorCategory::kTransient;
  }
  if (status == 401 || status == 403 || has("API key") || has("authentication")) {
    return ErrorCategory::kConfiguration;
  }
  return ErrorCategory::kUnknown;
}

}  // namespace

std::string content_text(const Value& content) {
  if (content.is_string()) return content.as_string();
  std::string text;
  for (const auto& block : content.as_list()) {
    if (text_in(block, "type") != "text") continue;
    text += (text.empty() ? "" : "\n") + text_in(block, "text");
  }
  return text;
}

ClaudeLines::Kind ClaudeLines::read(const Value& line, ClaudeLine& out) {
  const std::string type = text_in(line, "type");
  out.link.id = text_in(line, "uuid");
  const bool is_linked =
      type == "user" || type == "assistant" || type == "system" || type == "attachment";
  if (!is_linked || out.link.id.empty()) {
    const bool is_known = is_linked || std::find(kOtherClaudeTypes.begin(), kOtherClaudeTypes.end(),
                                                 type) != kOtherClaudeTypes.end();
    // Some versions link lines of these types too: they hold the chain together.
    if (!out.link.id.empty() && line.find("parentUuid") != nullptr) {
      read_frame(line, out);
      return is_known ? Kind::kLinked : Kind::kUnknown;
    }
    out.link.id.clear();
    return is_known ? Kind::kOther : Kind::kUnknown;
  }
  read_frame(line, out);
  if (type == "user") read_user(line, out);
  if (type == "assistant") read_assistant(line, out);
  if (type == "system") read_system(line, out);
  if (type == "attachment") read_attachment(line, out);
  return Kind::kLinked;
}

void ClaudeLines::read_frame(const Value& line, ClaudeLine& out) {
  const std::string type = text_in(line, "type");
  out.link.quarantined = type != "user" && type != "assistant";
  out.link.parent = text_in(line, "parentUuid");
  // A compaction begins a new chain, and says where the old one ended.
  if (out.link.parent.empty()) out.link.parent = text_in(line, "logicalParentUuid");
  out.session = text_in(line, "sessionId");
  out.copied = member(line, "forkedFrom").is_object();
  out.at = time_in(line, "timestamp");
  out.folder = text_in(line, "cwd");
  out.branch = text_in(line, "gitBranch");
  out.version = text_in(line, "version");
  if (!is_set(line, "isSidechain")) return;
  out.agent = text_in(line, "agentId");
  if (!out.agent.empty()) return;
  const auto parent = side_agents_.find(out.link.parent);
  out.agent =
      parent != side_agents_.end() ? parent->second : "sidechain-" + out.link.id.substr(0, 8);
  side_agents_[out.link.id] = out.agent;
}

void ClaudeLines::read_user(const Value& line, ClaudeLine& out) {
  const Value& content = member(member(line, "message"), "content");
  bool is_result = false;
  for (const auto& block : content.as_list()) {
    if (text_in(block, "type") != "tool_result") continue;
    is_result = true;
    read_result(line, block, out);
  }
  if (is_result) return;
  const std::string text = content_text(content);
  if (is_set(line, "isCompactSummary")) {
    out.items.push_back(Compacted{text});
    return;
  }
  if (is_set(line, "isMeta") || is_set(line, "isVisibleInTranscriptOnly")) return;
  if (!out.agent.empty()) {
    if (out.link.parent.empty()) begin_sidechain(text, out);
    return;
  }
  read_person(text, out);
}

void ClaudeLines::read_person(const std::string& text, ClaudeLine& out) {
  PersonText said = read_person_text(text);
  switch (said.kind) {
    case PersonTextKind::kPrompt:
      out.items.push_back(Prompt{std::move(said.text), PromptKind::kTyped});
      return;
    case PersonTextKind::kCommand:
      out.items.push_back(Prompt{std::move(said.text), PromptKind::kCommand});
      return;
    case PersonTextKind::kInterruption:
      out.items.push_back(TurnEnded{TurnEnding::kInterrupted});
      return;
    case PersonTextKind::kNotice: {
      SubagentReport reported;
      reported.id = text_in_tag(said.text, "task-id");
      const std::string status = text_in_tag(said.text, "status");
      reported.status = status == "completed" ? AgentStatus::kCompleted : AgentStatus::kError;
      reported.summary = text_in_tag(said.text, "result");
      if (reported.summary.empty()) reported.summary = text_in_tag(said.text, "summary");
      // Background commands end by the same notice; only agents have an id like this.
      if (said.text.find("Agent \"") != std::string::npos) out.items.push_back(std::move(reported));
      return;
    }
    case PersonTextKind::kNothing:
      return;
  }
}

void ClaudeLines::begin_sidechain(const std::string& text, ClaudeLine& out) {
  SubagentReport reported;
  reported.id = out.agent;
  reported.status = AgentStatus::kRunning;
  const auto meant = unbegun_.lower_bound({text, {}});
  if (meant != unbegun_.end() && meant->first == text) {
    ClaudeCall& call = calls_[meant->second];
    call.agent = out.agent;
    reported.type = text_in(call.input, "subagent_type");
    reported.description = text_in(call.input, "description");
    unbegun_.erase(meant);
  }
  out.items.push_back(std::move(reported));
}

void ClaudeLines::read_assistant(const Value& line, ClaudeLine& out) {
  const Value& message = member(line, "message");
  out.link.message = text_in(message, "id");
  const std::string model = text_in(message, "model");
  if (model != "<synthetic>") out.model = model;
  const std::string text = content_text(member(message, "content"));
  if (is_set(line, "isApiErrorMessage")) {
    out.items.push_back(ErrorReported{text, category_of(0, text)});
    out.items.push_back(TurnEnded{TurnEnding::kDone});
    return;
  }
  if (const Value& usage = member(message, "usage"); usage.is_object()) {
    out.tokens = Tokens{tokens_in(usage, "input_tokens"), tokens_in(usage, "output_tokens"),
                        tokens_in(usage, "cache_read_input_tokens"),
                        tokens_in(usage, "cache_creation_input_tokens")};
  }
  if (!text.empty() && model != "<synthetic>") {
    const bool goes_on = text_in(message, "stop_reason") == "tool_use";
    out.items.push_back(AgentMessage{text, goes_on ? TurnState::kGoesOn : TurnState::kEnds});
  }
  for (const auto& block : member(message, "content").as_list()) {
    if (text_in(block, "type") == "tool_use") read_call(block, out);
  }
}

void ClaudeLines::read_call(const Value& block, ClaudeLine& out) {
  ClaudeCall call{text_in(block, "id"),
                  text_in(block, "name"),
                  member(block, "input"),
                  out.at.value_or(Time()),
                  {}};
  if (call.id.empty()) return;
  out.link.calls.push_back(call.id);
  out.items.push_back(ToolCallStarted{call.id, call_words(call.name, subject_of(call))});
  if (call.name == "AskUserQuestion") {
    for (const auto& question : member(call.input, "questions").as_list()) {
      out.items.push_back(QuestionRaised{call.id, text_in(question, "question")});
    }
  }
  if (const auto before = calls_.find(call.id); before != calls_.end()) forget_call(before);
  if (starts_agent(call)) unbegun_.emplace(text_in(call.input, "prompt"), call.id);
  calls_[call.id] = std::move(call);
}

void ClaudeLines::forget_call(Calls::iterator call) {
  if (starts_agent(call->second)) {
    unbegun_.erase({text_in(call->second.input, "prompt"), call->first});
  }
  calls_.erase(call);
}

void ClaudeLines::read_result(const Value& line, const Value& block, ClaudeLine& out) {
  const std::string id = text_in(block, "tool_use_id");
  out.link.results.push_back(id);
  const auto found = calls_.find(id);
  if (found != calls_.end()) {
    ClaudeResult result;
    result.failed = is_set(block, "is_error");
    result.text = content_text(member(block, "content"));
    const Value& decision = member(line, "permissionDecision");
    const bool rejected = text_in(decision, "decision") == "reject" &&
                          text_in(decision, "source").starts_with("user");
    result.refused =
        rejected || result.text.starts_with("The user doesn't want to proceed with this tool use");
    result.asked = text_in(decision, "source") != "config";
    result.at = out.at;
    // The record is about one call: with several results in a line nobody knows which.
    const auto results = member(member(line, "message"), "content").as_list().size();
    if (results == 1) result.result = line.find("toolUseResult");
    report_result(found->second, result, out.items);
    forget_call(found);
  }
  out.items.push_back(ToolCallEnded{id});
}

void ClaudeLines::read_system(const Value& line, ClaudeLine& out) {
  const std::string subtype = text_in(line, "subtype");
  if (subtype == "compact_boundary") out.items.push_back(Compacted{});
  if (subtype != "api_error") return;
  // Each try of the same request has a line.
  if (integer_in(line, "retryAttempt").value_or(1) > 1) return;
  const Value& error = member(line, "error");
  std::string text = text_in(member(member(error, "error"), "error"), "message");
  if (text.empty()) text = text_in(error, "message");
  if (text.empty()) text = text_in(line, "content");
  const int64_t status = integer_in(error, "status").value_or(0);
  if (text.empty()) text = "the model could not be reached";
  if (status > 0) text = fmt::format("API error {}: {}", status, text);
  out.items.push_back(ErrorReported{text, category_of(status, text)});
}

// A prompt that was typed while the agent worked arrives as an attachment.
void ClaudeLines::read_attachment(const Value& line, ClaudeLine& out) {
  const Value& attachment = member(line, "attachment");
  if (text_in(attachment, "type") != "queued_command" || !out.agent.empty()) return;
  read_person(content_text(member(attachment, "prompt")), out);
}

}  // namespace clew::transcript
