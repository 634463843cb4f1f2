// Recording facts: what is checked before a decision, question, file, run, claim, agent, artifact
// or attribute is taken. Facts change no plan, so little is refused: empty or overlong text and
// paths, ids of facts that are not there, and the transitions of claims and agents that their
// tables do not have.

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.h"
#include "base/shell_word.h"
#include "session/decide_internal.h"
#include "session/progress.h"

namespace clew::deciding {

Status check_path(const std::string& path) {
  constexpr size_t kMaxPath = 1024;
  CLEW_TRY(check_text(path, "the path", kMaxPath));
  if (path.find('\0') != std::string::npos) {
    return make_error(ErrorCode::kInvalid, "a path cannot contain a NUL byte", "path",
                      "clew changed PATH");
  }
  return success();
}

Status check_ties(const std::vector<Tie>& ties) {
  if (ties.size() > kMaxTies) {
    return make_error(
        ErrorCode::kInvalid,
        fmt::format("it rests on {} files and symbols; at most {} are kept", ties.size(), kMaxTies),
        "ties", "name the most important ones");
  }
  for (const Tie& tie : ties) CLEW_TRY(check_path(tie.path));
  return success();
}

namespace {

template <class T>
const T* find_fact(const Kept<T>& kept, Seq id) {
  for (const auto& item : kept.items) {
    if (item.origin.id == id) return &item;
  }
  return nullptr;
}

// From one status of a claim to another. A transition that is not listed is refused; resolved and
// reconfirmed are final.
struct ClaimRow {
  ClaimStatus from;
  ClaimStatus to;
};
constexpr ClaimRow kClaimTable[] = {
    {ClaimStatus::kDeferred,   ClaimStatus::kVerified   },
    {ClaimStatus::kDeferred,   ClaimStatus::kResolved   },
    {ClaimStatus::kDeferred,   ClaimStatus::kOverridden },
    {ClaimStatus::kVerified,   ClaimStatus::kOverridden },
    {ClaimStatus::kOverridden, ClaimStatus::kReconfirmed},
};

bool may_become(ClaimStatus from, ClaimStatus to) {
  return std::any_of(std::begin(kClaimTable), std::end(kClaimTable),
                     [&](const ClaimRow& row) { return row.from == from && row.to == to; });
}

// In the order of AgentVerb.
const char* infinitive_of(AgentVerb verb) {
  static constexpr const char* kWords[] = {"start",    "make progress", "finish",    "fail",
                                           "time out", "try again",     "be planned"};
  return kWords[static_cast<size_t>(verb)];
}

// Checks one fact and fills in what it leaves to the session.
class Recorder {
 public:
  Recorder(const Session& session, StepId step) : s_(session), step_(step) {}

