#pragma once
// `clew step add`: more of the plan, while the work is under way.

#include "command/verb.h"
#include "session/intent.h"

namespace clew {

struct AddStepRequest {
  std::vector<std::string> title;
  std::string under;
  std::string after;
  std::vector<std::string> gate;
  std::vector<std::string> needs;
  std::string id;
  std::string assignee;
  std::string subject;
  bool any_order = false;
  bool last = false;
  std::vector<std::string> file;
  std::vector<std::string> symbol;
  static constexpr auto params() {
    using R = AddStepRequest;
    return field_list(
        positional("title", &R::title, "TITLE…",
                   "the step's title; several titles add several steps"),
        option("under", &R::under, "STEP", "the step it is a part of"),
        option("after", &R::after, "STEP", "the step it comes after (default: the last one)"),
        option("gate", &R::gate, "RULE",
               "what it must show, such as \"coverage >= 80\"; repeat it"),
        option("needs", &R::needs, "STEP", "a step that must be done first; repeat it"),
        option("id", &R::id, "KEY", "a key of its own, to refer to it"),
        option("assignee", &R::assignee, "WHO", "who is to do it"),
        option("subject", &R::subject, "TEXT", "what it is about; links it to others"),
        flag("any_order", &R::any_order, "its own parts may be done in any order"),
        flag("last", &R::last, "it is the last step: the plan ends with it"),
        option("file", &R::file, "PATH[:A-B]", "a file it rests on, or lines of it; repeat it"),
        option("symbol", &R::symbol, "NAME",
               "a definition it rests on: NAME or PATH:NAME; repeat it"));
  }
};

// What the request asks for in this session, and what its steps rest on; also for a line of
// `clew record`.
Result<std::vector<Intent>> steps_to_add(const Session& session, const AddStepRequest& request,
                                         const std::vector<Tie>& ties);

Result<Answer> add_step(Workspace& workspace, const AddStepRequest& request);

}  // namespace clew
