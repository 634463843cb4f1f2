#include "interface/hooks/handle_event.h"

#include <fmt/format.h>

#include "agent_client/prompt_text.h"
#include "base/text.h"
#include "drift/touched_files.h"
#include "interface/hooks/brief_for_client.h"
#include "interface/hooks/handle_tool_use.h"
#include "interface/hooks/todo_list.h"
#include "interface/hooks/tool_facts.h"

namespace clew {
namespace {

// Of files that were touched before: the client gives a prompt five seconds, the end of a turn ten.
constexpr uint64_t kReadAtPrompt = uint64_t{32} << 20;
constexpr uint64_t kReadAtTurnEnd = uint64_t{512} << 20;

constexpr size_t kMostSummary = 4000;

constexpr Duration kSameMoment = seconds(10);  // of hooks that are installed twice

// Nothing comes of work in a session that is closed; the person who named it hears why.
Result<bool> may_record(HookHands& hands) {
  CLEW_ASSIGN(std::string closed, hands.place.closed_name());
  if (closed.empty()) return true;
  hands.left_out.push_back(std::move(closed));
  return false;
}

// One command by the agent in the session it is at; nothing happens when it is at none.
template <class Fill>
Result<HookReply> in_session(HookHands& hands, Fill&& fill) {
  CLEW_ASSIGN(const auto id, hands.place.at_hand());
  if (!id) return HookReply();
  CLEW_TRY(record_in(hands.agent, *id, fill));
  return HookReply();
}

Result<HookReply> at_start(HookHands& hands, const Moment& moment) {
  HookReply reply;
  reply.actor = hands.agent.caller().actor.text;
  CLEW_ASSIGN(const auto view, hands.place.to_be_told(moment.source));
  if (!view) return reply;
  const Session& session = view->loaded.session;
  const Duration idle = hands.agent.now() - session.last_activity;
  if (choose_brief(moment.source, view->others, idle) == BriefSize::kFull) {
    reply.context = full_brief(hands.agent, view->loaded, context_limit(moment.agent), view->gone);
    const bool joins = !view->is_bound && !is_closed(session.lifecycle.status);
    // What is told counts more than that it was told: a store that cannot be written still briefs.
    if (joins) static_cast<void>(hands.place.keep_briefed(session.identity.id));
  } else {
    reply.context = five_lines(hands.agent, view->loaded, view->gone);
  }
  reply.line = reply.context.substr(0, reply.context.find('\n'));
  return reply;
}

Result<HookReply> at_prompt(HookHands& hands, const Moment& moment) {
  const std::string text = prompt_to_keep(moment.prompt);
  if (text.empty()) return HookReply();
  CLEW_ASSIGN(const auto id, hands.place.at_hand());
  if (!id) {
    CLEW_TRY(hands.place.keep_prompt(text));
    return HookReply();
  }
  CLEW_TRY(record_in(hands.person, *id, [&](Trial& wishes) {
    // Between two turns the files are the person's: what changed there is not the agent's.
    if (is_between_turns(wishes.session(), hands.agent.caller().actor)) {
      add_changes_since(wishes, hands.agent, kReadAtPrompt);
    }
    add_prompt(wishes, text, PromptAge::kNow);
  }));
  CLEW_TRY(hands.place.refresh(*id));
  return HookReply();
}

// Touched files are looked at again, so that formatters and the agent's own commits belong to the
// turn and are not taken for somebody else's.
Result<HookReply> at_turn_end(HookHands& hands, const Moment& moment) {
  return in_session(hands, [&](Trial& wishes) {
    static_cast<void>(follow_project(wishes, hands.agent, {}));
    add_changes_since(wishes, hands.agent, kReadAtTurnEnd);
    if (is_turn_open(wishes.session())) add_checkpoint(wishes, kEndOfTurn, moment.text);
  });
}

Result<HookReply> before_compaction(HookHands& hands) {
  CLEW_ASSIGN(const auto id, hands.place.at_hand());
  if (!id) return HookReply();
  std::string goal;
  CLEW_TRY(record_in(hands.agent, *id, [&](Trial& wishes) {
    goal = wishes.session().identity.goal;
    if (has_moved_on(wishes.session())) add_checkpoint(wishes, "before compaction", "");
  }));
  HookReply reply;
  reply.summariser = fmt::format(
      "Keep in the summary: the goal (\"{}\"), the step at hand and what is next, decisions with "
      "their reasons, approaches that failed. Files, commands and steps are recorded in clew "
      "session {} and come back as a brief; leave them short.",
      cut(visible(one_line(goal)), 160), id->text);
  return reply;
}

Result<HookReply> after_compaction(HookHands& hands, const Moment& moment) {
  return in_session(hands, [&](Trial& wishes) {
    NoteAdded note;
    note.text = cut("Summary at compaction: " + moment.text, kMostSummary);
    const auto& last = wishes.session().context.last_compression;
    const auto& notes = wishes.session().notes.items;
    const bool is_told = moment.text.empty() || (!notes.empty() && notes.back().text == note.text);
    if (is_told && last && hands.agent.now() - *last < kSameMoment) return;
    ContextReported report;
    report.compressed = true;
    wishes.add_fact(report);
    if (!moment.text.empty()) wishes.add_fact(std::move(note));
  });
}

// The brief stands behind the summary in this and every later request: what a hook adds to one is
// not kept by the client.
Result<HookReply> at_request(HookHands& hands, const Moment& moment) {
  const Hash summary = sha256(moment.text);
  CLEW_ASSIGN(const CompactionBrief kept, hands.place.kept_compaction());
  HookReply reply;
  if (kept.summary == summary) {
    reply.context = kept.brief;
    return reply;
  }
  CLEW_TRY(after_compaction(hands, moment));
  CLEW_ASSIGN(reply, at_start(hands, moment));
  if (!reply.context.empty()) CLEW_TRY(hands.place.keep_compaction({summary, reply.context}));
  return reply;
}

Result<HookReply> at_end(HookHands& hands, const Moment& moment) {
  CLEW_ASSIGN(const auto id, hands.place.at_hand());
  if (id) {
    CLEW_TRY(record_in(hands.agent, *id, [&](Trial& wishes) {
      const auto& made = wishes.session().checkpoints.items;
      const bool is_told = !made.empty() && made.back().name == kEndOfConversation &&
                           !has_moved_on(wishes.session());
      if (!is_told) add_checkpoint(wishes, kEndOfConversation, moment.text);
    }));
  }
  CLEW_TRY(hands.place.end(id));
  return HookReply();
}

}  // namespace

Result<HookReply> follow_moment(HookHands& hands, const Moment& moment) {
  if (moment.kind != MomentKind::kSessionStart && moment.kind != MomentKind::kRequest) {
    CLEW_ASSIGN(const bool may, may_record(hands));
    if (!may) return HookReply();
  }
  switch (moment.kind) {
    case MomentKind::kSessionStart:
      return at_start(hands, moment);
    case MomentKind::kPrompt:
      return at_prompt(hands, moment);
    case MomentKind::kTool:
      CLEW_TRY(follow_work(hands, moment));
      return HookReply();
    case MomentKind::kPreCompact:
      return before_compaction(hands);
    case MomentKind::kPostCompact:
      return after_compaction(hands, moment);
    case MomentKind::kRequest:
      return at_request(hands, moment);
    case MomentKind::kTurnEnd:
      return at_turn_end(hands, moment);
    case MomentKind::kSubagentStart:
    case MomentKind::kSubagentEnd:
      return in_session(hands, [&](Trial& wishes) {
        add_subagent(wishes, moment);
        if (moment.kind == MomentKind::kSubagentEnd) {
          end_plan(wishes, moment.agent, subagent_name(moment));
        }
      });
    case MomentKind::kSessionEnd:
      return at_end(hands, moment);
  }
  return HookReply();
}

}  // namespace clew
