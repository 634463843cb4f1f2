#include "dialect/translate.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "dialect/plan_nodes.h"
#include "dialect/session_patch.h"
#include "dialect/translation.h"
#include "dialect/tree_dialect.h"
#include "session/progress.h"

namespace clew {
namespace {

// Some formats keep an exit code as a text, "exit code 2".
constexpr std::string_view kExitCode = "exit code ";
// What an error that no command made is called among the commands.
constexpr const char* kErrorCommand = "error";

// What went wrong, when, and whose it was.
struct ErrorRecord {
  std::string text;
  Time at;
  StepId step;  // of the source
  std::string agent;
};

bool is_error_record(const CommandRun& run) {
  return run.command == kErrorCommand && run.arguments.empty() &&
         run.outcome == RunOutcome::kFailure && !run.error.empty();
}

// Order of the work: who and how far, then the plan in the target's tiers, then what hangs on steps
// (runs, agents, errors, files), and last the numbers of facts and what the target demands.
// `nodes_` holds the work of the source without its form; PlanTiers says how deep the target's plan
// goes: top-level steps only, tasks in a list, or phases with tasks.
class Translator {
 public:
  Translator(const Session& session, const Dialect& from, const Dialect& to)
      : s_(session),
        from_(from.translation()),
        to_(to.translation()),
        to_dialect_(to),
        nodes_(read_nodes(session, from)) {}

  Session run() {
    read_identity();
    read_lifecycle();
    find_errors();
    join_agents();
    plan_ = make_plan(nodes_, from_.tiers(), to_dialect_);
    out_.steps = std::move(plan_.steps);
    finish_root();
    tell_runs();
    if (to_.tiers() == PlanTiers::kTasks) tell_agents();
    tell_errors();
    tell_files();
    for (const auto& decision : s_.decisions.items) {
      Decision plain = decision;
      plain.origin.step = kRoot;
      plain.origin.actor = ActorId();
      plain.attributes.clear();
      out_.decisions.items.push_back(std::move(plain));
    }
    tell_metadata();
    number_facts(out_);
    to_.fit(out_);
    return std::move(out_);
  }

 private:
  // A goal of several lines is a name and what is said of it.
  void read_identity() {
    const Identity& identity = s_.identity;
    Identity& out = out_.identity;
    out.id = identity.id;
    out.created_at = identity.created_at;
    out.device = identity.device;
    out.project_path = identity.project_path;
    out.mode = identity.mode;
    out.model = identity.model;
    out.branch = identity.branch;
    out.commit = identity.commit;
    out.parent = identity.parent;
    out_.last_activity = s_.last_activity;
    out_.structure = s_.structure;
    out.goal = identity.goal;
    description_ = s_.root().description;
    if (to_.tiers() == PlanTiers::kBoth) {
      const size_t line = out.goal.find('\n');
      if (line == std::string::npos || !description_.empty()) return;
      description_ = out.goal.substr(line + 1);
      out.goal.resize(line);
    } else if (!description_.empty()) {
      out.goal += "\n" + description_;
      description_.clear();
    }
  }

  // A pause that is over is not told.
  void read_lifecycle() {
    const LifecycleState& lifecycle = s_.lifecycle;
    LifecycleState& out = out_.lifecycle;
    out.status = lifecycle.status;
    out.ended_at = lifecycle.ended_at;
    if (out.status == Lifecycle::kPaused) out.paused_at = lifecycle.paused_at;
  }

  // The session's own step: title, status, one attempt from begin to end. The current step is found
  // by following the source's, as deep as it goes, and told for every step above it.
  void finish_root() {
    Step& root = out_.steps.front();
    root.title = out_.identity.goal;
    root.description = description_;
    const bool completed = out_.lifecycle.status == Lifecycle::kCompleted;
    root.status = completed ? StepStatus::kDone : StepStatus::kActive;
    Attempt whole;
    whole.started_at = out_.identity.created_at;
    if (is_closed(out_.lifecycle.status)) {
      whole.ended_at = out_.lifecycle.ended_at;
      whole.outcome = completed ? AttemptOutcome::kPassed : AttemptOutcome::kAbandoned;
    }
    root.attempts = {std::move(whole)};
    root.attempt_count = 1;
    if (to_.tiers() == PlanTiers::kTop) {
      out_.structure.total =
          std::max(out_.structure.total.value_or(0), static_cast<uint32_t>(root.children.size()));
      if (from_.tiers() != PlanTiers::kTop) {
        out_.structure.total = static_cast<uint32_t>(root.children.size());
      }
    }
    const Step* active = nullptr;
    for (const Step* at = &s_.root(); at->current_child;) {
      at = s_.find(*at->current_child);
      if (at == nullptr || is_complete(*at)) break;
      active = at;
    }
    StepId position = active == nullptr ? kRoot : step_for(active->id);
    if (position == kRoot && from_.tiers() == PlanTiers::kTasks) position = first_open();
    if (position == kRoot || is_complete(out_.steps[position.number])) return;
    for (; position != kRoot; position = out_.steps[position.number].parent) {
      out_.steps[out_.steps[position.number].parent.number].current_child = position;
    }
  }

