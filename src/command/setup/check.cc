#include "command/setup/check.h"

#include <fmt/format.h>

#include "agent_client/client_version.h"
#include "agent_client/hook_command.h"
#include "agent_client/hook_log.h"
#include "agent_client/hook_switch.h"
#include "agent_client/setup_state.h"
#include "base/shell_word.h"
#include "command/setup/dry_run.h"
#include "command/setup/plan.h"
#include "engine/check_result.h"
#include "engine/recording.h"
#include "files/relative_path.h"

namespace clew {
namespace {

// Hooks of projects and plugins name no path.
constexpr const char* kNotInPath = "clew is not in PATH, where its hooks look for it";

class SetupCheck {
 public:
  SetupCheck(Workspace& workspace, const SetupWorld& world, SetupScope scope)
      : workspace_(workspace), world_(world), scope_(scope) {}

  CheckResults look_at(const AgentClient& agent) {
    results_.clear();
    repair_ = fmt::format("clew setup {}{}", agent.name,
                          scope_ == SetupScope::kProject ? " --project" : "");
    std::vector<std::string> notes;
    const SetupTask task{agent, scope_, SetupAim::kAdd};
    const auto files = plan_setup(workspace_, world_, task, notes);
    if (!files) {
      add("settings", files.error().message + " (" + files.error().subject + ")",
          files.error().next);
      return results_;
    }
    SetupState state;
    for (size_t i = 0; i < files->size(); ++i) {
      look_into((*files)[i].before.text, agent, *(*files)[i].location, state);
      state.current = state.current && !(*files)[i].changes();
    }
    const bool plugin = has_plugin(workspace_, world_, agent);
    if (!state.present && !plugin) return results_;
    if (plugin && !leads_to_clew()) {
      add("plugin", kNotInPath, way_into_path());
    } else if (plugin) {
      results_.push_back(
          {"plugin", true,
           state.present ? "is installed in addition to these settings"
                         : "provides the hooks and the server",
           state.present ? "use one of the two: " + repair_ + " --remove" : std::string()});
    }
    // In a project they are lines for a shell, as every version reads them.
    const std::string old = too_old_words(workspace_.files(), world_, agent);
    if (!old.empty() && (plugin || scope_ == SetupScope::kUser)) {
      add("client", old, fmt::format("{} update", agent.program));
    }
    const bool runs = add_switch(agent) == HooksRun::kYes;
    if (state.present) {
      add("settings", state.current ? "" : "differ from what this version of clew writes", repair_);
      if (runs) try_hook(agent, state);
      try_server(state);
    }
    add_recording();
    add_fired(agent);
    return results_;
  }

 private:
  // Fine when there is nothing wrong to say.
  void add(const char* name, const std::string& wrong, const std::string& next,
           const std::string& fine = "as expected") {
    results_.push_back(
        {name, wrong.empty(), wrong.empty() ? fine : wrong, wrong.empty() ? std::string() : next});
  }

  std::string fired_words(Time fired) const {
    return fmt::format("last {}, {} ago", to_iso(fired), to_words(workspace_.now() - fired));
  }

  bool leads_to_clew() const {
    return !find_in_path(workspace_.files(), world_.search_path, "clew").empty();
  }
  std::string way_into_path() const {
    return fmt::format("export PATH={}:$PATH", shell_word(parent_of(world_.program)));
  }

  // What is tried is tried in a store that records.
  void add_recording() {
    if (!is_off(workspace_)) return;
    results_.push_back({"recording", true, "is off: hooks do nothing", way_to_record(workspace_)});
  }

  // The real ones write to the real store: a problem of the last one stands in their log.
  void add_fired(const AgentClient& agent) {
    const std::string& folder = workspace_.surroundings().state_folder;
    const auto fired = last_hook_fired(workspace_.files(), folder, agent.name);
    if (!fired) {
      results_.push_back({"fired", true, "never yet", "use the agent once"});
      return;
    }
    const auto problems =
        read_hook_problems(workspace_.files(), folder, *fired - seconds(1), agent.name);
    if (problems.count == 0) return add("fired", "", "", fired_words(*fired));
    add("fired", fmt::format("{}, and failed: {}", fired_words(*fired), problems.latest),
        "clew doctor");
  }

