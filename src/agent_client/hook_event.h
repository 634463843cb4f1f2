#pragma once
// A moment in an agent's life, whichever agent it is: what a hook tells, in clew's words. Readers
// (read_hook_event.h) make it from the agent's JSON; what follows from it is in
// interface/hooks/handle_event.h.

#include <optional>
#include <string>
#include <vector>

#include "session/fact.h"

namespace clew {

enum class HookAgent { kClaudeCode, kCodex, kGemini, kCursor };
template <>
struct EnumNames<HookAgent> {
  static constexpr const char* names[] = {"claude-code", "codex", "gemini", "cursor"};
};

enum class MomentKind {
  kSessionStart,
  kPrompt,
  kTool,  // a tool has run: edits, a command, plan items, answered questions
  kPreCompact,
  kPostCompact,
  kRequest,  // the model is about to be asked, and what it reads begins with a summary
  kTurnEnd,
  kSubagentStart,
  kSubagentEnd,
  kSessionEnd,
};
enum class StartSource { kStartup, kResume, kClear, kCompact };

struct FileEdit {
  std::string path;  // absolute, or relative to the moment's folder
  FileAction action = FileAction::kModified;
  int64_t added = 0;                    // lines
  int64_t removed = 0;                  // lines
  std::optional<std::string> original;  // the text before, where the agent tells it
  // Where it tells the difference instead: a unified diff that ended in the text which stands at
  // `path` now, or at `moved_to` if that is not empty.
  std::optional<std::string> diff = {};
  std::string moved_to = {};
  bool whole = false;  // written anew, with line ends of its own
};

struct CommandLine {
  std::string text;
  RunOutcome outcome = RunOutcome::kSuccess;
  std::optional<int> exit_code;
  std::string error;
};

enum class ItemState { kPending, kActive, kDone, kDropped, kBlocked };
struct PlanItem {
  std::string id;  // as the agent counts; may be empty
  std::string title;
  std::string description;
  std::optional<ItemState> state;  // unset: as it was
};
// A whole list replaces what the agent said before; single items add to it; a proposal is a plan
// that the person agreed to, in words.
enum class PlanScope { kWholeList, kItems, kProposal };
struct PlanChange {
  PlanScope scope = PlanScope::kItems;
  std::vector<PlanItem> items;
  std::string text;  // of a proposal
};

inline constexpr size_t kMostChoices = 16;  // of a question, that are kept

struct AnsweredQuestion {
  std::string question;
  std::vector<std::string> options;
  std::string answer;
  static constexpr auto fields() {
    return field_list(field(1, "question", &AnsweredQuestion::question, "what was asked"),
                      field(2, "options", &AnsweredQuestion::options, "to choose from"),
                      field(3, "answer", &AnsweredQuestion::answer, "what the person said"));
  }
};

// Of what the model is about to read.
struct RequestMessage {
  std::string role;
  std::string text;
};

struct Moment {
  HookAgent agent = HookAgent::kClaudeCode;
  MomentKind kind = MomentKind::kTool;
  std::string event;    // as the agent calls it
  std::string session;  // the agent's own id of its conversation; may be empty
  std::string cwd;      // absolute, or empty
  std::string model;
  std::string transcript;  // where the agent writes down its conversation; absolute, or empty
  StartSource source = StartSource::kStartup;
  std::string prompt;   // what the person asked for; empty: not a person
  std::string tool;     // as the agent calls it
  std::string tool_id;  // of this one call; may be empty
  std::optional<Duration> duration;
  std::vector<FileEdit> edits;
  std::optional<CommandLine> command;
  std::optional<PlanChange> plan;
  std::string plan_file;  // where a plan that the person agreed to stands; absolute, or empty
  std::vector<AnsweredQuestion> answers;
  std::string subagent;                 // its id; also of the one that used the tool
  std::string subagent_type;            // never empty at the start and end of one
  std::vector<RequestMessage> opening;  // of a request: up to the summary, which is the last
  std::string text;                     // the last message, the summary, or why it ended
};

}  // namespace clew