  StepId first_open() const {
    for (const auto& step : out_.steps) {
      if (step.id != kRoot && step.children.empty() && !is_complete(step)) return step.id;
    }
    return kRoot;
  }

  // Where a step of the source has gone; what is not listed has gone where the step around it has.
  StepId step_for(StepId id) const {
    for (size_t i = 0; i < s_.steps.size() && id != kRoot; ++i) {
      const auto found = plan_.where.find(id);
      if (found != plan_.where.end()) return found->second;
      const Step* step = s_.find(id);
      if (step == nullptr) return kRoot;
      id = step->parent;
    }
    return kRoot;
  }

  // The top-level step that was being worked on then, for files that have no other place.
  StepId step_at(Time at) const {
    StepId found = kRoot;
    for (const StepId id : out_.root().children) {
      const Step& step = out_.steps[id.number];
      const Attempt* attempt = step.last_attempt();
      const bool begun = attempt != nullptr && attempt->started_at <= at;
      if (found == kRoot || begun) found = id;
      if (begun && attempt->ended_at && at <= *attempt->ended_at) return id;
    }
    return found;
  }

  // A command belongs to the step that its own step has become. A target that has top-level steps
  // only gets those without a step at the step that was being worked on then.
  void tell_runs() {
    for (const auto& run : s_.runs.items) {
      if (is_error_record(run)) continue;
      CommandRun plain = run;
      plain.attributes.clear();
      plain.origin.actor = ActorId(run.agent.text);
      plain.origin.step = step_for(run.origin.step);
      if (plain.origin.step == kRoot && to_.tiers() == PlanTiers::kTop) {
        plain.origin.step = step_at(run.origin.at);
      }
      if (!plain.exit_code && plain.error.starts_with(kExitCode)) {
        int code = 0;
        const char* end = plain.error.data() + plain.error.size();
        const auto read = std::from_chars(plain.error.data() + kExitCode.size(), end, code);
        if (read.ec == std::errc() && read.ptr == end) {
          plain.exit_code = code;
          plain.error.clear();
        }
      }
      out_.runs.items.push_back(std::move(plain));
    }
  }

  // Gathered from everywhere the source may have them: runs, agents, the session's last error. The
  // session's last error is added only when none of the others has its text. In order of time.
  void find_errors() {
    for (const auto& run : s_.runs.items) {
      if (run.error.empty() || run.error.starts_with(kExitCode)) continue;
      errors_.push_back({run.error, run.origin.at, run.origin.step, run.agent.text});
    }
    for (const auto& agent : s_.agents.items) {
      if (!agent.error) continue;
      const Time at =
          agent.error->last_retry_at.value_or(agent.ended_at.value_or(s_.last_activity));
      errors_.push_back({agent.error->message, at, agent.step, agent.id.text});
    }
    const std::string& last = s_.lifecycle.last_error;
    const bool known = std::any_of(errors_.begin(), errors_.end(),
                                   [&](const ErrorRecord& each) { return each.text == last; });
    if (!last.empty() && !known) {
      errors_.push_back({last, s_.lifecycle.last_error_at.value_or(s_.last_activity), kRoot, {}});
    }
    std::stable_sort(errors_.begin(), errors_.end(),
                     [](const ErrorRecord& a, const ErrorRecord& b) { return a.at < b.at; });
  }

