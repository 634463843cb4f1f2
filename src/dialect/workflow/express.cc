#include "dialect/workflow/express.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dialect/tree_dialect.h"
#include "dialect/workflow/exact_status.h"
#include "dialect/workflow/express_artifact.h"
#include "dialect/workflow/names.h"
#include "dialect/workflow/shapes.h"
#include "dialect/workflow/state.h"
#include "dialect/workflow/words.h"
#include "session/progress.h"

namespace clew::workflow {
namespace {

std::vector<const Step*> phases_of(const Session& session) {
  std::vector<const Step*> phases;
  for (const StepId child : session.root().children) {
    if (const Step* phase = session.find(child)) phases.push_back(phase);
  }
  return phases;
}

class Teller {
 public:
  explicit Teller(const Session& session) : s_(session), phases_(phases_of(session)) {}

  Result<Document> tell() {
    CLEW_TRY(check());
    return tell_known();
  }

  // Whatever of it is there.
  Document tell_known() {
    Document document{&state_document(), path_of(s_), {}, {}};
    Value& tree = document.tree;
    const std::string* id = external_id(s_.root(), kName);
    tree.set("session_id", id == nullptr ? Value() : Value(*id));
    tree.set("workflow_type", text_or_null(s_.structure.workflow));
    const Value* target = find_attribute(s_.root().attributes, kTargetFile);
    tree.set("target_file", target == nullptr ? Value() : *target);
    tree.set("workflow_structure", tell_structure());
    if (!phases_.empty()) {
      tree.set("current_phase", static_cast<int64_t>(number(current_phase())));
    }
    Value completed = Value::list();
    for (size_t i = 0; i < phases_.size(); ++i) {
      if (row_of(phases_[i]->status).listed) completed.push(static_cast<int64_t>(number(i)));
    }
    tree.set("completed_phases", std::move(completed));
    tree.set("phase_timing", by_phase([&](size_t i) { return tell_timing(*phases_[i]); }));
    tree.set("lifecycle", tell_flags());
    tree.set("phase_artifacts",
             by_phase([&](size_t i) { return tell_artifact(s_, *phases_[i], number(i)); }));
    tree.set("checkpoints",
             by_phase([&](size_t i) { return text_or_null(checkpoint_word(*phases_[i])); }));
    tree.set("created_at", to_iso(s_.identity.created_at));
    tree.set("updated_at", to_iso(last_change(s_)));
    Value metadata = Value::object();
    auto& members = metadata.object_ref();
    for (const auto& attribute : s_.root().attributes) {
      if (!attribute.key.starts_with(kMetadataPrefix)) continue;
      const std::string name = attribute.key.substr(std::string_view(kMetadataPrefix).size());
      if (name != "clew") members.emplace_back(name, attribute.value);
    }
    tree.set("metadata", metadata);
    // Worked out from the document as it stands here, so after everything else is in it.
    Value exact = tell_exact(document);
    if (!exact.as_object().empty()) {
      metadata.set("clew", std::move(exact));
      tree.set("metadata", std::move(metadata));
    }
    if (keeps_part_of_runs(s_)) {
      for (size_t i = 0; i < phases_.size(); ++i) {
        document.partial.push_back(fmt::format("phase_artifacts.{}.commands_executed", number(i)));
      }
    }
    return document;
  }

 private:
  uint32_t number(size_t index) const {
    return s_.structure.first_index + static_cast<uint32_t>(index);
  }
  // A plan that grew past what it was to be has at least the phases it has.
  uint32_t total() const {
    return std::max(s_.structure.total.value_or(0), static_cast<uint32_t>(phases_.size()));
  }

  Status check() const {
    std::vector<std::string> lacks;
    const std::string* id = external_id(s_.root(), kName);
    if (id == nullptr || !is_session_id(*id)) lacks.push_back("session_id (an id in this dialect)");
    if (s_.structure.workflow.empty()) lacks.push_back("workflow_type (the kind of plan)");
    const Value* target = find_attribute(s_.root().attributes, kTargetFile);
    if (target == nullptr || target->as_string().empty()) {
      lacks.push_back("target_file (what is worked on)");
    }
    if (phases_.empty()) lacks.push_back("phases (a plan with at least one step)");
    if (s_.structure.first_index > 1) lacks.push_back("starting_phase 0 or 1");
    if (std::max<size_t>(phases_.size(), s_.structure.total.value_or(0)) > kMaxPhases) {
      lacks.push_back(fmt::format("at most {} phases", kMaxPhases));
    }
    if (lacks.empty()) return success();
    return make_error(ErrorCode::kInvalid,
                      fmt::format("a workflow file also needs: {}", fmt::join(lacks, ", ")),
                      s_.identity.id.text.empty() ? kName : s_.identity.id.text, what_to_set());
  }

  std::string what_to_set() const {
    std::string pairs;
    if (s_.structure.workflow.empty()) pairs += " workflow.workflow_type=NAME";
    const Value* target = find_attribute(s_.root().attributes, kTargetFile);
    if (target == nullptr || target->as_string().empty()) pairs += " workflow.target_file=PATH";
    return pairs.empty() ? "clew step add \"…\"" : "clew set" + pairs;
  }

