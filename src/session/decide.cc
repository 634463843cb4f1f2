#include "session/decide.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "session/decide_internal.h"
#include "session/progress.h"

namespace clew {
namespace {

using namespace deciding;

// A beginning needs no session, or another one's; work moves the plan; a fact only tells; control
// is about the session itself.
enum class IntentClass { kBeginning, kWork, kFact, kControl };

IntentClass class_of(const Session& session, const Intent& intent) {
  struct Visitor {
    const Session& s;
    IntentClass operator()(const StartSession&) const { return IntentClass::kBeginning; }
    IntentClass operator()(const ForkSession&) const { return IntentClass::kBeginning; }
    IntentClass operator()(const AddSteps&) const { return IntentClass::kWork; }
    IntentClass operator()(const NameStep&) const { return IntentClass::kFact; }
    IntentClass operator()(const RemoveStep&) const { return IntentClass::kWork; }
    IntentClass operator()(const StartStep&) const { return IntentClass::kWork; }
    IntentClass operator()(const CompleteStep&) const { return IntentClass::kWork; }
    // Looked at again, nothing goes on: a closed session stays closed, a sleeping one asleep.
    IntentClass operator()(const RecheckStep&) const { return IntentClass::kControl; }
    IntentClass operator()(const ChangeStep&) const { return IntentClass::kWork; }
    IntentClass operator()(const RevisitStep&) const {
      const bool reopens = s.lifecycle.status == Lifecycle::kCompleted;
      return reopens ? IntentClass::kControl : IntentClass::kWork;
    }
    IntentClass operator()(const PauseSession&) const { return IntentClass::kControl; }
    IntentClass operator()(const ResumeSession&) const { return IntentClass::kControl; }
    IntentClass operator()(const CloseSession&) const { return IntentClass::kControl; }
    IntentClass operator()(const ArchiveSession&) const { return IntentClass::kControl; }
    IntentClass operator()(const HandOff&) const { return IntentClass::kControl; }
    IntentClass operator()(const ClaimStep&) const { return IntentClass::kWork; }
    IntentClass operator()(const ReleaseStep&) const { return IntentClass::kWork; }
    IntentClass operator()(const RecordFact&) const { return IntentClass::kFact; }
    IntentClass operator()(const RedactEvent&) const { return IntentClass::kControl; }
  };
  return visit(Visitor{session}, intent.any);
}

Error no_session(const Session& session) {
  const std::string& id = session.identity.id.text;
  return make_error(ErrorCode::kNotFound, "there is no such session", id.empty() ? "session" : id,
                    "clew list");
}

Result<Drafts> redact_event(const Session& session, const RedactEvent& intent) {
  if (intent.target.number == 0 || intent.target > session.head) {
    return make_error(ErrorCode::kNotFound,
                      fmt::format("there is no event {}; the last one is {}", intent.target.number,
                                  session.head.number),
                      std::to_string(intent.target.number), "clew log");
  }
  return Drafts{
      {EventRedacted{intent.target, intent.replacement, intent.reason}, {}}
  };
}

Result<Drafts> fork_session(const Session& session, const ForkSession& intent) {
  if (!session.exists()) return no_session(session);
  return Drafts{
      {SessionForked{intent.parent, intent.parent_seq, intent.reason}, {}}
  };
}

// One overload per intent, so that an intent without a rule does not compile. The rules are in the
// decide_*.cc files.
Result<Drafts> decide_intent(const Session& session, const Proposal& proposal) {
  struct Visitor {
    const Session& s;
    const Proposal& i;
    Result<Drafts> operator()(const StartSession& w) const { return start_session(s, i, w); }
    Result<Drafts> operator()(const AddSteps& w) const { return add_steps(s, i, w); }
    Result<Drafts> operator()(const NameStep& w) const { return name_step(s, w); }
    Result<Drafts> operator()(const RemoveStep& w) const { return remove_step(s, w); }
    Result<Drafts> operator()(const StartStep& w) const { return start_step(s, i, w); }
    Result<Drafts> operator()(const CompleteStep& w) const { return complete_step(s, i, w); }
    Result<Drafts> operator()(const RecheckStep& w) const { return recheck_step(s, w); }
    Result<Drafts> operator()(const ChangeStep& w) const { return change_step(s, i, w); }
    Result<Drafts> operator()(const RevisitStep& w) const { return revisit_step(s, w); }
    Result<Drafts> operator()(const PauseSession& w) const { return pause_session(s, w); }
    Result<Drafts> operator()(const ResumeSession&) const { return resume_session(s); }
    Result<Drafts> operator()(const CloseSession& w) const { return close_session(s, w); }
    Result<Drafts> operator()(const ArchiveSession& w) const { return archive_session(s, w); }
    Result<Drafts> operator()(const HandOff& w) const { return hand_off(s, w); }
    Result<Drafts> operator()(const ClaimStep& w) const { return claim_step(s, i, w); }
    Result<Drafts> operator()(const ReleaseStep& w) const { return release_step(s, i, w); }
    Result<Drafts> operator()(const RecordFact& w) const { return record_fact(s, i, w); }
    Result<Drafts> operator()(const RedactEvent& w) const { return redact_event(s, w); }
    Result<Drafts> operator()(const ForkSession& w) const { return fork_session(s, w); }
  };
  return visit(Visitor{session, proposal}, proposal.intent.any);
}

// The pause that was due, and the resume that the first work after it brings.
Drafts due_by_inactivity(const Session& session, const Proposal& proposal, IntentClass intent) {
  Drafts drafts;
  const auto due = inactivity_due(session, proposal.now);
  if (due) {
    const StepId at = current_step(session, proposal.actor);
    drafts.push_back({
        SessionPaused{kInactivity, label_of(session, at)},
        *due
    });
  }
  const bool asleep = due || (session.lifecycle.status == Lifecycle::kPaused &&
                              session.lifecycle.reason == kInactivity);
  if (asleep && intent != IntentClass::kControl) drafts.push_back({SessionResumed{true}, {}});
  return drafts;
}

Result<Drafts> decide_awake(const Session& session, const Proposal& proposal, IntentClass intent) {
  if (intent == IntentClass::kWork) CLEW_TRY(allow(session, LifecycleVerb::kWork));
  if (intent == IntentClass::kFact) CLEW_TRY(allow(session, LifecycleVerb::kFact));
  return decide_intent(session, proposal);
}

// The command that says what was left empty.
std::string way_to_say(std::string_view what) {
  struct Row {
    std::string_view what;
    const char* command;
  };
  static constexpr Row kRows[] = {
      {"the goal",             "clew start \"…\""                         },
      {"the decision",         "clew decide \"…\" --because \"…\""        },
      {"the question",         "clew ask \"…\""                           },
      {"the answer",           "clew answer \"…\""                        },
      {"what was tried",       "clew tried \"…\" --because \"…\""         },
      {"the note",             "clew note \"…\""                          },
      {"the path",             "clew changed PATH"                        },
      {"the command",          "clew ran \"…\""                           },
      {"the error",            "clew error \"…\""                         },
      {"the claim",            "clew claim defer \"…\" --because \"…\""   },
      {"the rationale",        "clew claim override \"…\" --because \"…\""},
      {"the agent's id",       "clew agent start arch-1"                  },
      {"the attribute's name", "clew set KEY=VALUE"                       },
      {"the instruction",      "clew instruct \"…\""                      },
      {"a step's title",       "clew step add \"…\""                      },
      {"the reason",           "give a reason with --reason \"…\""        },
  };
  for (const auto& row : kRows) {
    if (row.what == what) return row.command;
  }
  return "enter some text";
}

}  // namespace

namespace deciding {

// The limit counts bytes, not characters. `what` is both the subject of the message and the key
// into way_to_say, so a new one is added there as well.
Status check_text(const std::string& text, const char* what, size_t most) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    return make_error(ErrorCode::kUsage, fmt::format("{} is empty", what), what, way_to_say(what));
  }
  if (text.size() > most) {
    // What names a thing cannot be in a file instead.
    constexpr std::string_view kNames[] = {"the goal", "a step's title", "the agent's id",
                                           "the attribute's name"};
    const bool is_name = std::find(std::begin(kNames), std::end(kNames), what) != std::end(kNames);
    return make_error(ErrorCode::kInvalid,
                      fmt::format("{} has {} bytes, over the limit of {}", what, text.size(), most),
                      what,
                      is_name ? way_to_say(what) + "   with shorter text"
                              : "clew artifact add FILE   stores long text");
  }
  return success();
}