  Result<Drafts> operator()(DecisionMade e) const {
    CLEW_TRY(check_text(e.choice, "the decision"));
    CLEW_TRY(check_ties(e.ties));
    return one(e);
  }
  Result<Drafts> operator()(QuestionAsked e) const {
    CLEW_TRY(check_text(e.text, "the question"));
    CLEW_TRY(check_ties(e.ties));
    return one(e);
  }
  Result<Drafts> operator()(const QuestionAnswered& e) const {
    CLEW_TRY(check_text(e.answer, "the answer"));
    const Question* question = find_fact(s_.questions, e.question);
    if (question == nullptr)
      return no_fact("open question", e.question, "clew log --type question_asked");
    if (!question->open()) {
      return make_error(
          ErrorCode::kInvalid,
          fmt::format("question {} was answered: {}", e.question.number, question->answer),
          std::to_string(e.question.number), "clew ask \"…\"");
    }
    return Drafts{
        {e, {}}
    };
  }
  Result<Drafts> operator()(ApproachFailed e) const {
    CLEW_TRY(check_text(e.what, "what was tried"));
    for (const auto& path : e.paths) CLEW_TRY(check_path(path));
    CLEW_TRY(check_ties(e.ties));
    return one(e);
  }
  Result<Drafts> operator()(NoteAdded e) const {
    CLEW_TRY(check_text(e.text, "the note"));
    CLEW_TRY(check_ties(e.ties));
    return one(e);
  }
  Result<Drafts> operator()(FileChanged e) const {
    CLEW_TRY(check_path(e.path));
    if (e.lines_added < 0 || e.lines_removed < 0) {
      return make_error(ErrorCode::kInvalid, "lines added and removed cannot be negative", e.path,
                        "clew changed PATH --added 3 --removed 1");
    }
    return one(e);
  }
  Result<Drafts> operator()(CommandRan e) const {
    CLEW_TRY(check_text(e.command, "the command"));
    return one(e);
  }
  Result<Drafts> operator()(ErrorRecorded e) const {
    CLEW_TRY(check_text(e.text, "the error"));
    return one(e);
  }
  Result<Drafts> operator()(ClaimMade e) const {
    CLEW_TRY(check_text(e.text, "the claim"));
    if (e.status == ClaimStatus::kResolved || e.status == ClaimStatus::kReconfirmed) {
      return make_error(ErrorCode::kInvalid,
                        fmt::format("a new claim cannot be {}", name_of(e.status)), "claim",
                        "clew claim defer \"…\"");
    }
    if (e.status == ClaimStatus::kOverridden) CLEW_TRY(check_text(e.rationale, "the rationale"));
    return one(e);
  }
  // Only claims that are kept in memory can change; a closed one that was dropped to its count is
  // found in the log alone and gives "there is no open claim".
  Result<Drafts> operator()(const ClaimChanged& e) const {
    const Claim* claim = find_fact(s_.claims, e.claim);
    if (claim == nullptr) return no_fact("open claim", e.claim, "clew log --type claim_made");
    if (!may_become(claim->status, e.status)) {
      return make_error(ErrorCode::kInvalid,
                        fmt::format("claim {} is {} and cannot become {}", e.claim.number,
                                    name_of(claim->status), name_of(e.status)),
                        std::to_string(e.claim.number), "clew show " + s_.identity.id.text);
    }
    if (e.status == ClaimStatus::kOverridden) CLEW_TRY(check_text(e.reason, "the rationale"));
    return Drafts{
        {e, {}}
    };
  }
  // Any verb but start and plan needs an agent that is there. The transition comes from the table
  // behind next_status; a new agent counts as pending. A failure needs its error, because a
  // successor reads nothing else about it.
  Result<Drafts> operator()(AgentChanged e) const {
    CLEW_TRY(check_text(e.agent.text, "the agent's id", 200));
    const auto& items = s_.agents.items;
    const auto found =
        std::find_if(items.begin(), items.end(), [&](const Agent& a) { return a.id == e.agent; });
    const bool is_new = found == items.end();
    if (is_new && e.verb != AgentVerb::kStart && e.verb != AgentVerb::kPlan) {
      return make_error(ErrorCode::kNotFound,
                        fmt::format("there is no agent {}", quote(e.agent.text)), e.agent.text,
                        "clew agent start " + shell_word(e.agent.text));
    }
    const AgentStatus from = is_new ? AgentStatus::kPending : found->status;
    if (!next_status(from, e.verb)) {
      return make_error(ErrorCode::kInvalid,
                        fmt::format("agent {} is {} and cannot {}", e.agent.text, name_of(from),
                                    infinitive_of(e.verb)),
                        e.agent.text, "clew agent start " + shell_word(e.agent.text));
    }
    if (e.progress && !(*e.progress >= 0 && *e.progress <= 1)) {
      return make_error(
          ErrorCode::kInvalid, "progress must be between 0 and 1", e.agent.text,
          fmt::format("clew agent progress {} --progress 0.5", shell_word(e.agent.text)));
    }
    if (e.verb == AgentVerb::kFail && !e.error) {
      return make_error(ErrorCode::kUsage, "say what went wrong", e.agent.text,
                        fmt::format("clew agent fail {} --error \"…\"", shell_word(e.agent.text)));
    }
    if (e.step == kRoot && is_new) e.step = step_;
    CLEW_TRY(check_step(e.step));
    return Drafts{
        {std::move(e), {}}
    };
  }
  // Attributes of a step or attempt without a step named go to the step that the fact is about. A
  // fact is checked by number only: closed facts are not in memory, so the log is the one to know
  // them.
  Result<Drafts> operator()(AttributeSet e) const {
    CLEW_TRY(check_text(e.key, "the attribute's name", 200));
    const bool on_step = e.owner == AttributeOwner::kStep || e.owner == AttributeOwner::kAttempt;
    if (on_step && e.step == kRoot) e.step = step_;
    if (on_step) CLEW_TRY(check_step(e.step));
    if (e.owner == AttributeOwner::kAttempt) CLEW_TRY(settle_attempt(e));
    if (e.owner == AttributeOwner::kAgent &&
        std::none_of(s_.agents.items.begin(), s_.agents.items.end(),
                     [&](const Agent& a) { return a.id == e.agent; })) {
      return make_error(ErrorCode::kNotFound,
                        fmt::format("there is no agent {}", quote(e.agent.text)), e.agent.text,
                        "clew agent start " + shell_word(e.agent.text));
    }
    if (e.owner == AttributeOwner::kFact && (e.fact.number == 0 || e.fact > s_.head)) {
      return no_fact("fact", e.fact, "clew log");
    }
    e.keeps_null = e.keeps_null && e.value.is_null();
    return Drafts{
        {std::move(e), {}}
    };
  }
  Result<Drafts> operator()(const IdentityChanged& e) const {
    if (e == IdentityChanged()) {
      return make_error(ErrorCode::kUsage, "there is nothing to change", s_.identity.id.text,
                        "clew set KEY=VALUE");
    }
    if (e.goal) CLEW_TRY(check_text(*e.goal, "the goal", 8 * 1024));
    return Drafts{
        {e, {}}
    };
  }
  // The caller says path, content and size; version and the name of the replaced text are settled
  // here, from the versions before it.
  Result<Drafts> operator()(ArtifactAdded e) const {
    CLEW_TRY(check_path(e.path));
    if (e.size < 0) {
      return make_error(ErrorCode::kInvalid, "a size cannot be negative", e.path,
                        "clew artifact add PATH");
    }
    e.version = 1;
    e.replaced_as.clear();
    for (const auto& artifact : s_.artifacts.items) {
      if (artifact.path != e.path) continue;
      // Of one whose content nobody knew this is the same version.
      e.version = artifact.version + (artifact.content.empty() ? 0 : 1);
      const bool is_rewritten = !artifact.content.empty() && artifact.content != e.content;
      if (is_rewritten && artifact.archived_as.empty() && was_gone_back_to(s_, artifact)) {
        e.replaced_as = archived_name(artifact);
      }
    }
    return one(e);
  }
  Result<Drafts> operator()(CheckpointMade e) const { return one(e); }
  Result<Drafts> operator()(const ContextReported& e) const {
    if (e.tokens && *e.tokens < 0) {
      return make_error(ErrorCode::kInvalid, "tokens cannot be negative", "tokens",
                        "clew context --tokens 120000");
    }
    if (!e.tokens && !e.compressed) {
      return make_error(ErrorCode::kUsage,
                        "give the number of tokens, or report that the context was compressed",
                        "context", "clew context --tokens 120000");
    }
    return Drafts{
        {e, {}}
    };
  }
  Result<Drafts> operator()(const InstructionGiven& e) const {
    CLEW_TRY(check_text(e.text, "the instruction"));
    return Drafts{
        {e, {}}
    };
  }
  Result<Drafts> operator()(const NextActionSet& e) const {
    return Drafts{
        {e, {}}
    };
  }
  // Fixes how many top-level steps the plan has, once. Later additions raise the total by
  // themselves, see add_steps.
  Result<Drafts> operator()(const StructureSettled& e) const {
    if (s_.structure.total) {
      return make_error(ErrorCode::kInvalid,
                        fmt::format("the plan was already fixed at {} steps", *s_.structure.total),
                        s_.identity.id.text, "clew step add \"…\"");
    }
    const size_t known = s_.root().children.size();
    if (e.total == 0 || e.total < known) {
      return make_error(
          ErrorCode::kInvalid,
          fmt::format("the plan has {} steps already and cannot have {}", known, e.total),
          s_.identity.id.text, "clew status");
    }
    return Drafts{
        {e, {}}
    };
  }

