// How facts, artifacts and attributes change a session: each is added to the list of its kind,
// which is then bounded; answers and changed claims find theirs by its id.

#include <set>
#include <tuple>

#include "base/text.h"
#include "session/applier.h"

namespace clew {
namespace {

// A null takes the attribute away, unless it is to be kept as a null.
void set_attribute(std::vector<Attribute>& attributes, const AttributeSet& e) {
  const bool takes_away = e.value.is_null() && !e.keeps_null;
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [&](const Attribute& a) { return a.key == e.key; });
  if (found == attributes.end()) {
    if (!takes_away) attributes.push_back({e.key, e.value});
  } else if (takes_away) {
    attributes.erase(found);
  } else {
    found->value = e.value;
  }
}

// The one to let go, of `failures` or of the others: the oldest that ran again, else the oldest.
size_t run_to_drop(const std::vector<CommandRun>& runs, bool failures) {
  std::set<std::tuple<RunOutcome, std::string_view, std::string_view>> later;
  size_t oldest = runs.size();
  std::optional<size_t> repeated;
  for (size_t i = runs.size(); i-- > 0;) {
    const CommandRun& run = runs[i];
    if ((run.outcome == RunOutcome::kFailure) != failures) continue;
    oldest = i;
    if (!later.emplace(run.outcome, run.command, run.arguments).second) repeated = i;
  }
  return repeated.value_or(oldest);
}

}  // namespace

// At least half of the room is left to runs that passed, so that a row of failures does not push
// out what worked.
void bound(Kept<CommandRun>& kept) {
  auto& runs = kept.items;
  while (runs.size() > kKeptRuns) {
    const auto failures = std::count_if(runs.begin(), runs.end(), [](const CommandRun& run) {
      return run.outcome == RunOutcome::kFailure;
    });
    const bool too_many = static_cast<size_t>(failures) > kKeptRuns / 2;
    runs.erase(runs.begin() + static_cast<ptrdiff_t>(run_to_drop(runs, too_many)));
  }
}

// Among the older half, the one with the shortest note goes first; the latest half always stays.
void bound(Kept<Checkpoint>& kept) {
  auto& made = kept.items;
  while (made.size() > kKeptFacts) {
    const auto older = made.end() - static_cast<ptrdiff_t>(kKeptFacts / 2);
    made.erase(std::min_element(made.begin(), older, [](const Checkpoint& a, const Checkpoint& b) {
      return a.note.size() < b.note.size();
    }));
  }
}

void Applier::operator()(const DecisionMade& e) {
  add(s_.decisions, Decision{origin(e.step), e.topic, e.options, e.choice, e.reason, {}, e.ties});
}

void Applier::operator()(const QuestionAsked& e) {
  add(s_.questions, Question{origin(e.step), e.text, "", {}, {}, {}, e.ties});
}

void Applier::operator()(const QuestionAnswered& e) {
  Question* question = find_fact(s_.questions, e.question);
  if (question == nullptr) return;
  question->answer = e.answer;
  question->answered_by = h_.actor;
  question->answered_at = h_.at;
  bound(s_.questions);
}

void Applier::operator()(const ApproachFailed& e) {
  add(s_.failed_approaches, FailedApproach{origin(e.step), e.what, e.why, e.paths, {}, e.ties});
}

void Applier::operator()(const NoteAdded& e) {
  add(s_.notes, Note{origin(e.step), e.text, e.log, {}, e.ties});
}

// One record per path: what it was before the session, what it is now.
// The sums are capped, and what the file was before the session is taken from the first record. A
// file that was created and then modified stays created.
void Applier::operator()(const FileChanged& e) {
  FileChange change{origin(e.step), e.path,          e.action,
                    e.lines_added,  e.lines_removed, e.hash_before,
                    e.hash_after,   e.agent,         {}};
  auto& items = s_.files.items;
  const auto found = std::find_if(items.begin(), items.end(),
                                  [&](const FileChange& f) { return f.path == e.path; });
  if (found != items.end()) {
    change.lines_added = capped_sum(found->lines_added, e.lines_added);
    change.lines_removed = capped_sum(found->lines_removed, e.lines_removed);
    change.hash_before = found->hash_before;
    if (found->action == FileAction::kCreated && e.action == FileAction::kModified) {
      change.action = FileAction::kCreated;
    }
    change.attributes = std::move(found->attributes);
    items.erase(found);
    --s_.files.total;
  }
  add(s_.files, std::move(change));
  add_to_agent(e);
}