  template <class Tell>
  Value by_phase(Tell&& tell) const {
    Value out = Value::object();
    for (size_t i = 0; i < phases_.size(); ++i) {
      Value value = tell(i);
      if (!value.is_null()) out.set(std::to_string(number(i)), std::move(value));
    }
    return out;
  }

  Value tell_structure() const {
    const Structure& structure = s_.structure;
    Value out;
    out.set("total_phases", structure.total ? Value(total()) : Value());
    out.set("starting_phase", structure.first_index);
    out.set("indexing_scheme", structure.first_index == 0 ? "zero_based" : "one_based");
    out.set("workflow_version", text_or_null(structure.version));
    return out;
  }

  // Always a phase there is: the last one when all are complete.
  size_t current_phase() const {
    const auto open = [](const Step* phase) { return !is_complete(*phase); };
    if (s_.lifecycle.status != Lifecycle::kCompleted) {
      for (size_t i = 0; i < phases_.size(); ++i) {
        if (s_.root().current_child == phases_[i]->id && open(phases_[i])) return i;
      }
      const auto found = std::find_if(phases_.begin(), phases_.end(), open);
      if (found != phases_.end()) return static_cast<size_t>(found - phases_.begin());
    }
    return phases_.size() - 1;
  }

  Value tell_timing(const Step& phase) const {
    if (phase.status == StepStatus::kPending || phase.attempts.empty()) return {};
    const Attempt& latest = phase.attempts.back();
    Value out;
    out.set("started_at", to_iso(latest.started_at));
    if (checkpoint_word(phase) == "passed" && latest.ended_at) {
      out.set("completed_at", to_iso(*latest.ended_at));
      out.set("duration_seconds", to_seconds(active_time(latest, *latest.ended_at)));
    }
    if (latest.paused.ms > 0) out.set("paused_duration_seconds", to_seconds(latest.paused));
    return out;
  }

  Value tell_flags() const {
    const LifecycleState& l = s_.lifecycle;
    const LifecycleRow& row = row_of(l.status);
    Value out;
    out.set("completed", row.completed);
    out.set("completed_at", time_or_null(row.completed ? l.ended_at : std::nullopt));
    if (row.completed && l.ended_at) {
      const Duration whole = *l.ended_at - s_.identity.created_at;
      out.set("total_duration_seconds", to_seconds(std::max(whole, Duration{0})));
    }
    out.set("paused", row.paused);
    const bool closed = is_closed(l.status);
    // An ended session that has no other word than paused was paused when it ended.
    out.set("paused_at", time_or_null(!row.paused ? std::nullopt
                                      : closed    ? l.ended_at
                                                  : l.paused_at));
    out.set("paused_reason", row.paused ? text_or_null(l.reason) : Value());
    out.set("paused_context", row.paused ? text_or_null(l.context) : Value());
    out.set("resumed_at", time_or_null(l.resumed_at));
    out.set("resume_count", l.resume_count);
    out.set("last_error", text_or_null(l.last_error));
    out.set("last_error_at", time_or_null(l.last_error_at));
    return out;
  }

  // What the fields above do not tell, found by reading them back.
  Value tell_exact(const Document& document) const {
    Value out = Value::object();
    const auto reported = read_state(document.tree, document.path, nullptr);
    if (!reported) return out;
    if (s_.identity.goal != goal_of(s_)) out.set("goal", s_.identity.goal);
    if (s_.structure.total && phases_.size() < total()) {
      out.set("phases_known", static_cast<int64_t>(phases_.size()));
    }
    Value lifecycle = tell_lifecycle(s_.lifecycle, reported->session.lifecycle);
    if (!lifecycle.as_object().empty()) out.set("lifecycle", std::move(lifecycle));
    Value root = tell_root(s_);
    if (!root.as_object().empty()) out.set("session", std::move(root));
    Value phases = Value::object();
    for (size_t i = 0; i < phases_.size(); ++i) {
      Step unseen;
      unseen.title = phase_title(number(i));
      const bool seen = reported->has(number(i));
      const Step& shown = seen ? reported->phase(number(i)) : unseen;
      Value exact = tell_step(s_, *phases_[i], &shown);
      // The last phase gets an entry even when there is nothing to say: no other field tells of it.
      const bool last_unseen = !seen && i + 1 == phases_.size();
      if (!exact.as_object().empty() || last_unseen) {
        phases.set(std::to_string(number(i)), std::move(exact));
      }
    }
    if (!phases.as_object().empty()) out.set("phases", std::move(phases));
    return out;
  }

  const Session& s_;
  std::vector<const Step*> phases_;
};

}  // namespace

std::string path_of(const Session& session) {
  const std::string* id = external_id(session.root(), kName);
  if (id == nullptr) return {};
  // A fork has an id of its own, and must not write over the file its parent came from.
  const bool is_fork = !session.identity.parent.empty();
  const Value* name = is_fork ? nullptr : find_attribute(session.root().attributes, kFileName);
  const std::string& file = name == nullptr ? *id : name->as_string();
  const bool plain = !file.empty() && file[0] != '.' && file.find('/') == std::string::npos;
  return (plain ? file : *id) + ".json";
}

Document express_known(const Session& session) { return Teller(session).tell_known(); }

Result<Document> express_state(const Session& session) {
  if (session.steps.empty()) {
    return make_error(ErrorCode::kInvalid, "there is no session to write", kName, "clew list");
  }
  return Teller(session).tell();
}

}  // namespace clew::workflow
