#include "conformance/store_fixture.h"

namespace clew {
namespace {

std::vector<SearchHit> look(StoreFixture& stores, const std::string& text) {
  return must(stores.store().search({text, {}, {}, 20}));
}

STORE_TEST("goals, decisions, questions, approaches, notes, steps and errors are found") {
  stores.start("s", "alpha");
  StepAdded step;
  step.step = StepId{1};
  step.title = "golf";
  stores.record("s", {
                         DecisionMade{{}, "bravo", {}, "", ""},
                         QuestionAsked{{}, "charlie?"},
                         ApproachFailed{{}, "delta", "", {}},
                         note("echo"), step,
                         ErrorRecorded{{}, "foxtrot", {}}
  });
  uint32_t seq = 0;
  for (const char* word : {"alpha", "bravo", "charlie", "delta", "echo", "golf", "foxtrot"}) {
    const auto hits = look(stores, word);
    REQUIRE(hits.size() == 1);
    CHECK(hits[0].session.text == "s");
    CHECK(hits[0].seq == Seq{++seq});
    CHECK(hits[0].excerpt.find(word) != std::string::npos);
  }
}

STORE_TEST("all words must occur in one event, in any order and case") {
  stores.start("s", "goal");
  stores.record("s", {note("the Café is open"), note("the shop is closed")});
  CHECK(look(stores, "open THE").size() == 1);
  CHECK(look(stores, "open closed").empty());
  CHECK(look(stores, "caf\u00e9").size() == 1);
  CHECK(look(stores, "is").size() == 2);
}

STORE_TEST("what looks like a query language is only words") {
  stores.start("s", "goal");
  stores.record("s", {note("a NEAR b OR c")});
  CHECK(look(stores, "near OR").size() == 1);
  CHECK(look(stores, "\"near\" AND (or) b*").empty());
  CHECK(refusal(stores.store().search({"\"*:-", {}, {}, 5})) == ErrorCode::kUsage);
  CHECK(refusal(stores.store().search({"", {}, {}, 5})) == ErrorCode::kUsage);
}

STORE_TEST("events are found whether or not they were indexed with a snapshot") {
  stores.start("s", "goal");
  std::vector<std::vector<EventData>> commands;
  for (int i = 0; i < 130; ++i) commands.push_back({note("word" + std::to_string(i))});
  stores.record_each("s", commands);
  for (const char* word : {"word0", "word62", "word63", "word126", "word129"}) {
    CHECK(look(stores, word).size() == 1);
  }
  stores.record("s", {note("afterwards")});
  CHECK(look(stores, "afterwards").size() == 1);
}

STORE_TEST("small text artifacts are found by their content, binary ones by their path") {
  stores.start("s", "goal");
  const Blob text = blob_of("the quick brown fox");
  const Blob binary = blob_of(std::string("quick\xff\x00zebra", 12));
  const Blob large = blob_of(std::string(300'000, 'x') + " walrus");
  auto transaction = must(stores.store().begin_write(seconds(5)));
  for (const Blob& blob : {text, binary, large}) must(transaction->put_blob(blob));
  must(transaction->commit());
  transaction.reset();
  stores.record("s", {
                         ArtifactAdded{{}, "docs/a.md", text.hash,   19,      1},
                         ArtifactAdded{{}, "b.bin",     binary.hash, 12,      1},
                         ArtifactAdded{{}, "big.txt",   large.hash,  300'007, 1}
  });
  CHECK(look(stores, "quick fox").size() == 1);
  CHECK(look(stores, "zebra").empty());
  CHECK(look(stores, "bin").size() == 1);
  CHECK(look(stores, "walrus").empty());
  CHECK(look(stores, "big").size() == 1);
}

STORE_TEST("a search stays inside a session, with what a fork inherited, or a project") {
  stores.start("a", "goal", "p-1");
  stores.record("a", {note("needle early")});
  stores.start("b", "goal", "p-2");
  stores.record("b", {note("needle elsewhere")});
  stores.fork("f", "a", 2);
  stores.record("f", {note("needle in the fork")});
  stores.record("a", {note("needle late")});
  CHECK(look(stores, "needle").size() == 4);
  CHECK(must(stores.store().search({"needle", session_id("a"), {}, 20})).size() == 2);
  const auto forked = must(stores.store().search({"needle", session_id("f"), {}, 20}));
  CHECK(forked.size() == 2);
  CHECK(must(stores.store().search({"needle", {}, "p-2", 20})).size() == 1);
  CHECK(must(stores.store().search({"needle", {}, {}, 3})).size() == 3);
  CHECK(refusal(stores.store().search({"needle", session_id("x"), {}, 3})) == ErrorCode::kNotFound);
}

STORE_TEST("a search during a turn answers from the log what the index lacks") {
  stores.start("s", "unindexed goal");
  auto transaction = must(stores.store().begin_write(seconds(5)));
  CHECK(look(stores, "unindexed").size() == 1);
  const auto other = stores.again();
  CHECK(must(other->search({"unindexed", {}, {}, 5})).size() == 1);
}

}  // namespace
}  // namespace clew
