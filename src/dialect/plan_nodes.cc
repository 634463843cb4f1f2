#include "dialect/plan_nodes.h"

#include <fmt/format.h>

#include <algorithm>

#include "dialect/fixed_plan.h"
#include "dialect/translation.h"
#include "session/progress.h"
#include "session/side_steps.h"

namespace clew {
namespace {

// The part of a plan that stands for agents whose work is no task of it: a phase of this id, with
// one task for each.
constexpr const char* kAgentsPhase = "agents";

bool is_done(StepStatus status) {
  return status == StepStatus::kDone || status == StepStatus::kSkipped;
}

StepStatus status_of(const Agent& agent) {
  switch (agent.status) {
    case AgentStatus::kPending:
      return StepStatus::kPending;
    case AgentStatus::kRunning:
      return StepStatus::kActive;
    case AgentStatus::kCompleted:
      return StepStatus::kDone;
    case AgentStatus::kError:
    case AgentStatus::kTimeout:
      break;
  }
  return StepStatus::kFailed;
}

// Of a phase by its tasks: pending when all are, done when all are, active in between.
StepStatus status_of_all(const std::vector<Node>& parts) {
  const auto all = [&](auto&& test) { return std::all_of(parts.begin(), parts.end(), test); };
  if (all([](const Node& each) { return each.status == StepStatus::kPending; })) {
    return StepStatus::kPending;
  }
  return all([](const Node& each) { return is_done(each.status); }) ? StepStatus::kDone
                                                                    : StepStatus::kActive;
}

// The plan of the source: top-level steps with their parts, at any depth, in one list. Aids are
// left out. A phase that stands for agents becomes agents again.
class NodeReader {
 public:
  NodeReader(const Session& session, const Dialect& from)
      : s_(session), dialect_(from), from_(from.translation()), plan_(session) {}

  Nodes read() {
    Nodes nodes;
    for (const StepId id : s_.root().children) {
      const Step* step = s_.find(id);
      if (step == nullptr || plan_.leaves_out(*step)) continue;
      Node top = node_of(*step);
      add_parts(*step, top);
      if (is_agents_phase(top)) {
        for (auto& part : top.parts) {
          part.agent = part.assignee;
          nodes.agents.push_back(std::move(part));
        }
        continue;
      }
      nodes.tops.push_back(std::move(top));
    }
    for (const auto& path : from_.files_of(s_, s_.root())) {
      if (nodes.tops.empty()) {
        nodes.loose_files.push_back(path);
      } else {
        nodes.tops.back().add_output(path);
      }
    }
    const Step* at = &s_.root();
    while (at->current_child) {
      at = s_.find(*at->current_child);
      if (at == nullptr || is_complete(*at)) break;
      if (from_.lists(s_, *at)) nodes.current = at->id;
    }
    return nodes;
  }

 private:
  Node node_of(const Step& step) const {
    Node node;
    node.source = step.id;
    node.key = dialect_.step_name(s_, step);
    node.title = step.title;
    node.status = step.status;
    node.assignee = step.assignee;
    const Attempt* attempt = step.status == StepStatus::kDone ? step.passed_attempt() : nullptr;
    if (attempt == nullptr) attempt = step.last_attempt();
    if (attempt != nullptr) {
      node.begin = attempt->started_at;
      node.end = attempt->ended_at;
    }
    for (const auto& path : from_.files_of(s_, step)) node.add_output(path);
    node.evidence = from_.evidence_of(s_, step);
    return node;
  }

  // All steps below, in plan order, that the source lists.
  void add_parts(const Step& step, Node& top) const {
    std::vector<StepId> stack(step.children.rbegin(), step.children.rend());
    while (!stack.empty()) {
      const Step* part = s_.find(stack.back());
      stack.pop_back();
      if (part == nullptr || plan_.leaves_out(*part) || !from_.lists(s_, *part)) continue;
      top.parts.push_back(node_of(*part));
      stack.insert(stack.end(), part->children.rbegin(), part->children.rend());
    }
  }

  static bool is_agents_phase(const Node& top) {
    return top.key == kAgentsPhase && !top.parts.empty() &&
           std::all_of(top.parts.begin(), top.parts.end(), [](const Node& part) {
             return !part.assignee.empty() && part.assignee == part.key;
           });
  }

  const Session& s_;
  const Dialect& dialect_;
  const Translation& from_;
  const PlanParts plan_;
};

// The plan of the target, in the tiers it has.
class PlanMaker {
 public:
  PlanMaker(Nodes& nodes, PlanTiers from, const Dialect& to)
      : nodes_(nodes), from_(from), dialect_(to), to_(to.translation().tiers()) {}

  MadePlan make() {
    made_.steps.resize(1);
    switch (to_) {
      case PlanTiers::kNone:
        break;
      case PlanTiers::kTop:
        make_phases();
        break;
      case PlanTiers::kTasks:
        make_tasks();
        break;
      case PlanTiers::kBoth:
        dialect_.fixed_plan() != nullptr ? fill_fixed() : make_both();
        break;
    }
    return std::move(made_);
  }

