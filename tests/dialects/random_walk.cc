#include "dialects/random_walk.h"

#include <string_view>

#include "dialect/fixed_plan.h"
#include "session/apply.h"
#include "testing/shape_samples.h"

namespace clew {
namespace {

constexpr Time kMorning{1'790'000'000'000};

void add_attributes(const std::string& dialect, const Shape& shape, HomeOwner owner,
                    const std::string& path, std::vector<KnownAttribute>& into) {
  for (const auto& field : shape.fields) {
    const std::string here = path.empty() ? field.name : path + "." + field.name;
    const Shape& inside = inner(field.shape);
    if (field.home.kind == HomeKind::kAttribute && field.home.owner == owner &&
        field.shape.fields.empty()) {
      // What belongs to a step is known by its name alone; all else by its place in the document.
      into.push_back(
          {dialect + "." + (owner == HomeOwner::kStep ? field.name : here), &field.shape});
    } else if (!inside.fields.empty() && field.home.kind != HomeKind::kFixed) {
      add_attributes(dialect, inside, owner, here, into);
    } else if (field.shape.kind == ShapeKind::kObject) {
      add_attributes(dialect, field.shape, owner, here, into);
    }
  }
}

class Walk {
 public:
  Walk(const Dialect& dialect, uint64_t seed) : dialect_(dialect), chance_(seed) {}

  Session run() {
    begin();
    for (size_t left = 10 + below(50); left > 0; --left) {
      now_ = now_ + seconds(static_cast<int64_t>(1 + below(900)));
      take_step();
    }
    if (below(3) == 0) {
      CloseSession close;
      close.status = static_cast<Lifecycle>(2 + below(4));
      close.reason = word();
      intent(close);
    }
    return std::move(session_);
  }

 private:
  size_t below(size_t n) { return static_cast<size_t>(chance_() % n); }
  template <class E>
  E one() {
    return static_cast<E>(below(std::size(EnumNames<E>::names)));
  }
  std::string word() {
    static const char* const kWords[] = {"",
                                         "plain",
                                         "two words",
                                         "- a: b",
                                         "# c {d}",
                                         "\"e\" 'f'",
                                         "g\nh\n",
                                         " edge ",
                                         "null",
                                         "12",
                                         "\u00e4\u4e2d\U0001F600",
                                         "i: [j",
                                         "step-2",
                                         "steps",
                                         "tab\there",
                                         "~",
                                         "\\n",
                                         "2026-11-16"};
    return kWords[below(std::size(kWords))];
  }
  std::string name() {
    static const char* const kNames[] = {"Build",     "Test it", "Ship: now", "Write \"docs\"",
                                         "caf\u00e9", "- list",  "Build"};
    return kNames[below(std::size(kNames))];
  }
  std::vector<std::string> words() {
    std::vector<std::string> out(below(3));
    for (auto& each : out) each = word();
    return out;
  }
  StepId step() { return StepId{static_cast<uint32_t>(below(session_.steps.size()))}; }
  AgentId agent() { return AgentId(below(2) == 0 ? "ag-1" : "ag 2"); }

  void intent(const Intent& intent) {
    const auto drafts =
        decide(session_, Proposal{now_, ActorId(below(2) == 0 ? "ana" : "bo"), intent});
    if (drafts) session_ = folded(std::move(session_), *drafts, now_);
  }

  void begin() {
    StartSession start;
    SessionStarted& opening = start.opening;
    opening.goal = name();
    opening.constraints = words();
    opening.project_path = below(3) == 0 ? "" : "/srv/mail";
    opening.device = below(3) == 0 ? "" : "laptop";
    opening.mode = word();
    opening.model = below(2) == 0 ? "sonnet" : below(2) == 0 ? "claude-opus-4" : "";
    opening.branch = word();
    opening.structure.workflow = below(3) == 0 ? "" : "release_v2";
    opening.structure.version = word();
    opening.structure.first_index = static_cast<uint32_t>(below(2));
    const FixedPlan* fixed = dialect_.fixed_plan();
    if (fixed != nullptr) start.plan = fixed->first_steps();
    // A fixed plan has its order.
    if (start.plan.empty()) opening.order = one<ChildOrder>();
    if (below(4) == 0) opening.gate = *parse_gate({"approved"});
    if (start.plan.empty()) start.plan = plan(6);
    intent(start);
    if (!session_.exists()) {  // two steps of a title, and one that is needed
      for (auto& planned : start.plan) planned.needs.clear();
      intent(start);
    }
    session_.identity.id = SessionId("s-1");
    set_external_id(session_.steps[0], dialect_.name(),
                    dialect_.make_id(session_, IdSeed{kMorning, Bytes(16, 'r'), 0}));
  }

