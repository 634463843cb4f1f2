// Agents and claims.

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

TEST_CASE("a claim is put off, resolved, overridden and reconfirmed") {
  WorkspaceFixture w;
  w.start_plan();
  const Answer deferred =
      w.must("claim defer", "claim", "PKCE is required", "because", "source is down");
  const Value number = *deferred.data.find("claim");
  CHECK(deferred.text == "claim " + to_text(number) + " is deferred: PKCE is required\n" +
                             "next  clew claim resolve " + to_text(number));
  w.must("claim resolve", "claim", to_text(number), "because", "RFC 9700");
  CHECK(w.session().claims.items[0].status == ClaimStatus::kResolved);
  w.must("claim verify", "claim", "PKCE is simple", "result", "confirmed");
  CHECK(w.last<ClaimMade>().result == "confirmed");
  const Answer over = w.must("claim override", "claim", "JWT is fine", "because", "old source");
  CHECK(w.last<ClaimMade>().rationale == "old source");
  w.must("claim reconfirm", "claim", "JWT is fine");
  CHECK(w.last<ClaimChanged>().claim.number == over.data.find("claim")->as_int());
}

TEST_CASE("claims say what they cannot do") {
  WorkspaceFixture w;
  w.start_plan();
  CHECK(w.refused("claim resolve", "claim", "17") == ErrorCode::kNotFound);
  CHECK(w.refused("claim resolve", "claim", "never said") == ErrorCode::kNotFound);
  CHECK(w.refused("claim override", "claim", "x") == ErrorCode::kUsage);
  CHECK(w.refused("claim verify", "claim", "") == ErrorCode::kUsage);
  const Answer made = w.must("claim verify", "claim", "x");
  CHECK(w.refused("claim resolve", "claim", to_text(*made.data.find("claim"))) ==
        ErrorCode::kInvalid);
}

TEST_CASE("an agent starts, moves on, fails, tries again and is done") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("agent start", "id", "arch-1", "type", "architect");
  CHECK(w.must("agent progress", "id", "arch-1", "progress", "60%", "blocking_on", "db-1").text ==
        "agent arch-1 is running, 60 %, waiting for db-1");
  w.must("agent fail", "id", "arch-1", "error", "rate limit", "category", "transient");
  CHECK(w.session().agents.items[0].error->category == ErrorCategory::kTransient);
  w.must("agent retry", "id", "arch-1");
  CHECK(w.session().agents.items[0].error->retry_count == 1);
  const Answer done = w.must("agent done", "id", "arch-1", "summary", "3 endpoints", "created",
                             words("src/a.ts"), "result", "success");
  CHECK(done.data.find("agent")->find("status")->as_string() == "completed");
  CHECK(w.session().agents.items[0].files.created == std::vector<std::string>{"src/a.ts"});
  w.must("agent start", "id", "db-1", "step", "2");
  w.must("agent timeout", "id", "db-1");
  CHECK(w.session().agents.items[1].status == AgentStatus::kTimeout);
  CHECK(w.session().agents.items[1].step == StepId{2});
}

TEST_CASE("an agent that is to come is pending until it starts") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("agent start", "id", "arch-1");
  CHECK(w.must("agent plan", "id", "test-1", "type", "tester", "blocking_on", "arch-1").text ==
        "agent test-1 is pending, waiting for arch-1");
  const Agent planned = w.session().agents.items[1];
  CHECK(planned.status == AgentStatus::kPending);
  CHECK(planned.type == "tester");
  CHECK(planned.blocking_on.text == "arch-1");
  CHECK_FALSE(planned.started_at.has_value());
  w.must("agent start", "id", "test-1");
  CHECK(w.session().agents.items[1].status == AgentStatus::kRunning);
  CHECK(w.refused("agent plan", "id", "test-1") == ErrorCode::kInvalid);
}

TEST_CASE("agents say what they cannot do") {
  WorkspaceFixture w;
  w.start_plan();
  CHECK(w.refused("agent progress", "id", "nobody") == ErrorCode::kNotFound);
  w.must("agent start", "id", "a");
  CHECK(w.refused("agent retry", "id", "a") == ErrorCode::kInvalid);
  CHECK(w.refused("agent fail", "id", "a") == ErrorCode::kUsage);
  const Error half = w.error("agent progress", "id", "a", "progress", "half");
  CHECK(half.code == ErrorCode::kUsage);
  CHECK(half.next == "clew agent progress a --progress 0.6");
  CHECK(w.refused("agent progress", "id", "a", "progress", "1.5") == ErrorCode::kInvalid);
  CHECK(w.refused("agent done", "id", "a", "result", "great") == ErrorCode::kUsage);
  CHECK(w.refused("agent fail", "id", "a", "error", "x", "category", "odd") == ErrorCode::kUsage);
  CHECK(w.refused("agent done", "id", "a", "category", "logical") == ErrorCode::kUsage);
}

TEST_CASE("agents and claims are answered once for one key") {
  WorkspaceFixture w;
  w.start_plan();
  w.check_key("claim defer", "claim", "x");
  w.check_key("claim verify", "claim", "x");
  w.check_key("agent start", "id", "a");
}

TEST_CASE("an agent that cannot go on is told of in words that can be typed") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("agent start", "id", "a1");
  CHECK(w.error("agent progress", "id", "a1", "progress", "160%").next ==
        "clew agent progress a1 --progress 0.5");
  w.must("agent done", "id", "a1");
  CHECK(w.error("agent done", "id", "a1").message == "agent a1 is completed and cannot finish");
}

}  // namespace
}  // namespace clew
