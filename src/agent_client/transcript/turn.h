#pragma once
// What happened in a session, as both formats tell it: the readers make moments of lines, and the
// builder makes a session of moments. Private to agent_client.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "session/session.h"

namespace clew::transcript {

// The person asked for something. kTyped: in words; kCommand: only a command of the client.
enum class PromptKind { kTyped, kCommand };
struct Prompt {
  std::string text;
  PromptKind kind = PromptKind::kTyped;
};

struct PlanItem {
  std::string key;  // what tells it from the others
  std::string title;
  std::string description;
  std::optional<StepStatus> status;
};
// The whole list, as it is from now on, of those items whose keys begin so.
struct PlanListed {
  std::string prefix;
  std::vector<PlanItem> items;
};
// One item; an empty title or description stays as it was.
struct PlanItemTold {
  PlanItem item;
  std::string reason;  // why it is skipped
};

// The person chose.
struct Chosen {
  std::string call;  // that asked
  std::string topic;
  std::vector<std::string> options;
  std::string choice;
  std::string reason;
};
struct Asked {
  std::string id;  // of the call
  std::string text;
};
struct Touched {
  std::string path;
  FileAction action = FileAction::kModified;
  int64_t added = 0;
  int64_t removed = 0;
  Hash before;
  Hash after;
};
struct Ran {
  std::string command;
  RunOutcome outcome = RunOutcome::kSuccess;
  std::optional<int> exit_code;
  std::optional<Duration> duration;
  std::string error;
};
struct WentWrong {
  std::string text;
  ErrorCategory category = ErrorCategory::kUnknown;
};
// The agent's words to the person; they end its turn unless a call follows.
enum class TurnState { kEnds, kGoesOn };
struct Said {
  std::string text;
  TurnState turn = TurnState::kEnds;
};
// The context was compressed into these words, where they are told.
struct Compacted {
  std::string summary;
};
struct CallBegan {
  std::string id;
  std::string words;  // Bash: make test
};
struct CallEnded {
  std::string id;
};
enum class TurnEnding { kDone, kInterrupted };
struct TurnEnded {
  TurnEnding how = TurnEnding::kDone;
};
// What is told about a subagent. Empty and unset fields stay as they were.
struct AgentTold {
  std::string id;
  std::string type;
  std::string description;
  std::optional<AgentStatus> status;
  std::string summary;
};

using MomentData =
    std::variant<Prompt, PlanListed, PlanItemTold, Chosen, Asked, Touched, Ran, WentWrong, Said,
                 Compacted, CallBegan, CallEnded, TurnEnded, AgentTold>;

struct Moment {
  Time at;
  std::string agent;      // whose; empty: the main one
  bool repeated = false;  // the session that this one continues has told it
  MomentData data;
};

// Somebody typed, or the agent answered: there was a session, and not only an open window.
inline bool is_work(const MomentData& data) {
  const auto* prompt = std::get_if<Prompt>(&data);
  return (prompt != nullptr && prompt->kind == PromptKind::kTyped) ||
         std::holds_alternative<Said>(data) || std::holds_alternative<CallBegan>(data);
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
