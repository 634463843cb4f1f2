#include "interface/hooks/run_hook.h"

#include <fmt/format.h>

#include <charconv>
#include <exception>

#include "agent_client/clients.h"
#include "agent_client/plan_text.h"
#include "base/text.h"
#include "document/json/lenient_json.h"
#include "engine/recording.h"
#include "files/read_tail.h"
#include "interface/hooks/handle_event.h"

namespace clew {
namespace {

constexpr uint64_t kTranscriptEnd = 256 * 1024;
constexpr uint64_t kMaxPlanFile = 64 * 1024;

std::string error_words(const Error& error) {
  return error.subject.empty() ? error.message
                               : fmt::format("{} ({})", error.message, error.subject);
}

int64_t number_in(const std::string& text) {
  int64_t number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  return code == std::errc() && end == text.data() + text.size() ? number : 0;
}

Result<std::optional<HookEvent>> read_input(const AgentClient& client, const std::string& input) {
  if (input.empty()) {
    return make_error(ErrorCode::kInvalid, "standard input is empty", "standard input");
  }
  if (input.size() > kMaxHookInput) {
    return make_error(ErrorCode::kInvalid, "standard input is over the limit of 8 MiB",
                      "standard input");
  }
  CLEW_ASSIGN(const Value tree, parse_cut_json(input));
  if (!tree.is_object()) {
    return make_error(ErrorCode::kInvalid, "standard input is not a JSON object", "standard input");
  }
  const Value* name = tree.find("hook_event_name");
  if (name == nullptr || name->as_string().empty()) {
    return make_error(ErrorCode::kInvalid, "standard input has no hook_event_name",
                      "standard input");
  }
  return read_hook_event(client, tree);
}

// Hooks that are installed twice tell of one call twice. Edits and plan items are known again by
// what the session says; commands, answers and the words of a plan by the call they belong to,
// where the agent names it.
std::string key_of(const HookEvent& event) {
  const bool is_agreed =
      !event.plan_file.empty() || (event.plan && event.plan->scope == PlanScope::kProposal);
  const bool needs_one = event.command || !event.answers.empty() || is_agreed;
  if (!needs_one || event.tool_id.empty() || event.session.empty()) return {};
  return fmt::format("hook {} {} {}", event.client, event.session, event.tool_id);
}

Result<HookReply> follow(const HookCall& call, const AgentClient& client, const HookEvent& event,
                         Workspace& workspace, HookLog& log) {
  Caller sitting = workspace.caller();
  // A client may give the environment that its own hook told it to the hooks that follow.
  const bool is_itself = call.person == sitting.actor.text && !call.user.empty();
  sitting.actor = ActorId(is_itself ? call.user : call.person);
  sitting.key.clear();
  Workspace person = workspace_for(workspace, std::move(sitting));
  const int64_t reported =
      *client.pid_variable == '\0' ? 0 : number_in(call.variable(client.pid_variable));
  Conversation conversation(workspace, [&] {
    return find_agent_process(workspace.files(), workspace.surroundings().device, reported);
  });
  HookContext context{client, workspace, person, conversation};
  auto reply = handle_event(context, event);
  for (const auto& what : context.left_out) log.left_out(call.agent, what);
  return reply;
}

// Another user's text is no plan that the person agreed to.
bool is_own_file(Workspace& workspace, const std::string& path) {
  const auto info = workspace.files().info(path);
  return info && (info->owner == workspace.surroundings().user || info->owner == 0);
}

// Cursor runs Claude Code's hooks too.
bool is_called_by_other(const HookCall& call, const AgentClient& client) {
  return *client.other_variable != '\0' && !call.variable(client.other_variable).empty();
}

Status run(const HookCall& call, const AgentClient& client, const OpenHookWorkspace& open,
           HookLog& log, const std::function<void(const std::string&)>& out) {
  CLEW_ASSIGN(std::optional<HookEvent> event, read_input(client, call.input));
  if (call.is_shortened) log.left_out(call.agent, "texts over 256 KiB of input over 8 MiB");
  if (!event || is_called_by_other(call, client)) return success();
  Caller caller;
  caller.actor = conversation_actor(client.name, event->session);
  caller.via = Via::kHook;
  caller.verb = "hook";
  caller.key = key_of(*event);
  CLEW_ASSIGN(const auto workspace, open(event->cwd, std::move(caller)));
  if (is_off(*workspace)) return success();
  log.fired(call.agent);
  if (client.has_no_outcome != nullptr && client.has_no_outcome(*event)) {
    client.add_outcome(*event,
                       read_file_tail(workspace->files(), event->transcript, kTranscriptEnd));
  }
  if (!event->plan_file.empty()) {
    const std::string text =
        is_own_file(*workspace, event->plan_file)
            ? read_file_tail(workspace->files(), event->plan_file, kMaxPlanFile)
            : std::string();
    if (!text.empty()) event->plan = agreed_to(to_utf8(text));
  }
  const auto reply = follow(call, client, *event, *workspace, log);
  if (reply) {
    const std::string answer = client.write_reply(*event, *reply);
    if (!answer.empty()) out(answer);
    const char* const environment = client.environment_variable;
    if (event->kind == HookEventKind::kSessionStart && *environment != '\0') {
      hand_on_actor(workspace->files(), call.variable(environment), reply->actor);
    }
  }
  workspace->store().finish();
  return reply ? success() : Status(reply.error());
}

}  // namespace

int run_hook(const HookCall& call, const OpenHookWorkspace& open, HookLog& log,
             const std::function<void(const std::string&)>& out) {
  const AgentClient* client = find_client(call.agent);
  if (client == nullptr) {
    log.problem("hook",
                fmt::format("unknown agent \"{}\"; choose one of: {}", call.agent, client_names()));
    return 0;
  }
  try {
    const Status done = run(call, *client, open, log, out);
    if (!done) log.problem(call.agent, error_words(done.error()));
  } catch (const std::exception& problem) {
    log.problem(call.agent, problem.what());
  }
  return 0;
}

}  // namespace clew
