#pragma once
// The parts of `decide`, one per subject, each in the decide_*.cc of that name. They take what
// `decide` has checked (there is a session, and its lifecycle allows this class of intent) and
// answer the events or the reason why not. Private to src/session.

#include "session/draft.h"
#include "session/intent.h"

namespace clew::deciding {

Result<Drafts> start_session(const Session& session, const Proposal& proposal,
                             const StartSession& intent);
Result<Drafts> add_steps(const Session& session, const Proposal& proposal, const AddSteps& intent);
Result<Drafts> name_step(const Session& session, const NameStep& intent);
Result<Drafts> remove_step(const Session& session, const RemoveStep& intent);
// kInvalid when steps would wait for each other for ever.
Status check_cycles(const Session& session);

Result<Drafts> start_step(const Session& session, const Proposal& proposal,
                          const StartStep& intent);
Result<Drafts> complete_step(const Session& session, const Proposal& proposal,
                             const CompleteStep& intent);
Result<Drafts> recheck_step(const Session& session, const RecheckStep& intent);
Result<Drafts> change_step(const Session& session, const Proposal& proposal,
                           const ChangeStep& intent);

Result<Drafts> claim_step(const Session& session, const Proposal& proposal,
                          const ClaimStep& intent);
Result<Drafts> release_step(const Session& session, const Proposal& proposal,
                            const ReleaseStep& intent);

Result<Drafts> revisit_step(const Session& session, const RevisitStep& intent);

Result<Drafts> pause_session(const Session& session, const PauseSession& intent);
Result<Drafts> resume_session(const Session& session);
Result<Drafts> close_session(const Session& session, const CloseSession& intent);
Result<Drafts> archive_session(const Session& session, const ArchiveSession& intent);
Result<Drafts> hand_off(const Session& session, const HandOff& intent);

Result<Drafts> record_fact(const Session& session, const Proposal& proposal,
                           const RecordFact& intent);

// Text below the limit, and with something to read.
Status check_text(const std::string& text, const char* what, size_t most = 64 * 1024);
// A path that may be recorded.
Status check_path(const std::string& path);
// Few enough, and each names a file.
Status check_ties(const std::vector<Tie>& ties);

// kInvalid with the next command, when the session's table has no such cell.
Status allow(const Session& session, LifecycleVerb verb);

Result<const Step*> existing(const Session& session, StepId id);
// kInvalid when it is inside of a complete step: nothing happens to it any more.
Status check_around(const Session& session, const Step& step);
// kInvalid when something must be done before this step may begin.
Status check_ready(const Session& session, const Step& step);
// kConflict when somebody else holds the step, or this actor's own claim has run out or been
// replaced.
Status check_lease(const Session& session, const Proposal& proposal, const Step& step,
                   const std::optional<uint32_t>& fence);
// What this actor may claim now: what it is at already, else what somebody let go, else the first
// that is ready.
std::optional<StepId> step_to_claim(const Session& session, const ActorId& actor, Time now);
// The command that leads on from a step that is not done: done, retry or unblock.
std::string way_on(const Session& session, const Step& step);
// Why the step's table has no such cell, and the way on.
Error refuse_transition(const Session& session, const Step& step, StepVerb verb);
// " (its gate failed: …)"; empty when there is nothing to say.
std::string why_not_done(const Step& step);

// The step begins, and with it every step around it that has not begun or was complete.
void start_with_parents(const Session& session, const Step& step, Drafts& drafts);
// Aids end with the step they stand beside.
void skip_aids(const Session& session, const Step& step, Drafts& drafts);
// What follows from `completed` being complete: the steps around it, the end of the session, or the
// actor's next step.
void follow_up(const Session& session, const Proposal& proposal, StepId completed, NextStep next,
               Drafts& drafts);

// The name under which an artifact is put aside: notes.md → notes.v2.md, .env → .env.v2. By its
// version, and above all numbers that are taken.
std::string archived_name(const Artifact& artifact, const std::vector<std::string>& taken = {});
// Since this version was kept, its step or one around it was revisited or affected by it.
bool was_gone_back_to(const Session& session, const Artifact& artifact);

}  // namespace clew::deciding
