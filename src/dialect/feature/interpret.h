#pragma once
// What the documents of `.ai-session/` mean. Several sessions may be told at once, each in a folder
// of its own beside active-features.yaml.

#include <map>
#include <set>

#include "dialect/tree_dialect.h"

namespace clew::feature {

std::vector<Reading> interpret(const Documents& documents, const std::vector<std::string>& models,
                               FindingSink& sink);

// The major version when it is one that clew does not know. Absent means 1.0; "1.0", 1.0, "1.0.0"
// and 1 are the same.
std::optional<std::string> unknown_version(const Value& state);

// Steps by what the plan calls them. A phase and a task may share a name.
struct PlanNames {
  std::map<std::string, StepId> tasks;
  std::map<std::string, StepId> phases;
  std::set<uint32_t> without_status;  // tasks of which the plan does not tell it
  std::optional<StepId> find(const std::string& name) const;  // tasks first
};

// Adds the plan's steps to a session that has its root.
PlanNames interpret_plan(const Document& plan, Session& session, FindingSink& sink);
// Whether `later` is before `earlier`. Times within one second are in order: programs that write
// whole seconds and clew, which writes milliseconds, take turns in these files.
inline bool goes_back(Time earlier, Time later) { return later.ms / 1000 < earlier.ms / 1000; }

// Adds the lines of history.jsonl, but for commands of clew's own.
void interpret_history(const Document& history, const PlanNames& names,
                       const std::vector<std::string>& models, Session& session, FindingSink& sink);

}  // namespace clew::feature
