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
enum class WishClass { kBeginning, kWork, kFact, kControl };

WishClass class_of(const Session& session, const Wish& wish) {
  struct Visitor {
    const Session& s;
    WishClass operator()(const StartSession&) const { return WishClass::kBeginning; }
    WishClass operator()(const ForkSession&) const { return WishClass::kBeginning; }
    WishClass operator()(const AddSteps&) const { return WishClass::kWork; }
    WishClass operator()(const NameStep&) const { return WishClass::kFact; }
    WishClass operator()(const RemoveStep&) const { return WishClass::kWork; }
    WishClass operator()(const StartStep&) const { return WishClass::kWork; }
    WishClass operator()(const CompleteStep&) const { return WishClass::kWork; }
    WishClass operator()(const ChangeStep&) const { return WishClass::kWork; }
    WishClass operator()(const RevisitStep&) const {
      const bool reopens = s.lifecycle.status == Lifecycle::kCompleted;
      return reopens ? WishClass::kControl : WishClass::kWork;
    }
    WishClass operator()(const PauseSession&) const { return WishClass::kControl; }
    WishClass operator()(const ResumeSession&) const { return WishClass::kControl; }
    WishClass operator()(const CloseSession&) const { return WishClass::kControl; }
    WishClass operator()(const ArchiveSession&) const { return WishClass::kControl; }
    WishClass operator()(const ClaimStep&) const { return WishClass::kWork; }
    WishClass operator()(const ReleaseStep&) const { return WishClass::kWork; }
    WishClass operator()(const RecordFact&) const { return WishClass::kFact; }
    WishClass operator()(const RedactEvent&) const { return WishClass::kControl; }
  };
  return visit(Visitor{session}, wish.any);
}

Error no_session(const Session& session) {
  const std::string& id = session.identity.id.text;
  return make_error(ErrorCode::kNotFound, "there is no such session", id.empty() ? "session" : id,
                    "clew list");
}

Result<Drafts> redact_event(const Session& session, const RedactEvent& wish) {
  if (wish.target.number == 0 || wish.target > session.head) {
    return make_error(ErrorCode::kNotFound,
                      fmt::format("there is no event {}; the last one is {}", wish.target.number,
                                  session.head.number),
                      std::to_string(wish.target.number), "clew log");
  }
  return Drafts{
      {EventRedacted{wish.target, wish.replacement, wish.reason}, {}}
  };
}

Result<Drafts> fork_session(const Session& session, const ForkSession& wish) {
  if (!session.exists()) return no_session(session);
  return Drafts{
      {SessionForked{wish.parent, wish.parent_seq, wish.reason}, {}}
  };
}

Result<Drafts> decide_wish(const Session& session, const Intent& intent) {
  struct Visitor {
    const Session& s;
    const Intent& i;
    Result<Drafts> operator()(const StartSession& w) const { return start_session(s, i, w); }
    Result<Drafts> operator()(const AddSteps& w) const { return add_steps(s, i, w); }
    Result<Drafts> operator()(const NameStep& w) const { return name_step(s, w); }
    Result<Drafts> operator()(const RemoveStep& w) const { return remove_step(s, w); }
    Result<Drafts> operator()(const StartStep& w) const { return start_step(s, i, w); }
    Result<Drafts> operator()(const CompleteStep& w) const { return complete_step(s, i, w); }
    Result<Drafts> operator()(const ChangeStep& w) const { return change_step(s, i, w); }
    Result<Drafts> operator()(const RevisitStep& w) const { return revisit_step(s, w); }
    Result<Drafts> operator()(const PauseSession& w) const { return pause_session(s, w); }
    Result<Drafts> operator()(const ResumeSession&) const { return resume_session(s); }
    Result<Drafts> operator()(const CloseSession& w) const { return close_session(s, w); }
    Result<Drafts> operator()(const ArchiveSession& w) const { return archive_session(s, w); }
    Result<Drafts> operator()(const ClaimStep& w) const { return claim_step(s, i, w); }
    Result<Drafts> operator()(const ReleaseStep& w) const { return release_step(s, i, w); }
    Result<Drafts> operator()(const RecordFact& w) const { return record_fact(s, i, w); }
    Result<Drafts> operator()(const RedactEvent& w) const { return redact_event(s, w); }
    Result<Drafts> operator()(const ForkSession& w) const { return fork_session(s, w); }
  };
  return visit(Visitor{session, intent}, intent.wish.any);
}

// The pause that was due, and the resume that the first work after it brings.
Drafts due_by_inactivity(const Session& session, const Intent& intent, WishClass wish) {
  Drafts drafts;
  const auto due = inactivity_due(session, intent.now);
  if (due) {
    const StepId at = current_step(session, intent.actor);
    drafts.push_back({
        SessionPaused{kInactivity, label_of(session, at)},
        *due
    });
  }
  const bool asleep = due || (session.lifecycle.status == Lifecycle::kPaused &&
                              session.lifecycle.reason == kInactivity);
  if (asleep && wish != WishClass::kControl) drafts.push_back({SessionResumed{true}, {}});
  return drafts;
}

Result<Drafts> decide_awake(const Session& session, const Intent& intent, WishClass wish) {
  if (wish == WishClass::kWork) CLEW_TRY(allow(session, LifecycleVerb::kWork));
  if (wish == WishClass::kFact) CLEW_TRY(allow(session, LifecycleVerb::kFact));
  return decide_wish(session, intent);
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

Result<Drafts> decide(const Session& session, const Intent& intent) {
  const WishClass wish = class_of(session, intent.wish);
  if (wish == WishClass::kBeginning) return decide_wish(session, intent);
  if (!session.exists()) return no_session(session);
  Drafts drafts = due_by_inactivity(session, intent, wish);
  if (drafts.empty()) return decide_awake(session, intent, wish);
  const Session awake = preview(session, drafts, intent.now, intent.actor);
  CLEW_ASSIGN(const Drafts more, decide_awake(awake, intent, wish));
  drafts.insert(drafts.end(), more.begin(), more.end());
  return drafts;
}

Trial::Trial(const Session& session, Time now, ActorId actor)
    : begin_(session), now_(std::max(now, session.last_activity)), actor_(std::move(actor)) {}

const Session& Trial::session() const {
  if (applied_ < drafts_.size()) {
    ahead_ = preview(ahead_ ? std::move(*ahead_) : begin_, std::span(drafts_).subspan(applied_),
                     now_, actor_);
    applied_ = drafts_.size();
  }
  return ahead_ ? *ahead_ : begin_;
}

Status Trial::require(Wish wish) {
  const std::optional<Time> at = wish.at;
  Intent intent{at ? std::min(*at, now_) : now_, actor_, std::move(wish)};
  CLEW_ASSIGN(Drafts decided, decide(session(), intent));
  for (auto& draft : decided) {
    if (at && !draft.at) draft.at = intent.now;
  }
  std::move(decided.begin(), decided.end(), std::back_inserter(drafts_));
  wishes_.push_back(std::move(intent.wish));
  return success();
}

Tried Trial::add(Wish wish) { return require(std::move(wish)) ? Tried::kTaken : Tried::kRefused; }

Result<Drafts> decide_all(const Session& session, const std::vector<Wish>& wishes, Time now,
                          const ActorId& actor) {
  Trial trial(session, now, actor);
  for (const Wish& wish : wishes) CLEW_TRY(trial.require(wish));
  return trial.take_drafts();
}

}  // namespace clew