void Applier::operator()(const CommandRan& e) {
  add(s_.runs, CommandRun{origin(e.step),
                          e.command,
                          e.arguments,
                          e.model,
                          e.agent,
                          e.outcome,
                          e.exit_code,
                          e.duration,
                          e.error,
                          {}});
}

void Applier::operator()(const ErrorRecorded& e) {
  add(s_.errors, ErrorFact{origin(e.step), e.text, e.category, {}});
  s_.lifecycle.last_error = e.text;
  s_.lifecycle.last_error_at = h_.at;
}

void Applier::operator()(const ClaimMade& e) {
  add(s_.claims, Claim{origin(e.step), e.text, e.status, e.reason, e.result, e.rationale, {}, {}});
}

// Reason, result and rationale are separate: an override says why in `rationale`, and what resolved
// a deferred claim stands in `result` beside the reason for putting it off.
void Applier::operator()(const ClaimChanged& e) {
  Claim* claim = find_fact(s_.claims, e.claim);
  if (claim == nullptr) return;
  const bool about_override =
      e.status == ClaimStatus::kOverridden || e.status == ClaimStatus::kReconfirmed;
  // Why it was put off stays beside what settled it.
  const bool settles = e.status == ClaimStatus::kResolved && !claim->reason.empty();
  std::string& slot = about_override ? claim->rationale : settles ? claim->result : claim->reason;
  if (!e.reason.empty()) slot = e.reason;
  claim->status = e.status;
  claim->changed_at = h_.at;
  bound(s_.claims);
}

// One record per path: the latest version. What it replaced stays named in it, until the next
// archived name takes over.
void Applier::operator()(const ArtifactAdded& e) {
  auto& items = s_.artifacts.items;
  Artifact added{origin(e.step), e.path, e.content,  e.size, e.version, "",
                 e.replaced_as,  {},     e.seen_from};
  for (const auto& before : items) {
    if (before.path != e.path) continue;
    added.replaced = e.replaced_as.empty() ? before.replaced : before.content;
    if (e.replaced_as.empty()) added.replaced_as = before.replaced_as;
  }
  const size_t replaced = std::erase_if(items, [&](const Artifact& a) { return a.path == e.path; });
  if (replaced > 0) --s_.artifacts.total;
  add(s_.artifacts, std::move(added));
}

void Applier::operator()(const ArtifactArchived& e) {
  for (auto& artifact : s_.artifacts.items) {
    if (artifact.path == e.path) artifact.archived_as = e.archived_as;
  }
}

// Messages of an agent at the end of a turn can be long; the log has all of it, the state in memory
// a part.
void Applier::operator()(const CheckpointMade& e) {
  const bool is_message = e.label == kEndOfTurn || e.label == kTurnFailed;
  add(s_.checkpoints,
      Checkpoint{origin(e.step), e.label, is_message ? cut(e.note, kKeptText) : e.note});
}

void Applier::operator()(const AttributeSet& e) {
  const auto set_on_fact = [&](auto& kept) {
    if (auto* found = find_fact(kept, e.fact)) set_attribute(found->attributes, e);
  };
  Step* owner = step(e.step);
  switch (e.owner) {
    case AttributeOwner::kSession:
      set_attribute(root().attributes, e);
      break;
    case AttributeOwner::kStep:
      if (owner != nullptr) set_attribute(owner->attributes, e);
      break;
    case AttributeOwner::kAttempt:
      if (owner == nullptr) break;
      for (auto& attempt : owner->attempts) {
        if (attempt.number == e.attempt) set_attribute(attempt.attributes, e);
      }
      break;
    case AttributeOwner::kAgent:
      for (auto& agent : s_.agents.items) {
        if (agent.id == e.agent) set_attribute(agent.attributes, e);
      }
      break;
    case AttributeOwner::kFact:
      set_on_fact(s_.decisions);
      set_on_fact(s_.questions);
      set_on_fact(s_.failed_approaches);
      set_on_fact(s_.notes);
      set_on_fact(s_.files);
      set_on_fact(s_.runs);
      set_on_fact(s_.errors);
      set_on_fact(s_.claims);
      break;
  }
}

}  // namespace clew
