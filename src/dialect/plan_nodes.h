#pragma once
// A plan on its way from one dialect to another (translate.h): what is listed of it, each with what
// both ends may have words for.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dialect/dialect.h"
#include "dialect/translation.h"

namespace clew {

struct Node {
  std::optional<StepId> source;
  std::string key;  // in the source; for messages and the names of evidence
  std::string title;
  StepStatus status = StepStatus::kPending;
  std::string assignee;
  std::string agent;  // who is known to have worked on it
  std::optional<Time> begin;
  std::optional<Time> end;
  Evidence evidence;
  std::vector<std::string> outputs;
  std::set<std::string, std::less<>> known_outputs;  // the same, to find one
  std::vector<Node> parts;

  void take(const Agent& agent);
  void take(const FileChange& change);
  void take_files_of(const Node& other);
  void add_output(const std::string& path);
  // The attempt that tells its times, files and evidence; none when there is nothing to tell.
  void put_attempt(Step& step) const;
};

struct Nodes {
  std::vector<Node> tops;
  std::vector<Node> agents;              // those whose work is no task of the plan
  std::vector<std::string> loose_files;  // of no step
  std::optional<StepId> current;         // of the source

  Node* find_work_of(const Session& session, const Agent& agent);
  Node* find_agent(const std::string& id);
  Node* latest_begun();
};

Nodes read_nodes(const Session& session, const Dialect& from);

struct MadePlan {
  std::vector<Step> steps;         // the first is the root
  std::map<StepId, StepId> where;  // a step of the source went
};

// The steps as the other dialect lists them. Takes what it needs out of `nodes`.
MadePlan make_plan(Nodes& nodes, PlanTiers from, const Dialect& to);

}  // namespace clew
