#include "dialect/workflow/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "dialect/workflow/exact_status.h"
#include "dialect/workflow/names.h"
#include "dialect/workflow/phase_facts.h"
#include "dialect/workflow/shapes.h"
#include "session/progress.h"

namespace clew::workflow {
namespace {

// Reads in passes, because what a phase is depends on how phases are counted: first all numbers
// that occur anywhere, then the phases, then what clew keeps in metadata.clew, and last the life of
// the session.
class Reader {
 public:
  Reader(const Value& tree, const WorkflowPlan* plan)
      : tree_(tree), clew_(member_of(member_of(tree, "metadata"), "clew")), plan_(plan) {}

  State read(std::string entry, const std::string& path) {
    state_.entry = std::move(entry);
    state_.legacy = is_legacy(tree_);
    if (state_.legacy) state_.status = text_in(tree_, "status");
    read_identity(path);
    read_numbers();
    read_phases();
    read_parts();
    add_tasks();
    read_lifecycle();
    finish_root();
    return std::move(state_);
  }

 private:
  // The goal is clew's own member if there is one, else made from workflow and file.
  void read_identity(const std::string& path) {
    Session& s = state_.session;
    s.steps.resize(1);
    s.structure.workflow = text_in(tree_, "workflow_type");
    s.identity.created_at =
        time_in(tree_, "created_at").value_or(time_in(tree_, "updated_at").value_or(Time{}));
    s.last_activity = time_in(tree_, "updated_at").value_or(s.identity.created_at);
    Step& root = s.steps.front();
    set_external_id(root, kName, state_.entry);
    if (const Value* target = tree_.find("target_file")) {
      set_attribute(root.attributes, kTargetFile, *target);
    }
    if (const std::string stem = stem_of(path); !stem.empty() && stem != state_.entry) {
      set_attribute(root.attributes, kFileName, stem);
    }
    for (const auto& [name, value] : member_of(tree_, "metadata").as_object()) {
      // Their names differ already: there may be very many.
      if (name != "clew") root.attributes.push_back({kMetadataPrefix + name, value});
    }
    const std::string goal = text_in(clew_, "goal");
    root.title = s.identity.goal = goal.empty() ? goal_of(s) : goal;
  }

  void see_keys(const Value& object) {
    for (const auto& [key, unused] : object.as_object()) {
      if (const auto number = phase_number(key)) seen_.insert(*number);
    }
  }

  // A total that is no whole number from 1 on counts as none; a legacy document may have its in the
  // metadata, else the workflow's description has it.
  std::optional<uint32_t> read_total() const {
    const Value* structure = tree_.find("workflow_structure");
    const Value& holder = structure != nullptr ? *structure : member_of(tree_, "metadata");
    const Value* total = holder.find("total_phases");
    if (total != nullptr && total->is_number() && total->as_double() >= 1 &&
        total->as_double() <= kMaxPhases) {
      return static_cast<uint32_t>(total->as_int());
    }
    return structure == nullptr && plan_ != nullptr ? plan_->total : std::nullopt;
  }

  // The first phase is named, else told by the scheme, else by the plan, else 0 when a 0 occurs
  // anywhere.
  uint32_t read_first() const {
    const Value& structure = member_of(tree_, "workflow_structure");
    if (const auto first = integer_in(structure, "starting_phase")) {
      return static_cast<uint32_t>(*first);
    }
    const std::string scheme = text_in(structure, "indexing_scheme");
    if (!scheme.empty()) return scheme == "zero_based" ? 0 : 1;
    if (plan_ != nullptr) return plan_->first_index;
    const uint32_t smallest = seen_.empty() ? 1 : *seen_.begin();
    return std::min({smallest, state_.current.value_or(1), 1u});
  }

