#include "conformance/store_fixture.h"
#include "session/apply.h"

namespace clew {
namespace {

// Enough kinds of events to touch every part of the state.
EventData nth_event(int i) {
  switch (i % 7) {
    case 0:
      return note("note " + std::to_string(i));
    case 1: {
      StepAdded step;
      step.step = StepId{static_cast<uint32_t>(i / 7 + 1)};
      step.title = "step " + std::to_string(i);
      return step;
    }
    case 2:
      return StepStarted{StepId{static_cast<uint32_t>(i / 7 + 1)}, 1};
    case 3:
      return FileChanged{{},
                         "src/" + std::to_string(i) + ".cc",
                         FileAction::kModified,
                         3,
                         1,
                         sha256("a"),
                         sha256("b"),
                         AgentId("agent-1")};
    case 4:
      return DecisionMade{
          {},
          "topic", {"x", "y"},
          "x", "because " + std::to_string(i)
      };
    case 5: {
      AttributeSet set;
      set.key = "score";
      set.value = Value(Value::List{i, 0.5, "text", nullptr, true});
      return set;
    }
    default: {
      StepCompleted done;
      done.step = StepId{static_cast<uint32_t>(i / 7 + 1)};
      done.evidence.items.push_back({"coverage", 80 + i % 20, EvidenceSource::kMeasured});
      return done;
    }
  }
}

std::vector<std::vector<EventData>> varied_commands(int count) {
  std::vector<std::vector<EventData>> commands;
  for (int i = 0; i < count; ++i) {
    commands.push_back({nth_event(i)});
    if (i % 5 == 4) commands.back().push_back(note("second"));
  }
  return commands;
}

STORE_TEST("loading at every seq gives what folding the events gives") {
  stores.start("s", "goal");
  stores.record_each("s", varied_commands(150));
  Session folded;
  for (const StoredEvent& event : stores.read("s")) {
    folded = apply(std::move(folded), event.event);
    folded.identity.id = session_id("s");
    const auto loaded = must(stores.store().load(session_id("s"), event.event.header.seq));
    REQUIRE(loaded.session == folded);
    REQUIRE(loaded.head == Head{event.event.header.seq, event.hash});
  }
  CHECK(stores.load("s") == folded);
  CHECK(must(stores.store().verify(std::nullopt)).snapshots == 2);
}

STORE_TEST("there is no state before the first event or after the last") {
  stores.start("s", "goal");
  CHECK(refusal(stores.store().load(session_id("s"), Seq{0})) == ErrorCode::kNotFound);
  CHECK(refusal(stores.store().load(session_id("s"), Seq{2})) == ErrorCode::kNotFound);
}

STORE_TEST("a snapshot is written whenever seq passes a multiple of 32, and the last two stay") {
  stores.start("s", "goal");
  std::vector<EventData> many;
  for (int i = 0; i < 30; ++i) many.push_back(note("n"));
  stores.record("s", many);
  CHECK(must(stores.store().verify(std::nullopt)).snapshots == 0);
  stores.record("s", {note("a"), note("b"), note("c")});
  CHECK(must(stores.store().verify(std::nullopt)).snapshots == 1);
  stores.record_each("s", std::vector<std::vector<EventData>>(40, many));
  CHECK(must(stores.store().verify(std::nullopt)).snapshots == 2);
}

STORE_TEST("a long log keeps one snapshot per 4,096 events") {
  stores.start("s", "goal");
  const std::vector<EventData> many(250, note("n"));
  stores.record_each("s", std::vector<std::vector<EventData>>(40, many));
  CHECK(stores.load("s").head == Seq{10'001});
  CHECK(must(stores.store().verify(std::nullopt)).snapshots == 4);
  CHECK(stores.load("s", 5000).head == Seq{5000});
}

STORE_TEST("what is derived can be made anew at any time") {
  stores.start("s", "the searchable goal");
  stores.record_each("s", varied_commands(140));
  const Session before = stores.load("s");
  auto transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->remake(session_id("s")));
  must(transaction->commit());
  CHECK(stores.load("s") == before);
  CHECK(must(stores.store().search({"searchable", {}, {}, 5})).size() == 1);
}

}  // namespace
}  // namespace clew
