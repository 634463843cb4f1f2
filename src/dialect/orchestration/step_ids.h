#pragma once
// Steps have no ids in this format: a step is called by its title.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "session/session.h"

namespace clew::orchestration {

// Names given one after another, none twice: "Add tests", "Add tests#2".
class Namer {
 public:
  bool take(const std::string& name) { return taken_.insert(name).second; }  // false: it is taken
  std::string name(const std::string& title);

 private:
  std::set<std::string> taken_;
  std::map<std::string, size_t> next_;
};

// The living steps as they were put, each before its parts: aids are not moved behind the plan.
std::vector<StepId> plan_order(const Session& session);
// What each step is called, by its number; removed ones and the root have no name. An aid never
// takes the name of a step of the plan.
std::vector<std::string> step_ids(const Session& session);

}  // namespace clew::orchestration