  // How the phases are numbered, and how many there are.
  void read_numbers() {
    for (const auto& number : member_of(tree_, "completed_phases").as_list()) {
      state_.completed.push_back(static_cast<uint32_t>(number.as_int()));
      seen_.insert(state_.completed.back());
    }
    for (const char* section : {"phase_artifacts", "checkpoints"}) {
      see_keys(member_of(tree_, section));
    }
    see_keys(timing_in(tree_));
    if (state_.legacy) see_keys(member_of(tree_, "evidence_submitted"));
    see_keys(member_of(clew_, "phases"));
    if (const auto current = integer_in(tree_, "current_phase")) {
      state_.current = static_cast<uint32_t>(*current);
    }
    Structure& structure = state_.session.structure;
    state_.first = structure.first_index = read_first();
    structure.total = read_total();
    // One that is finished has no more phases than those it names; it may stand one past them.
    if (!structure.total && state_.status == "completed" && !seen_.empty()) {
      structure.total = *seen_.rbegin() + 1 - state_.first;
    }
    structure.version = text_in(member_of(tree_, "workflow_structure"), "workflow_version");
    if (state_.legacy && plan_ != nullptr) structure.version = plan_->version;
    if (structure.total) state_.last = state_.first + *structure.total - 1;

    // A number outside the structure is a finding; it makes no phase.
    uint32_t end = state_.first;
    const auto reach = [&](uint32_t number) {
      if (!state_.last || number <= *state_.last) end = std::max(end, number + 1);
    };
    for (const uint32_t number : seen_) reach(number);
    if (state_.current) reach(*state_.current);
    if (const auto known = integer_in(clew_, "phases_known")) {
      end = std::max(end, state_.first + static_cast<uint32_t>(*known));
    } else if (state_.last) {
      end = std::max(end, *state_.last + 1);
    }
    state_.phases = end - state_.first;
    state_.overrun = (!seen_.empty() && *seen_.begin() < state_.first) ||
                     (!seen_.empty() && state_.last && *seen_.rbegin() > *state_.last) ||
                     (state_.current && *state_.current < state_.first);
  }

  // What several sections say of each phase is gathered and read together. A phase begins when the
  // one before it ended, unless it says otherwise.
  void read_phases() {
    Session& s = state_.session;
    std::vector<PhaseFacts> facts(state_.phases);
    for (const uint32_t number : state_.completed) {
      if (state_.has(number)) facts[number - state_.first].listed = true;
    }
    const auto each = [&](const Value& section, auto&& take) {
      for (const auto& [key, value] : section.as_object()) {
        const auto number = phase_number(key);
        if (number && state_.has(*number)) take(facts[*number - state_.first], value);
      }
    };
    each(timing_in(tree_), [](PhaseFacts& f, const Value& v) { f.timing = &v; });
    each(member_of(tree_, "phase_artifacts"),
         [](PhaseFacts& f, const Value& v) { f.artifact = &v; });
    each(member_of(tree_, "checkpoints"),
         [](PhaseFacts& f, const Value& v) { f.checkpoint = v.as_string(); });
    if (state_.legacy) {
      each(member_of(tree_, "evidence_submitted"),
           [](PhaseFacts& f, const Value& v) { f.evidence = &v; });
    }

    Time began = s.identity.created_at;
    for (uint32_t i = 0; i < state_.phases; ++i) {
      const uint32_t number = state_.first + i;
      Step& phase = s.steps.emplace_back();
      phase.id = StepId{i + 1};
      phase.parent = kRoot;
      s.steps.front().children.push_back(phase.id);
      set_external_id(phase, kName, std::to_string(number));
      phase.title = plan_ == nullptr ? phase_title(number) : plan_->title_of(number);
      // The current phase of a legacy document has no times, and is taken as begun.
      facts[i].begun_unseen = state_.legacy && state_.current == number && !facts[i].listed &&
                              (facts[i].checkpoint.empty() || facts[i].checkpoint == "pending");
      read_phase(facts[i], began, phase);
      if (!phase.attempts.empty() && phase.attempts.back().ended_at) {
        began = *phase.attempts.back().ended_at;
      }
      read_commands(facts[i], phase.id, s.runs, run_parts_);
      names_[std::to_string(number)] = phase.id;
    }
  }