  std::vector<PlannedStep> plan(size_t most) {
    std::vector<PlannedStep> out(1 + below(most));
    for (size_t i = 0; i < out.size(); ++i) {
      PlannedStep& planned = out[i];
      if (i > 0 && below(2) == 0) planned.parent = below(i);
      planned.title = name() + " " + std::to_string(i) + (below(9) == 0 ? word() : "");
      if (below(3) == 0) planned.key = "k" + std::to_string(++keys_);
      planned.description = word();
      planned.order = one<ChildOrder>();
      if (i > 0 && below(4) == 0) planned.needs = {out[below(i)].title};
      planned.assignee = word();
      planned.subject = below(3) == 0 ? word() : "";
      if (below(6) == 0) planned.gate = *parse_gate({"coverage >= 80"});
    }
    return out;
  }

  Evidence evidence() {
    Evidence shown;
    if (below(2) == 0) shown.items.push_back({"coverage", Value(static_cast<int>(60 + below(40)))});
    if (below(3) == 0) shown.items.push_back({"approved", Value(true)});
    if (below(3) == 0) shown.items.push_back({"report", Value::Object{{"path", Value("r.html")}}});
    return shown;
  }

  void take_step() {
    switch (below(14)) {
      case 0:
        return intent(AddSteps{step(), {}, plan(3)});
      case 1:
      case 2:
        return intent(StartStep{step()});
      case 3:
      case 4: {
        CompleteStep done;
        if (below(2) == 0) done.step = step();
        done.evidence = evidence();
        if (below(3) == 0) done.gate = GateHandling::kOverride;
        if (done.gate == GateHandling::kOverride) done.override_reason = "good enough";
        if (below(2) == 0) done.outputs = {"out/a.md", word() + "b"};
        return intent(done);
      }
      case 5: {
        ChangeStep change;
        if (below(2) == 0) change.step = step();
        change.verb = static_cast<StepVerb>(2 + below(6));
        change.reason = word();
        return intent(change);
      }
      case 6:
        return intent(RevisitStep{step(), one<Impact>(), word(), {}});
      case 7:
        return below(2) == 0 ? intent(PauseSession{word(), word()}) : intent(ResumeSession{});
      case 8:
        return set_attribute();
      case 9:
        return change_agent();
      default:
        return record();
    }
  }

  void set_attribute() {
    AttributeSet set;
    HomeOwner owner = HomeOwner::kSession;
    if (below(2) == 0) {
      owner = HomeOwner::kStep;
      set.owner = AttributeOwner::kStep;
      set.step = step();
    }
    const auto known = attributes_of(dialect_, owner);
    if (known.empty()) return;
    const auto& chosen = known[below(known.size())];
    set.key = chosen.key;
    set.value = sample_document(*chosen.shape, chance_, 50);
    set.keeps_null = below(2) == 0;
    intent(RecordFact{set, {}});
  }

  void change_agent() {
    AgentChanged change;
    change.agent = agent();
    change.verb = one<AgentVerb>();
    change.type = word();
    if (below(2) == 0) change.progress = static_cast<double>(below(5)) / 4;
    if (change.verb == AgentVerb::kDone) change.result = AgentResult::kSuccess;
    if (change.verb == AgentVerb::kFail) {
      change.result = AgentResult::kFailure;
      change.error = AgentError{one<ErrorCategory>(), word(), static_cast<uint32_t>(below(3)), {}};
    }
    change.summary = word();
    change.files.created = words();
    intent(RecordFact{change, step()});
  }