 private:
  // `where` remembers what became of each step of the source, for the facts that hang on it.
  StepId add(StepId parent, const Node& node) {
    const StepId id{static_cast<uint32_t>(made_.steps.size())};
    Step& step = made_.steps.emplace_back();
    step.id = id;
    step.parent = parent;
    step.title = node.title;
    step.status = node.status;
    step.assignee = node.assignee;
    node.put_attempt(step);
    made_.steps[parent.number].children.push_back(id);
    if (node.source) made_.where[*node.source] = id;
    return id;
  }

  // A phase has what its tasks have.
  static void roll_up(Node& top) {
    for (const auto& part : top.parts) {
      for (const auto& path : part.outputs) top.add_output(path);
      for (const auto& item : part.evidence.items) {
        top.evidence.items.push_back({part.key + "." + item.name, item.value});
      }
      if (part.begin) top.begin = std::min(top.begin.value_or(*part.begin), *part.begin);
    }
    if (top.end || top.parts.empty() || !is_done(top.status)) return;
    for (const auto& part : top.parts) {
      if (part.end) top.end = std::max(top.end.value_or(*part.end), *part.end);
    }
  }

  // A plan of one phase, or of none, has tasks for phases.
  void make_phases() {
    auto& tops = nodes_.tops;
    const bool is_one = tops.size() == 1 && !tops.front().parts.empty();
    if (is_one) {
      Node only = std::move(tops.front());
      tops = std::move(only.parts);
      for (const auto& path : only.outputs) tops.back().add_output(path);
    }
    if (Node* latest = nodes_.latest_begun()) {
      for (const auto& node : nodes_.agents) latest->take_files_of(node);
    }
    for (auto& top : tops) {
      roll_up(top);
      const StepId id = add(kRoot, top);
      for (const auto& part : top.parts) {
        if (part.source) made_.where[*part.source] = id;
      }
    }
  }

  // Those that are done, the one that is current, and the others. Titles that occur twice get their
  // phase in front, as a list of tasks knows them by title only.
  void make_tasks() {
    std::vector<Node> tasks;
    std::map<std::string, size_t> titles;
    for (auto& top : nodes_.tops) {
      for (auto& part : top.parts) ++titles[part.title];
      if (top.parts.empty()) ++titles[top.title];
    }
    for (auto& top : nodes_.tops) {
      if (top.parts.empty()) {
        tasks.push_back(std::move(top));
        continue;
      }
      settle_parts(top);
      for (auto& part : top.parts) {
        if (titles[part.title] > 1) part.title = top.title + ": " + part.title;
        tasks.push_back(std::move(part));
      }
    }
    const auto open = std::stable_partition(tasks.begin(), tasks.end(),
                                            [](const Node& node) { return is_done(node.status); });
    const auto current = std::find_if(
        open, tasks.end(), [&](const Node& node) { return node.source == nodes_.current; });
    if (nodes_.current && current != tasks.end()) std::rotate(open, current, current + 1);
    for (const auto& task : tasks) add(kRoot, task);
    made_.steps.front().order = ChildOrder::kAnyOrder;
  }

  // What is said of a phase alone goes to the last of its tasks.
  static void settle_parts(Node& top) {
    Node& last = top.parts.back();
    for (const auto& path : top.outputs) last.add_output(path);
    if (top.end && is_done(last.status) && !last.end) {
      last.end = top.end;
      if (!last.begin) last.begin = top.begin;
    }
  }

  // A phase without tasks gets itself as its one task. Agents whose work is no task of the plan go
  // into a phase of their own.
  void make_both() {
    if (from_ == PlanTiers::kTasks) {
      for (const auto& top : nodes_.tops) set_key(add(kRoot, top), "task");
    } else {
      for (auto& top : nodes_.tops) {
        if (top.parts.empty()) {
          Node task = top;
          task.source.reset();
          top.parts.push_back(std::move(task));
        } else {
          settle_parts(top);
        }
        add_phase(top, "phase");
      }
    }
    if (nodes_.agents.empty()) return;
    Node phase;
    phase.title = "Agents";
    const StepId id = add_group(phase, nodes_.agents);
    made_.steps[id.number].key = kAgentsPhase;
    for (const auto& node : nodes_.agents) {
      made_.steps[add(id, node).number].key = node.agent;
    }
  }

  // A group has only what its parts say together.
  StepId add_group(const Node& phase, const std::vector<Node>& parts) {
    Node group = phase;
    group.status = status_of_all(parts);
    group.begin.reset();
    group.end.reset();
    group.outputs.clear();
    group.evidence = {};
    group.assignee.clear();
    return add(kRoot, group);
  }

  void add_phase(const Node& top, const char* word) {
    const StepId id = add_group(top, top.parts);
    set_key(id, word);
    for (const auto& part : top.parts) {
      const StepId task = add(id, part);
      set_key(task, "task");
      if (!part.source && top.source) made_.where[*top.source] = task;
    }
  }

  void set_key(StepId id, const std::string& word) {
    made_.steps[id.number].key = fmt::format("{}-{}", word, ++numbers_[word]);
  }

