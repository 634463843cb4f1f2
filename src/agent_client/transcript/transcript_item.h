#pragma once
// What happened in a session, in every transcript format: the readers make items of lines, and the
// builder makes a session of items. What tools did is in tool_use.h. Private to the readers of
// transcripts.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "agent_client/tool_use.h"
#include "session/session.h"

namespace clew::transcript {

// The user asked for something. kTyped: in words; kCommand: only a command of the client.
enum class PromptKind { kTyped, kCommand };
struct Prompt {
  std::string text;
  PromptKind kind = PromptKind::kTyped;
};

// The user chose.
struct UserDecision {
  std::string call;  // that asked
  AnsweredQuestion answered;
  std::string reason = {};
};
// Why the agent changed its plan.
struct PlanExplained {
  std::string text;
};
struct QuestionRaised {
  std::string id;  // of the call
  std::string text;
};
struct ErrorReported {
  std::string text;
  ErrorCategory category = ErrorCategory::kUnknown;
};
// The agent's words to the user; they end its turn unless a call follows.
enum class TurnState { kEnds, kGoesOn };
struct AgentMessage {
  std::string text;
  TurnState turn = TurnState::kEnds;
};
// The context was compressed into these words, where they are told.
struct Compacted {
  std::string summary;
};
struct ToolCallStarted {
  std::string id;
  std::string words;  // Bash: make test
};
struct ToolCallEnded {
  std::string id;
};
enum class TurnEnding { kDone, kInterrupted };
struct TurnEnded {
  TurnEnding how = TurnEnding::kDone;
};
// What is known about a subagent. Empty and unset fields stay as they were.
struct SubagentReport {
  std::string id;
  std::string type;
  std::string description;
  std::optional<AgentStatus> status;
  std::string summary;
};

using TranscriptItemData =
    std::variant<Prompt, PlanChange, PlanExplained, UserDecision, QuestionRaised, FileEdit,
                 ShellCommand, ErrorReported, AgentMessage, Compacted, ToolCallStarted,
                 ToolCallEnded, TurnEnded, SubagentReport>;

struct TranscriptItem {
  Time at;
  std::string agent;      // whose; empty: the main one
  bool repeated = false;  // the session that this one continues has it already
  TranscriptItemData data;
};

// Somebody typed, or the agent answered: there was a session, and not only an open window.
inline bool is_work(const TranscriptItemData& data) {
  const auto* prompt = std::get_if<Prompt>(&data);
  return (prompt != nullptr && prompt->kind == PromptKind::kTyped) ||
         std::holds_alternative<AgentMessage>(data) ||
         std::holds_alternative<ToolCallStarted>(data);
}

struct Tokens {
  int64_t input = 0;  // without what came from a cache
  int64_t output = 0;
  int64_t cache_read = 0;
  int64_t cache_write = 0;
  // Tokens that were new: what was read from a cache had been counted when it came.
  int64_t fresh() const { return capped_sum(capped_sum(input, cache_write), output); }
  void add(const Tokens& more);
};

// What is known about the session as a whole.
struct About {
  std::string client;  // claude-code
  std::string entry;
  std::string folder;
  std::string branch;
  std::string commit;
  std::string model;
  std::string version;  // of the client
  Time began;
  Time last;
};

}  // namespace clew::transcript