 private:
  // For facts that belong to a step: none named means the one that the recorder was made for.
  template <class T>
  Result<Drafts> one(T& e) const {
    if (e.step == kRoot) e.step = step_;
    CLEW_TRY(check_step(e.step));
    return Drafts{
        {std::move(e), {}}
    };
  }
  Status check_step(StepId id) const {
    if (s_.find(id) != nullptr) return success();
    return make_error(ErrorCode::kNotFound, fmt::format("there is no step {}", id.number),
                      std::to_string(id.number), "clew status");
  }
  // Without a number it is the step's latest attempt.
  Status settle_attempt(AttributeSet& e) const {
    const auto& attempts = s_.find(e.step)->attempts;
    if (e.attempt == 0 && !attempts.empty()) e.attempt = attempts.back().number;
    if (std::any_of(attempts.begin(), attempts.end(),
                    [&](const Attempt& a) { return a.number == e.attempt; })) {
      return success();
    }
    return make_error(ErrorCode::kNotFound,
                      fmt::format("step {} has no attempt {}", label_of(s_, e.step), e.attempt),
                      label_of(s_, e.step), "clew status");
  }
  Error no_fact(const char* what, Seq id, std::string next) const {
    return make_error(ErrorCode::kNotFound, fmt::format("there is no {} {}", what, id.number),
                      std::to_string(id.number), std::move(next));
  }

  const Session& s_;
  StepId step_;
};

}  // namespace

Result<Drafts> record_fact(const Session& session, const Proposal& proposal,
                           const RecordFact& intent) {
  const StepId step = intent.step.value_or(current_step(session, proposal.actor));
  if (session.find(step) == nullptr) {
    return make_error(ErrorCode::kNotFound, fmt::format("there is no step {}", step.number),
                      std::to_string(step.number), "clew status");
  }
  return visit(Recorder(session, step), intent.fact);
}

}  // namespace clew::deciding
