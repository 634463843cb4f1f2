#pragma once
// What an agent did with a tool: edited files, ran a command, changed its to-do list, asked the
// user. One vocabulary for what hooks report at once (hook_event.h) and what transcripts say
// afterwards (transcript/transcript_item.h).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "session/fact.h"
#include "session/step.h"

namespace clew {

struct FileEdit {
  std::string path;  // absolute, or relative to the agent's working folder
  FileAction action = FileAction::kModified;
  int64_t added = 0;    // lines
  int64_t removed = 0;  // lines
  Hash before = {};     // of the content, where the client tells the whole of it
  Hash after = {};
};

inline constexpr size_t kMaxOutput = size_t{64} * 1024;  // bytes, of a command

// Unknown is how it ended until the client says so; of what goes on in the background it never
// does.
struct ShellCommand {
  std::string text;
  RunOutcome outcome = RunOutcome::kUnknown;
  std::optional<int> exit_code = {};
  std::optional<Duration> duration = {};
  std::string error = {};
  std::string output = {};  // all that the client tells of it, of a long one the end (kMaxOutput)
};

struct PlanItem {
  std::string id;  // as the client counts; may be empty in a hook event
  std::string title;
  std::string description;
  std::optional<StepStatus> status;  // pending, active, done, blocked or skipped; unset: unchanged
  std::string reason = {};           // why it is skipped
};
// A whole list replaces what the agent listed before; single items add to it; a proposal is a plan
// in prose that the user agreed to.
enum class PlanScope { kWholeList, kItems, kProposal };
struct PlanChange {
  PlanScope scope = PlanScope::kItems;
  std::vector<PlanItem> items;
  std::string text;         // of a proposal
  std::string prefix = {};  // a whole list replaces only the items whose ids begin with this
};

inline constexpr size_t kMaxChoices = 16;  // of a question, that are kept

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

}  // namespace clew
