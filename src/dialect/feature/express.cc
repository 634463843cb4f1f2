#include "dialect/feature/express.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dialect/feature/names.h"
#include "dialect/feature/plan_layout.h"
#include "dialect/feature/shapes.h"
#include "dialect/feature/words.h"
#include "dialect/tree_dialect.h"
#include "session/file_actor.h"

namespace clew::feature {
namespace {

bool is_phase(const std::vector<PhaseLayout>& phases, StepId step) {
  for (const auto& phase : phases) {
    if (phase.step == step) return true;
  }
  return false;
}

Value express_state(const Session& session, const std::vector<std::string>& models) {
  const StepNames names(session);
  const StepId active = active_step(session);
  const bool is_task = active != kRoot && !is_phase(lay_out(session, names), active);
  Value state = Value::object();
  state.set("version", "1.0");
  state.set("feature_id", id_of(session));
  if (find_attribute(session.root().attributes, kStateStatus) != nullptr) {
    // The program that puts it there knows one word more than the index.
    state.set("status", session.lifecycle.status == Lifecycle::kFailed
                            ? "failed"
                            : word_of(session.lifecycle.status));
  }
  Value current = Value::object();
  current.set("active_task", is_task ? Value(names.of(active)) : Value());
  if (const auto model = model_word(models, session.identity.model)) {
    current.set("model_in_use", *model);
  }
  current.set("started_at", to_iso(session.identity.created_at));
  current.set("last_updated", to_iso(last_change(session)));
  state.set("current_state", std::move(current));
  return state;
}

Value express_index(const Session& session) {
  Value entry = Value::object();
  entry.set("feature_id", id_of(session));
  entry.set("started_at", to_iso(session.identity.created_at));
  entry.set("last_active", to_iso(last_change(session)));
  entry.set("status", word_of(session.lifecycle.status));
  Value index = Value::object();
  index.set("active_features", Value::List{std::move(entry)});
  return index;
}

// Also a session that was read without one.
bool has_model(const Session& session, const std::vector<std::string>& models) {
  const std::string& model = session.identity.model;
  return model_word(models, model) ||
         (model.empty() && find_attribute(session.root().attributes, kNoModel) != nullptr);
}

std::vector<std::string> list_lacking(const Session& session,
                                      const std::vector<std::string>& models) {
  std::vector<std::string> lacking;
  if (session.identity.goal.empty()) lacking.emplace_back("a goal");
  const std::string& model = session.identity.model;
  if (!has_model(session, models)) {
    lacking.push_back(fmt::format("one of the models {}{}", fmt::join(models, ", "),
                                  model.empty() ? "" : " (it has " + model + ")"));
  }
  if (const std::string id = id_of(session);
      external_id(session.root(), kName) == nullptr && !is_feature_id(id)) {
    lacking.push_back("an id such as login-2026-11-16");
  }
  return lacking;
}

}  // namespace

Value express_run(const CommandRun& run, const StepNames& names,
                  const std::vector<std::string>& models) {
  Value line = Value::object();
  line.set("timestamp", to_iso(run.origin.at));
  line.set("command", run.command);
  line.set("arguments", run.arguments);
  const auto model = model_word(models, run.model);
  line.set("model", model ? Value(*model) : Value());
  const bool is_nobodys = find_attribute(run.attributes, kNoAgent) != nullptr;
  const std::string agent =
      run.agent.empty() && !is_nobodys ? named_by_file(run.origin.actor).text : run.agent.text;
  line.set("agent", text_or_null(agent));
  const Value* unknown_task = find_attribute(run.attributes, kUnknownTask);
  const bool is_for_task = run.origin.step != kRoot && unknown_task == nullptr;
  line.set("task_id", is_for_task               ? text_or_null(names.of(run.origin.step))
                      : unknown_task != nullptr ? *unknown_task
                                                : Value());
  const bool failed = run.outcome == RunOutcome::kFailure;
  line.set("status", failed ? "failure" : "success");
  line.set("duration_ms", run.duration ? Value(run.duration->ms) : Value());
  if (!run.error.empty()) {
    line.set("error", run.error);
  } else if (failed) {
    line.set("error", run.exit_code ? fmt::format("exit code {}", *run.exit_code) : std::string());
  }
  Value extras = Value::object();
  if (!run.model.empty() && run.model != model.value_or(std::string())) {
    extras.set("model", run.model);
  }
  if (run.outcome == RunOutcome::kUnknown) extras.set("outcome", name_of(run.outcome));
  if (!extras.as_object().empty()) line.set("x-clew", std::move(extras));
  return line;
}

Result<Documents> express(const Session& session, const std::vector<DocumentShape>& shapes,
                          const std::vector<std::string>& models) {
  if (const auto lacking = list_lacking(session, models); !lacking.empty()) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("the feature dialect needs {}", fmt::join(lacking, " and ")),
                      session.identity.id.text,
                      fmt::format("clew set{}{}", session.identity.goal.empty() ? " goal=…" : "",
                                  has_model(session, models) ? "" : " model=" + models.front()));
  }
  return express_known(session, shapes, models);
}

Documents express_known(const Session& session, const std::vector<DocumentShape>& shapes,
                        const std::vector<std::string>& models) {
  const std::string folder = id_of(session);
  Documents documents;
  for (const auto& shape : shapes) {
    Document document{&shape, {}, {}, {}};
    if (shape.name == kState) {
      document.path = join_path(folder, kStateFile);
      document.tree = express_state(session, models);
    } else if (shape.name == kPlan) {
      document.path = join_path(folder, kPlanFile);
      document.tree = express_plan(session, models);
    } else if (shape.name == kHistory) {
      document.path = join_path(folder, kHistoryFile);
      document.tree = Value::list();
      const StepNames names(session);
      for (const auto& run : session.runs.items) {
        document.tree.push(express_run(run, names, models));
      }
    } else if (shape.name == kIndex) {
      document.path = kIndexFile;
      document.tree = express_index(session);
    } else {
      document.path = kReadmeFile;
      document.text = readme_text();
    }
    documents.push_back(std::move(document));
  }
  return documents;
}

}  // namespace clew::feature
