#include "interface/hooks/handle_event.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/prompt_text.h"
#include "base/text.h"
#include "brief/stored_text.h"
#include "drift/touched_files.h"
#include "engine/remote/background_sync.h"
#include "engine/remote/handed_off.h"
#include "engine/remote/remote_state.h"
#include "interface/hooks/brief_for_client.h"
#include "interface/hooks/handle_tool_use.h"
#include "interface/hooks/todo_list.h"
#include "interface/hooks/tool_facts.h"
#include "secrets/secrets.h"
#include "session/apply.h"

namespace clew {
namespace {

// Of files that were touched before: the client gives a prompt five seconds, the end of a turn ten.
constexpr uint64_t kReadAtPrompt = uint64_t{32} << 20;
constexpr uint64_t kReadAtTurnEnd = uint64_t{512} << 20;

constexpr size_t kMaxSummary = 4000;

constexpr Duration kSameMoment = seconds(10);  // of hooks that are installed twice

// Nothing comes of work in a session that is closed; the person who named it hears why.
Result<bool> may_record(HookContext& context) {
  CLEW_ASSIGN(std::string closed, context.conversation.closed_name());
  if (closed.empty()) return true;
  context.left_out.push_back(std::move(closed));
  return false;
}

// One command by the agent in the session it is at; nothing happens when it is at none.
template <class Fill>
Result<HookReply> in_session(HookContext& context, Fill&& fill) {
  CLEW_ASSIGN(const auto id, context.conversation.at_hand());
  if (!id) return HookReply();
  CLEW_TRY(record_in(context.agent, *id, fill));
  return HookReply();
}

// That work of this store went on elsewhere, one line for each remote; from the last look at it.
std::string newer_elsewhere(HookContext& context, const HookEvent& event) {
  if (event.kind != HookEventKind::kSessionStart || event.source == StartSource::kCompact)
    return {};
  look_in_background(context.agent);
  std::string lines;
  for (const auto& [name, state] : remote_states(context.agent.store())) {
    const std::string words = newer_words(name, state);
    if (!words.empty()) lines += "\nclew: " + words;
  }
  return lines;
}

ContextLimit less_by(ContextLimit limit, const std::string& text) {
  const size_t size = text.size();  // no fewer than characters of any kind
  limit.characters -= std::min(limit.characters, size);
  limit.utf16 -= std::min(limit.utf16, size);
  limit.bytes -= std::min(limit.bytes, size);
  return limit;
}

// What an agent is told when it begins: the whole brief of its session, or five lines of one in
// which another agent is at work. What is told must not depend on whether the store can be written.
Result<HookReply> at_start(HookContext& context, const HookEvent& event) {
  HookReply reply;
  reply.actor = context.agent.caller().actor.text;
  // Once in a conversation: the person hears that a store of this project is not used.
  const std::string& passed_over = context.agent.surroundings().store_note;
  if (event.source != StartSource::kCompact && !passed_over.empty()) {
    reply.line = "clew: " + passed_over;
  }
  const std::string newer = newer_elsewhere(context, event);
  CLEW_ASSIGN(const auto view, context.conversation.to_brief(event.source));
  if (!view) {
    if (!newer.empty()) reply.context = newer.substr(1);
    return reply;
  }
  const Session& session = view->loaded.session;
  if (event.source == StartSource::kClear) {
    // A store that cannot be written still briefs.
    static_cast<void>(context.conversation.keep_cleared());
  }
  if (choose_brief(event.source, view->turn) == BriefSize::kFull) {
    reply.context = full_brief(context.agent, view->loaded,
                               less_by(context.client.context_limit, newer), view->gone);
    const bool joins = !view->is_bound && !is_closed(session.lifecycle.status);
    // What is told counts more than that it was told: a store that cannot be written still briefs.
    const bool resumed = event.source == StartSource::kResume && view->turn == OthersTurn::kNone;
    const auto how = resumed ? Conversation::Briefed::kResumed : Conversation::Briefed::kAtStart;
    if (joins) static_cast<void>(context.conversation.keep_briefed(session.identity.id, how));
  } else {
    reply.context = five_lines(context.agent, view->loaded, view->gone);
  }
  if (reply.line.empty()) reply.line = reply.context.substr(0, reply.context.find('\n'));
  reply.context += newer;
  return reply;
}

// Nobody types that fast: another hook did not let the turn end, and this is its reason.
bool has_just_ended_turn(const Trial& intents, const Workspace& agent) {
  const auto ended = turn_ended_at(intents.session());
  const auto& made = intents.session().checkpoints.items;
  return ended && made.back().origin.actor == agent.caller().actor &&
         agent.now() - *ended < seconds(1);
}

// Before there is a session the prompt is kept; the first work takes it up. A prompt is the
// person's, so it is recorded by them and not by the agent.
Result<HookReply> at_prompt(HookContext& context, const HookEvent& event) {
  const std::string text = prompt_to_keep(event.prompt);
  if (text.empty()) return HookReply();
  CLEW_ASSIGN(const auto id, context.conversation.at_hand());
  if (!id) {
    CLEW_TRY(context.conversation.keep({KeptKind::kPrompt, context.agent.now(), text, {}}));
    return HookReply();
  }
  const auto fill = [&](Trial& intents) {
    if (context.client.repeats_reasons && has_just_ended_turn(intents, context.agent)) return;
    // Between two turns the files are the person's: what changed there is not the agent's.
    if (is_between_turns(intents.session(), context.agent.caller().actor)) {
      add_changes_since(intents, context.agent, kReadAtPrompt);
    }
    add_prompt(intents, text);
  };
  context.conversation.find_process();
  CLEW_TRY(context.person.write_session(*id, [&](SessionWriter& writer) -> Result<Done> {
    CLEW_TRY(record_in(writer, context.person, fill));
    CLEW_TRY(context.conversation.refresh(writer));
    return writer.finish();
  }));
  return HookReply();
}

// Touched files are looked at again, so that formatters and the agent's own commits belong to the
// turn and are not taken for somebody else's.
Result<HookReply> at_turn_end(HookContext& context, const HookEvent& event) {
  const bool failed = event.kind == HookEventKind::kTurnFailure;
  const std::string message = message_to_keep(event.text);
  CLEW_ASSIGN(const auto id, context.conversation.at_hand());
  if (!id && !message.empty()) {
    CLEW_TRY(context.conversation.keep({failed ? KeptKind::kFailedTurn : KeptKind::kMessage,
                                        context.agent.now(),
                                        without_secrets(message),
                                        {}}));
  }
  return in_session(context, [&](Trial& intents) {
    static_cast<void>(follow_project(intents, context.agent, {}));
    add_changes_since(intents, context.agent, kReadAtTurnEnd);
    if (is_turn_open(intents.session()) || is_further_message(intents, message)) {
      add_checkpoint(intents, failed ? kTurnFailed : kEndOfTurn, message);
    }
  });
}

// A checkpoint before the context is compressed, and words for whoever summarises.
Result<HookReply> before_compaction(HookContext& context) {
  CLEW_ASSIGN(const auto id, context.conversation.at_hand());
  if (!id) return HookReply();
  std::string goal;
  CLEW_TRY(record_in(context.agent, *id, [&](Trial& intents) {
    const Identity& identity = intents.session().identity;
    goal = quoted(identity.goal, 160) + edited_mark(identity.goal_by);
    if (has_moved_on(intents.session())) add_checkpoint(intents, "before compaction", "");
  }));
  HookReply reply;
  reply.summariser = fmt::format(
      "Keep in the summary: the goal ({}), the current step and what is next, decisions with their "
      "reasons, approaches that failed. What the person asked for, the last messages, failing "
      "commands, files and steps are recorded in clew session {} and come back as a brief; keep "
      "them short.",
      goal, id->text);
  return reply;
}

// A compaction may be told by two hooks at once; the second one adds nothing.
Result<HookReply> after_compaction(HookContext& context, const HookEvent& event) {
  return in_session(context, [&](Trial& intents) {
    NoteAdded note;
    note.text = cut("Summary at compaction: " + event.text, kMaxSummary);
    const auto& last = intents.session().context.last_compression;
    const auto& notes = intents.session().notes.items;
    const bool is_reported =
        event.text.empty() || (!notes.empty() && notes.back().text == note.text);
    if (is_reported && last && context.agent.now() - *last < kSameMoment) return;
    ContextReported report;
    report.compressed = true;
    intents.add_fact(report);
    if (!event.text.empty()) intents.add_fact(std::move(note));
  });
}

// The brief stands behind the summary in this and every later request: what a hook adds to one is
// not kept by the client.
Result<HookReply> at_request(HookContext& context, const HookEvent& event) {
  const Hash summary = sha256(event.text);
  CLEW_ASSIGN(const CompactionBrief kept, context.conversation.kept_compaction());
  HookReply reply;
  if (kept.summary == summary) {
    reply.context = kept.brief;
    return reply;
  }
  CLEW_TRY(after_compaction(context, event));
  CLEW_ASSIGN(reply, at_start(context, event));
  if (!reply.context.empty())
    CLEW_TRY(context.conversation.keep_compaction({summary, reply.context}));
  return reply;
}

// The end is recorded once, unless work went on after it.
Result<HookReply> at_end(HookContext& context, const HookEvent& event) {
  CLEW_ASSIGN(const auto id, context.conversation.at_hand());
  if (!id) {
    CLEW_TRY(context.conversation.end());
    return HookReply();
  }
  const auto fill = [&](Trial& intents) {
    const auto& made = intents.session().checkpoints.items;
    const bool is_reported =
        !made.empty() && made.back().name == kEndOfConversation && !has_moved_on(intents.session());
    if (!is_reported) add_checkpoint(intents, kEndOfConversation, event.text);
  };
  context.conversation.find_process();
  CLEW_TRY(context.agent.write_session(*id, [&](SessionWriter& writer) -> Result<Done> {
    CLEW_TRY(record_in(writer, context.agent, fill));
    CLEW_TRY(context.conversation.end(writer));
    return writer.finish();
  }));
  return HookReply();
}

// Start and request brief even when nothing may be recorded.
Result<HookReply> handle(HookContext& context, const HookEvent& event) {
  if (event.kind != HookEventKind::kSessionStart && event.kind != HookEventKind::kRequest) {
    CLEW_ASSIGN(const bool may, may_record(context));
    if (!may) return HookReply();
  }
  switch (event.kind) {
    case HookEventKind::kSessionStart:
      return at_start(context, event);
    case HookEventKind::kPrompt:
      return at_prompt(context, event);
    case HookEventKind::kTool:
      CLEW_TRY(handle_tool_use(context, event));
      return HookReply();
    case HookEventKind::kPreCompact:
      return before_compaction(context);
    case HookEventKind::kPostCompact:
      return after_compaction(context, event);
    case HookEventKind::kRequest:
      return at_request(context, event);
    case HookEventKind::kTurnEnd:
    case HookEventKind::kTurnFailure:
    case HookEventKind::kAgentMessage:
      return at_turn_end(context, event);
    case HookEventKind::kSubagentStart:
    case HookEventKind::kSubagentEnd:
      return in_session(context, [&](Trial& intents) {
        add_subagent(intents, event);
        if (event.kind == HookEventKind::kSubagentEnd) {
          end_plan(intents, event.client, subagent_name(event));
        }
      });
    case HookEventKind::kSessionEnd:
      return at_end(context, event);
  }
  return HookReply();
}

// Where a line reaches the user.
bool may_tell(HookEventKind kind) {
  return kind == HookEventKind::kPrompt || kind == HookEventKind::kTool ||
         kind == HookEventKind::kTurnEnd || kind == HookEventKind::kTurnFailure ||
         kind == HookEventKind::kAgentMessage;
}

}  // namespace

// Handed off to another device: the person hears so once, at an event where a line reaches them.
Result<HookReply> handle_event(HookContext& context, const HookEvent& event) {
  CLEW_ASSIGN(HookReply reply, handle(context, event));
  if (!may_tell(event.kind) || !reply.line.empty()) return reply;
  const auto& elsewhere =
      context.person.elsewhere() ? context.person.elsewhere() : context.agent.elsewhere();
  if (elsewhere && context.conversation.is_news(*elsewhere)) {
    reply.line = "clew: " + handed_off_words(elsewhere->handoff, context.agent.now());
  }
  return reply;
}

}  // namespace clew
