#include "interface/hooks/conversation.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/presence.h"
#include "document/json/json.h"
#include "document/json/lenient_json.h"
#include "interface/hooks/tool_facts.h"
#include "session/progress.h"
#include "session/side_steps.h"

namespace clew {
namespace {

constexpr size_t kMaxLooked = 5;              // open sessions a starting agent may be told of
constexpr size_t kMaxCalls = 32;              // with answers, before there is a session
constexpr const char* kCleared = "/cleared";  // no session is called so
constexpr const char* kResumed = " resumed";

bool is_open(Lifecycle status) { return !is_closed(status); }

// Every step of the plan is complete, and there is one that is no aid of a subagent's.
bool is_finished(const Session& session) {
  bool has_own = false;
  for (const auto& step : session.steps) {
    if (step.id == kRoot || step.removed || is_aid(session, step.id)) continue;
    if (!is_complete(step)) return false;
    has_own = true;
  }
  return has_own;
}

SessionCourse course_of(const Session& session) {
  const LifecycleState& lifecycle = session.lifecycle;
  if (lifecycle.status == Lifecycle::kPaused && lifecycle.reason != kInactivity) {
    return SessionCourse::kPutAside;
  }
  return is_finished(session) ? SessionCourse::kFinished : SessionCourse::kOpen;
}

std::vector<std::string> open_items(const Session& session) {
  std::vector<std::string> out;
  for (const auto& step : session.steps) {
    if (step.id != kRoot && !step.removed && !is_complete(step)) out.push_back(step.title);
  }
  return out;
}

std::string last_words(const Session& session) {
  const auto& made = session.checkpoints.items;
  const auto found = std::find_if(made.rbegin(), made.rend(), [](const Checkpoint& checkpoint) {
    return checkpoint.name == kEndOfTurn && !checkpoint.note.empty();
  });
  return found == made.rend() ? std::string() : found->note;
}

// What other agents are doing in a session, and which of them are gone for good.
struct Others {
  OthersTurn turn = OthersTurn::kNone;
  std::vector<ActorId> gone;
};

// A bound agent whose process has ended is gone. One with the very process of this conversation was
// an earlier one in it.
Others others_of(Workspace& workspace, const std::vector<BoundAgent>& agents,
                 const ProcessMark& own, const Session& session) {
  Others out;
  const Duration since_work = workspace.now() - session.last_activity;
  const bool goes_on = since_work <= kTurnGoesOn && is_turn_open(session);
  for (const auto& agent : agents) {
    if (agent.actor == workspace.caller().actor) continue;
    const auto presence =
        presence_of(workspace.files(), agent, workspace.surroundings().device, since_work);
    const bool same = own.pid > 0 && agent.process == own;
    if (presence == AgentPresence::kGone || same) out.gone.push_back(agent.actor);
    // What went on in our own process before is over, unless it has several at once.
    const bool is_over = same && use_of(agent.actor) == ProcessUse::kOneConversation;
    if (presence == AgentPresence::kThere && goes_on && !is_over) out.turn = OthersTurn::kOpen;
  }
  return out;
}

}  // namespace

// The process is looked for only when it is needed, since that reads /proc.
Conversation::Conversation(Workspace& workspace, FindProcess find_process)
    : workspace_(workspace), find_process_(std::move(find_process)) {}

const ProcessMark& Conversation::process() {
  if (!process_) process_ = find_process_();
  return *process_;
}

Status Conversation::put_settings(Transaction& transaction, const Settings& settings) {
  for (const auto& [name, value] : settings) CLEW_TRY(transaction.put_setting(name, value));
  return success();
}

Status Conversation::put(const Settings& settings) {
  return transact(workspace_, workspace_.write_deadline(),
                  [&](Transaction& transaction) { return put_settings(transaction, settings); });
}

// One transaction for all that binding means: the agent at the session, the conversation in the
// process, and the settings.
Status Conversation::put_self(Transaction& transaction, const SessionId& session, Conversing course,
                              const Settings& settings) {
  BoundAgent self{workspace_.caller().actor, process(), course == Conversing::kEnded, true};
  CLEW_TRY(put_bound_agent(transaction, session, std::move(self)));
  CLEW_ASSIGN(const Settings running, conversation(transaction, course));
  CLEW_TRY(put_settings(transaction, running));
  return put_settings(transaction, settings);
}

Result<Conversation::Settings> Conversation::conversation(StoreReader& store, Conversing course) {
  const std::string name = process_key(process());
  if (name.empty()) return Settings();
  CLEW_ASSIGN(const std::string before, store.setting(name));
  const ActorId& self = workspace_.caller().actor;
  std::string now = conversations_with(before, self, course, use_of(self));
  return now == before ? Settings()
                       : Settings{
                             {name, std::move(now)}
  };
}

// Closed, archived and forgotten sessions are no place for new work.
Result<std::optional<SessionId>> Conversation::if_open(const std::string& id) {
  if (id.empty()) return std::optional<SessionId>();
  const auto summary = workspace_.store().summary(SessionId(id));
  if (!summary && summary.error().code != ErrorCode::kNotFound) return summary.error();
  const bool there =
      summary && is_open(summary->status) && !summary->archived && !summary->forgotten;
  return there ? std::optional(SessionId(id)) : std::nullopt;
}

// CLEW_SESSION, else the session that this conversation is bound to, if it is open.
Result<std::optional<SessionId>> Conversation::at_hand() {
  const std::string& named = workspace_.surroundings().session;
  if (!named.empty()) {
    CLEW_ASSIGN(const SessionRef ref, workspace_.parse_ref(named));
    return std::optional(ref.id);
  }
  CLEW_ASSIGN(const std::string bound, last_bound());
  return if_open(bound);
}

Result<std::string> Conversation::closed_name() {
  const std::string& named = workspace_.surroundings().session;
  if (named.empty()) return std::string();
  CLEW_ASSIGN(const SessionRef ref, workspace_.parse_ref(named));
  CLEW_ASSIGN(const SessionSummary summary, workspace_.store().summary(ref.id));
  if (is_open(summary.status)) return std::string();
  return fmt::format("CLEW_SESSION names {}, which is {}: nothing more is recorded in it",
                     summary.id.text, name_of(summary.status));
}

Result<SessionView> Conversation::view_of(const SessionSummary& summary) {
  CLEW_ASSIGN(const Loaded loaded, workspace_.store().load(summary.id, std::nullopt));
  CLEW_ASSIGN(const auto agents, bound_agents(workspace_.store(), summary.id));
  const Session& session = loaded.session;
  SessionView view;
  view.id = summary.id;
  view.begun = session.identity.automatic ? BegunBy::kHook : BegunBy::kPurpose;
  view.course = course_of(session);
  view.turn = others_of(workspace_, agents, process(), session).turn;
  view.goal = session.identity.goal;
  view.open_items = open_items(session);
  view.last_words = last_words(session);
  return view;
}

// Gathers what choose_session decides on: the session that the checkout uses, what the agent was
// told of, prompts so far, and the open sessions of the project.
Result<SessionChoice> Conversation::for_work(const KeptEvents& kept) {
  SessionChoices choices;
  CLEW_ASSIGN(const std::string used, setting(use_setting(workspace_.project().root)));
  CLEW_ASSIGN(choices.used, if_open(used));
  CLEW_ASSIGN(const std::string briefed, setting(briefed_setting(actor())));
  if (briefed == kCleared) choices.opening = Opening::kCleared;
  const std::string reported = briefed.substr(0, briefed.find(' '));
  if (!reported.empty() && briefed != kCleared) choices.briefed = SessionId(reported);
  if (briefed.ends_with(kResumed)) {
    CLEW_ASSIGN(choices.own, if_open(reported));
  }
  for (const auto& event : kept) {
    if (event.kind == KeptKind::kPrompt) choices.prompts.push_back(event.text);
  }
  for (const auto& summary : workspace_.open_sessions()) {
    if (choices.used || choices.own || choices.open.size() == kMaxLooked) break;
    if (summary.actor == actor()) choices.own = summary.id;
    CLEW_ASSIGN(SessionView view, view_of(summary));
    choices.open.push_back(std::move(view));
  }
  return choose_session(choices);
}

Status Conversation::bind(Transaction& transaction, const SessionId& session) {
  return put_self(transaction, session, Conversing::kGoesOn,
                  {
                      {binding_setting(actor()), session.text},
                      {prompt_setting(actor()),  ""          },
                      {answers_setting(actor()), ""          },
                      {briefed_setting(actor()), ""          }
  });
}

// Writes only what changed: this runs at every hook event.
Status Conversation::refresh(SessionWriter& writer) {
  CLEW_ASSIGN(const auto agents, bound_agents(writer.reader(), writer.session()));
  const BoundAgent self{workspace_.caller().actor, process(), false, true};
  CLEW_ASSIGN(const Settings running, conversation(writer.reader(), Conversing::kGoesOn));
  const bool known = std::find(agents.begin(), agents.end(), self) != agents.end();
  if (!known) CLEW_TRY(put_bound_agent(writer.writing(), writer.session(), self));
  return running.empty() ? success() : put_settings(writer.writing(), running);
}

Result<Conversation::Settings> Conversation::kept_words(StoreReader& store) {
  Settings settings;
  for (const std::string& key : {prompt_setting(actor()), answers_setting(actor()),
                                 briefed_setting(actor()), compaction_setting(actor())}) {
    CLEW_ASSIGN(const std::string kept, store.setting(key));
    if (!kept.empty()) settings.emplace_back(key, "");
  }
  return settings;
}

Status Conversation::end(SessionWriter& writer) {
  CLEW_ASSIGN(const Settings settings, kept_words(writer.reader()));
  return put_self(writer.writing(), writer.session(), Conversing::kEnded, settings);
}

// Without a session only what was kept is forgotten.
Status Conversation::end() {
  CLEW_ASSIGN(Settings settings, kept_words(workspace_.store()));
  CLEW_ASSIGN(const Settings running, conversation(workspace_.store(), Conversing::kEnded));
  settings.insert(settings.end(), running.begin(), running.end());
  return settings.empty() ? success() : put(settings);
}

Result<KeptEvents> Conversation::kept(StoreReader& store) {
  CLEW_ASSIGN(const std::string text, store.setting(prompt_setting(actor())));
  KeptEvents kept = read_kept(text, workspace_.now());
  return is_expired(kept, workspace_.now()) ? KeptEvents() : kept;
}

// Read and written in one transaction: hooks that are installed twice come at once. What
// conversations left that never ended goes with the first thing that another keeps.
Status Conversation::keep(KeptEvent event) {
  find_process();
  const Time now = workspace_.now();
  return transact(workspace_, workspace_.write_deadline(), [&](Transaction& transaction) -> Status {
    CLEW_ASSIGN(const Settings running, conversation(transaction, Conversing::kGoesOn));
    CLEW_TRY(put_settings(transaction, running));
    CLEW_ASSIGN(KeptEvents kept, this->kept(transaction));
    if (kept.empty()) {
      CLEW_ASSIGN(const auto all, transaction.settings(prompt_setting(ActorId())));
      for (const auto& other : all) {
        if (is_expired(read_kept(other.value, now), now)) {
          CLEW_TRY(transaction.put_setting(other.key, ""));
        }
      }
    }
    add_kept(kept, event);
    return transaction.put_setting(prompt_setting(actor()), write_kept(kept));
  });
}

// What cannot be read stops no work.
Result<std::vector<GivenAnswers>> Conversation::kept_answers(StoreReader& store) {
  CLEW_ASSIGN(const std::string text, store.setting(answers_setting(actor())));
  std::vector<GivenAnswers> kept;
  if (const auto tree = parse_cut_json(text); tree && from_value(*tree, kept, "answers"))
    return kept;
  return std::vector<GivenAnswers>();
}

// Read and written in one transaction: hooks that are installed twice tell of a call at once.
Status Conversation::keep_answers(const GivenAnswers& given) {
  return transact(workspace_, workspace_.write_deadline(), [&](Transaction& transaction) -> Status {
    CLEW_ASSIGN(auto kept, kept_answers(transaction));
    std::erase_if(kept, [&](const GivenAnswers& known) {
      return !known.call.empty() && known.call == given.call;
    });
    kept.push_back(given);
    if (kept.size() > kMaxCalls) kept.erase(kept.begin());  // the latest stay
    return transaction.put_setting(answers_setting(actor()), write_json(to_value(kept)));
  });
}

Status Conversation::keep_briefed(const SessionId& session, Briefed how) {
  const std::string value = session.text + (how == Briefed::kResumed ? kResumed : "");
  CLEW_ASSIGN(const std::string before, setting(briefed_setting(actor())));
  if (before == value) return success();
  return put({
      {briefed_setting(actor()), value}
  });
}

Status Conversation::keep_cleared() {
  return put({
      {briefed_setting(actor()), kCleared}
  });
}

Result<CompactionBrief> Conversation::kept_compaction() {
  CLEW_ASSIGN(const std::string text, setting(compaction_setting(actor())));
  if (text.empty()) return CompactionBrief();
  CLEW_ASSIGN(const Value tree, parse_cut_json(text));
  return from_value<CompactionBrief>(tree);
}

Status Conversation::keep_compaction(const CompactionBrief& reported) {
  return put({
      {compaction_setting(actor()), write_json(to_value(reported))}
  });
}

// Told once per conversation and handoff.
bool Conversation::is_news(const Elsewhere& elsewhere) {
  const std::string key = handoff_setting(actor());
  const std::string told =
      fmt::format("{}@{}", elsewhere.session.text, elsewhere.handoff.origin.id.number);
  const auto before = setting(key);
  if (before && *before == told) return false;
  // What is told counts more than that it was told.
  static_cast<void>(put({
      {key, told}
  }));
  return true;
}

Result<std::string> Conversation::last_bound() {
  if (!last_bound_) {
    CLEW_ASSIGN(last_bound_, setting(binding_setting(actor())));
  }
  return *last_bound_;
}

Result<Conversation::StartView> Conversation::start_view(const SessionId& id) {
  StartView view;
  CLEW_ASSIGN(view.loaded, workspace_.store().load(id, std::nullopt));
  CLEW_ASSIGN(const auto agents, bound_agents(workspace_.store(), id));
  Others others = others_of(workspace_, agents, process(), view.loaded.session);
  view.turn = others.turn;
  view.gone = std::move(others.gone);
  return view;
}

// Which session a starting agent is told of: its own, even when it is closed and the conversation
// goes on; then the one the checkout uses; then the first open one in which nobody is at work, else
// the first.
Result<std::optional<Conversation::StartView>> Conversation::to_brief(StartSource source) {
  CLEW_ASSIGN(std::optional<SessionId> id, at_hand());
  const bool goes_on = source == StartSource::kResume || source == StartSource::kCompact;
  if (!id && goes_on) {
    // Its session is closed: it may well ask what became of it.
    CLEW_ASSIGN(const std::string bound, last_bound());
    const auto summary = workspace_.store().summary(SessionId(bound));
    if (!bound.empty() && summary && !summary->forgotten) id = SessionId(bound);
  }
  const bool is_bound = id.has_value();
  if (!id) {
    CLEW_ASSIGN(const std::string used, setting(use_setting(workspace_.project().root)));
    CLEW_ASSIGN(id, if_open(used));
  }
  if (id) {
    CLEW_ASSIGN(StartView view, start_view(*id));
    view.is_bound = is_bound;
    return std::optional(std::move(view));
  }
  std::optional<StartView> first;
  size_t looked = 0;
  for (const auto& summary : workspace_.open_sessions()) {
    if (++looked > kMaxLooked) break;
    CLEW_ASSIGN(StartView view, start_view(summary.id));
    if (view.turn == OthersTurn::kNone) return std::optional(std::move(view));
    if (!first) first = std::move(view);
  }
  return first;
}

}  // namespace clew
