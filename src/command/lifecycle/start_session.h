#pragma once
// `clew start`: a session, with or without a plan.

#include "command/verb.h"

namespace clew {

struct StartRequest {
  std::string goal;
  std::vector<std::string> step;
  std::vector<std::string> gate;
  std::vector<std::string> constraint;
  std::string plan;
  std::string id;
  std::string mode;
  std::string model;
  std::optional<int64_t> first_index;
  bool any_order = false;
  std::string dialect;
  std::string dir;
  std::string workflow;
  std::optional<int64_t> phases;
  std::string target;
  static constexpr auto params() {
    using R = StartRequest;
    return field_list(
        positional("goal", &R::goal, "GOAL", "what the work is for", Need::kOptional),
        option("step", &R::step, "TITLE", "a step of the plan; repeat it, in order"),
        option("gate", &R::gate, "RULE",
               "what the step before it must show, such as \"coverage >= 80\""),
        option("constraint", &R::constraint, "TEXT", "what must hold throughout; repeat it"),
        option("plan", &R::plan, "FILE", "a plan in YAML or JSON (clew help plan-file)"),
        option("id", &R::id, "ID", "the session's id (default: made from the goal)"),
        option("mode", &R::mode, "MODE", "execution mode, recorded as given"),
        option("model", &R::model, "MODEL", "model in use, recorded as given"),
        option("first_index", &R::first_index, "N", "number of the first step, 0 or 1"),
        flag("any_order", &R::any_order, "the steps may run in any order, several at once"),
        option("dialect", &R::dialect, "DIALECT", "show the session in files of this dialect"),
        option("dir", &R::dir, "DIR", "with --dialect: the folder for its files"),
        option(
            "workflow", &R::workflow, "DIR",
            "take the plan from a workflow: its metadata.json and phases/N/gate-definition.yaml"),
        option("phases", &R::phases, "N",
               "with --workflow: how many phases, if its metadata.json does not say"),
        option("target", &R::target, "PATH",
               "with --workflow: what it works on; an active session with the same workflow and "
               "target is resumed"));
  }
};

Result<Answer> start_session(Workspace& workspace, const StartRequest& request);

}  // namespace clew
