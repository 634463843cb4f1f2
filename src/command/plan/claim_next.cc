#include "command/plan/claim_next.h"

#include <fmt/format.h>

#include "engine/point_in_time.h"
#include "engine/reply.h"
#include "engine/session_list.h"
#include "session/measured_command.h"

namespace clew {
namespace {

Result<Answer> show_next(Workspace& workspace) {
  const auto found = workspace.find_session(Effect::kReads);
  if (!found) return list_open(workspace, found.error());
  const SessionRef& ref = *found;
  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  const Session& session = loaded.session;
  const ActorId& actor = workspace.caller().actor;
  World world;
  world.now = ref.at ? session.last_activity : workspace.now();
  world.reader = actor;
  const NextAction next = next_of(ref, session, world);
  Answer answer;
  answer.data.set("session", ref.id.text);
  answer.data.set("seq", loaded.head.seq.number);
  answer.data.set("hash", loaded.head.hash.hex());
  answer.data.set("changed", false);
  answer.data.set("next", next_fields(next));
  answer.data.set("step", step_fields(session, current_step(session, actor)));
  Value ready = Value::list();
  std::string others;
  for (const StepId id : ready_steps(session, actor, world.now)) {
    ready.push(step_fields(session, id));
    others += fmt::format("\nready  {}", label_of(session, id));
  }
  answer.data.set("ready", ready);
  answer.text = to_text(Saying(next.text, next.command)) + others;
  return answer;
}

std::string done_with_fence(const Step& step, const std::string& number) {
  const std::string fence = fmt::format(" --fence {}", step.lease->fence);
  const std::string measuring = measuring_command(step);
  if (measuring.empty()) return completing_command(step, number) + fence;
  return fmt::format("clew done {}{} -- {}", number, fence, measuring);
}

Answer answer_claim(Workspace& workspace, const Done& done) {
  const ActorId& actor = workspace.caller().actor;
  const Session& now = done.after;
  for (const auto& step : now.steps) {
    if (step.removed || !step.lease || step.lease->holder != actor) continue;
    if (step.status != StepStatus::kActive) continue;
    Answer answer =
        said(workspace, done,
             {fmt::format("step {} is yours until {} · fence {}", label_of(now, step.id),
                          to_iso_minutes(step.lease->expires_at), step.lease->fence),
              done_with_fence(step, number_of(now, step.id))});
    answer.data.set("claimed", step_fields(now, step.id));
    return answer;
  }
  return said(workspace, done, "nothing claimed");
}

}  // namespace

Result<Answer> claim_next(Workspace& workspace, const NextRequest& request) {
  if (request.claim && request.release) {
    return make_error(ErrorCode::kUsage, "--claim and --release cannot be combined", "--release");
  }
  if (request.release) {
    CLEW_ASSIGN(const Done done,
                workspace.execute([&](const Session& session) -> Result<std::vector<Intent>> {
                  CLEW_ASSIGN(const std::optional<StepId> step,
                              optional_step(session, request.step));
                  ReleaseStep intent;
                  intent.step = step.value_or(current_step(session, workspace.caller().actor));
                  intent.fence = request.fence;
                  return std::vector<Intent>{intent};
                }));
    return said(workspace, done, "released");
  }
  if (!request.claim) return show_next(workspace);
  CLEW_ASSIGN(const Done done,
              workspace.execute([&](const Session& session) -> Result<std::vector<Intent>> {
                CLEW_ASSIGN(const std::optional<StepId> step, optional_step(session, request.step));
                return std::vector<Intent>{
                    ClaimStep{step, request.ttl.value_or(minutes(30))}
                };
              }));
  return answer_claim(workspace, done);
}

}  // namespace clew