  // Exact words, sub-steps and links.
  // `needs` and `current` are resolved when all parts have their names.
  void read_parts() {
    Session& s = state_.session;
    const TreePath at{std::string("metadata"), std::string("clew")};
    hear_step(s.steps.front(), member_of(clew_, "session"), at / std::string("session"),
              state_.odd);
    for (uint32_t i = 0; i < state_.phases; ++i) {
      const std::string name = std::to_string(state_.first + i);
      const Value& said = member_of(member_of(clew_, "phases"), name);
      if (!said.is_object()) continue;
      const TreePath location = at / std::string("phases") / name;
      hear_step(s.steps[i + 1], said, location, state_.odd);
      add_parts(StepId{i + 1}, name, said, location);
    }
    for (const auto& [id, said] : links_) {
      Step& step = s.steps[id.number];
      for (const auto& name : texts_in(*said, "needs")) {
        if (names_.contains(name)) step.needs.push_back(names_[name]);
      }
      const auto current = names_.find(text_in(*said, "current"));
      if (current != names_.end()) step.current_child = current->second;
    }
    for (size_t i = 0; i < run_parts_.size(); ++i) {
      const auto part = names_.find(run_parts_[i]);
      if (part != names_.end()) s.runs.items[i].origin.step = part->second;
    }
  }

  // Parts are named by their place: "2.1.3". What has no form that can be read is remembered as odd
  // and reported.
  void add_parts(StepId parent, const std::string& name, const Value& said, const TreePath& at) {
    Session& s = state_.session;
    links_.emplace_back(parent, &said);
    const auto& parts = member_of(said, "steps").as_list();
    for (size_t i = 0; i < parts.size(); ++i) {
      const TreePath location = at / std::string("steps") / i;
      if (!parts[i].is_object() || s.steps.size() >= kMaxSteps) {
        state_.odd.push_back(location);
        return;
      }
      const StepId id{static_cast<uint32_t>(s.steps.size())};
      const std::string part = fmt::format("{}.{}", name, i + 1);
      Step& step = s.steps.emplace_back();
      step.id = id;
      step.parent = parent;
      s.steps[parent.number].children.push_back(id);
      set_external_id(step, kName, part);
      names_[part] = id;
      hear_step(step, parts[i], location, state_.odd);
      add_parts(id, part, parts[i], location);
    }
  }

  // The tasks of phases that nobody has begun, by the plan; how far those of others are, no file of
  // another program says.
  void add_tasks() {
    if (plan_ == nullptr || !clew_.is_null()) return;
    Session& s = state_.session;
    for (uint32_t i = 0; i < state_.phases; ++i) {
      const WorkflowPhase* planned = plan_->find(state_.first + i);
      if (planned == nullptr || s.steps[i + 1].status != StepStatus::kPending) continue;
      for (size_t k = 0; k < planned->tasks.size() && s.steps.size() < kMaxSteps; ++k) {
        Step& task = s.steps.emplace_back();
        task.id = StepId{static_cast<uint32_t>(s.steps.size() - 1)};
        task.parent = StepId{i + 1};
        task.title = planned->tasks[k].title;
        task.description = planned->tasks[k].description;
        set_external_id(task, kName, fmt::format("{}.{}", state_.first + i, k + 1));
        s.steps[i + 1].children.push_back(task.id);
      }
    }
  }

  bool all_complete() const {
    for (uint32_t i = 0; i < state_.phases; ++i) {
      if (!is_complete(state_.session.steps[i + 1])) return false;
    }
    return state_.phases > 0;
  }

