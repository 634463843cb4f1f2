// Pausing, resuming, closing and archiving a session, by the table of transitions.cc. Completing
// wants every step of the plan to be complete; the other ends do not.

#include <fmt/format.h>

#include "session/decide_internal.h"
#include "session/progress.h"
#include "session/side_steps.h"

namespace clew::deciding {
namespace {

Result<LifecycleVerb> closing_verb(const Session& session, Lifecycle status) {
  switch (status) {
    case Lifecycle::kCompleted:
      return LifecycleVerb::kComplete;
    case Lifecycle::kFailed:
      return LifecycleVerb::kFail;
    case Lifecycle::kAborted:
      return LifecycleVerb::kAbort;
    case Lifecycle::kAbandoned:
      return LifecycleVerb::kAbandon;
    case Lifecycle::kActive:
    case Lifecycle::kPaused:
      break;
  }
  return make_error(ErrorCode::kUsage,
                    fmt::format("a session cannot be closed as {}", name_of(status)),
                    session.identity.id.text, "clew close --aborted   or  clew pause");
}

// Aids may be open: completing the session skips them.
Status check_all_done(const Session& session) {
  std::vector<StepId> left = open_ends(session, kRoot);
  std::erase_if(left, [&](StepId id) { return is_aid(session, id); });
  if (!left.empty() && left.front() != kRoot) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("step {} is not done{}", label_of(session, left.front()),
                                  why_not_done(*session.find(left.front()))),
                      session.identity.id.text,
                      way_on(session, *session.find(left.front())) +
                          "      or  clew close --aborted --reason \"…\"");
  }
  if (session.root().gate) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("the session has a gate: {}", to_text(*session.root().gate)),
                      session.identity.id.text, way_on(session, session.root()));
  }
  return success();
}

}  // namespace

Result<Drafts> pause_session(const Session& session, const PauseSession& intent) {
  CLEW_TRY(allow(session, LifecycleVerb::kPause));
  return Drafts{
      {SessionPaused{intent.reason, intent.context}, {}}
  };
}

Result<Drafts> resume_session(const Session& session) {
  CLEW_TRY(allow(session, LifecycleVerb::kResume));
  return Drafts{
      {SessionResumed{false}, {}}
  };
}

Result<Drafts> close_session(const Session& session, const CloseSession& intent) {
  CLEW_ASSIGN(const LifecycleVerb verb, closing_verb(session, intent.status));
  CLEW_TRY(allow(session, verb));
  Drafts drafts;
  if (verb == LifecycleVerb::kComplete) {
    CLEW_TRY(check_all_done(session));
    skip_aids(session, session.root(), drafts);
  }
  drafts.push_back({
      SessionEnded{intent.status, intent.reason},
      {}
  });
  return drafts;
}

Result<Drafts> archive_session(const Session& session, const ArchiveSession& intent) {
  if (session.lifecycle.archived == intent.archived) {
    return make_error(
        ErrorCode::kInvalid,
        intent.archived ? "the session is already archived" : "the session is not archived",
        session.identity.id.text, "clew list --archived");
  }
  return Drafts{
      {SessionArchived{intent.archived}, {}}
  };
}

Result<Drafts> hand_off(const Session& session, const HandOff& intent) {
  CLEW_TRY(allow(session, LifecycleVerb::kFact));
  if (session.handoff && session.handoff->signing_key == intent.to.signing_key) {
    return make_error(ErrorCode::kInvalid, fmt::format("{} has it already", intent.to.device),
                      session.identity.id.text, "clew sync");
  }
  return Drafts{
      {intent.to, {}}
  };
}

}  // namespace clew::deciding
