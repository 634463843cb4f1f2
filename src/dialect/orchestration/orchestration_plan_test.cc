// The plan between two lists of titles and a tree of steps.

#include "dialect/orchestration/plan.h"

#include <doctest/doctest.h>

#include <random>

#include "dialect/orchestration/sample_test.h"

namespace clew::orchestration {
namespace {

constexpr const char* kFile = "8c0f2c52-7c1e-4c56-a8a7-9d6d5a1f0e77.json";

// title:status of every step, parts in brackets behind it.
std::string shown(const Session& session, StepId from = kRoot) {
  std::string out;
  for (const StepId id : session.steps[from.number].children) {
    const Step* step = session.find(id);
    if (step == nullptr) continue;
    out += (out.empty() ? "" : " ") + step->title + ":" + name_of(step->status);
    if (step->quarantined.value_or(false)) out += "(aside)";
    if (!step->children.empty()) out += "[" + shown(session, id) + "]";
  }
  return out;
}

std::string shown_again(const Session& session) {
  return shown(session_in(kFile, write_json(reported(session))));
}

TEST_CASE("a flat plan in any order needs nothing but the two lists") {
  Session session = plain_session();
  session.steps[0].order = ChildOrder::kAnyOrder;
  add_step(session, "Design", StepStatus::kDone);
  add_step(session, "Build", StepStatus::kPending);
  const Value tree = reported(session);
  CHECK(texts_in(tree, "completed_work") == std::vector<std::string>{"Design"});
  CHECK(texts_in(tree, "pending_tasks") == std::vector<std::string>{"Build"});
  CHECK(tree.find("metadata")->find("clew") == nullptr);
  CHECK(shown_again(session) == shown(session));
}

TEST_CASE("the order of a flat plan is kept") {
  for (const auto order : {ChildOrder::kInOrder, ChildOrder::kAnyOrder}) {
    Session session = plain_session();
    session.steps[0].order = order;
    add_step(session, "Design", StepStatus::kDone);
    add_step(session, "Build", StepStatus::kPending);
    const Value tree = reported(session);
    CHECK(session_in(kFile, write_json(tree)).root().order == order);
    // A title moved by hand does not change it.
    session.steps[1].status = StepStatus::kPending;
    session.steps[2].status = StepStatus::kDone;
    CHECK(session_in(kFile, write_json(reported(session))).root().order == order);
  }
}

TEST_CASE("every plan comes back as it was") {
  struct Row {
    const char* what;
    void (*build)(Session&);
  };
  const Row rows[] = {
      {"every status",
       [](Session& s) {
         for (const auto status :
              {StepStatus::kPending, StepStatus::kActive, StepStatus::kDone, StepStatus::kFailed,
               StepStatus::kBlocked, StepStatus::kNeedsReview, StepStatus::kSkipped}) {
           add_step(s, name_of(status), status).status_reason = "because";
         }
       }},
      {"done after pending",
       [](Session& s) {
         add_step(s, "One", StepStatus::kPending);
         add_step(s, "Two", StepStatus::kDone);
       }},
      {"titles that repeat",
       [](Session& s) {
         add_step(s, "Same", StepStatus::kPending);
         add_step(s, "Same", StepStatus::kDone);
         add_step(s, "Same#2", StepStatus::kDone);
         add_step(s, "", StepStatus::kActive);
         add_step(s, "", StepStatus::kSkipped);
       }},
      {"an agent's list beside a step, and one of its own",
       [](Session& s) {
         add_step(s, "Plan", StepStatus::kActive);
         add_step(s, "Agent's list", StepStatus::kActive, StepId{1}).quarantined = true;
         add_step(s, "Build", StepStatus::kDone, StepId{2});
         add_step(s, "Read", StepStatus::kActive, StepId{2});
         add_step(s, "Build", StepStatus::kPending);
         add_step(s, "Notes", StepStatus::kSkipped).quarantined = true;
       }},
      {"nothing but aids",
       [](Session& s) {
         add_step(s, "Agent's list", StepStatus::kActive).quarantined = true;
         add_step(s, "Read", StepStatus::kDone, StepId{1});
         add_step(s, "Write", StepStatus::kPending, StepId{1});
       }},
      {"parts of parts",
       [](Session& s) {
         add_step(s, "A", StepStatus::kActive);
         add_step(s, "A1", StepStatus::kDone, StepId{1});
         add_step(s, "A2", StepStatus::kActive, StepId{1});
         add_step(s, "A2", StepStatus::kActive, StepId{3});
         add_step(s, "B", StepStatus::kDone);
         add_step(s, "B1", StepStatus::kSkipped, StepId{5});
         s.steps[1].order = ChildOrder::kAnyOrder;
       }},
  };
  for (const auto& row : rows) {
    CAPTURE(row.what);
    Session session = plain_session();
    row.build(session);
    CHECK(shown_again(session) == shown(session));
    const Value tree = reported(session);
    CHECK(check_shape(session_document().shape, tree).empty());
    CHECK(reported(session_in(kFile, write_json(tree))) == tree);
  }
}

TEST_CASE("any plan comes back, and is told the same again") {
  std::mt19937 random(7);
  const auto pick = [&](size_t below) { return random() % below; };
  const char* titles[] = {"A", "B", "A#2", "A#3", "", "untitled", "B \"x\"\n"};
  for (int round = 0; round < 2000; ++round) {
    Session session = plain_session();
    session.steps[0].order = pick(2) == 0 ? ChildOrder::kInOrder : ChildOrder::kAnyOrder;
    const size_t count = pick(9);
    for (size_t i = 0; i < count; ++i) {
      const StepId parent{static_cast<uint32_t>(pick(3) > 0 ? 0 : pick(session.steps.size()))};
      Step& step = add_step(session, titles[pick(std::size(titles))],
                            static_cast<StepStatus>(pick(7)), parent);
      if (pick(5) == 0) step.key = "k" + std::to_string(i);
      if (pick(6) == 0) step.quarantined = true;
      if (pick(6) == 0 && i > 0) step.needs = {StepId{1}};
      if (pick(9) == 0) step.removed = session.steps[parent.number].children.size() > 1;
    }
    const Value tree = reported(session);
    CHECK(check_shape(session_document().shape, tree).empty());
    const Session again = session_in(kFile, write_json(tree));
    CHECK(write_json(reported(again)) == write_json(tree));
    if (again.steps.size() > 2) CHECK(again.root().order == session.root().order);
    const bool kept_order = tree.find("metadata")->find("clew") != nullptr &&
                            tree.find("metadata")->find("clew")->find("order") != nullptr;
    if (kept_order || session.root().order == ChildOrder::kInOrder) {
      CHECK(shown(again) == shown(session));
    }
    // Whatever was there before, the text ends up saying what the session says.
    Session other = plain_session();
    add_step(other, "A", StepStatus::kDone);
    add_step(other, "C", StepStatus::kActive);
    const auto base = orchestration_dialect().write(other, {});
    REQUIRE(base.ok());
    CHECK(write_json(reported(session_in(kFile, written(session, *base, kFile)))) ==
          write_json(tree));
  }
}

TEST_CASE("what else is known of a step is carried along") {
  Session session = plain_session();
  add_step(session, "First", StepStatus::kDone);
  Step& step = add_step(session, "Second", StepStatus::kBlocked);
  step.key = "second";
  step.description = "in words";
  step.needs = {StepId{1}};
  step.assignee = "mira";
  step.subject = "ledger";
  step.status_reason = "no disk";
  const Session again = session_in(kFile, write_json(reported(session)));
  const Step& back = again.steps.at(2);
  CHECK(back.key == "second");
  CHECK(back.description == "in words");
  CHECK(back.needs == std::vector<StepId>{StepId{1}});
  CHECK(back.assignee == "mira");
  CHECK(back.subject == "ledger");
  CHECK(back.status_reason == "no disk");
}

TEST_CASE("the lists come first when somebody changed them by hand") {
  struct Row {
    const char* what;
    const char* completed;
    const char* pending;
    const char* expected;
  };
  const Row rows[] = {
      {"as it was",            R"(["Draw the pages"])",               R"(["Check links","Write texts"])",
       "Pages:active[Draw the pages:done Write texts:blocked] Publish:skipped Check links:pending"                                                                                                                 },
      {"one done",             R"(["Draw the pages","Write texts"])", R"(["Check links"])",
       "Pages:active[Draw the pages:done Write texts:done] Publish:skipped Check links:pending"                                                                                                                    },
      {"one taken back",       R"([])",                               R"(["Draw the pages","Check links","Write texts"])",
       "Pages:active[Draw the pages:pending Write texts:blocked] Publish:skipped "
       "Check links:pending"                                                                                                                                                                                       },
      {"one gone, one new",    R"(["Draw the pages"])",               R"(["Write texts","Celebrate"])",
       "Pages:active[Draw the pages:done Write texts:blocked] Publish:skipped Celebrate:pending"                                                                                                                   },
      {"a skipped one listed", R"(["Draw the pages","Publish"])",
       R"(["Check links","Write texts"])",                                                                                 "Pages:active[Draw the pages:done Write texts:blocked] Publish:done Check links:pending"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.what);
    std::string text = fixture(kNested);
    text = replaced(text, R"("completed_work":["Draw the pages"])",
                    std::string(R"("completed_work":)") + row.completed);
    text = replaced(text, R"("pending_tasks":["Check links","Write texts"])",
                    std::string(R"("pending_tasks":)") + row.pending);
    CHECK(shown(session_in(kNested, text)) == row.expected);
  }
}

TEST_CASE("a step is called the same before and after a write") {
  Session session = plain_session();
  add_step(session, "Same", StepStatus::kPending);
  add_step(session, "Same", StepStatus::kDone);
  add_step(session, "Whole", StepStatus::kActive);
  add_step(session, "Part", StepStatus::kPending, StepId{3});
  const Session again = session_in(kFile, write_json(reported(session)));
  const Dialect& dialect = orchestration_dialect();
  REQUIRE(again.steps.size() == session.steps.size());
  for (size_t i = 0; i < session.steps.size(); ++i) {
    CHECK(dialect.step_name(session, session.steps[i]) == dialect.step_name(again, again.steps[i]));
  }
  CHECK(dialect.step_name(session, session.steps[2]) == "Same#2");
  CHECK(dialect.step_name(session, session.steps[0]) == "8c0f2c52-7c1e-4c56-a8a7-9d6d5a1f0e77");
}

// A person's plan, and beside its first step what an agent has put there for itself.
Session aided_session() {
  Session session = plain_session();
  add_step(session, "Plan", StepStatus::kActive);
  add_step(session, "Build", StepStatus::kPending);
  add_step(session, "Agent's list", StepStatus::kActive, StepId{1}).quarantined = true;
  add_step(session, "Read", StepStatus::kDone, StepId{3});
  add_step(session, "Build", StepStatus::kActive, StepId{3});
  return session;
}

TEST_CASE("the task is the person's step, whatever stands beside it") {
  using Texts = std::vector<std::string>;
  Session session = aided_session();
  Value tree = reported(session);
  CHECK(texts_in(tree, "completed_work") == Texts{});
  CHECK(texts_in(tree, "pending_tasks") == Texts{"Plan", "Build"});
  session.steps[1].status = StepStatus::kDone;
  tree = reported(session);
  CHECK(texts_in(tree, "completed_work") == Texts{"Plan"});
  CHECK(texts_in(tree, "pending_tasks") == Texts{"Build"});
  // What an agent writes down does not change what the person's steps are called.
  CHECK(orchestration_dialect().step_name(session, session.steps[2]) == "Build");

  Session alone = plain_session();
  add_step(alone, "Agent's list", StepStatus::kActive).quarantined = true;
  add_step(alone, "Read", StepStatus::kPending, StepId{1});
  CHECK(texts_in(reported(alone), "pending_tasks") == Texts{"Read"});
}

TEST_CASE("an aid goes with the step it stands beside") {
  const std::string text = write_json(reported(aided_session()));
  const std::string list = R"("pending_tasks":["Plan","Build"])";
  CHECK(shown(session_in(kFile, replaced(text, list, R"("pending_tasks":["Build"])"))) ==
        "Build:pending");
  CHECK(shown(session_in(kFile, replaced(text, list, R"("pending_tasks":["Plan","More"])"))) ==
        "Plan:active[Agent's list:active(aside)[Read:done Build:active]] More:pending");
}

TEST_CASE("a removed step is told no more") {
  Session session = plain_session();
  add_step(session, "Design", StepStatus::kDone);
  add_step(session, "Mistake", StepStatus::kPending).removed = true;
  add_step(session, "Build", StepStatus::kActive);
  CHECK(shown_again(session) == "Design:done Build:active");
}

}  // namespace
}  // namespace clew::orchestration