  // Flags and times of the block; for legacy documents the status, else the position at the end of
  // the plan.
  void read_lifecycle() {
    LifecycleState& l = state_.session.lifecycle;
    if (state_.legacy && !state_.status.empty()) return read_status(l);
    if (state_.legacy) {
      // Finished ones stand one past the last phase; nobody else knows how many there are.
      const bool at_end = state_.last && state_.current &&
                          (*state_.current == *state_.last || *state_.current == *state_.last + 1);
      if (!at_end || state_.overrun || !all_complete()) return;
      l.status = Lifecycle::kCompleted;
      const auto& attempts = state_.session.steps[state_.phases].attempts;
      l.ended_at = attempts.empty() || !attempts.back().ended_at ? state_.session.last_activity
                                                                 : attempts.back().ended_at;
      return;
    }
    const Value& block = member_of(tree_, "lifecycle");
    l.status =
        lifecycle_of(member_of(block, "completed").as_bool(), member_of(block, "paused").as_bool());
    if (l.status == Lifecycle::kCompleted) l.ended_at = time_in(block, "completed_at");
    if (l.status == Lifecycle::kPaused) {
      l.paused_at = time_in(block, "paused_at");
      l.reason = text_in(block, "paused_reason");
      l.context = text_in(block, "paused_context");
    }
    l.resumed_at = time_in(block, "resumed_at");
    l.resume_count = static_cast<uint32_t>(integer_in(block, "resume_count").value_or(0));
    l.last_error = text_in(block, "last_error");
    l.last_error_at = time_in(block, "last_error_at");
    hear_lifecycle(l, member_of(clew_, "lifecycle"),
                   {std::string("metadata"), std::string("clew"), std::string("lifecycle")},
                   state_.odd);
  }

  // "error" is the word of a session that ended without being finished.
  void read_status(LifecycleState& l) {
    const auto ended = time_in(tree_, "completed_at");
    const Time last = ended.value_or(state_.session.last_activity);
    const std::string reason = text_in(tree_, "error_reason");
    if (state_.status == "completed") l.status = Lifecycle::kCompleted;
    if (state_.status == "paused") l.status = Lifecycle::kPaused;
    if (state_.status == "error") l.status = Lifecycle::kFailed;
    if (is_closed(l.status)) l.ended_at = last;
    if (l.status == Lifecycle::kPaused) l.paused_at = last;
    if (reason.empty()) return;
    l.reason = l.last_error = reason;
    l.last_error_at = last;
  }

  // One attempt for the whole session, from its creation to its end.
  void finish_root() {
    Session& s = state_.session;
    Step& root = s.steps.front();
    const bool completed = s.lifecycle.status == Lifecycle::kCompleted;
    root.status = completed ? StepStatus::kDone : StepStatus::kActive;
    Attempt whole;
    whole.started_at = s.identity.created_at;
    if (completed) {
      whole.outcome = AttemptOutcome::kPassed;
      whole.ended_at = s.lifecycle.ended_at;
    }
    root.attempts = {std::move(whole)};
    root.attempt_count = 1;
    if (completed || !state_.current || !state_.has(*state_.current)) return;
    const Step& current = state_.phase(*state_.current);
    if (!is_complete(current)) root.current_child = current.id;
  }

  const Value& tree_;
  const Value& clew_;
  const WorkflowPlan* plan_;
  State state_;
  std::set<uint32_t> seen_;  // phases that are mentioned
  std::map<std::string, StepId> names_;
  std::vector<std::string> run_parts_;  // of each run: the part of the phase it names
  std::vector<std::pair<StepId, const Value*>> links_;
};

}  // namespace

const Value& timing_in(const Value& tree) {
  const Value& timing = member_of(tree, "phase_timing");
  return timing.is_null() && is_legacy(tree) ? member_of(tree, "phase_timings") : timing;
}

bool is_legacy(const Value& tree) {
  return tree.find("workflow_structure") == nullptr && tree.find("lifecycle") == nullptr;
}

// Nothing when it has none of the members that only a workflow has, or no id that can be used.
std::optional<State> read_state(const Value& tree, const std::string& path,
                                const WorkflowPlan* plan) {
  const bool any = tree.find("workflow_type") != nullptr || tree.find("current_phase") != nullptr ||
                   tree.find("completed_phases") != nullptr;
  if (!any) return std::nullopt;
  std::string entry = text_in(tree, "session_id");
  if (!is_session_id(entry)) entry = stem_of(path);
  if (!is_session_id(entry)) return std::nullopt;
  return Reader(tree, plan).read(std::move(entry), path);
}

}  // namespace clew::workflow
