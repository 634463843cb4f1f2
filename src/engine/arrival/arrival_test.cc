// What another machine has of a session meets what this store has of it.

#include "engine/arrival/arrival.h"

#include "engine/log/own_log.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

struct OneMachine : WorkspaceFixture {
  OneMachine() { caller.session = "walk"; }

  ArrivingSession part(uint32_t after = 0, const std::string& id = "walk") {
    auto sent = part_to_send(store(), SessionId(id), Seq{after});
    REQUIRE(sent.ok());
    return std::move(*sent);
  }
  Result<Arrived> try_take(const ArrivingSession& session,
                           WhenDiverged when = WhenDiverged::kRefuse) {
    PosixFileSystem files;
    Context context(
        store(), files, [this] { return now; }, {},
        std::make_shared<const Surroundings>(surroundings));
    return transact(context, {}, [&](Transaction& transaction) {
      return take_in(context, transaction, session, when);
    });
  }
  Arrived take(const ArrivingSession& session) {
    auto arrived = try_take(session);
    if (!arrived) FAIL_CHECK(arrived.error().message);
    REQUIRE(arrived.ok());
    return std::move(*arrived);
  }
  ErrorCode refusal(const ArrivingSession& session) {
    const auto arrived = try_take(session);
    REQUIRE_FALSE(arrived.ok());
    return arrived.error().code;
  }
  std::vector<RawEvent> rows(const std::string& id = "walk") {
    auto own = own_events(store(), SessionId(id));
    REQUIRE(own.ok());
    return std::move(*own);
  }
};

void start(OneMachine& machine) {
  machine.must("start", "goal", "Walk", "id", "walk", "step", Value::List{"A", "B"});
  machine.must("note", "text", "early bird");
}

TEST_CASE("a session that is new here arrives with the same rows and the same head") {
  OneMachine there;
  OneMachine here;
  start(there);
  const Arrived arrived = here.take(there.part());
  CHECK(arrived.was == LogRelation::kNew);
  CHECK(arrived.received == there.rows().size());
  CHECK(arrived.head == there.part().head);
  CHECK(here.rows() == there.rows());
}

TEST_CASE("a store that is behind takes what follows, a store that is ahead takes nothing") {
  OneMachine there;
  OneMachine here;
  start(there);
  const uint32_t known = here.take(there.part()).head.seq.number;
  const ArrivingSession old = there.part();
  there.must("note", "text", "one more");
  const Arrived arrived = here.take(there.part(known));
  CHECK(arrived.was == LogRelation::kBehind);
  CHECK(arrived.received == 1);
  CHECK(here.rows() == there.rows());
  for (const ArrivingSession& again : {there.part(known), there.part()}) {
    const Arrived same = here.take(again);
    CHECK(same.was == LogRelation::kEqual);
    CHECK_FALSE(same.changed);
  }
  const Arrived ahead = here.take(old);
  CHECK(ahead.was == LogRelation::kAhead);
  CHECK_FALSE(ahead.changed);
  CHECK(here.rows() == there.rows());
}

TEST_CASE("a gap is asked for, never bridged") {
  OneMachine there;
  OneMachine here;
  start(there);
  CHECK(here.refusal(there.part(2)) == ErrorCode::kNotFound);
  const uint32_t known = here.take(there.part()).head.seq.number;
  there.must("note", "text", "one more");
  there.must("note", "text", "and another");
  CHECK(here.refusal(there.part(known + 1)) == ErrorCode::kNotFound);
  CHECK(here.rows().size() == known);
}

TEST_CASE("a redaction reaches the other machine, whether its event is sent along or not") {
  for (const bool whole : {true, false}) {
    INFO(whole);
    OneMachine there;
    OneMachine here;
    start(there);
    const uint32_t known = here.take(there.part()).head.seq.number;
    there.must("redact", "events", words(std::to_string(known)), "text", "early");
    const Arrived arrived = here.take(there.part(whole ? 0 : known));
    CHECK(arrived.was == LogRelation::kBehind);
    CHECK(here.rows() == there.rows());
    CHECK(here.rows()[known - 1].redacted);
  }
}

TEST_CASE("without the payload that replaced an earlier one, the receiver asks for it") {
  OneMachine there;
  OneMachine here;
  start(there);
  const uint32_t known = here.take(there.part()).head.seq.number;
  there.must("redact", "events", words(std::to_string(known)), "text", "early");
  ArrivingSession lacking = there.part(known);
  lacking.contents.clear();
  CHECK(here.refusal(lacking) == ErrorCode::kNotFound);
  ArrivingSession forged = there.part(known);
  forged.contents.front().data += "x";
  CHECK(here.refusal(forged) == ErrorCode::kCorrupt);
  CHECK(here.rows().size() == known);
  CHECK_FALSE(here.rows().back().redacted);
}

TEST_CASE("contents arrive with the events that name them, and redacted ones stay away") {
  OneMachine there;
  OneMachine here;
  start(there);
  const uint32_t known = here.take(there.part()).head.seq.number;
  there.write("design.md", "zanzibar");
  there.must("artifact add", "paths", words("design.md"));
  const ArrivingSession sent = there.part(known);
  REQUIRE(sent.contents.size() == 1);
  here.take(sent);
  CHECK(here.store().blob(sent.contents.front().hash).ok());
  here.must("redact", "events", words(std::to_string(here.rows().size())), "text", "zanzibar");
  CHECK_FALSE(here.store().blob(sent.contents.front().hash).ok());
  CHECK_FALSE(here.take(there.part()).changed);
  CHECK_FALSE(here.store().blob(sent.contents.front().hash).ok());
}

TEST_CASE("what was changed on the way is refused, and nothing of it stays") {
  OneMachine there;
  start(there);
  const ArrivingSession sent = there.part();
  for (size_t i = 0; i < sent.events.size(); ++i) {
    OneMachine here;
    ArrivingSession changed = sent;
    changed.events[i].payload += '\x01';
    CHECK(here.refusal(changed) == ErrorCode::kCorrupt);
    changed = sent;
    changed.events[i].header.actor.text += "x";
    CHECK(here.refusal(changed) == ErrorCode::kCorrupt);
    changed = sent;
    changed.events.erase(changed.events.begin() + static_cast<std::ptrdiff_t>(i));
    CHECK_FALSE(here.try_take(changed).ok());
    const auto there_is = here.store().exists(SessionId("walk"));
    CHECK((there_is.ok() && !*there_is));
  }
}

TEST_CASE("a session that was forgotten here does not come back") {
  OneMachine there;
  OneMachine here;
  start(there);
  here.take(there.part());
  here.caller.agreed = true;
  here.must("forget", "sessions", words("walk"));
  CHECK(here.refusal(there.part()) == ErrorCode::kInvalid);
}

TEST_CASE("who does not want a merge is told that both went on, and nothing is changed") {
  OneMachine there;
  OneMachine here;
  start(there);
  here.take(there.part());
  there.must("note", "text", "there");
  here.must("note", "text", "here");
  const auto before = here.rows();
  const Arrived arrived = here.take(there.part());
  CHECK(arrived.was == LogRelation::kDiverged);
  CHECK_FALSE(arrived.changed);
  CHECK(here.rows() == before);
}

}  // namespace
}  // namespace clew
