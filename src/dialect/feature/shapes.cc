#include "dialect/feature/shapes.h"

#include "dialect/feature/names.h"

namespace clew::feature {
namespace {

// The shapes below are the one description of the format: reading, writing, validation, the
// published JSON Schema and the field table of the docs are all made from them. core("…") names the
// field of the session that a value is, derived and fixed say that it is none.
Shape id_text() { return pattern_text(kIdPattern); }
Shape name_text() { return text(1, 512); }

// What both phases and tasks keep beside the format's own fields.
std::vector<FieldShape> step_extras() {
  return {
      optional("state", text(), "its exact status, where the format has no word for it",
               core("steps[].status")),
      optional("reason", text(), "why it is blocked, failed, skipped or in need of review",
               core("steps[].status_reason")),
      optional("details", text(), "more about it", core("steps[].description")),
      optional("order", text(), "any_order when its parts may run in any order",
               core("steps[].order")),
      optional("needs", list(text()), "the steps that must be done first", core("steps[].needs")),
      optional("aside", boolean(), "an aid to its parent step, not a step of the plan",
               core("steps[].aside")),
  };
}

// The format's fields first; what it has no word for goes into `x-clew`, one place per object.
Shape task() {
  std::vector<FieldShape> extras = step_extras();
  extras.push_back(optional("parent", text(), "the task it is a part of", core("steps[].parent")));
  extras.push_back(optional("started_at", time(), "start of the last attempt, if not given",
                            core("steps[].attempts[].started_at")));
  extras.push_back(optional("ended_at", time(), "end of the last attempt, if not given",
                            core("steps[].attempts[].ended_at")));
  return object({
      required("task_id", name_text(), "its id, unique in the plan", core("steps[].external")),
      required("description", text(), "what is to be done", core("steps[].title")),
      optional("agent", nullable(text()), "who is to do it", core("steps[].assignee")),
      required("status", one_of({"pending", "in_progress", "completed", "blocked"}),
               "how far it is", core("steps[].status")),
      optional("started_at", nullable(time()), "when it was started",
               core("steps[].attempts[].started_at")),
      optional("completed_at", nullable(time()), "when it was completed",
               core("steps[].attempts[].ended_at")),
      optional("artifacts", list(text()), "files it produced", core("steps[].attempts[].outputs")),
      optional("x-clew", object(std::move(extras)), "what the format has no word for",
               fixed("reserved for clew")),
  });
}

Shape phase() {
  std::vector<FieldShape> extras = step_extras();
  extras.push_back(optional("agent", text(), "who is to do it", core("steps[].assignee")));
  extras.push_back(optional("flat", boolean(), "not a step: its tasks are directly in the plan",
                            derived("true where steps of the plan have no parts")));
  return object({
      required("phase_id", name_text(), "its id, unique in the plan", core("steps[].external")),
      required("name", text(), "what it is called", core("steps[].title")),
      required("tasks", list(task(), "task_id"), "its tasks, in order", core("steps[].children")),
      optional("x-clew", object(std::move(extras)), "what the format has no word for",
               fixed("reserved for clew")),
  });
}

Shape session_extras() {
  return object({
      optional("lifecycle", text(), "the exact status, where the format has no word for it",
               core("lifecycle.status")),
      optional("reason", text(), "why it is paused or closed", core("lifecycle.reason")),
      optional("context", text(), "what was being worked on when it was paused",
               core("lifecycle.context")),
      optional("paused_at", time(), "when it was paused, if not when last active",
               core("lifecycle.paused_at")),
      optional("ended_at", time(), "when it was closed, if not when last active",
               core("lifecycle.ended_at")),
      optional("archived", boolean(), "archived", core("lifecycle.archived")),
      optional("model", text(), "the model's full name", core("identity.model")),
      optional("current", text(), "the current phase, when no task of it is active",
               core("steps[].current_child")),
      optional("order", text(), "any_order when the phases may run in any order",
               core("steps[].order")),
      optional("aids", list(task(), "task_id"),
               "items beside the steps that are not tasks, such as an agent's todo list",
               core("steps")),
  });
}

Shape plan() {
  return object({
      required("feature",
               object({
                   required("id", id_text(), "the feature's id", core("steps[0].external")),
                   required("name", text(), "what the work is for", core("identity.goal")),
                   optional("description", text(), "more about it", core("steps[0].description")),
                   required("created_at", time(), "when it began", core("identity.created_at")),
                   optional("x-clew", session_extras(), "what the format has no word for",
                            fixed("reserved for clew")),
               }),
               "the feature", fixed("groups the fields below")),
      required("phases", list(phase(), "phase_id"), "the plan, in order", core("steps")),
  });
}

Shape state(const std::vector<std::string>& models) {
  return object({
      optional("version", any(), "of the format; 1.0 when not given", fixed("always 1.0")),
      required("feature_id", id_text(), "the feature's id", core("steps[0].external")),
      optional("status", usually({"active", "paused", "completed", "failed"}),
               "kept up to date where another program wrote it; clew itself keeps it in the index",
               core("lifecycle.status")),
      required("current_state",
               object({
                   required("active_task", nullable(text()), "the task being worked on",
                            core("steps[].current_child")),
                   required("model_in_use", one_of(models), "the model", core("identity.model")),
                   required("started_at", time(), "when it began", core("identity.created_at")),
                   required("last_updated", time(), "when something last happened",
                            core("last_activity")),
               }),
               "where the session stands", fixed("groups the fields below")),
      optional("x-clew", any(), "data kept by conversions from other formats",
               fixed("reserved for other formats")),
  });
}

// One line per command. A run without a known model or duration has null there, as the members are
// required.
Shape history(const std::vector<std::string>& models) {
  return object({
      required("timestamp", time(), "when it ran", core("runs[].origin.at")),
      required("command", text(), "the command", core("runs[].command")),
      required("arguments", text(), "its arguments", core("runs[].arguments")),
      required("model", nullable(one_of(models)), "the model; null when it is not known",
               core("runs[].model")),
      required("agent", nullable(text()), "who ran it; null when it is not known",
               core("runs[].agent")),
      required("task_id", nullable(text()), "the task it was for", core("runs[].origin.step")),
      required("status", one_of({"success", "failure"}), "how it ended", core("runs[].outcome")),
      required("duration_ms", nullable(integer(0)), "how long it took; null when it is not known",
               core("runs[].duration")),
      optional("error", text(), "what went wrong, on failure", core("runs[].error")),
      optional("x-clew",
               object({optional("model", text(), "the model's full name", core("runs[].model")),
                       optional("outcome", one_of({"unknown"}), "when nobody knows how it ended",
                                core("runs[].outcome"))}),
               "what the format has no word for", fixed("reserved for clew")),
  });
}

Shape index() {
  return object({
      required(
          "active_features",
          list(object({
                   required("feature_id", id_text(), "the feature's id", core("steps[0].external")),
                   required("started_at", time(), "when it began", core("identity.created_at")),
                   required("last_active", time(), "when something last happened",
                            core("last_activity")),
                   required("status", one_of({"active", "paused", "completed"}), "how far it is",
                            core("lifecycle.status")),
               }),
               "feature_id"),
          "the features there are", fixed("one entry for each session")),
      optional("models", list(name_text()),
               "the models allowed in this folder; gemini, opus and sonnet unless set",
               fixed("a setting of the folder")),
  });
}

}  // namespace

const std::vector<std::string>& default_models() {
  static const std::vector<std::string> models = {"gemini", "opus", "sonnet"};
  return models;
}

// The order is that in which files are written. The index and the README belong to the folder, and
// all sessions in it have a part in them.
std::vector<DocumentShape> documents(const std::vector<std::string>& models) {
  return {
      {kState, "<id>/state.yaml", DocumentKind::kYaml, state(models), "where the session stands"},
      {kPlan, "<id>/implementation-plan.yaml", DocumentKind::kYaml, plan(),
       "phases and their tasks"},
      {kHistory, "<id>/history.jsonl", DocumentKind::kJsonLines, history(models),
       "the commands that were run, one per line", FileWrite::kAppend},
      {kIndex, "active-features.yaml", DocumentKind::kYaml, index(), "the features there are",
       FileWrite::kReplace, FileOwner::kFolder},
      {kReadme, "README.md", DocumentKind::kText, any(), "what this folder is", FileWrite::kReplace,
       FileOwner::kFolder},
  };
}

// `{rule, severity, meaning, next step}`. Names are public: they stand in findings and in the docs.
const std::vector<Rule>& rules() {
  static const std::vector<Rule> table = {
      {"unknown-version",       Severity::kError,   "the version is not supported",
       "use a version of clew that supports it"                                                                                                 },
      {"merge-conflict",        Severity::kError,   "git has left both sides of a merge in the file",
       "choose one side in an editor, then  clew validate PATH"                                                                                 },
      {"state-missing",         Severity::kError,   "the session has no state.yaml",                       "clew repair PATH"                   },
      {"state-reconstructed",   Severity::kWarning,
       "state.yaml was reconstructed from the other files",                                                "check the active task and the model"},
      {"history-damaged",       Severity::kWarning, "lines of the history could not be read",
       "the lines stay in the file; check them by hand"                                                                                         },
      {"id-mismatch",           Severity::kError,   "folder, state.yaml and plan name different features",
       "give them the same id"                                                                                                                  },
      {"id-day",                Severity::kError,   "the id ends in an invalid date",
       "use the date the feature was started, in its folder's name and in every file"                                                           },
      {"duplicate-task",        Severity::kError,   "two phases, or two tasks, have the same id",
       "give one of them another id"                                                                                                            },
      {"duplicate-feature",     Severity::kError,   "the feature is listed twice in the index",
       "remove one of the entries"                                                                                                              },
      {"time-goes-back",        Severity::kError,   "the end is before the beginning",
       "correct one of the two times"                                                                                                           },
      {"history-goes-back",     Severity::kWarning, "a line is older than the one before it",              ""                                   },
      {"task-times",            Severity::kWarning, "the times of the task do not match its status",
       "correct the status or the times"                                                                                                        },
      {"active-task-unknown",   Severity::kWarning, "the active task is not in the plan",
       "add the task to implementation-plan.yaml, or name another"                                                                              },
      {"active-task-completed", Severity::kWarning, "the active task is already completed",
       "name the task that is being worked on, or null"                                                                                         },
      {"history-task-unknown",  Severity::kNote,    "the command was run for a task not in the plan",
       ""                                                                                                                                       },
      {"failure-without-error", Severity::kWarning, "a failed command does not say what went wrong",
       ""                                                                                                                                       },
      {"status-differs",        Severity::kWarning,
       "state.yaml and the index have different statuses; state.yaml is used",                             "clew repair PATH"                   },
      {"not-listed",            Severity::kWarning, "active-features.yaml has no entry for the feature",
       "clew repair PATH"                                                                                                                       },
      {"plan-missing",          Severity::kWarning, "the session has no implementation-plan.yaml",
       "clew repair PATH"                                                                                                                       },
      {"history-missing",       Severity::kWarning, "the session has no history.jsonl",
       "clew repair PATH"                                                                                                                       },
      {"index-list",            Severity::kWarning,
       "`active_features: []` has entries below it, which is not valid YAML; they are read anyway",        "clew repair PATH"                   },
      {"index-orphans",         Severity::kWarning,
       "an entry has lost its feature_id; its remaining lines are ignored",                                "clew repair PATH"                   },
      {"state-status",          Severity::kWarning,
       "`status:` is indented below feature_id, which is not valid YAML; it is read anyway",               "clew repair PATH"                   },
      {"folder-missing",        Severity::kWarning, "the index names a feature that has no folder",
       "remove the entry, or restore the folder"                                                                                                },
      {"path-not-relative",     Severity::kWarning, "a path is absolute or leaves the project",
       "name a file inside the project, relative to it"                                                                                         },
      {"artifact-missing",      Severity::kWarning, "an artifact of a task does not exist",
       "restore the file, or remove it from the list"                                                                                           },
  };
  return table;
}

std::string readme_text() {
  return R"(# Sessions of this project

One folder for each feature that is, or was, being worked on. Programs and people both read and
write these files.

```
.ai-session/
├── active-features.yaml           # the features there are, and how far each is
├── {feature-id}/                  # {slug}-{YYYY-MM-DD}
│   ├── implementation-plan.yaml   # phases and their tasks
│   ├── history.jsonl              # every command that was run; lines are only added
│   ├── state.yaml                 # where the work stands
│   └── artifacts/                 # files that tasks produced
└── README.md                      # this file
```

- Take `{feature-id}/.state.lock` (create it exclusively, with your process number in it) before
  you change `state.yaml`, and remove it afterwards.
- Add to `history.jsonl`; never change a line.
- `clew validate .ai-session` says what is wrong, `clew repair` helps.
)";
}

}  // namespace clew::feature