  // The steps that every plan of the dialect has: in order, or known by their titles. With as many
  // steps as the dialect has, they go in order; otherwise a title, or the beginning of one
  // ("Research: sources"), says which step is meant.
  void fill_fixed() {
    const auto planned = dialect_.fixed_plan()->first_steps();
    const bool in_order = nodes_.tops.size() == planned.size();
    for (size_t i = 0; i < planned.size(); ++i) {
      Node top;
      if (in_order) {
        top = nodes_.tops[i];
        if (top.parts.size() == 1 && top.parts.front().title == top.title) {
          const auto source = top.source;
          top = top.parts.front();
          top.source = source;
        }
      } else {
        for (const auto& node : nodes_.tops) {
          if (node.title == planned[i].title) top = node;
          if (!node.title.starts_with(planned[i].title + ": ")) continue;
          top.parts.push_back(node);
          top.parts.back().title.erase(0, planned[i].title.size() + 2);
        }
        if (!top.parts.empty()) {
          top.status = status_of_all(top.parts);
          for (const auto& part : top.parts) {
            if (part.end) top.end = std::max(top.end.value_or(*part.end), *part.end);
          }
        }
      }
      if (top.title.empty() && top.parts.empty()) continue;
      top.title = planned[i].title;
      if (top.status == StepStatus::kPending && !top.parts.empty()) {
        top.status = status_of_all(top.parts);
      }
      const StepId id = add(kRoot, top);
      made_.steps[id.number].external = planned[i].external;
      for (const auto& part : top.parts) add(id, part);
    }
  }

  Nodes& nodes_;
  const PlanTiers from_;
  const Dialect& dialect_;
  const PlanTiers to_;
  MadePlan made_;
  std::map<std::string, int> numbers_;
};

}  // namespace

void Node::add_output(const std::string& path) {
  if (known_outputs.insert(path).second) outputs.push_back(path);
}

// An agent gives its times and files to the work it did; its status only where the step has none of
// its own.
void Node::take(const Agent& worker) {
  agent = worker.id.text;
  const bool is_own = worker.id.text == title;
  if (!is_own && assignee.empty()) assignee = worker.id.text;
  if (!begin) begin = worker.started_at;
  if (!end) end = worker.ended_at;
  if (!source || status == StepStatus::kPending) status = status_of(worker);
  for (const auto* list : {&worker.files.created, &worker.files.modified}) {
    for (const auto& path : *list) add_output(path);
  }
}

void Node::take(const FileChange& change) {
  add_output(change.path);
  if (status == StepStatus::kPending || begin) return;
  begin = change.origin.at;
  if (is_done(status)) end = change.origin.at;
}

void Node::take_files_of(const Node& other) {
  if (other.outputs.empty()) return;
  for (const auto& path : other.outputs) add_output(path);
  if (status == StepStatus::kPending || begin) return;
  begin = other.begin;
  if (is_done(status)) end = other.end;
}

// An attempt has an outcome by the status. One that is over and not done goes on.
void Node::put_attempt(Step& step) const {
  if (status == StepStatus::kPending || (!begin && !end)) return;
  Attempt attempt;
  attempt.started_at = begin.value_or(*(end ? end : begin));
  attempt.ended_at = end;
  attempt.outcome = status == StepStatus::kFailed    ? AttemptOutcome::kFailed
                    : status == StepStatus::kSkipped ? AttemptOutcome::kAbandoned
                    : end                            ? AttemptOutcome::kPassed
                                                     : AttemptOutcome::kOpen;
  if (attempt.outcome == AttemptOutcome::kPassed && !is_done(status)) {
    attempt.ended_at.reset();
    attempt.outcome = AttemptOutcome::kOpen;
  }
  attempt.evidence = evidence;
  attempt.outputs = outputs;
  step.attempts = {std::move(attempt)};
  step.attempt_count = 1;
}

// The step that the agent was at, else the one that is called like it.
Node* Nodes::find_work_of(const Session& session, const Agent& agent) {
  Node* found = nullptr;
  const auto look = [&](Node& node) {
    const bool by_step = agent.step != kRoot && session.find(agent.step) != nullptr;
    if (by_step ? node.source == agent.step : node.title == agent.id.text) found = &node;
  };
  for (auto& top : tops) {
    look(top);
    for (auto& part : top.parts) look(part);
  }
  return found;
}

Node* Nodes::find_agent(const std::string& id) {
  for (auto& node : agents) {
    if (node.agent == id) return &node;
  }
  for (auto& top : tops) {
    if (top.agent == id) return &top;
    for (auto& part : top.parts) {
      if (part.agent == id) return &part;
    }
  }
  return nullptr;
}

Node* Nodes::latest_begun() {
  Node* found = nullptr;
  for (auto& top : tops) {
    if (top.status != StepStatus::kPending || found == nullptr) found = &top;
  }
  return found;
}

Nodes read_nodes(const Session& session, const Dialect& from) {
  return NodeReader(session, from).read();
}

MadePlan make_plan(Nodes& nodes, PlanTiers from, const Dialect& to) {
  return PlanMaker(nodes, from, to).make();
}

}  // namespace clew