  // Where errors go depends on the target: the latest on the session, all of them as failed runs,
  // or each on the agent that is to blame.
  void tell_errors() {
    if (errors_.empty()) return;
    if (to_.tiers() == PlanTiers::kTop) {
      out_.lifecycle.last_error = errors_.back().text;
      out_.lifecycle.last_error_at = errors_.back().at;
    } else if (to_.tiers() == PlanTiers::kBoth) {
      for (const auto& error : errors_) {
        const auto& runs = out_.runs.items;
        if (std::any_of(runs.begin(), runs.end(),
                        [&](const CommandRun& run) { return run.error == error.text; })) {
          continue;
        }
        CommandRun run;
        run.command = kErrorCommand;
        run.outcome = RunOutcome::kFailure;
        run.error = error.text;
        run.agent = AgentId(error.agent);
        run.origin.actor = ActorId(error.agent);
        run.origin.at = error.at;
        run.origin.step = step_for(error.step);
        out_.runs.items.push_back(std::move(run));
      }
      std::stable_sort(
          out_.runs.items.begin(), out_.runs.items.end(),
          [](const CommandRun& a, const CommandRun& b) { return a.origin.at < b.origin.at; });
    } else {
      for (const auto& error : errors_) blame(error);
    }
  }

  Agent& agent_named(const std::string& id) {
    for (auto& agent : out_.agents.items) {
      if (agent.id.text == id) return agent;
    }
    Agent& agent = out_.agents.items.emplace_back();
    agent.id = AgentId(id);
    agent.type = kUnknownAgentType;
    return agent;
  }

  // An error that nobody is named for is that of the step it was met at.
  void blame(const ErrorRecord& error) {
    std::string id = error.agent;
    if (id.empty()) {
      StepId step = step_for(error.step);
      if (step == kRoot) step = out_.root().current_child.value_or(first_open());
      const Step& met = out_.steps[step.number];
      id = met.assignee.empty() ? met.title : met.assignee;
    }
    Agent& agent = agent_named(id);
    agent.error = AgentError{ErrorCategory::kLogical, error.text, 0, error.at};
    if (agent.status == AgentStatus::kPending) {
      agent.status = AgentStatus::kError;
      agent.result = AgentResult::kFailure;
    }
  }

  // Files and times of agents belong to the steps they worked on; whoever is called like a step is
  // the one that worked on it.
  // Work is joined before the plan is made, so that an agent that worked on a step does not become
  // a step of its own.
  void join_agents() {
    for (const auto& agent : s_.agents.items) {
      Node* node = nodes_.find_work_of(s_, agent);
      if (node == nullptr) node = &nodes_.agents.emplace_back(node_of_agent(agent));
      node->take(agent);
    }
    for (const auto& change : s_.files.items) {
      if (change.action == FileAction::kDeleted) continue;
      Node* node = change.agent.empty() ? nullptr : nodes_.find_agent(change.agent.text);
      if (node == nullptr) node = nodes_.latest_begun();
      if (node != nullptr) node->take(change);
    }
  }

  static Node node_of_agent(const Agent& agent) {
    Node node;
    node.title = agent.summary.empty() ? agent.id.text : agent.summary;
    node.assignee = node.agent = agent.id.text;
    return node;
  }

  // One for each name; a step that has none, but times to tell, is told by one of its own title.
  void tell_agents() {
    const auto add_task = [&](const std::string& id, const Step& step,
                              const std::vector<std::string>& files) {
      Agent& agent = agent_named(id);
      const Attempt* attempt = step.last_attempt();
      if (attempt != nullptr) {
        agent.started_at =
            std::min(agent.started_at.value_or(attempt->started_at), attempt->started_at);
      }
      TaskCount& tasks = tasks_[id];
      ++tasks.all;
      tasks.complete += is_complete(step) ? 1 : 0;
      tasks.failed += step.status == StepStatus::kFailed ? 1 : 0;
      tasks.begun += step.status != StepStatus::kPending ? 1 : 0;
      if (attempt != nullptr && attempt->ended_at) {
        tasks.last = std::max(tasks.last.value_or(*attempt->ended_at), *attempt->ended_at);
      }
      for (const auto& path : files) {
        if (tasks.files.insert(path).second) agent.files.created.push_back(path);
      }
    };
    for (const auto& step : out_.steps) {
      if (step.id == kRoot) continue;
      if (step.assignee.empty() && step.attempts.empty()) continue;
      add_task(step.assignee.empty() ? step.title : step.assignee, step,
               step.attempts.empty() ? std::vector<std::string>() : step.attempts.back().outputs);
    }
    for (const auto& node : nodes_.agents) {
      Step step;
      step.status = node.status;
      node.put_attempt(step);
      add_task(node.agent, step, node.outputs);
      Agent& agent = agent_named(node.agent);
      if (node.title != node.agent) agent.summary = node.title;
    }
    for (const auto& run : s_.runs.items) {
      if (!run.agent.empty()) agent_named(run.agent.text);
    }
    for (auto& agent : out_.agents.items) {
      const TaskCount& tasks = tasks_[agent.id.text];
      if (tasks.all == 0) continue;
      agent.progress = static_cast<double>(tasks.complete) / static_cast<double>(tasks.all);
      if (tasks.failed > 0) {
        agent.status = AgentStatus::kError;
        agent.result = AgentResult::kFailure;
        agent.ended_at = tasks.last;
      } else if (tasks.complete == tasks.all) {
        agent.status = AgentStatus::kCompleted;
        agent.result = AgentResult::kSuccess;
        agent.ended_at = tasks.last;
      } else if (tasks.begun > 0) {
        agent.status = AgentStatus::kRunning;
      }
    }
  }

