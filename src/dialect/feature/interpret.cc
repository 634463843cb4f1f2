#include "dialect/feature/interpret.h"

#include <fmt/format.h>

#include "base/text.h"
#include "dialect/feature/groups.h"
#include "dialect/feature/names.h"
#include "dialect/feature/plan_layout.h"
#include "dialect/feature/shapes.h"
#include "dialect/feature/words.h"
#include "dialect/path_inside.h"
#include "session/progress.h"

namespace clew::feature {
namespace {

const Value& member(const Value& object, const char* name) {
  static const Value kNone = Value::object();
  const Value* found = object.find(name);
  return found == nullptr ? kNone : *found;
}

class SessionReader {
 public:
  SessionReader(const Group& files, const std::vector<std::string>& models, bool is_alone,
                FindingSink& sink)
      : files_(files), models_(models), is_alone_(is_alone), sink_(sink) {}

  // Without state.yaml there is no session. A document that is read alone is not blamed for what is
  // missing beside it.
  std::optional<Reading> read() {
    if (files_.state == nullptr || !files_.state->tree.is_object()) {
      if (files_.state == nullptr && !is_alone_) {
        sink_.rule("state-missing", files_.plan != nullptr ? *files_.plan : *files_.history, {},
                   join_path(files_.folder, kStateFile) + " is missing");
      }
      return std::nullopt;
    }
    if (const auto version = unknown_version(files_.state->tree)) {
      sink_.rule("unknown-version", *files_.state, {"version"},
                 fmt::format("version {} is not supported; the files are left unchanged",
                             visible(cut(*version, 40))));
      return std::nullopt;
    }
    Reading reading;
    reading.entry = find_entry();
    session_.steps.resize(1);
    set_external_id(session_.steps[0], kName, reading.entry);
    read_index(reading.entry);
    read_identity(reading.entry);
    read_lifecycle();
    if (files_.plan != nullptr) {
      names_ = interpret_plan(*files_.plan, session_, sink_);
    } else if (!is_alone_) {
      sink_.rule("plan-missing", *files_.state, {},
                 join_path(files_.folder, kPlanFile) + " is missing");
    }
    if (files_.history != nullptr) {
      interpret_history(*files_.history, names_, models_, session_, sink_);
    } else if (!is_alone_) {
      sink_.rule("history-missing", *files_.state, {},
                 join_path(files_.folder, kHistoryFile) + " is missing");
    }
    read_position();
    ask_for_artifacts(reading.disk);
    reading.session = std::move(session_);
    return reading;
  }

 private:
  // By the folder when it is called like a feature: that is where the files are. Else by what
  // state.yaml says.
  std::string find_entry() {
    const std::string folder = last_part(files_.folder);
    const std::string reported = text_in(files_.state->tree, "feature_id");
    const std::string entry = is_feature_id(folder) || reported.empty() ? folder : reported;
    if (!reported.empty() && reported != entry) {
      sink_.rule("id-mismatch", *files_.state, {"feature_id"},
                 fmt::format("the folder is {}, but this says {}", entry, reported));
    }
    const std::string planned = files_.plan == nullptr ? "" : text_in(plan_feature(), "id");
    if (!planned.empty() && planned != entry) {
      sink_.rule("id-mismatch", *files_.plan, {"feature", "id"},
                 fmt::format("the feature is {}, but this says {}", entry, planned));
    }
    if (const std::string day = impossible_day(entry); !day.empty()) {
      sink_.rule("id-day", *files_.state, reported.empty() ? TreePath() : TreePath{"feature_id"},
                 fmt::format("{} in the id is not a valid date", day));
    }
    return entry;
  }

  const Value& plan_feature() const {
    static const Value kNone = Value::object();
    return files_.plan == nullptr ? kNone : member(files_.plan->tree, "feature");
  }

  void read_index(const std::string& entry) {
    if (files_.index == nullptr) {
      if (!is_alone_) {
        sink_.rule("not-listed", *files_.state, {}, std::string(kIndexFile) + " is missing");
      }
      return;
    }
    const auto& list = member(files_.index->tree, "active_features").as_list();
    for (const auto& one : list) {
      if (text_in(one, "feature_id") == entry) {
        listed_ = one;
        return;
      }
    }
    const bool is_named = files_.state->tree.find("feature_id") != nullptr;
    sink_.rule("not-listed", *files_.state, is_named ? TreePath{"feature_id"} : TreePath(),
               fmt::format("{} has no entry for {}", kIndexFile, entry));
  }

  void read_identity(const std::string& entry) {
    const Value& state = member(files_.state->tree, "current_state");
    const Value& feature = plan_feature();
    const Value& extras = member(feature, "x-clew");
    Identity& identity = session_.identity;
    identity.goal = text_in(feature, "name");
    if (identity.goal.empty()) identity.goal = entry;
    Step& root = session_.steps[0];
    root.title = identity.goal;
    root.description = text_in(feature, "description");
    if (text_in(extras, "order") == "any_order") root.order = ChildOrder::kAnyOrder;
    const std::string model = text_in(state, "model_in_use");
    if (model.empty()) {
      set_attribute(root.attributes, kNoModel, true);
    } else {
      identity.model = exact_model(models_, model, text_in(extras, "model"));
    }
    const auto started = time_in(state, "started_at");
    const auto updated = time_in(state, "last_updated");
    const auto first = [](std::optional<Time> a, std::optional<Time> b, std::optional<Time> c) {
      return a ? *a : b ? *b : c.value_or(Time());
    };
    identity.created_at =
        first(time_in(feature, "created_at"), started, time_in(listed_, "started_at"));
    session_.last_activity = first(updated, time_in(listed_, "last_active"), identity.created_at);
    if (started && updated && goes_back(*started, *updated)) {
      sink_.rule("time-goes-back", *files_.state, {"current_state", "last_updated"},
                 "last_updated is before started_at");
    }
  }

