#include "interface/hooks/handle_tool_use.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/prompt_text.h"
#include "base/text.h"
#include "drift/touched_files.h"
#include "engine/project_root.h"
#include "interface/hooks/todo_list.h"
#include "interface/hooks/tool_facts.h"
#include "secrets/secrets.h"

namespace clew {
namespace {

// Several tools may end at once, each with a hook of its own: the key lets only one of them begin
// the session, and the others get the same.
Result<Done> begin_session(HookHands& hands, const Moment& moment, const std::string& prompt,
                           const std::string& before) {
  Workspace& agent = hands.agent;
  StartSession start;
  start.opening = opening_here(agent);
  start.opening.goal = goal_of(prompt);
  if (start.opening.goal.empty()) {
    start.opening.goal = fmt::format("Work of {}", name_of(moment.agent));
  }
  start.opening.model = cut(one_line(moment.model), 100);
  start.opening.automatic = true;
  start.opening.order = ChildOrder::kAnyOrder;  // a to-do list is no sequence
  Caller caller = agent.caller();
  caller.key = moment.session.empty() ? std::string()
                                      : fmt::format("hook begin {} {} {}", name_of(moment.agent),
                                                    moment.session, before);
  Workspace starter = workspace_for(agent, std::move(caller));
  return starter.create("", start);
}

// Deleted on purpose, or there to be hashed, and another than before.
bool leaves_a_trace(const LookedEdit& looked) {
  if (looked.is_idle()) return false;
  return looked.edit->action == FileAction::kDeleted || looked.now.there;
}

bool may_begin(const Moment& moment, const std::vector<LookedEdit>& edits) {
  if (std::any_of(edits.begin(), edits.end(), leaves_a_trace)) return true;
  if (!moment.plan) return false;
  for (const auto& item : moment.plan->items) {
    if (!item.title.empty() && item.state != ItemState::kDropped) return true;
  }
  return false;
}

// What the person asked for last: kept for this agent, or said in the session it was at until now.
Result<std::string> last_prompt(HookHands& hands) {
  CLEW_ASSIGN(const std::string kept, hands.place.kept_prompt());
  if (!kept.empty()) return kept;
  CLEW_ASSIGN(const std::string before, hands.place.last_bound());
  if (before.empty()) return kept;
  const auto loaded = hands.agent.store().load(SessionId(before), std::nullopt);
  const bool said = loaded && loaded->session.instruction;
  return said ? loaded->session.instruction->text : kept;
}

// A session that was paused on purpose goes on with the work of the agent that is bound to it.
void wake(Trial& wishes) {
  const LifecycleState& lifecycle = wishes.session().lifecycle;
  if (lifecycle.status == Lifecycle::kPaused && lifecycle.reason != kInactivity) {
    wishes.add(ResumeSession{});
  }
}

// By the person, under the key of the agent's call.
Status answer(HookHands& hands, const GivenAnswers& given, const SessionId& session) {
  Caller caller = hands.person.caller();
  if (!given.call.empty()) caller.key = given.call + " answers";
  Workspace person = workspace_for(hands.person, std::move(caller));
  return record_in(person, session, [&](Trial& wishes) { add_answers(wishes, given.answers); });
}

GivenAnswers answers_to_keep(const GivenAnswers& given) {
  GivenAnswers kept = given;
  for (auto& answered : kept.answers) {
    answered.question = cut(without_secrets(answered.question), kMostPrompt);
    answered.answer = cut(without_secrets(answered.answer), kMostPrompt);
    if (answered.options.size() > kMostChoices) answered.options.resize(kMostChoices);
    for (auto& choice : answered.options) choice = cut(without_secrets(choice), kMostPrompt);
  }
  return kept;
}

// Edits that belong to no file of the session's project. Said once: the session may be tried again.
// `lost`: why there is no such project any more, in words; else empty.
void note_left_out(HookHands& hands, const Moment& moment, const std::vector<LookedEdit>& seen,
                   const std::string& root, const std::string& lost) {
  hands.left_out.clear();
  for (const auto& edit : moment.edits) {
    const bool is_seen = std::any_of(
        seen.begin(), seen.end(), [&](const LookedEdit& looked) { return looked.edit == &edit; });
    if (is_seen) continue;
    hands.left_out.push_back(
        edit.path.empty() ? "an edit of no file"
        : root.empty()    ? fmt::format("{}: {}", edit.path, lost)
                          : fmt::format("{} is no file of the project at {}", edit.path, root));
  }
}

void fill_work(HookHands& hands, const Moment& moment, const std::vector<LookedEdit>& edits,
               Trial& wishes) {
  const std::string lost =
      moment.edits.empty() ? std::string() : follow_project(wishes, hands.agent, edits);
  const std::string& here = hands.agent.project().root;
  const std::string root =
      moment.edits.empty() ? here : project_root_of(hands.agent, wishes.session());
  if (!edits.empty() || moment.plan) wake(wishes);
  if (moment.plan) add_plan(wishes, moment.agent, *moment.plan, subagent_name(moment));
  const auto seen = root == here ? edits : look_at_edits(hands.agent, root, moment.edits);
  add_edits(wishes, seen, moment);
  note_left_out(hands, moment, seen, root, lost);
  add_command(wishes, moment);
}

}  // namespace

Workspace workspace_for(Workspace& workspace, Caller caller) {
  return Workspace(
      workspace.store(), workspace.files(), [&workspace] { return workspace.now(); },
      [&workspace](Bytes& bytes) { bytes = workspace.random(bytes.size()); }, std::move(caller),
      workspace.surroundings());
}

Status record_in(Workspace& workspace, const SessionId& session,
                 const std::function<void(Trial& wishes)>& fill) {
  const auto done = workspace.execute(session, [&](const Session& now) {
    Trial wishes(now, workspace.now(), workspace.caller().actor);
    fill(wishes);
    return Result<std::vector<Wish>>(wishes.take());
  });
  return done ? success() : Status(done.error());
}

namespace {

// What the person said before there was a session; the agent's work in it comes after.
Status take_up(HookHands& hands, const SessionId& session, const std::string& prompt,
               const std::vector<GivenAnswers>& answers) {
  if (!prompt.empty()) {
    CLEW_TRY(record_in(hands.person, session,
                       [&](Trial& wishes) { add_prompt(wishes, prompt, PromptAge::kKept); }));
  }
  for (const auto& given : answers) CLEW_TRY(answer(hands, given, session));
  return success();
}

// The agent may have taken up a session by other means than its work here.
Status take_up_kept(HookHands& hands, const SessionId& session) {
  CLEW_ASSIGN(const std::string prompt, hands.place.kept_prompt());
  CLEW_ASSIGN(const auto answers, hands.place.kept_answers());
  if (prompt.empty() && answers.empty()) return success();
  CLEW_TRY(take_up(hands, session, prompt, answers));
  return hands.place.bind(session);
}

}  // namespace

Status follow_work(HookHands& hands, const Moment& moment) {
  const auto edits = look_at_edits(hands.agent, hands.agent.project().root, moment.edits);
  const GivenAnswers given{hands.agent.caller().key, moment.answers};
  CLEW_ASSIGN(std::optional<SessionId> id, hands.place.at_hand());
  const bool is_bound = id.has_value();
  if (!is_bound) {
    // Read before looking for a session: whoever is bound meanwhile has begun with the same key.
    CLEW_ASSIGN(const std::string before, hands.place.last_bound());
    CLEW_ASSIGN(id, hands.place.for_work());
    CLEW_ASSIGN(std::string prompt, hands.place.kept_prompt());
    if (!id && !may_begin(moment, edits)) {
      note_left_out(hands, moment, edits, hands.agent.project().root, {});
      return given.answers.empty() ? success() : hands.place.keep_answers(answers_to_keep(given));
    }
    if (!id) {
      CLEW_ASSIGN(prompt, last_prompt(hands));
      CLEW_ASSIGN(const Done begun, begin_session(hands, moment, prompt, before));
      id = begun.after.identity.id;
    }
    CLEW_ASSIGN(const auto answers, hands.place.kept_answers());
    CLEW_TRY(take_up(hands, *id, prompt, answers));
  } else {
    CLEW_TRY(take_up_kept(hands, *id));
  }
  CLEW_TRY(
      record_in(hands.agent, *id, [&](Trial& wishes) { fill_work(hands, moment, edits, wishes); }));
  if (!given.answers.empty()) CLEW_TRY(answer(hands, given, *id));
  return is_bound ? success() : hands.place.bind(*id);
}

}  // namespace clew
