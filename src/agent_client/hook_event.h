#pragma once
// An event that an agent client calls a hook for, whichever client it is. Each client's folder has
// the reader that makes it from the client's JSON. Readers are pure and tolerant: an event that
// clew has nothing to do at is none, a missing field leaves what can be told, and no input is an
// error. What follows from an event is in interface/hooks/handle_event.h.

#include <optional>
#include <string>
#include <vector>

#include "agent_client/tool_use.h"

namespace clew {

enum class HookEventKind {
  kSessionStart,
  kPrompt,
  kTool,  // a tool has run: edits, a command, plan items, answered questions
  kPreCompact,
  kPostCompact,
  kRequest,       // the model is about to be asked, and what it reads begins with a summary
  kAgentMessage,  // the agent said `text`; its turn goes on until kTurnEnd
  kTurnEnd,
  kTurnFailure,  // the turn is over because the model cannot be had; `text` says why
  kSubagentStart,
  kSubagentEnd,
  kSessionEnd,
};
enum class StartSource { kStartup, kResume, kClear, kCompact };

// An edit as a hook reports it: with what tells the content before it.
struct HookFileEdit : FileEdit {
  std::optional<std::string> original = {};  // the text before, where the client tells it
  // Where it tells the difference instead: a unified diff that ended in the text which stands at
  // `path` now, or at `moved_to` if that is not empty.
  std::optional<std::string> diff = {};
  std::string moved_to = {};
  bool whole = false;  // the whole file was written, with line ends of its own
};

// Of what the model is about to read.
struct RequestMessage {
  std::string role;
  std::string text;
};

struct HookEvent {
  std::string client;  // its name, as in the table (clients.h)
  HookEventKind kind = HookEventKind::kTool;
  std::string name;     // as the client calls it
  std::string session;  // the agent's own id of its conversation; may be empty
  std::string cwd;      // absolute, or empty
  std::string model;
  std::string transcript;  // where the agent writes down its conversation; absolute, or empty
  StartSource source = StartSource::kStartup;
  std::string prompt;   // what the person asked for; empty: not a person
  std::string tool;     // as the agent calls it
  std::string tool_id;  // of this one call; may be empty
  std::vector<HookFileEdit> edits;
  std::optional<ShellCommand> command;
  std::optional<PlanChange> plan;
  std::string explanation;  // why the agent changed its plan
  std::string plan_file;    // where a plan that the person agreed to stands; absolute, or empty
  std::vector<AnsweredQuestion> answers;
  std::string subagent;                 // its id; also of the one that used the tool
  std::string subagent_type;            // never empty at the start and end of one
  std::vector<RequestMessage> opening;  // of a request: up to the summary, which is the last
  // What the agent said (kAgentMessage, kTurnEnd; empty where another event tells it), the summary,
  // or why it ended.
  std::string text;
};

}  // namespace clew
