#include "command/setup/check.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "agent_client/client_version.h"
#include "agent_client/clients.h"
#include "agent_client/hook_command.h"
#include "agent_client/hook_log.h"
#include "agent_client/hook_switch.h"
#include "agent_client/setup_state.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "command/setup/plan.h"
#include "document/json/json.h"
#include "engine/check_result.h"
#include "engine/recording.h"
#include "engine/workspace.h"
#include "files/make_folders.h"
#include "files/relative_path.h"
#include "files/run_process.h"
#include "files/whole_file.h"

namespace clew {
namespace {

// A trial of an agent's settings: a throw-away folder with a store of its own, in which the
// commands that stand in the settings are run as the agent would run them. Nothing of the person's
// is touched.
class SetupTrial {
 public:
  // The folder is gone when the trial is.
  static Result<SetupTrial> begin(Workspace& workspace);
  SetupTrial(SetupTrial&& other) noexcept;
  SetupTrial(const SetupTrial&) = delete;
  ~SetupTrial();

  // A prompt, a piece of work and the next start, as the agent tells them: kFailed, saying what is
  // missing, unless the work was recorded and the next start was answered with it.
  Status try_hook(const AgentClient& agent, const Value& handler);
  // Starts the server and shakes hands.
  Status try_server(const std::vector<std::string>& words);

 private:
  SetupTrial(Workspace& workspace, std::string folder)
      : workspace_(&workspace), folder_(std::move(folder)) {}
  // Without a shell of its own to read it from, the input comes from a file.
  Result<std::string> run(const std::vector<std::string>& words, const std::string& input);

  Workspace* workspace_;
  std::string folder_;
};

constexpr const char* kTrialGoal = "See whether clew setup works";
constexpr const char* kInputFile = "input.json";
constexpr const char* kHandshake =
    R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",)"
    R"("capabilities":{},"clientInfo":{"name":"clew setup --check","version":"1"}}})"
    "\n";

Value object(Value::Object members) { return Value(std::move(members)); }

// What every event tells.
Value common(const std::string& folder, const char* event, const char* session) {
  return object({
      {"session_id",      session                   },
      {"conversation_id", session                   },
      {"transcript_path", nullptr                   },
      {"cwd",             folder                    },
      {"workspace_roots", Value::List{Value(folder)}},
      {"hook_event_name", event                     },
  });
}

// Nobody else knows of the folder: no lock, which would stay behind in the cache.
Status write_plainly(Folder& folder, const std::string& name, const std::string& text) {
  CLEW_ASSIGN(const auto file, folder.open(name, OpenMode::kAppend));
  CLEW_TRY(file->truncate(0));
  return write_all(*file, text);
}

Result<SetupTrial> SetupTrial::begin(Workspace& workspace) {
  const std::string& shared = workspace.surroundings().shared_folder;
  SetupTrial trial(workspace, fmt::format("{}/clew-check-{}", shared.empty() ? "/tmp" : shared,
                                          to_hex(workspace.random(8))));
  CLEW_TRY(make_folders(workspace.files(), trial.folder_));
  return trial;
}

SetupTrial::SetupTrial(SetupTrial&& other) noexcept
    : workspace_(other.workspace_), folder_(std::move(other.folder_)) {
  other.folder_.clear();
}

SetupTrial::~SetupTrial() {
  if (folder_.empty()) return;
  ProcessRequest clean;
  clean.argv = {"/bin/rm", "-rf", "--", folder_};
  static_cast<void>(run_process(clean));
}

Result<std::string> SetupTrial::run(const std::vector<std::string>& words,
                                    const std::string& input) {
  CLEW_ASSIGN(const auto folder, workspace_->files().open_folder(folder_));
  CLEW_TRY(write_plainly(*folder, kInputFile, input));
  ProcessRequest request;
  request.argv = {"/bin/sh", "-c", "input=$1; shift; exec \"$@\" <\"$input\"", "sh",
                  folder_ + "/" + kInputFile};
  request.argv.insert(request.argv.end(), words.begin(), words.end());
  request.folder = folder_;
  request.environment = {
      {"CLEW_STORE",     folder_ + "/store.db"},
      {"CLEW_SESSION",   std::nullopt         },
      {"CLEW_ACTOR",     std::nullopt         },
      {"CLEW_OFF",       std::nullopt         },
      {"XDG_STATE_HOME", folder_ + "/state"   },
      {"XDG_CACHE_HOME", folder_ + "/cache"   },
  };
  request.timeout = seconds(20);
  request.output_bounds = {size_t{1} << 20, size_t{64} << 10};
  CLEW_ASSIGN(const ProcessResult result, run_process(request));
  if (std::holds_alternative<TimedOut>(result.end)) {
    return make_error(ErrorCode::kFailed, "did not answer within 20 seconds");
  }
  if (!result.succeeded()) {
    const std::string said = one_line(result.errors.text());
    return make_error(ErrorCode::kFailed,
                      said.empty() ? std::string("failed without output") : cut(said, 200));
  }
  return result.output.text();
}

Status SetupTrial::try_hook(const AgentClient& agent, const Value& handler) {
  const TrialEvents& names = agent.trial;
  const std::vector<std::string> words = handler_words(handler);
  const auto reported = [&](const Value& event) {
    return write_json(names.in_shape == nullptr ? event : names.in_shape(event));
  };
  CLEW_ASSIGN(const auto folder, workspace_->files().open_folder(folder_));
  Value prompt = common(folder_, names.prompt, "clew-check-1");
  prompt.set("prompt", kTrialGoal);
  CLEW_TRY(run(words, reported(prompt)));
  CLEW_TRY(write_plainly(*folder, "hello.txt", "hello\n"));
  Value work = common(folder_, names.work, "clew-check-1");
  names.fill_work(work, folder_ + "/hello.txt");
  CLEW_TRY(run(words, reported(work)));
  Value start = common(folder_, names.start, "clew-check-2");
  start.set("source", "resume");
  CLEW_ASSIGN(const std::string answer, run(words, reported(start)));
  const auto log = run({workspace_->surroundings().program, "log", "--json"}, "");
  if (!log || log->find("hello.txt") == std::string::npos) {
    return make_error(ErrorCode::kFailed, "the work was not recorded");
  }
  if (answer.find(kTrialGoal) == std::string::npos ||
      answer.find("hello.txt") == std::string::npos) {
    return make_error(ErrorCode::kFailed, "the work was not shown at the next start");
  }
  return success();
}

Status SetupTrial::try_server(const std::vector<std::string>& words) {
  CLEW_ASSIGN(const std::string answer, run(words, kHandshake));
  const std::string_view lines = answer;
  const auto line = parse_json(lines.substr(0, lines.find('\n')));
  const Value* result = line ? line->find("result") : nullptr;
  if (result != nullptr && result->find("serverInfo") != nullptr) return success();
  return make_error(ErrorCode::kFailed, "MCP handshake failed");
}

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
