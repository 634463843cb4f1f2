#include "interface/hooks/handle_tool_use.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/prompt_text.h"
#include "base/text.h"
#include "drift/touched_files.h"
#include "engine/project/project_root.h"
#include "interface/hooks/todo_list.h"
#include "interface/hooks/tool_facts.h"
#include "secrets/secrets.h"

namespace clew {
namespace {

// How a session begins that is named after what the person asked for.
// The goal is what the person asked for; without that, the client's name has to do.
StartSession start_of(HookContext& context, const HookEvent& event, const KeptEvents& kept,
                      const SessionChoice& choice) {
  Workspace& agent = context.agent;
  StartSession start;
  start.opening = opening_here(agent);
  start.opening.goal = goal_in(kept);
  if (start.opening.goal.empty()) {
    start.opening.goal = fmt::format("Work of {}", event.client);
  }
  start.opening.model = cut(one_line(event.model), 100);
  start.opening.automatic = true;
  start.opening.order = ChildOrder::kAnyOrder;  // a to-do list is no sequence
  if (choice.previous) start.opening.previous = *choice.previous;
  if (!kept.empty()) start.at = kept.front().at;
  return start;
}

// Several tools may end at once, each with a hook of its own: the key lets only one of them begin
// the session, and the others get the same.
Workspace starter_of(HookContext& context, const HookEvent& event, const std::string& before) {
  Caller caller = context.agent.caller();
  caller.key = event.session.empty()
                   ? std::string()
                   : fmt::format("hook begin {} {} {}", event.client, event.session, before);
  return workspace_for(context.agent, std::move(caller));
}

// Everything in it is done, and what comes now is something else.
Status complete_finished(HookContext& context, const SessionId& session) {
  Caller unkeyed = context.agent.caller();
  unkeyed.key.clear();
  Workspace agent = workspace_for(context.agent, std::move(unkeyed));
  return record_in(agent, session, [](Trial& intents) {
    CloseSession close;
    close.status = Lifecycle::kCompleted;
    close.reason = "every step is done, and other work began";
    intents.add(std::move(close));
  });
}

// Deleted on purpose, or there to be hashed, and another than before.
bool leaves_a_trace(const LookedEdit& looked) {
  if (looked.is_idle()) return false;
  return looked.edit->action == FileAction::kDeleted || looked.now.there;
}

// Work begins a session only when it leaves something: an edit that is to be seen, or an item of a
// list. Looking around begins none.
bool may_begin(const HookEvent& event, const std::vector<LookedEdit>& edits) {
  if (std::any_of(edits.begin(), edits.end(), leaves_a_trace)) return true;
  if (!event.plan) return false;
  for (const auto& item : event.plan->items) {
    if (!item.title.empty() && item.status != StepStatus::kSkipped) return true;
  }
  return false;
}

// What was kept for this agent, else what the person said last in the session it was at until now.
KeptEvents kept_or_last_said(HookContext& context, KeptEvents kept, const std::string& before) {
  const bool has_prompt = std::any_of(kept.begin(), kept.end(), [](const KeptEvent& event) {
    return event.kind == KeptKind::kPrompt;
  });
  if (has_prompt || before.empty()) return kept;
  const auto loaded = context.agent.store().load(SessionId(before), std::nullopt);
  if (!loaded || !loaded->session.instruction) return kept;
  const Time at = kept.empty() ? context.agent.now() : kept.front().at;
  kept.insert(kept.begin(),
              KeptEvent{KeptKind::kPrompt, at, loaded->session.instruction->text, {}});
  return kept;
}

// A session that was paused on purpose goes on with the work of the agent that is bound to it.
void wake(Trial& intents) {
  const LifecycleState& lifecycle = intents.session().lifecycle;
  if (lifecycle.status == Lifecycle::kPaused && lifecycle.reason != kInactivity) {
    intents.add(ResumeSession{});
  }
}

// By the person, under the key of the agent's call.
Status answer(HookContext& context, SessionWriter& writer, const GivenAnswers& given) {
  Caller caller = context.person.caller();
  if (!given.call.empty()) caller.key = given.call + " answers";
  Workspace person = workspace_for(context.person, std::move(caller));
  return record_in(writer, person, [&](Trial& intents) { add_answers(intents, given.answers); });
}

// Kept texts get no further check before they are recorded, so secrets go here already.
GivenAnswers answers_to_keep(const GivenAnswers& given) {
  GivenAnswers kept = given;
  for (auto& answered : kept.answers) {
    answered.question = cut(without_secrets(answered.question), kMaxAnswer);
    answered.answer = cut(without_secrets(answered.answer), kMaxAnswer);
    if (answered.options.size() > kMaxChoices) answered.options.resize(kMaxChoices);
    for (auto& choice : answered.options) choice = cut(without_secrets(choice), kMaxAnswer);
  }
  return kept;
}

// Edits that belong to no file of the session's project. Said once: the session may be tried again.
// `lost`: why there is no such project any more, in words; else empty.
void note_left_out(HookContext& context, const HookEvent& event,
                   const std::vector<LookedEdit>& seen, const std::string& root,
                   const std::string& lost) {
  context.left_out.clear();
  for (const auto& edit : event.edits) {
    const bool is_seen = std::any_of(
        seen.begin(), seen.end(), [&](const LookedEdit& looked) { return looked.edit == &edit; });
    if (is_seen) continue;
    context.left_out.push_back(
        edit.path.empty() ? "an edit without a file"
        : root.empty()    ? fmt::format("{}: {}", edit.path, lost)
                          : fmt::format("{} is not a file of the project at {}", edit.path, root));
  }
}

// The order matters: a project that was moved is followed first, then the plan moves, and only then
// edits and the command are recorded at the step that is current by that.
void fill_work(HookContext& context, const HookEvent& event, const std::vector<LookedEdit>& edits,
               Trial& intents) {
  const std::string lost =
      event.edits.empty() ? std::string() : follow_project(intents, context.agent, edits);
  const std::string& here = context.agent.project().root;
  const std::string root =
      event.edits.empty() ? here : project_root_of(context.agent, intents.session());
  if (!edits.empty() || event.plan) wake(intents);
  if (event.plan) add_plan(intents, event.client, *event.plan, subagent_name(event));
  add_explanation(intents, event.explanation);
  const auto seen = root == here ? edits : look_at_edits(context.agent, root, event.edits);
  add_edits(intents, seen, event);
  note_left_out(context, event, seen, root, lost);
  add_command(intents, event);
}

// What was said before there was a session to record it in.
struct KeptWords {
  KeptEvents events;
  std::vector<GivenAnswers> answers;
  bool empty() const { return events.empty() && answers.empty(); }
};

// In its order and at its time; the agent's work comes after. Prompts are the person's, the rest is
// the agent's.
Status take_up(HookContext& context, SessionWriter& writer, const KeptWords& kept) {
  Caller unkeyed = context.agent.caller();
  unkeyed.key.clear();  // it stands for the call that comes now
  Workspace agent = workspace_for(context.agent, std::move(unkeyed));
  for (const auto& event : kept.events) {
    Workspace& by = event.kind == KeptKind::kPrompt ? context.person : agent;
    CLEW_TRY(record_in(writer, by, [&](Trial& intents) { add_kept_event(intents, event); }));
  }
  for (const auto& given : kept.answers) CLEW_TRY(answer(context, writer, given));
  return success();
}

// A command that failed may be why the work is done as it is.
Status keep_failed_command(HookContext& context, const HookEvent& event) {
  auto run = command_run(event);
  if (!run || run->outcome != RunOutcome::kFailure) return success();
  run->command = without_secrets(run->command);
  run->arguments = without_secrets(run->arguments);
  run->error = without_secrets(run->error);
  run->output = without_secrets(run->output);
  return context.conversation.keep({KeptKind::kCommand, context.agent.now(), "", std::move(run)});
}

}  // namespace

// All of it in one transaction: the session, what was kept before there was one, the work, and that
// the agent is bound to it.
Status handle_tool_use(HookContext& context, const HookEvent& event) {
  Workspace& agent = context.agent;
  Conversation& conversation = context.conversation;
  const auto edits = look_at_edits(agent, agent.project().root, event.edits);
  const GivenAnswers given{agent.caller().key, event.answers};
  CLEW_ASSIGN(std::optional<SessionId> id, conversation.at_hand());
  const bool is_bound = id.has_value();
  std::string before;
  KeptWords kept;
  SessionChoice choice;
  CLEW_ASSIGN(kept.events, conversation.kept());
  if (!is_bound) {
    // Read before looking for a session: whoever is bound meanwhile has begun with the same key.
    CLEW_ASSIGN(before, conversation.last_bound());
    CLEW_ASSIGN(choice, conversation.for_work(kept.events));
    id = choice.joins;
  }
  if (!id && !may_begin(event, edits)) {
    note_left_out(context, event, edits, agent.project().root, {});
    CLEW_TRY(keep_failed_command(context, event));
    return given.answers.empty() ? success() : conversation.keep_answers(answers_to_keep(given));
  }
  if (!id) kept.events = kept_or_last_said(context, std::move(kept.events), before);
  CLEW_ASSIGN(kept.answers, conversation.kept_answers());
  // The agent may have taken up a session by other means than its work here.
  const bool binds = !is_bound || !kept.empty();
  if (binds) conversation.find_process();

  std::optional<Workspace> starter;
  if (!id) starter.emplace(starter_of(context, event, before));
  const StartSession start = id ? StartSession() : start_of(context, event, kept.events, choice);
  const auto recording = [&](SessionWriter& writer) -> Result<Done> {
    if (starter) CLEW_TRY(writer.add_begin(*starter, start));
    CLEW_TRY(take_up(context, writer, kept));
    CLEW_TRY(record_in(writer, agent,
                       [&](Trial& intents) { fill_work(context, event, edits, intents); }));
    if (!given.answers.empty()) CLEW_TRY(answer(context, writer, given));
    if (binds) CLEW_TRY(conversation.bind(writer.writing(), writer.session()));
    return writer.finish();
  };
  const auto done =
      id ? agent.write_session(*id, recording) : starter->write_new_session(recording);
  if (!done) return done.error();
  return choice.completes ? complete_finished(context, *choice.completes) : success();
}

}  // namespace clew
