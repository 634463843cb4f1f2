#include "command/lifecycle/start_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "dialect/core_field_names.h"
#include "dialect/dialect.h"
#include "dialect/fixed_plan.h"
#include "dialect/missing_field_hint.h"
#include "dialect/plan_file.h"
#include "dialect/registry.h"
#include "dialect/tree_dialect.h"
#include "discovery/found_session.h"
#include "discovery/workflow_folder.h"
#include "document/finding_text.h"
#include "engine/reply.h"
#include "engine/session_view.h"
#include "engine/work_files/structural_file.h"
#include "engine/workspace.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "project/git_state.h"
#include "session/decide.h"
#include "session/progress.h"
#include "view/view_record.h"

namespace clew {
namespace {

// A workflow that is started again on the same target goes on in the session that is open.
//
// Where the workflow dialect keeps what a session is about.
constexpr const char* kTargetKey = "workflow.target_file";

// "./specs/my/" and "specs/my" are one place.
std::string plain_target(std::string_view target) {
  std::string plain = target.starts_with('/') ? "/" : "";
  while (!target.empty()) {
    const std::string_view part = target.substr(0, target.find('/'));
    target.remove_prefix(std::min(target.size(), part.size() + 1));
    if (!part.empty() && part != ".") plain = join_path(plain, part);
  }
  return plain;
}

// What is to be said of it.
Result<std::vector<std::string>> show_also(Workspace& workspace, const SessionId& id,
                                           const Dialect& dialect, const std::string& dir) {
  CLEW_ASSIGN(const auto view, load_view(workspace.store(), id));
  const std::string folder = view_folder(workspace, dialect, dir);
  if (!view) {
    CLEW_ASSIGN(const std::string agreed,
                agreed_view_folder(workspace, dialect, dir, attach_words(dialect, dir, id)));
    CLEW_ASSIGN(const Done shown, attach(workspace, id, dialect, agreed));
    return shown.notices;
  }
  if (view->dialect == dialect.name() && (dir.empty() || view->folder == folder)) {
    return std::vector<std::string>();
  }
  return std::vector{fmt::format("it already has a {} view in {}", view->dialect, view->folder)};
}

// An open session of this project: the same workflow, about the same target.
std::optional<SessionId> same_work(Workspace& workspace, const Structure& structure,
                                   const std::string& target) {
  if (structure.workflow.empty() || target.empty()) return std::nullopt;
  for (const auto& summary : workspace.open_sessions()) {
    const auto loaded = workspace.load({summary.id, std::nullopt});
    if (!loaded || loaded->session.structure.workflow != structure.workflow) continue;
    const Value* known = find_attribute(loaded->session.root().attributes, kTargetKey);
    if (known != nullptr && plain_target(known->as_string()) == plain_target(target)) {
      return summary.id;
    }
  }
  return std::nullopt;
}

// Resumes it where it sleeps. Asked to show itself in files (`dialect`, in `dir` or its usual
// folder), one that does not yet begins to.
Result<Done> take_up(Workspace& workspace, const SessionId& id, const Dialect* dialect,
                     const std::string& dir) {
  std::vector<std::string> notices;
  if (dialect != nullptr) {
    CLEW_ASSIGN(notices, show_also(workspace, id, *dialect, dir));
  }
  CLEW_ASSIGN(Done done, workspace.execute(id, [&](const Session& session) {
    std::vector<Intent> intents;
    const bool sleeps =
        session.lifecycle.status == Lifecycle::kPaused || inactivity_due(session, workspace.now());
    if (sleeps) intents.emplace_back(ResumeSession{});
    return Result<std::vector<Intent>>(intents);
  }));
  done.notices.insert(done.notices.end(), notices.begin(), notices.end());
  return done;
}

// The command line keeps options in order only within one name, so that the interface hands over
// steps as "TITLE" and gates as "N:RULE", N being the number of steps named before it.
Status add_steps(const StartRequest& request, PlanFile& plan) {
  for (const auto& title : request.step) {
    PlannedStep step;
    step.title = title;
    plan.steps.push_back(std::move(step));
  }
  for (const auto& text : request.gate) {
    size_t digits = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
    const bool numbered = digits > 0 && digits < 6 && digits < text.size() && text[digits] == ':';
    const size_t location = numbered ? std::stoul(text.substr(0, digits)) : request.step.size();
    CLEW_ASSIGN(const Gate gate, parse_gate({numbered ? text.substr(digits + 1) : text}));
    if (location > request.step.size()) {
      return make_error(ErrorCode::kUsage,
                        fmt::format("there is no step {} for this gate", location), text);
    }
    std::optional<Gate>& slot = location == 0 ? plan.gate : plan.steps[location - 1].gate;
    if (!slot) {
      slot = gate;
      continue;
    }
    slot->required.insert(slot->required.end(), gate.required.begin(), gate.required.end());
    slot->rules.insert(slot->rules.end(), gate.rules.begin(), gate.rules.end());
  }
  return success();
}

// One line for what is said of several files.
void add_lines(const Findings& findings, std::vector<std::string>& lines) {
  for (size_t i = 0; i < findings.size(); ++i) {
    const auto same = [&](const Finding& each) { return each.message == findings[i].message; };
    const auto here = findings.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::any_of(findings.begin(), here, same)) continue;
    const auto more = std::count_if(here + 1, findings.end(), same);
    lines.push_back(finding_line(findings[i]) +
                    (more == 0 ? "" : fmt::format(" (+{} more)", more)));
  }
}

Result<PlanFile> make_plan(Workspace& workspace, const StartRequest& request,
                           const Dialect* dialect, std::vector<std::string>& notices) {
  PlanFile plan;
  if (!request.plan.empty()) {
    if (!request.step.empty() || !request.gate.empty()) {
      return make_error(ErrorCode::kUsage, "--plan already defines the steps and gates", "--step",
                        "omit --step and --gate, or write them into the plan");
    }
    CLEW_ASSIGN(const Bytes text, read_whole_file(workspace.files(), request.plan));
    workspace.count_as_request(text);
    CLEW_ASSIGN(plan, read_plan(text, request.plan));
  } else if (!request.workflow.empty()) {
    if (!request.step.empty() || !request.gate.empty()) {
      return make_error(ErrorCode::kUsage, "--workflow already defines the steps and gates",
                        "--step", "omit --step and --gate");
    }
    CLEW_ASSIGN(WorkflowStart workflow,
                read_workflow_folder(workspace, request.workflow, request.phases,
                                     [&](BytesView text) { workspace.count_as_request(text); }));
    plan = std::move(workflow.plan);
    // Sessions of one workflow are told apart by what they are about.
    if (!request.target.empty()) plan.goal += ": " + request.target;
    add_lines(workflow.findings, notices);
  } else {
    if (request.phases) {
      return make_error(ErrorCode::kUsage, "--phases needs --workflow", "--phases",
                        "clew start --workflow DIR --phases N");
    }
    CLEW_TRY(add_steps(request, plan));
    const FixedPlan* fixed = dialect == nullptr ? nullptr : dialect->fixed_plan();
    if (plan.steps.empty() && fixed != nullptr) plan.steps = fixed->first_steps();
  }
  if (!request.goal.empty()) plan.goal = request.goal;
  plan.constraints.insert(plan.constraints.end(), request.constraint.begin(),
                          request.constraint.end());
  if (!request.mode.empty()) plan.mode = request.mode;
  if (!request.model.empty()) plan.model = request.model;
  if (request.first_index) {
    if (*request.first_index != 0 && *request.first_index != 1) {
      return make_error(ErrorCode::kUsage, "the first step must be number 0 or 1", "--first-index");
    }
    plan.structure.first_index = static_cast<uint32_t>(*request.first_index);
  }
  if (plan.goal.empty()) {
    return make_error(ErrorCode::kUsage, "a session needs a goal", "GOAL",
                      "clew start \"Add OAuth login\" --step design --step build");
  }
  return plan;
}

// Where git stands now; nothing when there is no repository, or it cannot be read.
GitState git_state_of(Workspace& workspace) {
  const auto& checkout = workspace.project().checkout;
  return checkout ? read_git_state(workspace.files(), *checkout).value_or(GitState()) : GitState();
}

Result<Answer> say_started(Workspace& workspace, const Done& done, const Dialect* dialect) {
  Answer answer;
  answer.data = done_fields(done);
  answer.data.set("goal", done.after.identity.goal);
  answer.data.set("step",
                  step_fields(done.after, current_step(done.after, workspace.caller().actor)));
  const Standpoint location(done.after, workspace.caller().actor, workspace.now());
  Saying saying(fmt::format("{}  started{} · store {}", done.after.identity.id.text,
                            location.words(" · "), workspace.surroundings().store_path),
                location.next_command());
  if (dialect != nullptr) {
    CLEW_ASSIGN(const auto view, load_view(workspace.store(), done.after.identity.id));
    if (view) {
      answer.warnings = warning_of_view(workspace, *view);
      Value fields = view_fields(*view);
      fields.set("path", view->own_path());
      answer.data.set("view", std::move(fields));
      saying.lines.push_back("files  " + shown_path(real_here(workspace), view->own_path()));
    }
  }
  answer.text = to_text(saying);
  return with_notices(std::move(answer), done);
}

Answer say_resumed(Workspace& workspace, const Done& done) {
  const Standpoint stands(done.after, workspace.caller().actor, workspace.now());
  Answer answer = said(workspace, done,
                       Saying(fmt::format("{}  resumed: same workflow and target{}",
                                          done.after.identity.id.text, stands.words(" · ")),
                              stands.next_command()));
  answer.data.set("resumed", true);
  return answer;
}

// What the dialect gives every session, and what this one is about.
std::vector<Intent> attribute_intents(const Dialect* dialect, const std::string& target) {
  std::vector<Attribute> attributes;
  const FixedPlan* plan = dialect == nullptr ? nullptr : dialect->fixed_plan();
  if (plan != nullptr) attributes = plan->first_attributes();
  if (!target.empty()) attributes.push_back({kTargetKey, target});
  std::vector<Intent> intents;
  for (auto& attribute : attributes) {
    AttributeSet set;
    set.key = std::move(attribute.key);
    set.value = std::move(attribute.value);
    intents.push_back(RecordFact{set, {}});
  }
  return intents;
}

// The session as it would begin, for whoever has to say first whether it can be told.
Result<Session> would_begin(Workspace& workspace, const StartSession& start,
                            const std::vector<Intent>& attributes) {
  const Session nothing;
  Trial trial(nothing, workspace.now(), workspace.caller().actor);
  CLEW_TRY(trial.require(start));
  for (const Intent& attribute : attributes) CLEW_TRY(trial.require(attribute));
  return trial.session();
}

// The dialect was asked before; what stands in the way now came in between. The session goes too:
// nothing half created stays.
Status give_view(Workspace& workspace, const Dialect& dialect, const std::string& folder,
                 Done& done) {
  const SessionId& id = done.after.identity.id;
  auto viewed = attach(workspace, id, dialect, folder);
  if (!viewed) {
    const auto undone = workspace.execute_unkeyed(
        id, {
                CloseSession{Lifecycle::kAborted,
                             "its view could not be made: " + viewed.error().message}
    });
    Error error = viewed.error();
    if (undone) error.message += fmt::format(" ({} was closed again)", id.text);
    return error;
  }
  done.head = viewed->head;
  done.after = std::move(viewed->after);
  done.notices.insert(done.notices.end(), viewed->notices.begin(), viewed->notices.end());
  return success();
}

StartSession opening_of(Workspace& workspace, const StartRequest& request, PlanFile plan) {
  const Project& project = workspace.project();
  const GitState git = git_state_of(workspace);
  StartSession start;
  start.opening.goal = plan.goal;
  start.opening.constraints = plan.constraints;
  start.opening.project = project.id;
  start.opening.project_path = project.root;
  start.opening.device = workspace.surroundings().device;
  start.opening.mode = plan.mode;
  start.opening.model = plan.model;
  start.opening.branch = git.branch;
  start.opening.commit = git.commit;
  start.opening.structure = plan.structure;
  start.end = plan.end;
  start.opening.gate = plan.gate;
  start.opening.order = request.any_order ? ChildOrder::kAnyOrder : plan.order;
  start.plan = std::move(plan.steps);
  return start;
}

}  // namespace

