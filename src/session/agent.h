#pragma once
// Agents that work on a session (sub-agents of an AI client, say): which there are, how far each
// is, what it changed, and how much of the model's context has been used. Bounded: of agents that
// have ended the latest kKeptAgents stay.

#include <optional>
#include <string>
#include <vector>

#include "session/fact.h"

namespace clew {

enum class AgentStatus { kPending, kRunning, kCompleted, kError, kTimeout };
enum class AgentResult { kNone, kSuccess, kFailure, kTimeout, kAborted };
enum class AgentVerb { kStart, kProgress, kDone, kFail, kTimeout, kRetry, kPlan };

template <>
struct EnumNames<AgentStatus> {
  static constexpr const char* names[] = {"pending", "running", "completed", "error", "timeout"};
};
template <>
struct EnumNames<AgentResult> {
  static constexpr const char* names[] = {"none", "success", "failure", "timeout", "aborted"};
};
template <>
struct EnumNames<AgentVerb> {
  static constexpr const char* names[] = {"start",   "progress", "done", "fail",
                                          "timeout", "retry",    "plan"};
};

// The agent table; empty: refused. An agent nobody has seen is pending.
std::optional<AgentStatus> next_status(AgentStatus from, AgentVerb verb);

// Why an agent failed, and whether it was tried again.
struct AgentError {
  ErrorCategory category = ErrorCategory::kUnknown;
  std::string message;
  uint32_t retry_count = 0;
  std::optional<Time> last_retry_at;
  bool operator==(const AgentError&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "category", &AgentError::category, "what kind of error"),
                      field(2, "message", &AgentError::message, "what went wrong"),
                      field(3, "retry_count", &AgentError::retry_count, "how often it was retried"),
                      field(4, "last_retry_at", &AgentError::last_retry_at, "when last"));
  }
};

// Paths as the agent reported them.
struct AgentFiles {
  std::vector<std::string> created;
  std::vector<std::string> modified;
  std::vector<std::string> deleted;
  bool operator==(const AgentFiles&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "created", &AgentFiles::created, "files it created"),
                      field(2, "modified", &AgentFiles::modified, "files it modified"),
                      field(3, "deleted", &AgentFiles::deleted, "files it deleted"));
  }
};

// One agent, as its last event left it.
struct Agent {
  AgentId id;
  std::string type;
  AgentStatus status = AgentStatus::kPending;
  std::optional<Time> started_at;
  std::optional<Time> ended_at;
  std::optional<double> progress;
  AgentResult result = AgentResult::kNone;
  AgentId blocking_on;
  std::optional<AgentError> error;
  std::string summary;
  AgentFiles files;
  StepId step;
  std::vector<Attribute> attributes;
  CLEW_COPIED_ONCE(Agent);
  static constexpr auto fields() {
    return field_list(
        field(1, "id", &Agent::id), field(2, "type", &Agent::type),
        field(3, "status", &Agent::status), field(4, "started_at", &Agent::started_at),
        field(5, "ended_at", &Agent::ended_at), field(6, "progress", &Agent::progress),
        field(7, "result", &Agent::result), field(8, "blocking_on", &Agent::blocking_on),
        field(9, "error", &Agent::error), field(10, "summary", &Agent::summary),
        field(11, "files", &Agent::files), field(12, "step", &Agent::step),
        field(13, "attributes", &Agent::attributes));
  }
};

// Whether an agent that is bound to a session is there: found out by looking at the machine, and
// shown in briefs and on status pages. No part of the session.
struct AgentCheck {
  ActorId actor;
  bool there = false;        // its conversation goes on
  bool tells_turns = false;  // it records when a turn ends: without that, a turn was cut off
};

struct AgentTokens {
  AgentId agent;
  int64_t tokens = 0;
  bool operator==(const AgentTokens&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "agent", &AgentTokens::agent),
                      field(2, "tokens", &AgentTokens::tokens));
  }
};

// How full the context of the model is, as far as anybody reported it: an estimate.
struct ContextUsage {
  int64_t estimated_tokens = 0;
  uint32_t compressions = 0;
  std::optional<Time> last_compression;
  std::vector<AgentTokens> by_agent;
  bool operator==(const ContextUsage&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "estimated_tokens", &ContextUsage::estimated_tokens),
                      field(2, "compressions", &ContextUsage::compressions),
                      field(3, "last_compression", &ContextUsage::last_compression),
                      field(4, "by_agent", &ContextUsage::by_agent));
  }
};

inline constexpr size_t kKeptAgents = 256;

extern template struct StructInfoOf<Agent>;

}  // namespace clew