  void record() {
    const std::optional<StepId> at = below(2) == 0 ? std::optional<StepId>() : step();
    switch (below(12)) {
      case 0: {
        DecisionMade decision;
        decision.topic = word();
        decision.options = words();
        decision.choice = word();
        decision.reason = word();
        return intent(RecordFact{decision, at});
      }
      case 1: {
        QuestionAsked question;
        question.text = name() + "?";
        return intent(RecordFact{question, at});
      }
      case 2: {
        if (session_.questions.items.empty()) return;
        const auto& questions = session_.questions.items;
        return intent(RecordFact{
            QuestionAnswered{questions[below(questions.size())].origin.id, "yes"},
            {}
        });
      }
      case 3: {
        NoteAdded note;
        note.text = word() + "n";
        note.log = below(3) == 0 ? "voice-check" : below(2) == 0 ? "fact-check" : "";
        return intent(RecordFact{note, at});
      }
      case 4: {
        FileChanged change;
        change.path = below(2) == 0 ? "src/a.ts" : "src/" + name();
        change.action = one<FileAction>();
        change.lines_added = static_cast<int64_t>(below(90));
        change.hash_after = sha256(word());
        if (below(2) == 0) change.agent = agent();
        return intent(RecordFact{change, at});
      }
      case 5:
      case 6: {
        CommandRan run;
        run.command = name();
        run.arguments = word();
        run.model = below(2) == 0 ? "opus" : word();
        if (below(2) == 0) run.agent = agent();
        run.outcome = one<RunOutcome>();
        if (below(2) == 0) run.exit_code = run.outcome == RunOutcome::kSuccess ? 0 : 2;
        if (below(2) == 0) run.duration = Duration{static_cast<int64_t>(below(5000))};
        if (run.outcome == RunOutcome::kFailure) run.error = word() + "!";
        return intent(RecordFact{run, at});
      }
      case 7: {
        ClaimMade claim;
        claim.text = name();
        claim.status = below(3) == 0   ? ClaimStatus::kVerified
                       : below(2) == 0 ? ClaimStatus::kDeferred
                                       : ClaimStatus::kOverridden;
        claim.reason = word();
        claim.result = word();
        claim.rationale = word() + "r";
        return intent(RecordFact{claim, at});
      }
      case 8: {
        ContextReported usage;
        if (below(2) == 0) usage.agent = agent();
        usage.tokens = static_cast<int64_t>(below(90'000));
        usage.compressed = below(3) == 0;
        return intent(RecordFact{usage, {}});
      }
      case 9: {
        IdentityChanged change;
        if (below(2) == 0) change.goal = name();
        if (below(2) == 0) change.branch = word();
        change.commit = sha256(word()).hex().substr(0, 40);
        return intent(RecordFact{change, {}});
      }
      case 10: {
        ArtifactAdded artifact;
        artifact.path = below(2) == 0 ? "stage-1-thesis.md" : "stage-2-outline.md";
        artifact.content = sha256(word());
        artifact.size = 12;
        return intent(RecordFact{artifact, at});
      }
      default: {
        ErrorRecorded error;
        error.text = word() + "e";
        error.category = one<ErrorCategory>();
        return intent(RecordFact{error, at});
      }
    }
  }

  const Dialect& dialect_;
  Chance chance_;
  Session session_;
  Time now_ = kMorning;
  size_t keys_ = 0;
};

}  // namespace

Session folded(Session session, const Drafts& drafts, Time now) {
  for (const auto& draft : drafts) {
    EventHeader header;
    header.seq = Seq{session.head.number + 1};
    header.at = draft.at.value_or(now);
    header.actor = ActorId("ana");
    session = apply(std::move(session), Event{header, draft.data});
  }
  return session;
}

std::vector<KnownAttribute> attributes_of(const Dialect& dialect, HomeOwner owner) {
  std::vector<KnownAttribute> out;
  for (const auto& document : dialect.documents()) {
    add_attributes(dialect.name(), document.shape, owner, "", out);
  }
  return out;
}

Session random_session(const Dialect& dialect, uint64_t seed) { return Walk(dialect, seed).run(); }

}  // namespace clew
