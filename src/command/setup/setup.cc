#include "command/setup/setup.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/clients.h"
#include "agent_client/hook_command.h"
#include "agent_client/setup_state.h"
#include "base/shell_word.h"
#include "command/setup/check.h"
#include "command/setup/plan.h"
#include "command/setup/summary.h"
#include "engine/confirm.h"
#include "files/make_folders.h"
#include "files/relative_path.h"

namespace clew {
namespace {

// One call of the verb.
class SetupCall {
 public:
  SetupCall(Workspace& workspace, const SetupWorld& world, const SetupRequest& request)
      : workspace_(workspace),
        world_(world),
        request_(request),
        scope_(request.project ? SetupScope::kProject : SetupScope::kUser) {}

  Result<Answer> run() {
    CLEW_TRY(check_request());
    CLEW_TRY(find_agents());
    if (agents_.empty()) return left_to_plugins();
    if (request_.check) return check_setup(workspace_, world_, agents_, scope_);
    CLEW_TRY(plan());
    const std::string difference = setup_difference(changes_, world_.home);
    Answer answer;
    fill(answer, difference);
    if (difference.empty()) {
      answer.text =
          fmt::format("nothing to do: {}", is_remove() ? "clew is not set up in any of these"
                                                       : "clew is already set up");
      for (const auto* agent : agents_) answer.text += fmt::format("\n  {}", agent->title);
      add_notes(answer);
      if (!is_remove()) answer.text += "\n" + next_words();
      return answer;
    }
    const Caller& caller = workspace_.caller();
    if (!caller.agreed && !caller.confirm) return unagreed(std::move(answer), difference);
    if (!caller.agreed && caller.emit) caller.emit(answer.data, show_changes(difference));
    CLEW_TRY(agree(workspace_, question(), "setup", command_line()));
    CLEW_TRY(make_store_folder());
    CLEW_TRY(write_settings(workspace_, changes_));
    keep_records(workspace_, changes_);
    answer.data.set("changed", true);
    if (caller.agreed && request_.diff) answer.text = difference + "\n";
    answer.text += done_words();
    add_notes(answer);
    return answer;
  }

 private:
  bool is_remove() const { return request_.remove; }

  Status check_request() const {
    const auto twice = [](const char* a, const char* b) {
      return make_error(ErrorCode::kUsage, fmt::format("{} and {} cannot be combined", a, b), a,
                        "clew help setup");
    };
    if (request_.user && request_.project) return twice("--user", "--project");
    if (request_.check && request_.remove) return twice("--check", "--remove");
    if (request_.check && request_.diff) return twice("--check", "--diff");
    if (scope_ == SetupScope::kProject && workspace_.project().root == world_.home) {
      return make_error(ErrorCode::kUsage, "the home folder is not a project", world_.home,
                        "clew setup --user");
    }
    const bool writes = !request_.check && !request_.remove && scope_ == SetupScope::kUser;
    if (writes && !is_clew_program(world_.program)) {
      return make_error(ErrorCode::kUsage,
                        "the program must be named clew, so that its settings can be recognized",
                        world_.program,
                        fmt::format("mv {} {}", shell_word(world_.program),
                                    shell_word(join_path(parent_of(world_.program), "clew"))));
    }
    return success();
  }

  Status find_agents() {
    for (const std::string& name : request_.agents) {
      const AgentClient* agent = find_client(name);
      if (agent == nullptr) {
        const std::string like = name_like(name);
        return make_error(ErrorCode::kUsage,
                          fmt::format("unknown agent \"{}\"; choose one of: {}", name, all_names()),
                          name, like.empty() ? "clew setup" : "clew setup " + like);
      }
      if (std::find(agents_.begin(), agents_.end(), agent) == agents_.end()) {
        agents_.push_back(agent);
      }
    }
    if (!agents_.empty()) return success();
    if (is_remove()) {
      for (const AgentClient& agent : agent_clients()) agents_.push_back(&agent);
    } else {
      for (const AgentClient& agent : agent_clients()) {
        if (is_meant(agent)) take_unless_plugin(agent);
      }
    }
    if (!agents_.empty() || !notes_.empty()) return success();
    return make_error(ErrorCode::kNotFound,
                      fmt::format("no agent found; clew supports {}", all_names()), "setup",
                      scope_ == SetupScope::kProject ? "clew setup claude-code --project"
                                                     : "clew setup claude-code");
  }

  // A plugin brings the same; both together would start everything twice.
  void take_unless_plugin(const AgentClient& agent) {
    if (!request_.check && has_plugin(workspace_, world_, agent)) {
      notes_.push_back(fmt::format("{} has clew as a plugin; left unchanged", agent.title));
    } else {
      agents_.push_back(&agent);
    }
  }

  Answer left_to_plugins() const {
    Answer answer;
    fill(answer, "");
    answer.text = "nothing to do: plugins already provide what clew setup adds";
    add_notes(answer);
    answer.text += "\n" + next_words();
    return answer;
  }

  // A check also looks at those that somebody set up by name.
  bool is_meant(const AgentClient& agent) const {
    return is_installed(workspace_.files(), world_, agent) ||
           (request_.check && (is_set_up(workspace_, world_, agent, scope_) ||
                               has_plugin(workspace_, world_, agent)));
  }

  static std::string all_names() {
    std::string names;
    for (const AgentClient& agent : agent_clients()) {
      names += (names.empty() ? "" : ", ") + std::string(agent.name);
    }
    return names;
  }