  // Whatever brings the hooks, one switch turns all of them off.
  enum class HooksRun { kYes, kNo };
  HooksRun add_switch(const AgentClient& agent) {
    const auto off = find_hooks_off(workspace_, world_, agent);
    for (const HooksOff& by : off) {
      add("hook", fmt::format("does not run: {} sets {}", by.file, by.setting),
          fmt::format("remove {} from {}", by.setting, by.file));
    }
    return off.empty() ? HooksRun::kYes : HooksRun::kNo;
  }

  void try_hook(const AgentClient& agent, const SetupState& state) {
    if (state.handlers.empty()) return add("hook", "is not set up", repair_);
    if (scope_ == SetupScope::kProject && !leads_to_clew()) {
      return add("hook", kNotInPath, way_into_path());
    }
    const std::string program = handler_program(state.handlers.front(), agent);
    if (is_gone(workspace_, program)) {
      return add("hook", program + " does not exist or is not executable", repair_);
    }
    auto trial = SetupTrial::begin(workspace_);
    const Status tried = trial ? trial->try_hook(agent, state.handlers.front()) : trial.error();
    add("hook", tried ? "" : tried.error().message, "clew doctor",
        "a trial run was recorded and shown at the next start");
  }

  void try_server(const SetupState& state) {
    if (state.other_server) {
      return add("server", "", "",
                 "another server is named clew; it was left unchanged and not tried");
    }
    if (state.server.empty()) return add("server", "is not set up", repair_);
    const std::string& program = state.server.front();
    if (is_gone(workspace_, program)) {
      return add("server", program + " does not exist or is not executable", repair_);
    }
    auto trial = SetupTrial::begin(workspace_);
    const Status tried = trial ? trial->try_server(state.server) : trial.error();
    add("server", tried ? "" : tried.error().message, repair_, "answers");
  }

  Workspace& workspace_;
  const SetupWorld& world_;
  SetupScope scope_;
  std::string repair_;
  CheckResults results_;
};

}  // namespace

Result<Answer> check_setup(Workspace& workspace, const SetupWorld& world,
                           const std::vector<const AgentClient*>& agents, SetupScope scope) {
  Answer answer;
  Value list = Value::list();
  size_t wrong = 0;
  size_t set_up = 0;
  std::string next;
  SetupCheck check(workspace, world, scope);
  for (const AgentClient* agent : agents) {
    const CheckResults results = check.look_at(*agent);
    Value fields = Value::object();
    fields.set("name", agent->name);
    fields.set("title", agent->title);
    fields.set("set_up", !results.empty());
    set_up += results.empty() ? 0 : 1;
    Value checks = Value::list();
    answer.text += fmt::format("{}{}{}", answer.text.empty() ? "" : "\n", agent->title,
                               results.empty() ? "  is not set up" : "");
    for (const CheckResult& result : results) {
      Value one = Value::object();
      one.set("check", result.name);
      one.set("ok", result.fine);
      one.set("found", result.words);
      one.set("next", result.next);
      checks.push(one);
      answer.text += fmt::format("\n  {} {:<9} {}", mark_of(result), result.name, result.words);
      if (result.fine && !result.next.empty()) answer.text += "; " + result.next;
      if (result.fine) continue;
      if (wrong++ == 0) next = result.next;
    }
    fields.set("checks", checks);
    list.push(fields);
  }
  if (set_up == 0) {
    answer.text +=
        fmt::format("\nnext  clew setup{}", scope == SetupScope::kProject ? " --project" : "");
  }
  answer.data.set("agents", list);
  answer.data.set("wrong", static_cast<int64_t>(wrong));
  if (wrong > 0) {
    answer.refusal = make_error(
        ErrorCode::kFailed,
        fmt::format("{} {} found problems", wrong, wrong == 1 ? "check" : "checks"), "setup", next);
  }
  return answer;
}

}  // namespace clew
