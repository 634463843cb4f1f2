#include "app/serve_agents.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "agent_client/clients.h"
#include "agent_client/inherited_actor.h"
#include "agent_client/working_folder.h"
#include "app/environment.h"
#include "app/open_workspace.h"
#include "app/reach_by_clew_net.h"
#include "base/text.h"
#include "files/relative_path.h"
#include "interface/cli/output.h"
#include "interface/cli/parse_arguments.h"
#include "interface/hooks/run_hook.h"
#include "interface/mcp_tools/run_mcp.h"
#include "project/git_patience.h"

namespace clew {
namespace {

constexpr Duration kGitTimeOfHook = seconds(3);  // for all that it asks git

int fail(const Error& error) {
  write_all(STDERR_FILENO, error_text(error, Colour::kOff) + "\n");
  return describe(error.code).exit;
}

bool wait_for_input(int for_ms) {
  pollfd ready{STDIN_FILENO, POLLIN, 0};
  int found = 0;
  do {
    found = poll(&ready, 1, for_ms);
  } while (found < 0 && errno == EINTR);
  return found != 0;
}

McpRead read_some(std::string& into, std::optional<Duration> wait) {
  if (wait && !wait_for_input(static_cast<int>(wait->ms))) return McpRead::kNothing;
  char buffer[65536];
  ssize_t got = 0;
  while ((got = read(STDIN_FILENO, buffer, sizeof buffer)) < 0) {
    // Whoever started us may have left us an input that does not wait by itself.
    if (errno == EAGAIN) {
      wait_for_input(-1);
    } else if (errno != EINTR) {
      break;
    }
  }
  if (got <= 0) return McpRead::kEnd;
  into.append(buffer, static_cast<size_t>(got));
  return McpRead::kBytes;
}

// Short and random: which connection an actor is.
std::string connection_name() {
  Bytes bytes(2, '\0');
  system_random(bytes);
  return to_hex(bytes);
}

int serve_mcp(const std::vector<std::string>& words) {
  const auto call = parse_arguments(words);
  if (!call) return fail(call.error());
  Surroundings around = find_surroundings();
  if (!call->common.session.empty()) around.session = call->common.session;
  WorkspaceMaker maker(std::move(around), Lifespan::kLongLived);
  HookLog log(maker.files(), maker.around().state_folder, system_clock);
  ToolboxParts parts;
  parts.open = [&](Caller caller) { return maker.open(call->common.store, std::move(caller)); };
  parts.version = CLEW_VERSION;
  const std::string given = variable("CLEW_ACTOR");
  const bool chosen = !call->common.actor.empty() || !is_name_of_hooks(ActorId(given));
  parts.actor = call->common.actor.empty() && chosen ? given : call->common.actor;
  if (!chosen) parts.handed_on = given;
  parts.connection = connection_name();
  // A process named in the environment tells nothing here: it may have been inherited.
  parts.find_process = [&] { return find_agent_process(maker.files(), maker.around().device, 0); };
  parts.on_trouble = [&](const Error& error) {
    log.problem("mcp", error.message + " (" + error.subject + ")");
    maker.let_go();
  };
  return run_mcp(std::move(parts), {read_some, [](std::string_view bytes) {
                                      return write_all(STDOUT_FILENO, bytes);
                                    }});
}

// Where an agent works: the folder that it tells, or the nearest above it that is left. Of a
// relative one nobody knows where it begins; then, and when nothing is left, it is our own.
std::string folder_of_work(FileSystem& files, const std::string& reported, const std::string& own) {
  if (reported.empty() || reported[0] != '/') return own;
  for (std::string folder = reported; folder.size() > 1; folder = parent_of(folder)) {
    const auto info = files.info(folder);
    if (info && info->kind == FileKind::kFolder) return folder;
  }
  return reported == "/" ? reported : own;
}

HookInput read_hook_input() {
  HookInput input;
  std::string some;
  while (!input.is_over() && read_some(some, std::nullopt) == McpRead::kBytes) {
    input.take(some);
    some.clear();
  }
  return input;
}

// What a hook is asked for beside its agent.
Result<CommonOptions> options_of_hook(const std::vector<std::string>& words) {
  if (words.size() <= 2) return CommonOptions();  // as agents call it
  CLEW_ASSIGN(const auto call, parse_arguments(words));
  return call.common;
}

// `clew --store X hook AGENT`: options before the verb are usage that is refused, but never to an
// agent, which would be stopped by it.
std::optional<std::vector<std::string>> hook_behind_options(std::vector<std::string> words) {
  if (words.empty() || !words[0].starts_with('-')) return std::nullopt;
  const auto hook = std::find(words.begin(), words.end(), "hook");
  if (hook == words.end()) return std::nullopt;
  const auto agent = std::next(hook);
  const bool is_agent = agent != words.end() && find_client(*agent) != nullptr;
  if (!is_agent) return std::nullopt;
  std::rotate(words.begin(), hook, std::next(agent));
  return words;
}

// Whatever happens, an agent goes on: 0.
int answer_hook(const std::vector<std::string>& words) {
  // A broken promise inside clew stops clew, never the agent.
  std::signal(SIGABRT, [](int) { std::_Exit(0); });
  limit_git_time(kGitTimeOfHook);
  Surroundings around = find_surroundings();
  const auto options = options_of_hook(words);
  if (options && !options->session.empty()) around.session = options->session;
  WorkspaceMaker maker(std::move(around), Lifespan::kOneShot);
  HookLog log(maker.files(), maker.around().state_folder, system_clock);
  HookCall hook;
  hook.agent = words.size() > 1 ? to_utf8(words[1]) : std::string();
  HookInput input = read_hook_input();  // in any case: the agent is writing it
  if (!options) {
    // One of them may say which store: nothing goes into another.
    log.problem(hook.agent, options.error().message + " (" + options.error().subject + ")");
    leave(0);
  }
  hook.is_shortened = input.is_shortened();
  hook.input = std::move(input).text();
  hook.person = default_actor(maker.around());
  hook.user = user_here(maker.around());
  hook.variable = variable;
  // A client tells where it is; where it was started, it may say beside that.
  const AgentClient* client = find_client(hook.agent);
  const std::string started = client == nullptr ? "" : variable(client->started_variable);
  const OpenHookWorkspace open = [&](const std::string& folder, Caller caller) {
    const std::string cwd = folder_of_work(maker.files(), folder, maker.around().cwd);
    maker.move_to(folder_of_agent(maker.files(), cwd, started));
    return maker.open(options->store, std::move(caller));
  };
  leave(run_hook(hook, open, log, [](const std::string& text) { write_all(STDOUT_FILENO, text); }));
}

}  // namespace

std::optional<int> serve_agents(const std::vector<std::string>& words) {
  if (words.empty()) return std::nullopt;
  const auto asks = [&](const char* option) {
    return std::find(words.begin(), words.end(), option) != words.end();
  };
  if (asks("--help") || asks("-h")) return std::nullopt;
  if (words[0] == "hook") return answer_hook(words);
  if (const auto hook = hook_behind_options(words)) return answer_hook(*hook);
  if (words[0] == "mcp") return serve_mcp(words);
  if (words[0] == "serve") return fail(become_clew_net(words));
  return std::nullopt;
}

}  // namespace clew