// What the lifecycle table permits; on a refusal the next command depends on the state: a paused
// session is resumed, a completed one with a plan revisited, any other forked.
Status allow(const Session& session, LifecycleVerb verb) {
  const Lifecycle now = session.lifecycle.status;
  if (next_status(now, verb)) return success();
  const std::string& id = session.identity.id.text;
  if (now == Lifecycle::kPaused && verb != LifecycleVerb::kPause) {
    return make_error(ErrorCode::kInvalid, "the session is paused", id, "clew resume " + id);
  }
  if (verb == LifecycleVerb::kPause || verb == LifecycleVerb::kResume) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("only {} session can be {}d; this one is {}",
                                  verb == LifecycleVerb::kPause ? "an active" : "a paused",
                                  name_of(verb), name_of(now)),
                      id, "clew status " + id);
  }
  std::string next = "clew fork " + id;
  if (now == Lifecycle::kCompleted && session.has_plan()) {
    next = fmt::format("clew revisit {} --impact minor   or  {}",
                       number_of(session, leaves(session).back()), next);
  }
  return make_error(ErrorCode::kInvalid, fmt::format("the session is {}", name_of(now)), id, next);
}

}  // namespace deciding

// A session that was left for a day is paused first, with the time that the pause was due, and
// resumed by anything but control. Those events come before the intent's own and in the same
// command, so the intent is decided on the state that they leave.
Result<Drafts> decide(const Session& session, const Proposal& proposal) {
  const IntentClass intent = class_of(session, proposal.intent);
  if (intent == IntentClass::kBeginning) return decide_intent(session, proposal);
  if (!session.exists()) return no_session(session);
  Drafts drafts = due_by_inactivity(session, proposal, intent);
  if (drafts.empty()) return decide_awake(session, proposal, intent);
  const Session awake = preview(session, drafts, proposal.now, proposal.actor);
  CLEW_ASSIGN(const Drafts more, decide_awake(awake, proposal, intent));
  drafts.insert(drafts.end(), more.begin(), more.end());
  return drafts;
}