  // The word in state.yaml goes before the one in the index, and x-clew makes it exact. A failed
  // session may be listed as completed.
  void read_lifecycle() {
    const std::string listed = text_in(listed_, "status");
    const std::string stated = text_in(files_.state->tree, "status");
    const Value& extras = member(plan_feature(), "x-clew");
    LifecycleState& lifecycle = session_.lifecycle;
    Lifecycle status = session_status(listed).value_or(Lifecycle::kActive);
    if (files_.state->tree.find("status") != nullptr) {
      set_attribute(session_.steps[0].attributes, kStateStatus, true);
      if (!listed.empty() && stated != listed && !(stated == "failed" && listed == "completed")) {
        sink_.rule("status-differs", *files_.state, {"status"},
                   fmt::format("{} here, {} in {}", stated, listed, kIndexFile));
      }
      status = session_status(stated).value_or(status);
    }
    lifecycle.status = refine(status, text_in(extras, "lifecycle"));
    if (stated == "failed") lifecycle.status = Lifecycle::kFailed;
    lifecycle.reason = text_in(extras, "reason");
    lifecycle.context = text_in(extras, "context");
    lifecycle.archived = member(extras, "archived").as_bool();
    Step& root = session_.steps[0];
    Attempt attempt;
    attempt.started_at = session_.identity.created_at;
    root.status = StepStatus::kActive;
    if (lifecycle.status == Lifecycle::kPaused) {
      lifecycle.paused_at = time_in(extras, "paused_at").value_or(session_.last_activity);
    } else if (is_closed(lifecycle.status)) {
      lifecycle.ended_at = time_in(extras, "ended_at").value_or(session_.last_activity);
      attempt.ended_at = lifecycle.ended_at;
      const bool is_completed = lifecycle.status == Lifecycle::kCompleted;
      attempt.outcome = is_completed ? AttemptOutcome::kPassed : AttemptOutcome::kAbandoned;
      if (is_completed) root.status = StepStatus::kDone;
    }
    root.attempts.push_back(std::move(attempt));
    root.attempt_count = 1;
  }

  // The current task is named by state.yaml, else by x-clew. One that is completed is no place to
  // stand at.
  void read_position() {
    const std::string active = text_in(member(files_.state->tree, "current_state"), "active_task");
    const TreePath path{"current_state", "active_task"};
    if (active.empty()) {
      const auto current = names_.find(text_in(member(plan_feature(), "x-clew"), "current"));
      if (current) make_active(session_, *current);
      return;
    }
    const auto task = names_.tasks.find(active);
    if (task == names_.tasks.end()) {
      if (!is_alone_) {
        sink_.rule("active-task-unknown", *files_.state, path,
                   fmt::format("the active task {} is not in the plan", active));
      }
      return;
    }
    if (is_complete(session_.steps[task->second.number])) {
      sink_.rule("active-task-completed", *files_.state, path,
                 fmt::format("the active task {} is already completed", active));
      return;
    }
    make_active(session_, task->second);
    StepStatus& status = session_.steps[task->second.number].status;
    // A task without a status is at work when it is the active one.
    const bool is_lost = names_.without_status.contains(task->second.number);
    if (is_lost && status == StepStatus::kPending) status = StepStatus::kActive;
  }

  // Only those that the session's own folder is said to hold are asked for: others may be anywhere
  // in the project. One outside of it is never opened.
  void ask_for_artifacts(std::vector<DiskQuestion>& disk) const {
    if (files_.plan == nullptr) return;
    const auto& phases = member(files_.plan->tree, "phases").as_list();
    for (size_t i = 0; i < phases.size(); ++i) {
      const auto& tasks = member(phases[i], "tasks").as_list();
      for (size_t j = 0; j < tasks.size(); ++j) {
        const auto paths = texts_in(tasks[j], "artifacts");
        for (size_t k = 0; k < paths.size(); ++k) {
          const TreePath place{"phases", i, "tasks", j, "artifacts", k};
          if (!is_path_inside(paths[k])) {
            sink_.rule(
                "path-not-relative", *files_.plan, place,
                fmt::format("\"{}\" is not a path in the project", visible(cut(paths[k], 60))));
          }
          if (!paths[k].starts_with("artifacts/")) continue;
          disk.push_back(
              {join_path(files_.folder, paths[k]),
               sink_.make("artifact-missing", *files_.plan, place, paths[k] + " does not exist")});
        }
      }
    }
  }

  const Group& files_;
  const std::vector<std::string>& models_;
  const bool is_alone_;
  FindingSink& sink_;
  Session session_;
  PlanNames names_;
  Value listed_ = Value::object();  // the entry in the index
};

}  // namespace

std::optional<std::string> unknown_version(const Value& state) {
  const Value* version = state.find("version");
  if (version == nullptr || version->is_null()) return std::nullopt;
  const std::string text = to_text(*version);
  const bool is_one = text == "1" || text.starts_with("1.");
  return is_one && !version->is_list() && !version->is_object() ? std::nullopt
                                                                : std::optional(text);
}

std::vector<Reading> interpret(const Documents& documents, const std::vector<std::string>& models,
                               FindingSink& sink) {
  std::vector<Reading> readings;
  const std::vector<Group> groups = group(documents);
  for (const auto& files : groups) {
    auto reading = SessionReader(files, models, documents.size() == 1, sink).read();
    if (reading) readings.push_back(std::move(*reading));
  }
  for (const auto& document : documents) {
    if (document.shape->name == kIndex) check_index(document, groups, sink, readings);
  }
  return readings;
}

}  // namespace clew::feature
