// Two machines work on one session and exchange it in any order: both end with the same rows and
// the same head, and nothing that was acknowledged is lost.

#include "engine/arrival/merge_log.h"

#include <map>
#include <random>
#include <set>

#include "engine/arrival/arrival.h"
#include "engine/log/own_log.h"
#include "testing/chance_work.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

const SessionId kSession("walk");

// A machine with a store of its own; its commands are decided and appended as a program would.
class PairedMachine : public WorkspaceFixture {
 public:
  PairedMachine(const std::string& name, uint64_t seed) : work_(store(), seed), bits_(seed) {
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

  size_t below(size_t n) { return work_.below(n); }
  void act() {
    now = now + seconds(static_cast<int64_t>(1 + below(600)));
    work_.act(kSession, caller.actor, now);
  }

 private:
  ChanceWork work_;
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

TEST_CASE("what another device has put aside as well is not put aside a second time") {
  PairedMachine laptop("laptop", 1);
  PairedMachine desk("desk", 2);
  PairedMachine train("train", 3);
  laptop.must("start", "goal", "Walk", "id", "walk");
  train.take(laptop.part());
  // The desk has seen it; then the remote went back to before.
  laptop.must("note", "text", "seen");
  desk.take(laptop.part());
  desk.must("note", "text", "at the desk");
  train.must("note", "text", "first");
  desk.take(train.part());
  const SessionId at_desk("walk-desk");
  CHECK(desk.rows(at_desk).size() == 3);

  SUBCASE("only what that lacks is, as a fork of it") {
    laptop.must("note", "text", "on the laptop");
    const auto before = laptop.hashes();
    const SessionId twin = laptop.take(desk.part(Seq(), at_desk)).session;
    CHECK(laptop.take(desk.part()).was == LogRelation::kDiverged);
    const auto now = laptop.hashes();
    CHECK(std::includes(now.begin(), now.end(), before.begin(), before.end()));
    const auto side = laptop.store().summary(SessionId("walk-laptop-2"));
    REQUIRE(side.ok());
    CHECK(side->parent == twin);
    CHECK(side->parent_seq == Seq{2});
    CHECK_FALSE(laptop.store().summary(SessionId("walk-laptop")).ok());
    CHECK(laptop.store().sessions_hashed_as(kSession)->size() == 3);
  }
  SUBCASE("what was redacted on one of the two is redacted") {
    laptop.must("redact", "events", Value::List{"2"});
    laptop.take(desk.part(Seq(), at_desk));
    laptop.take(desk.part());
    for (const auto& event : laptop.rows(SessionId("walk-desk"))) {
      CHECK(event.payload.find("seen") == Bytes::npos);
    }
  }
  SUBCASE("nothing is, when that has all of it") {
    const auto before = laptop.hashes();
    laptop.take(desk.part(Seq(), at_desk));
    laptop.take(desk.part());
    const auto now = laptop.hashes();
    CHECK(std::includes(now.begin(), now.end(), before.begin(), before.end()));
    CHECK(laptop.store().sessions_hashed_as(kSession)->size() == 2);
  }
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