  // A target with a plan of its own keeps what steps produced as artifacts of the step; one that
  // lists tasks keeps it as changes of files, each path once. Others have it with the steps.
  void tell_files() {
    if (to_.tiers() != PlanTiers::kTasks && to_dialect_.fixed_plan() == nullptr) return;
    std::set<std::string, std::less<>> reported;
    const auto add = [&](const std::vector<std::string>& paths, StepId step, Time at,
                         const std::string& agent) {
      for (const auto& path : paths) {
        if (to_dialect_.fixed_plan() != nullptr) {
          Artifact artifact;
          artifact.path = path;
          artifact.origin.at = at;
          artifact.origin.step = step;
          out_.artifacts.items.push_back(std::move(artifact));
          continue;
        }
        if (!reported.insert(path).second) continue;
        FileChange change;
        change.path = path;
        change.action = FileAction::kCreated;
        change.origin.at = at;
        change.agent = AgentId(agent);
        out_.files.items.push_back(std::move(change));
      }
    };
    for (const auto& step : out_.steps) {
      if (step.id == kRoot || step.attempts.empty()) continue;
      const Attempt& attempt = step.attempts.back();
      add(attempt.outputs, step.id, attempt.ended_at.value_or(attempt.started_at),
          step.assignee.empty() ? step.title : step.assignee);
    }
    for (const auto& node : nodes_.agents) {
      add(node.outputs, kRoot, node.end.value_or(node.begin.value_or(s_.last_activity)),
          node.agent);
    }
    add(nodes_.loose_files, kRoot, s_.last_activity, {});
  }

  // Only members under the source's metadata prefix, renamed to the target's.
  void tell_metadata() {
    const std::string theirs = from_.metadata_prefix();
    const std::string ours = to_.metadata_prefix();
    if (theirs.empty() || ours.empty()) return;
    for (const auto& attribute : s_.root().attributes) {
      if (!attribute.key.starts_with(theirs)) continue;
      set_attribute(out_.steps.front().attributes, ours + attribute.key.substr(theirs.size()),
                    attribute.value);
    }
  }

  struct TaskCount {
    size_t all = 0;
    size_t complete = 0;
    size_t failed = 0;
    size_t begun = 0;
    std::optional<Time> last;
    std::set<std::string, std::less<>> files;
  };

  // The source.
  const Session& s_;
  const Translation& from_;
  const Translation& to_;
  const Dialect& to_dialect_;
  Nodes nodes_;
  MadePlan plan_;
  Session out_;
  // What is said of the goal beside its first line; empty: nothing.
  std::string description_;
  std::vector<ErrorRecord> errors_;
  std::map<std::string, TaskCount> tasks_;
};

}  // namespace

std::vector<std::string> Translation::files_of(const Session& session, const Step& step) const {
  std::vector<std::string> paths;
  const auto add = [&](const std::string& path) {
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
  };
  if (const Attempt* attempt = step.last_attempt()) {
    for (const auto& path : attempt->outputs) add(path);
  }
  for (const auto& artifact : session.artifacts.items) {
    if (artifact.origin.step == step.id && artifact.archived_as.empty()) add(artifact.path);
  }
  return paths;
}

Session translate(const Session& session, const Dialect& from, const Dialect& to) {
  return Translator(session, from, to).run();
}

}  // namespace clew
