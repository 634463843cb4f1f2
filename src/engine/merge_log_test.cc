// Two machines work on one session and exchange it in any order: both end with the same rows and
// the same head, and nothing that was acknowledged is lost.

#include "engine/merge_log.h"

#include <map>
#include <random>
#include <set>

#include "engine/arrival.h"
#include "engine/log/own_log.h"
#include "session/apply.h"
#include "session/decide.h"
#include "session/progress.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

const SessionId kSession("walk");

// A machine with a store of its own; its commands are decided and appended as a program would.
class PairedMachine : public WorkspaceFixture {
 public:
  PairedMachine(const std::string& name, uint64_t seed) : bits_(seed) {
    surroundings.device = name;
    caller.actor = ActorId("ana@" + name);
    caller.session = kSession.text;
  }

  ArrivingSession part(Seq after = {}, const SessionId& session = kSession) {
    auto sent = part_to_send(store(), session, after);
    REQUIRE(sent.ok());
    sent->device = surroundings.device;
    return std::move(*sent);
  }
  Arrived take(const ArrivingSession& session) {
    PosixFileSystem files;
    const RandomSource random = [this](Bytes& bytes) {
      for (char& byte : bytes) byte = static_cast<char>(bits_() & 0xff);
    };
    Context context(
        store(), files, [this] { return now; }, random,
        std::make_shared<const Surroundings>(surroundings));
    auto arrived = transact(context, {}, [&](Transaction& transaction) {
      return take_in(context, transaction, session);
    });
    if (!arrived) FAIL_CHECK(arrived.error().message);
    REQUIRE(arrived.ok());
    return std::move(*arrived);
  }
  std::vector<RawEvent> rows(const SessionId& session = kSession) {
    auto own = own_events(store(), session);
    REQUIRE(own.ok());
    return std::move(*own);
  }
  Session now_there() {
    const auto loaded = store().load(kSession);
    REQUIRE(loaded.ok());
    return loaded->session;
  }
  // Every event of every session here, by its hash.
  std::set<Hash> hashes() {
    std::set<Hash> all;
    ListQuery query;
    query.archived = true;
    query.limit = 1000;
    const auto summaries = store().list(query);
    REQUIRE(summaries.ok());
    for (const auto& summary : *summaries) {
      for (const auto& event : rows(summary.id)) all.insert(event.hash);
    }
    return all;
  }

  size_t below(size_t n) { return static_cast<size_t>(bits_() % n); }
  // One command by chance; false when the session refuses it.
  bool act() {
    now = now + seconds(static_cast<int64_t>(1 + below(600)));
    const Session session = now_there();
    Drafts drafts;
    if (below(12) == 0) {
      drafts = undo(session);
    } else if (below(20) == 0) {
      return redact(session);
    } else {
      const auto decided =
          decide(session, {std::max(now, session.last_activity), caller.actor, chance(session)});
      if (!decided) return false;
      drafts = *decided;
    }
    return append(session, drafts, {});
  }

 private:
  bool append(Session session, const Drafts& drafts, const std::optional<Idempotency>& key) {
    if (drafts.empty()) return false;
    std::vector<Event> events;
    const Seq head = session.head;
    for (const Draft& draft : drafts) {
      EventHeader header;
      header.seq = Seq{session.head.number + 1};
      header.at = draft.at.value_or(std::max(now, session.last_activity));
      header.actor = caller.actor;
      header.part = static_cast<uint32_t>(events.size());
      events.push_back(Event{header, draft.data});
      apply_to(session, events.back());
    }
    session.identity.id = kSession;
    const auto head_after = transact(store(), {}, [&](Transaction& transaction) -> Result<Head> {
      return transaction.append({kSession, head, events, &session, key});
    });
    REQUIRE(head_after.ok());
    return true;
  }

  bool redact(const Session& session) {
    const Seq target{static_cast<uint32_t>(2 + below(session.head.number))};
    const auto found = store().read(kSession, target, 1);
    if (!found.ok() || found->empty()) return false;
    EventData replacement = found->front().event.data;
    auto* note = get_if<NoteAdded>(&replacement);
    if (note == nullptr) return false;
    note->text = "[redacted]";
    const auto done = transact(store(), {}, [&](Transaction& transaction) -> Result<Unit> {
      return transaction.redact(kSession, target, replacement);
    });
    REQUIRE(done.ok());
    const auto row = store().read_raw(kSession, target, 1);
    REQUIRE(row.ok());
    return append(session,
                  {
                      {EventRedacted{target, sha256(row->front().payload), ""}, {}}
    },
                  {});
  }

