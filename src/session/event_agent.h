#pragma once
// Events about agents (sub-agents of a client) and how full their context is, and about values that
// only a dialect has a name for. See event.h for what all events promise.

#include <optional>
#include <string>
#include <vector>

#include "session/session.h"

namespace clew {

// What an attribute belongs to.
enum class AttributeOwner { kSession, kStep, kAttempt, kAgent, kFact };
template <>
struct EnumNames<AttributeOwner> {
  static constexpr const char* names[] = {"session", "step", "attempt", "agent", "fact"};
};

// An agent began, moved on, ended or was retried. Unset fields stay as they were.
struct AgentChanged {
  AgentId agent;
  AgentVerb verb = AgentVerb::kStart;
  std::string type;
  StepId step;
  std::optional<double> progress;
  AgentResult result = AgentResult::kNone;
  AgentId blocking_on;
  std::optional<AgentError> error;
  std::string summary;
  AgentFiles files;
  CLEW_COPIED_ONCE(AgentChanged);
  static constexpr int kind = 22;
  static constexpr const char* name = "agent_changed";
  static constexpr auto fields() {
    using T = AgentChanged;
    return field_list(field(1, "agent", &T::agent, "the agent"),
                      field(2, "verb", &T::verb, "what it did"),
                      field(3, "type", &T::type, "what kind of agent"),
                      field(4, "step", &T::step, "the step it works on"),
                      field(5, "progress", &T::progress, "0 to 1"),
                      field(6, "result", &T::result, "how it ended"),
                      field(7, "blocking_on", &T::blocking_on, "the agent it waits for"),
                      field(8, "error", &T::error, "what went wrong"),
                      field(9, "summary", &T::summary, "what came out, in short"),
                      field(10, "files", &T::files, "files it touched"));
  }
};

struct AttributeSet {
  AttributeOwner owner = AttributeOwner::kSession;
  StepId step;
  uint32_t attempt = 0;
  AgentId agent;
  Seq fact;
  std::string key;
  Value value;              // null takes the attribute away,
  bool keeps_null = false;  // unless it is the value itself
  bool operator==(const AttributeSet&) const = default;
  static constexpr int kind = 23;
  static constexpr const char* name = "attribute_set";
  static constexpr auto fields() {
    using T = AttributeSet;
    return field_list(field(1, "owner", &T::owner, "what it is an attribute of"),
                      field(2, "step", &T::step, "the step, for a step or attempt"),
                      field(3, "attempt", &T::attempt, "the attempt"),
                      field(4, "agent", &T::agent, "the agent"),
                      field(5, "fact", &T::fact, "the fact"), field(6, "key", &T::key, "its name"),
                      field(7, "value", &T::value, "its value; null: removed"),
                      field(8, "keeps_null", &T::keeps_null, "null is its value, and stays"));
  }
};

struct ContextReported {
  AgentId agent;
  std::optional<int64_t> tokens;
  bool compressed = false;
  bool operator==(const ContextReported&) const = default;
  static constexpr int kind = 31;
  static constexpr const char* name = "context_reported";
  static constexpr auto fields() {
    return field_list(field(1, "agent", &ContextReported::agent, "whose; empty: in all"),
                      field(2, "tokens", &ContextReported::tokens, "tokens used"),
                      field(3, "compressed", &ContextReported::compressed, "it was compressed"));
  }
};

}  // namespace clew
