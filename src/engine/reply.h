#pragma once
// What every changing verb answers besides its own result: where the work stands and what comes
// next, in the same words and fields everywhere.

#include <string>

#include "engine/workspace.h"
#include "session/progress.h"

namespace clew {

// {number, id, title, status, attempt}
Value step_fields(const Session& session, StepId step);
// {text, command, set_by}
Value next_fields(const NextAction& next);

// Where somebody stands in a session.
class Standpoint {
 public:
  Standpoint(const Session& session, const ActorId& actor, Time now);
  StepId step() const { return step_; }
  // " · step 2 of 4 \"Setup\""; empty without a plan
  std::string words(const std::string& before) const;
  std::string next_command() const;

 private:
  const Session& session_;
  StepId step_;
  NextAction next_;
};

// The text as one line: no stored text begins a line of clew's own.
std::string unbroken(const std::string& text);

// What a verb says in words: lines, and the command to type next, which may be empty.
struct Saying {
  std::vector<std::string> lines;
  std::string next;

  Saying(std::string line, std::string command = {})
      : lines{std::move(line)}, next(std::move(command)) {}
  Saying(const char* line) : Saying(std::string(line)) {}
  explicit Saying(std::vector<std::string> all) : lines(std::move(all)) {}
};
std::string to_text(const Saying& saying);

// What was said, with the fields every changing verb answers.
Answer said(Workspace& workspace, const Done& done, const Saying& saying);
Answer with_notices(Answer answer, const Done& done);

// The step named by a request, or the caller's current one when empty.
Result<std::optional<StepId>> optional_step(const Session& session, const std::string& text);

}  // namespace clew