Result<Answer> start_session(Workspace& workspace, const StartRequest& request) {
  const Dialect* dialect = nullptr;
  if (!request.dialect.empty()) {
    CLEW_ASSIGN(dialect, dialect_named(request.dialect));
  } else if (!request.dir.empty()) {
    return make_error(
        ErrorCode::kUsage, "--dir is the folder of a view; add --dialect", "--dir",
        request.workflow.empty()
            ? "clew start GOAL --dialect feature --dir " + shell_word(request.dir)
            : fmt::format("clew start --workflow {}{} --dialect workflow --dir {}",
                          shell_word(request.workflow),
                          request.target.empty() ? "" : " --target " + shell_word(request.target),
                          shell_word(request.dir)));
  }
  std::vector<std::string> notices;
  CLEW_ASSIGN(PlanFile plan, make_plan(workspace, request, dialect, notices));
  if (const auto known = same_work(workspace, plan.structure, request.target)) {
    CLEW_ASSIGN(const Done done, take_up(workspace, *known, dialect, request.dir));
    // With the key of the start itself the answer is the first one.
    const bool is_start = !done.events.empty() && done.events.front().header.seq == Seq{1};
    if (done.repeated && is_start) return say_started(workspace, done, dialect);
    return say_resumed(workspace, done);
  }
  if (dialect != nullptr) {
    Status known = check_identity(*dialect, "mode", plan.mode);
    if (!known) {
      return make_error(known.error().code, known.error().message, "--mode",
                        fmt::format("clew start {} --dialect {} --mode default",
                                    shell_word(plan.goal), dialect->name()));
    }
  }
  const StartSession start = opening_of(workspace, request, std::move(plan));
  const std::vector<Intent> attributes = attribute_intents(dialect, request.target);
  std::string folder;
  if (dialect != nullptr) {
    CLEW_ASSIGN(Session reported, would_begin(workspace, start, attributes));
    const std::string goal = reported.identity.goal;
    std::string given;
    const auto repeat = [&](const char* option, const std::string& value) {
      if (!value.empty()) given += fmt::format(" {} {}", option, shell_word(value));
    };
    repeat("--dir", request.dir);
    repeat("--workflow", request.workflow);
    if (request.phases) repeat("--phases", std::to_string(*request.phases));
    repeat("--plan", request.plan);
    CLEW_ASSIGN(folder, agreed_view_folder(workspace, *dialect, request.dir,
                                           fmt::format("clew start {} --dialect {}{}",
                                                       shell_word(goal), dialect->name(), given)));
    const Status can_tell = check_view(workspace, std::move(reported), *dialect, folder);
    if (!can_tell) return lacking_at_start(can_tell.error(), dialect->name(), goal, given);
  }
  CLEW_ASSIGN(Done done, workspace.create(request.id, start, attributes));
  done.notices.insert(done.notices.end(), notices.begin(), notices.end());
  if (dialect != nullptr && !done.repeated) {
    CLEW_TRY(give_view(workspace, *dialect, folder, done));
  }
  return say_started(workspace, done, dialect);
}

}  // namespace clew