  // The last command, when it can be taken back.
  Drafts undo(const Session& session) {
    const auto all = store().read(kSession, Seq{1}, 10'000);
    REQUIRE(all.ok());
    size_t first = all->size() - 1;
    while (first > 0 && (*all)[first].event.header.part > 0) --first;
    const EventData& lead = (*all)[first].event.data;
    if (first < 2 || holds<TailMoved>(lead) || holds<EventRedacted>(lead)) return {};
    const auto before = store().load(kSession, Seq{static_cast<uint32_t>(first)});
    REQUIRE(before.ok());
    const auto drafts =
        decide_undo(session, before->session, session, Seq{static_cast<uint32_t>(first + 1)},
                    session.head, "a mistake");
    return drafts ? *drafts : Drafts();
  }

  StepId any_step(const Session& session) {
    return StepId{static_cast<uint32_t>(below(session.steps.size()))};
  }
  std::string word() {
    constexpr const char* kWords[] = {"oak", "ash", "elm", "fir"};
    return kWords[below(4)];
  }

  Intent chance(const Session& session) {
    const StepId step = any_step(session);
    const auto fact = [&](auto e) {
      RecordFact intent;
      intent.fact = RecordFact::Fact(std::move(e));
      if (session.find(step) != nullptr) intent.step = step;
      return Intent(std::move(intent));
    };
    switch (below(30)) {
      case 0: {
        AddSteps add;
        add.parent = below(3) == 0 ? step : kRoot;
        PlannedStep planned;
        planned.title = word() + std::to_string(below(3));
        if (below(2) == 0) planned.key = planned.title;
        add.plan.push_back(planned);
        return add;
      }
      case 1:
        return StartStep{step};
      case 2:
      case 3:
      case 4: {
        CompleteStep done;
        done.step = step;
        return done;
      }
      case 5:
      case 6: {
        ChangeStep change;
        change.step = step;
        change.verb = static_cast<StepVerb>(below(9));
        change.reason = word();
        return change;
      }
      case 7:
        return ClaimStep{step, minutes(30)};
      case 8:
        return ReleaseStep{step, std::nullopt};
      case 9: {
        RevisitStep revisit;
        revisit.step = step;
        revisit.impact = below(2) == 0 ? Impact::kMinor : Impact::kMajor;
        revisit.reason = word();
        return revisit;
      }
      case 10:
        return below(2) == 0 ? Intent(PauseSession{word(), ""}) : Intent(ResumeSession{});
      case 11:
        if (below(6) != 0) return ResumeSession{};
        return CloseSession{Lifecycle::kAborted, word()};
      case 12:
        return ArchiveSession{below(2) == 0};
      case 13:
        return NameStep{step, word()};
      case 14:
        return RemoveStep{step};
      case 15: {
        AgentChanged e;
        e.agent = AgentId(word());
        e.verb = static_cast<AgentVerb>(below(7));
        if (e.verb == AgentVerb::kFail) e.error = AgentError();
        return fact(e);
      }
      case 16: {
        AttributeSet e;
        e.owner = static_cast<AttributeOwner>(below(4));
        e.step = step;
        e.agent = AgentId(word());
        e.key = word();
        e.value = Value(word());
        return fact(e);
      }
      case 17: {
        IdentityChanged e;
        if (below(2) == 0) e.goal = word();
        if (below(2) == 0) e.mode = word();
        if (below(2) == 0) e.commit = word();
        return fact(e);
      }
      case 18: {
        ArtifactAdded e;
        e.path = word();
        e.content = sha256(word());
        return fact(e);
      }
      case 19: {
        QuestionAsked e;
        e.text = word();
        return fact(e);
      }
      case 20: {
        QuestionAnswered e;
        e.answer = word();
        if (!session.questions.items.empty()) {
          e.question = session.questions.items[below(session.questions.items.size())].origin.id;
        }
        return fact(e);
      }
      case 21: {
        ClaimMade e;
        e.text = word();
        return fact(e);
      }
      case 22: {
        ClaimChanged e;
        e.status = static_cast<ClaimStatus>(below(5));
        e.reason = word();
        if (!session.claims.items.empty()) {
          e.claim = session.claims.items[below(session.claims.items.size())].origin.id;
        }
        return fact(e);
      }
      case 23:
        return fact(NextActionSet{word()});
      case 24:
        return fact(InstructionGiven{word()});
      case 25: {
        DecisionMade e;
        e.choice = word();
        return fact(e);
      }
      case 26: {
        FileChanged e;
        e.path = word();
        return fact(e);
      }
      case 27: {
        ContextReported e;
        e.tokens = static_cast<int64_t>(below(1000));
        return fact(e);
      }
      case 28:
        return fact(StructureSettled{static_cast<uint32_t>(3 + below(5)), ""});
      default:
        return fact(NoteAdded{{}, word(), ""});
    }
  }

  std::mt19937_64 bits_;
};

void check_same(PairedMachine& a, PairedMachine& b) {
  CHECK(a.rows() == b.rows());
  const auto same = [](Session session) {
    session.identity.id = SessionId();
    return session;
  };
  CHECK(same(a.now_there()) == same(b.now_there()));
}

TEST_CASE("two machines that exchange what they did have the same rows, and nothing is lost") {
  std::map<MergeOutcome, int> outcomes;
  std::set<int> kinds;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    PairedMachine laptop("laptop", seed);
    PairedMachine desk("desk", seed + 1000);
    laptop.must("start", "goal", "Walk", "id", "walk", "step", Value::List{"A", "B", "C"});
    desk.take(laptop.part());
    for (int round = 0; round < 4; ++round) {
      CAPTURE(round);
      for (size_t i = laptop.below(8); i > 0; --i) laptop.act();
      for (size_t i = desk.below(8); i > 0; --i) desk.act();
      const std::set<Hash> of_laptop = laptop.hashes();
      const std::set<Hash> of_desk = desk.hashes();
      PairedMachine& first = round % 2 == 0 ? laptop : desk;
      PairedMachine& second = round % 2 == 0 ? desk : laptop;
      const Arrived merged = first.take(second.part());
      CHECK_FALSE(first.take(second.part()).changed);
      const Arrived back = second.take(first.part());
      CHECK(back.was != LogRelation::kDiverged);
      CHECK_FALSE(second.take(first.part()).changed);
      check_same(first, second);
      for (PairedMachine* machine : {&laptop, &desk}) {
        const std::set<Hash> now = machine->hashes();
        const std::set<Hash>& before = machine == &laptop ? of_laptop : of_desk;
        CHECK(std::includes(now.begin(), now.end(), before.begin(), before.end()));
      }
      if (merged.was != LogRelation::kDiverged) continue;
      const auto all = first.store().read(kSession, Seq{1}, 10'000);
      REQUIRE(all.ok());
      for (const auto& stored : *all) {
        const auto* moved = get_if<TailMoved>(&stored.event.data);
        if (moved == nullptr) continue;
        for (const auto& each : moved->commands) ++outcomes[each.outcome];
      }
      for (const auto& stored : *all) kinds.insert(kind_of(stored.event.data));
    }
  }
  for (const MergeOutcome outcome :
       {MergeOutcome::kAppended, MergeOutcome::kAbsorbed, MergeOutcome::kConflict}) {
    CAPTURE(name_of(outcome));
    CHECK(outcomes[outcome] > 10);
  }
  CHECK(kinds.size() > 30);
}

TEST_CASE("the tail is kept as it was, archived when all of it could be appended") {
  PairedMachine laptop("laptop", 1);
  PairedMachine desk("desk", 2);
  laptop.must("start", "goal", "Walk", "id", "walk", "step", Value::List{"A", "B"});
  desk.take(laptop.part());
  laptop.must("note", "text", "there");
  desk.must("note", "text", "here");
  const RawEvent noted = desk.rows().back();
  const Arrived arrived = desk.take(laptop.part());
  CHECK(arrived.was == LogRelation::kDiverged);
  CHECK(arrived.reappended == 1);
  CHECK_FALSE(arrived.fork.has_value());
  const SessionId side("walk-desk");
  const auto kept = desk.rows(side);
  REQUIRE(kept.size() == 2);
  CHECK(kept[0].hash == noted.hash);
  CHECK(desk.store().hashed_id(side).value_or(SessionId()) == kSession);
  const auto summary = desk.store().summary(side);
  REQUIRE(summary.ok());
  CHECK(summary->archived);
  CHECK(summary->parent == kSession);
  const auto loaded = desk.store().load(side);
  REQUIRE(loaded.ok());
  CHECK(loaded->session.notes.items.back().text == "here");
}

TEST_CASE("what contradicts is a fork that stays in the list") {
  PairedMachine laptop("laptop", 1);
  PairedMachine desk("desk", 2);
  laptop.must("start", "goal", "Walk", "id", "walk", "step", Value::List{"A", "B"});
  desk.take(laptop.part());
  laptop.must("close", "aborted", true, "reason", "no time");
  desk.must("note", "text", "here");
  const Arrived arrived = desk.take(laptop.part());
  REQUIRE(arrived.fork.has_value());
  const auto summary = desk.store().summary(*arrived.fork);
  REQUIRE(summary.ok());
  CHECK_FALSE(summary->archived);
  // It travels like any other fork, under the same id in its headers.
  laptop.take(desk.part());
  const Arrived fork = laptop.take(desk.part(Seq(), *arrived.fork));
  CHECK(fork.was == LogRelation::kNew);
  CHECK(laptop.rows(fork.session).back().hash == desk.rows(*arrived.fork).back().hash);
}

TEST_CASE("a session of another machine under the same id arrives beside one's own") {
  PairedMachine laptop("laptop", 1);
  PairedMachine desk("desk", 2);
  laptop.must("start", "goal", "Walk", "id", "walk");
  desk.must("start", "goal", "Walk the dog", "id", "walk");
  const Arrived arrived = desk.take(laptop.part());
  CHECK(arrived.was == LogRelation::kNew);
  CHECK(arrived.session == SessionId("walk-laptop"));
  CHECK(desk.rows(arrived.session).back().hash == laptop.rows().back().hash);
  CHECK_FALSE(desk.take(laptop.part()).changed);
  laptop.must("note", "text", "more");
  CHECK(desk.take(laptop.part()).was == LogRelation::kBehind);
  desk.caller.session = arrived.session.text;
  desk.must("note", "text", "from the desk");
  const Arrived back = laptop.take(desk.part(Seq(), arrived.session));
  CHECK(back.session == kSession);
  CHECK(back.was == LogRelation::kBehind);
}

TEST_CASE("a key that comes again after a merge does nothing a second time") {
  PairedMachine laptop("laptop", 1);
  PairedMachine desk("desk", 2);
  laptop.must("start", "goal", "Walk", "id", "walk");
  desk.take(laptop.part());
  laptop.must("note", "text", "there");
  desk.caller.key = "k";
  desk.must("note", "text", "here");
  desk.take(laptop.part());
  const auto before = desk.rows();
  const Answer again = desk.must("note", "text", "here");
  CHECK_FALSE(again.data.find("changed")->as_bool());
  CHECK(again.data.find("session")->as_string() == "walk");
  CHECK(desk.rows() == before);
}

TEST_CASE("a redacted event of the tail stays redacted, and the chain holds") {
  PairedMachine laptop("laptop", 1);
  PairedMachine desk("desk", 2);
  laptop.must("start", "goal", "Walk", "id", "walk");
  desk.take(laptop.part());
  laptop.must("note", "text", "there");
  desk.must("note", "text", "zanzibar");
  desk.must("redact", "events", words(std::to_string(desk.rows().size())), "text", "zanzibar");
  desk.take(laptop.part());
  laptop.take(desk.part(Seq{2}));
  check_same(laptop, desk);
  for (PairedMachine* machine : {&laptop, &desk}) {
    for (const auto& event : machine->rows()) {
      CHECK(event.payload.find("zanzibar") == Bytes::npos);
    }
  }
}

TEST_CASE("a lost race begins the merge anew on what was written meanwhile") {
  PairedMachine laptop("laptop", 1);
  PairedMachine desk("desk", 2);
  laptop.must("start", "goal", "Walk", "id", "walk");
  desk.take(laptop.part());
  laptop.must("note", "text", "there");
  desk.must("note", "text", "here");
  int lost = 0;
  desk.store().loses_race = [&] { return ++lost <= 2; };
  const Arrived arrived = desk.take(laptop.part());
  desk.store().loses_race = nullptr;
  CHECK(lost == 3);
  CHECK(arrived.reappended == 1);
  laptop.take(desk.part());
  check_same(laptop, desk);
}

}  // namespace
}  // namespace clew