Trial::Trial(const Session& session, Time now, ActorId actor)
    : begin_(session), now_(std::max(now, session.last_activity)), actor_(std::move(actor)) {}

// The state after everything taken so far. It is computed only when asked for, and from the drafts
// not yet applied, so that a long list of intents costs one pass and not one per intent.
const Session& Trial::session() const {
  if (applied_ < drafts_.size()) {
    ahead_ = preview(ahead_ ? std::move(*ahead_) : begin_, std::span(drafts_).subspan(applied_),
                     now_, actor_);
    applied_ = drafts_.size();
  }
  return ahead_ ? *ahead_ : begin_;
}

// An intent that carries its own time (an import, a transcript) gets that time on its events, but
// never one later than the trial's.
Status Trial::require(Intent intent) {
  const std::optional<Time> at = intent.at;
  Proposal proposal{at ? std::min(*at, now_) : now_, actor_, std::move(intent)};
  CLEW_ASSIGN(Drafts decided, decide(session(), proposal));
  for (auto& draft : decided) {
    if (at && !draft.at) draft.at = proposal.now;
  }
  std::move(decided.begin(), decided.end(), std::back_inserter(drafts_));
  intents_.push_back(std::move(proposal.intent));
  return success();
}

Tried Trial::add(Intent intent) {
  return require(std::move(intent)) ? Tried::kTaken : Tried::kRefused;
}

// All or nothing: the first refusal ends it and no draft is returned.
Result<Drafts> decide_all(const Session& session, const std::vector<Intent>& intents, Time now,
                          const ActorId& actor) {
  Trial trial(session, now, actor);
  for (const Intent& intent : intents) CLEW_TRY(trial.require(intent));
  return trial.take_drafts();
}

Result<Session> after_intents(const Session& session, const std::vector<Intent>& intents, Time now,
                              const ActorId& actor) {
  Trial trial(session, now, actor);
  for (const Intent& intent : intents) CLEW_TRY(trial.require(intent));
  return trial.session();
}

}  // namespace clew
