#include "dialect/feature/words.h"

#include <doctest/doctest.h>

#include "dialect/feature/names.h"

namespace clew::feature {
namespace {

TEST_CASE(
    "every status of a step has a word, and comes back from it with the exact one beside it") {
  struct Row {
    StepStatus status;
    const char* word;
  };
  const Row rows[] = {
      {StepStatus::kPending,     "pending"    },
      {StepStatus::kActive,      "in_progress"},
      {StepStatus::kDone,        "completed"  },
      {StepStatus::kFailed,      "blocked"    },
      {StepStatus::kBlocked,     "blocked"    },
      {StepStatus::kNeedsReview, "pending"    },
      {StepStatus::kSkipped,     "completed"  },
  };
  CHECK(std::size(rows) == std::size(EnumNames<StepStatus>::names));
  for (const auto& row : rows) {
    CAPTURE(row.word);
    CHECK(std::string(word_of(row.status)) == row.word);
    const auto reported = task_status(row.word);
    REQUIRE(reported);
    CHECK(is_exact(row.status) == (*reported == row.status));
    CHECK(refine(*reported, name_of(row.status)) == row.status);
  }
  CHECK(!task_status("done"));
}

TEST_CASE("every lifecycle has a word, and comes back from it with the exact one beside it") {
  struct Row {
    Lifecycle status;
    const char* word;
  };
  const Row rows[] = {
      {Lifecycle::kActive,    "active"   },
      {Lifecycle::kPaused,    "paused"   },
      {Lifecycle::kCompleted, "completed"},
      {Lifecycle::kFailed,    "completed"},
      {Lifecycle::kAborted,   "completed"},
      {Lifecycle::kAbandoned, "completed"},
  };
  CHECK(std::size(rows) == std::size(EnumNames<Lifecycle>::names));
  for (const auto& row : rows) {
    CAPTURE(row.word);
    CHECK(std::string(word_of(row.status)) == row.word);
    const auto reported = session_status(row.word);
    REQUIRE(reported);
    CHECK(is_exact(row.status) == (*reported == row.status));
    CHECK(refine(*reported, name_of(row.status)) == row.status);
  }
}

TEST_CASE("an exact word that no longer goes with the word told does not count") {
  CHECK(refine(StepStatus::kDone, "failed") == StepStatus::kDone);
  CHECK(refine(Lifecycle::kActive, "aborted") == Lifecycle::kActive);
  CHECK(refine(Lifecycle::kActive, "nonsense") == Lifecycle::kActive);
}

TEST_CASE("a model's full name is written as the one listed word it has") {
  const std::vector<std::string> words = {"gemini", "opus", "sonnet"};
  CHECK(model_word(words, "opus") == "opus");
  CHECK(model_word(words, "claude-opus-4-1") == "opus");
  CHECK(model_word(words, "gemini/2.5") == "gemini");
  CHECK(!model_word(words, "gpt-5"));
  CHECK(!model_word(words, "opusculum"));
  CHECK(!model_word(words, "opus-or-sonnet"));
  CHECK(!model_word(words, ""));
  CHECK(exact_model(words, "opus", "claude-opus-4-1") == "claude-opus-4-1");
  CHECK(exact_model(words, "sonnet", "claude-opus-4-1") == "sonnet");
  CHECK(exact_model(words, "", "gpt-5") == "gpt-5");
}

TEST_CASE("a feature's id is made of the goal and the day") {
  const Time day = parse_time("2026-11-16T23:59:00Z")->time;
  CHECK(make_feature_id("Add OAuth login!", day, 0) == "add-oauth-login-2026-11-16");
  CHECK(make_feature_id("Add OAuth login!", day, 1) == "add-oauth-login-2-2026-11-16");
  CHECK(make_feature_id("Add OAuth login!", day, 2) == "add-oauth-login-3-2026-11-16");
  CHECK(make_feature_id("../../etc -- PASSWD", day, 0) == "etc-passwd-2026-11-16");
  CHECK(make_feature_id("登录", day, 0) == "feature-2026-11-16");
  for (const char* goal :
       {"", "-", "a", "Überall ünd", "a very long goal that goes on and on and on"}) {
    CHECK(is_feature_id(make_feature_id(goal, day, 0)));
  }
  CHECK(!is_feature_id("Login-2026-11-16"));
  CHECK(!is_feature_id("login--x-2026-11-16"));
  CHECK(!is_feature_id("login-2026-13-16"));
  CHECK(!is_feature_id("2026-11-16"));
  CHECK(!is_feature_id("login-2026-11-16\n"));
}

}  // namespace
}  // namespace clew::feature
