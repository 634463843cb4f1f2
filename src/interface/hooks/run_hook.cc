#include "interface/hooks/run_hook.h"

#include <fmt/format.h>

#include <charconv>
#include <exception>

#include "agent_client/plan_text.h"
#include "agent_client/read_hook_event.h"
#include "base/text.h"
#include "document/json/lenient_json.h"
#include "engine/recording.h"
#include "files/read_tail.h"
#include "interface/hooks/handle_event.h"

namespace clew {
namespace {

constexpr uint64_t kTranscriptEnd = 256 * 1024;
constexpr uint64_t kMostPlanFile = 64 * 1024;
constexpr const char* kPidVariable = "CLAUDE_PID";
constexpr const char* kEnvironmentFile = "CLAUDE_ENV_FILE";

std::string words_of(const Error& error) {
  return error.subject.empty() ? error.message
                               : fmt::format("{} ({})", error.message, error.subject);
}

int64_t number_in(const std::string& text) {
  int64_t number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  return code == std::errc() && end == text.data() + text.size() ? number : 0;
}

Result<std::optional<Moment>> read_input(HookAgent agent, const std::string& input) {
  if (input.empty()) {
    return make_error(ErrorCode::kInvalid, "standard input is empty", "standard input");
  }
  if (input.size() > kMostHookInput) {
    return make_error(ErrorCode::kInvalid, "standard input is over the limit of 8 MiB",
                      "standard input");
  }
  CLEW_ASSIGN(const Value tree, parse_cut_json(input));
  if (!tree.is_object()) {
    return make_error(ErrorCode::kInvalid, "standard input is no JSON object", "standard input");
  }
  const Value* event = tree.find("hook_event_name");
  if (event == nullptr || event->as_string().empty()) {
    return make_error(ErrorCode::kInvalid, "standard input names no event in hook_event_name",
                      "standard input");
  }
  return read_moment(agent, tree);
}

// Hooks that are installed twice tell of one call twice. Edits and plan items are known again by
// what the session says; commands, answers and the words of a plan by the call they belong to,
// where the agent names it.
std::string key_of(const Moment& moment) {
  const bool is_agreed =
      !moment.plan_file.empty() || (moment.plan && moment.plan->scope == PlanScope::kProposal);
  const bool needs_one = moment.command || !moment.answers.empty() || is_agreed;
  if (!needs_one || moment.tool_id.empty() || moment.session.empty()) return {};
  return fmt::format("hook {} {} {}", name_of(moment.agent), moment.session, moment.tool_id);
}

Result<HookReply> follow(const HookCall& call, const Moment& moment, Workspace& workspace,
                         HookLog& log) {
  Caller sitting = workspace.caller();
  // Cursor gives the environment that its own hook told it to the hooks that follow.
  const bool is_itself = call.person == sitting.actor.text && !call.user.empty();
  sitting.actor = ActorId(is_itself ? call.user : call.person);
  sitting.key.clear();
  Workspace person = workspace_for(workspace, std::move(sitting));
  const int64_t told =
      moment.agent == HookAgent::kClaudeCode ? number_in(call.variable(kPidVariable)) : 0;
  AgentPlace place(workspace, [&] {
    return find_agent_process(workspace.files(), workspace.surroundings().device, told);
  });
  HookHands hands{workspace, person, place};
  auto reply = follow_moment(hands, moment);
  for (const auto& what : hands.left_out) log.left_out(call.agent, what);
  return reply;
}

Status run(const HookCall& call, HookAgent agent, const OpenHookWorkspace& open, HookLog& log,
           const std::function<void(const std::string&)>& out) {
  CLEW_ASSIGN(std::optional<Moment> moment, read_input(agent, call.input));
  if (call.is_shortened) log.left_out(call.agent, "texts over 256 KiB of input over 8 MiB");
  if (!moment) return success();
  Caller caller;
  caller.actor = actor_of(agent, moment->session);
  caller.via = Via::kHook;
  caller.verb = "hook";
  caller.key = key_of(*moment);
  CLEW_ASSIGN(const auto workspace, open(moment->cwd, std::move(caller)));
  if (is_off(*workspace)) return success();
  log.fired(call.agent);
  if (lacks_outcome(*moment)) {
    tell_outcome(*moment, read_file_tail(workspace->files(), moment->transcript, kTranscriptEnd));
  }
  if (!moment->plan_file.empty()) {
    const std::string text = read_file_tail(workspace->files(), moment->plan_file, kMostPlanFile);
    if (!text.empty()) moment->plan = agreed_to(to_utf8(text));
  }
  const auto reply = follow(call, *moment, *workspace, log);
  if (reply) {
    const std::string answer = hook_answer(*moment, *reply);
    if (!answer.empty()) out(answer);
    if (moment->kind == MomentKind::kSessionStart && agent == HookAgent::kClaudeCode) {
      hand_on_actor(workspace->files(), call.variable(kEnvironmentFile), reply->actor);
    }
  }
  workspace->store().finish();
  return reply ? success() : Status(reply.error());
}

}  // namespace

int run_hook(const HookCall& call, const OpenHookWorkspace& open, HookLog& log,
             const std::function<void(const std::string&)>& out) {
  const auto agent = enum_from<HookAgent>(call.agent);
  if (!agent) {
    log.problem("hook", fmt::format("there is no agent \"{}\"; one of claude-code, codex, gemini, "
                                    "cursor is meant",
                                    call.agent));
    return 0;
  }
  try {
    const Status done = run(call, *agent, open, log, out);
    if (!done) log.problem(call.agent, words_of(done.error()));
  } catch (const std::exception& problem) {
    log.problem(call.agent, problem.what());
  }
  return 0;
}

}  // namespace clew