  Status plan() {
    for (const AgentClient* agent : agents_) {
      if (has_plugin(workspace_, world_, *agent)) {
        notes_.push_back(
            is_remove()
                ? fmt::format("{} has clew as a plugin, which stays; remove it with: {}",
                              agent->title, agent->unplug)
                : fmt::format("{} also has clew as a plugin; use one of the two", agent->title));
      }
      note_other_scope(*agent);
      const SetupTask task{*agent, scope_, is_remove() ? SetupAim::kRemove : SetupAim::kAdd};
      auto changes = plan_setup(workspace_, world_, task, notes_);
      if (!changes) return changes.error();
      for (auto& change : *changes) changes_.push_back(std::move(change));
    }
    return success();
  }

  // Both are called, each by itself.
  void note_other_scope(const AgentClient& agent) {
    const bool of_user = scope_ == SetupScope::kUser;
    if (is_remove() || workspace_.project().root == world_.home) return;
    if (!is_set_up(workspace_, world_, agent, of_user ? SetupScope::kProject : SetupScope::kUser)) {
      return;
    }
    notes_.push_back(fmt::format(
        "{} also calls clew from the settings of {}; one is enough: clew setup {} --remove{}",
        agent.title, of_user ? "this project" : "the user", agent.name,
        of_user ? " --project" : ""));
  }

  // What the person is asked about.
  std::string show_changes(const std::string& difference) const {
    if (request_.diff) return difference;
    const SummaryFrame frame{world_.home, world_.store_folder, workspace_.caller().columns};
    return fmt::format("{}\n{} --diff   shows every line", setup_summary(changes_, frame),
                       command_line());
  }

  void fill(Answer& answer, const std::string& difference) const {
    Value agents = Value::list();
    for (const AgentClient* agent : agents_) {
      Value fields = Value::object();
      fields.set("name", agent->name);
      fields.set("title", agent->title);
      fields.set("changed", changes_agent(*agent));
      fields.set("next", is_remove() ? "" : agent->afterwards);
      agents.push(fields);
    }
    Value files = Value::list();
    for (const SettingsChange& change : changes_) {
      Value fields = Value::object();
      fields.set("agent", change.agent->name);
      fields.set("path", change.before.path);
      fields.set("place", change.before.location);
      fields.set("change", change_word(change));
      files.push(fields);
    }
    Value notes = Value::list();
    for (const std::string& note : notes_) notes.push(note);
    answer.data.set("scope", scope_ == SetupScope::kUser ? "user" : "project");
    answer.data.set("agents", agents);
    answer.data.set("files", files);
    answer.data.set("changes", difference);
    answer.data.set("notes", notes);
    answer.data.set("changed", false);
  }

  bool changes_agent(const AgentClient& agent) const {
    return std::any_of(changes_.begin(), changes_.end(), [&](const SettingsChange& change) {
      return change.agent == &agent && change.changes();
    });
  }

  std::string command_line() const {
    std::string line = "clew setup";
    for (const std::string& name : request_.agents) line += " " + name;
    if (is_remove()) line += " --remove";
    if (request_.project) line += " --project";
    return line;
  }

  std::string next_words() const {
    return fmt::format("next  clew setup --check{}", request_.project ? " --project" : "");
  }

  std::string question() const {
    const auto files = std::count_if(changes_.begin(), changes_.end(),
                                     [](const auto& change) { return change.changes(); });
    return fmt::format("write {} {}?", files, files == 1 ? "file" : "files");
  }

  // Nobody can be asked: what would change is the answer.
  Answer unagreed(Answer answer, const std::string& difference) const {
    answer.text = show_changes(difference);
    answer.refusal =
        make_error(ErrorCode::kUsage, question() + " Nothing was written; confirm with --yes",
                   "setup", command_line() + " --yes");
    return answer;
  }

  // A sandbox can only be given a folder that is there.
  Status make_store_folder() const {
    const bool wanted = !is_remove() && scope_ == SetupScope::kUser &&
                        std::any_of(agents_.begin(), agents_.end(), [](const AgentClient* agent) {
                          return agent->config != nullptr;
                        });
    if (!wanted || world_.store_folder.empty()) return success();
    CLEW_TRY(make_folders(workspace_.files(), world_.store_folder));
    return success();
  }

  std::string done_words() const {
    std::string text;
    for (const AgentClient* agent : agents_) {
      if (!changes_agent(*agent)) continue;
      std::string files;
      for (const SettingsChange& change : changes_) {
        if (change.agent != agent || !change.changes()) continue;
        files += (files.empty() ? "" : ", ") + shown_path(change.before, world_.home);
      }
      text += fmt::format("{}{:<12} {}  {}", text.empty() ? "" : "\n", agent->title,
                          is_remove() ? "clew removed" : "set up", files);
      if (!is_remove()) text += fmt::format("\n  next  {}", agent->afterwards);
    }
    if (!is_remove()) text += "\n" + next_words();
    return text;
  }

  void add_notes(Answer& answer) const {
    for (const std::string& note : notes_) answer.text += "\nnote: " + note;
  }

  Workspace& workspace_;
  const SetupWorld& world_;
  const SetupRequest& request_;
  SetupScope scope_;
  std::vector<const AgentClient*> agents_;
  std::vector<SettingsChange> changes_;
  std::vector<std::string> notes_;
};

}  // namespace

Result<Answer> setup_agents(Workspace& workspace, const SetupRequest& request) {
  return setup_agents_in(workspace, see_setup_world(workspace), request);
}

Result<Answer> setup_agents_in(Workspace& workspace, const SetupWorld& world,
                               const SetupRequest& request) {
  return SetupCall(workspace, world, request).run();
}

}  // namespace clew
