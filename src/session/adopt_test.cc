#include "session/adopt.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "session/apply.h"
#include "session/reading_test.h"
#include "session/story_test.h"

namespace clew {
namespace {

Session reported() {
  Story story("plan | id test:1\nbuild | id test:2\n  part | id test:3");
  story.done("plan").note("n");
  return story.session;
}

TEST_CASE("adopting starts the session, adds its steps and restores the rest, in this order") {
  Session wanted = reported();
  wanted.steps[1].title = "as planned";
  CHECK(names(adopt(wanted, SessionId("s-2"))) ==
        "session_started step_added step_added step_added overview_restored step_restored "
        "step_restored step_restored step_restored fact_restored");
}

TEST_CASE("an adopted session is the one that was read") {
  const Session wanted = reported();
  const Session now = adopted(wanted);
  CHECK(shown(plain(now)) == shown(plain(wanted)));
  CHECK(now.identity.created_at == kMonday);
  CHECK(now.notes.items[0].origin.actor == ActorId("ana"));
  CHECK(now.notes.items[0].origin.id == now.head);
}

TEST_CASE(
    "the events of an adopted session carry the caller's id and count from the caller's seq") {
  const Drafts drafts = adopt(reported(), SessionId("s-2"), Seq{41});
  CHECK(get<FactRestored>(drafts.back().data).fact == Seq{50});
  bool seen = false;
  for (const auto& draft : drafts) {
    const auto* overview = get_if<OverviewRestored>(&draft.data);
    if (overview == nullptr) continue;
    seen = overview->identity->id == SessionId("s-2");
  }
  CHECK(seen);
}

TEST_CASE("every fact has its event, and the session keeps the latest few") {
  Session wanted = reported();
  wanted.decisions = {};
  for (int i = 0; i < 5000; ++i) {
    Decision decision;
    decision.choice = std::to_string(i);
    wanted.decisions.items.push_back(decision);
  }
  const Drafts drafts = adopt(wanted, SessionId("s-2"));
  CHECK(drafts.size() > 5000);
  const Session now = fold(Session(), drafts);
  CHECK(now.decisions.total == 5000);
  CHECK(now.decisions.items.size() == kKeptFacts);
  CHECK(now.decisions.items.back().choice == "4999");
}

TEST_CASE("a claim on a step is adopted with its fence, so that the next one is higher") {
  Story story("a\nb");
  story.then(ClaimStep{});
  const Session now = adopted(story.session);
  CHECK(now.last_fence == story.session.last_fence);
  CHECK(now.steps[1].lease == story.session.steps[1].lease);
  CHECK_FALSE(now.root().lease.has_value());
}

TEST_CASE("a reading without anything, or with steps before their parents, is adopted") {
  CHECK(names(adopt(Session(), SessionId("s-2"))) == "session_started overview_restored");
  Session wanted = reported();
  wanted.steps[2].parent = StepId{3};
  CHECK(adopted(wanted).steps.size() == wanted.steps.size());
}

TEST_CASE("folding what adopts a random session gives that session, every time the same") {
  CHECK(rc::check([](uint64_t seed) {
    const Session wanted = random_reading(seed);
    const Drafts drafts = adopt(wanted, SessionId("s-1"));
    RC_ASSERT(drafts == adopt(wanted, SessionId("s-1")));
    RC_ASSERT(shown(plain(fold(Session(), drafts))) == shown(plain(wanted)));
    RC_ASSERT(plain(fold(Session(), drafts)) == plain(wanted));
  }));
}

TEST_CASE("adopting as somebody gives the same events, with headers, and what they lead to") {
  CHECK(rc::check([](uint64_t seed) {
    const Session wanted = random_reading(seed);
    const EventHeader first{Seq{1}, kMonday, ActorId("import:test"), Via::kImport, 0, {}};
    const Adopted adopted = adopt_as(wanted, SessionId("s-1"), first);
    const Drafts drafts = adopt(wanted, SessionId("s-1"));
    RC_ASSERT(adopted.events.size() == drafts.size());
    Session folded;
    for (size_t i = 0; i < drafts.size(); ++i) {
      const Event& event = adopted.events[i];
      RC_ASSERT(event.data == drafts[i].data);
      RC_ASSERT(event.header.seq.number == i + 1);
      RC_ASSERT(event.header.part == i);
      RC_ASSERT(event.header.actor == first.actor);
      folded = apply(std::move(folded), event);
    }
    folded.identity.id = SessionId("s-1");
    RC_ASSERT(adopted.after == folded);
  }));
}

TEST_CASE(
    "steps keep their numbers and lists, also those that were removed or are listed nowhere") {
  CHECK(rc::check([](uint64_t seed) {
    RandomEvents random(seed);
    const Session wanted = random_session(random);
    const Session now = adopted(wanted);
    RC_ASSERT(now.steps == wanted.steps);
    RC_ASSERT(now.structure == wanted.structure);
    RC_ASSERT(now.lifecycle == wanted.lifecycle);
    RC_ASSERT(now.agents.items == wanted.agents.items);
    RC_ASSERT(now.last_fence == wanted.last_fence);
  }));
}

}  // namespace
}  // namespace clew
