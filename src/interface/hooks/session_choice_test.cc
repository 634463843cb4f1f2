#include "interface/hooks/session_choice.h"

#include <doctest/doctest.h>

#include "interface/hooks/conversation.h"

namespace clew {
namespace {

constexpr auto kPurpose = BegunBy::kPurpose;
constexpr auto kHook = BegunBy::kHook;
constexpr auto kOpen = SessionCourse::kOpen;
constexpr auto kFinished = SessionCourse::kFinished;
constexpr auto kPutAside = SessionCourse::kPutAside;

SessionId id(const char* text) { return SessionId(text); }

SessionView view(const char* name, BegunBy begun, SessionCourse course,
                 OthersTurn turn = OthersTurn::kNone) {
  SessionView out{id(name), begun, course, turn};
  out.goal = "Limit logins to five a minute per address";
  out.open_items = {"Refuse the sixth with 429", "Document it"};
  out.last_words = "The counter works. src/limit.py still ignores the proxy header.";
  return out;
}

SessionView other(const char* name) {
  SessionView out{id(name), kHook, kOpen, OthersTurn::kNone};
  out.goal = "Translate the manual into Polish";
  return out;
}

SessionChoices choices(std::vector<SessionView> open, std::vector<std::string> prompts) {
  SessionChoices out;
  out.open = std::move(open);
  out.prompts = std::move(prompts);
  return out;
}

TEST_CASE("what is certain goes before what the prompts say") {
  SessionChoices all = choices({view("s", kHook, kOpen)}, {"continue"});
  all.named = id("n");
  all.bound = id("b");
  all.used = id("u");
  all.own = id("o");
  CHECK(choose_session(all).joins == id("n"));
  all.named.reset();
  CHECK(choose_session(all).joins == id("b"));
  all.bound.reset();
  CHECK(choose_session(all).joins == id("u"));
  all.used.reset();
  CHECK(choose_session(all).joins == id("o"));
  all.own.reset();
  CHECK(choose_session(all).joins == id("s"));
}

struct Row {
  const char* claim;
  const char* prompt;
  const char* joins;  // empty: one of its own
};

TEST_CASE("a new conversation joins the open work that its prompt is about") {
  const Row rows[] = {
      {"an acknowledgement means the work there is",      "ok, go ahead",                      "s"},
      {"so does a word of going on",                      "Please continue where we left off", "s"},
      {"in another language too",                         "mach da weiter",                    "s"},
      {"the id names it",                                 "look at s again please",            "s"},
      {"so does the number of a step",                    "do step 2 now",                     "s"},
      {"a path of its last words",                        "fix src/limit.py",                  "s"},
      {"two words of its goal",                           "the logins per address are off",    "s"},
      {"two words of an open item",                       "why is the sixth not refused?",     "s"},
      {"one word of an open item of at most three words", "now document everything",           "s"},
      {"one word of the goal is not enough",              "show all logins",                   "" },
      {"something else is work of its own",               "Upgrade the compiler to 14",        "" },
  };
  for (const auto& row : rows) {
    CAPTURE(std::string(row.claim));
    const auto choice = choose_session(choices({view("s", kHook, kOpen)}, {row.prompt}));
    CHECK(choice.joins.value_or(SessionId()).text == row.joins);
    CHECK(choice.previous.has_value() == !choice.joins.has_value());
    CHECK_FALSE(choice.completes);
  }
}

TEST_CASE("a conversation that began with going on stays with that work") {
  const std::vector<SessionView> open{view("s", kHook, kOpen)};
  CHECK(choose_session(choices(open, {"go on", "and on", "make it kinder"})).joins == id("s"));
  CHECK_FALSE(choose_session(choices(open, {"hey", "Upgrade the compiler"})).joins);
}

TEST_CASE("work of its own is linked, and completes what is finished") {
  const auto begun = choose_session(choices({view("s", kHook, kFinished)}, {"Upgrade to C++23"}));
  CHECK_FALSE(begun.joins);
  CHECK(begun.previous == id("s"));
  CHECK(begun.completes == id("s"));
  const auto about = choose_session(choices({view("s", kHook, kFinished)}, {"fix src/limit.py"}));
  CHECK(about.joins == id("s"));
}

TEST_CASE("a cleared conversation begins work of its own, linked to the one before") {
  SessionChoices cleared = choices({view("s", kHook, kOpen)}, {"fix src/limit.py"});
  cleared.opening = Opening::kCleared;
  const auto choice = choose_session(cleared);
  CHECK_FALSE(choice.joins);
  CHECK(choice.previous == id("s"));
}

TEST_CASE("nobody joins where somebody's turn is open") {
  const auto held = view("s", kHook, kOpen, OthersTurn::kOpen);
  CHECK_FALSE(choose_session(choices({held}, {"continue"})).joins);
  CHECK_FALSE(choose_session(choices({held}, {"fix src/limit.py"})).joins);
  const auto planned = view("p", kPurpose, kOpen, OthersTurn::kOpen);
  CHECK_FALSE(choose_session(choices({planned}, {"Upgrade the compiler"})).joins);
}

TEST_CASE("of several the only one that fits is joined, and the latest by a mere yes") {
  const auto s = view("s", kHook, kOpen);
  CHECK(choose_session(choices({other("t"), s}, {"fix src/limit.py"})).joins == id("s"));
  CHECK(choose_session(choices({other("t"), s}, {"ok"})).joins == id("t"));
  CHECK_FALSE(choose_session(choices({other("t"), s}, {"Upgrade the compiler"})).joins);
  SessionChoices reported = choices({other("t"), s}, {"ok"});
  reported.briefed = id("s");
  CHECK(choose_session(reported).joins == id("s"));
  auto twin = s;
  twin.id = id("u");
  CHECK_FALSE(choose_session(choices({twin, s}, {"fix src/limit.py"})).joins);
  auto held = other("t");
  held.turn = OthersTurn::kOpen;
  CHECK(choose_session(choices({held, s}, {"ok"})).joins == id("s"));
}

TEST_CASE("without a prompt the open work is meant, and not a finished one") {
  CHECK(choose_session(choices({view("s", kHook, kOpen)}, {})).joins == id("s"));
  CHECK_FALSE(choose_session(choices({view("s", kHook, kFinished)}, {})).joins);
  CHECK_FALSE(choose_session(choices({}, {"Upgrade the compiler"})).previous);
}

TEST_CASE("the only session that somebody began on purpose is joined whatever is said") {
  const std::vector<std::string> prompt = {"Upgrade the compiler"};
  CHECK(choose_session(choices({view("p", kPurpose, kOpen)}, prompt)).joins == id("p"));
  CHECK(choose_session(choices({view("p", kPurpose, kFinished)}, prompt)).joins == id("p"));
  CHECK_FALSE(choose_session(choices({view("p", kPurpose, kPutAside)}, prompt)).joins);
  CHECK_FALSE(choose_session(choices({view("p", kPurpose, kOpen), other("t")}, prompt)).joins);
}

TEST_CASE("a starting agent is told everything, but after clear and beside an open turn") {
  constexpr auto kFull = BriefSize::kFull;
  constexpr auto kFive = BriefSize::kFiveLines;
  CHECK(choose_brief(StartSource::kStartup, OthersTurn::kNone) == kFull);
  CHECK(choose_brief(StartSource::kStartup, OthersTurn::kOpen) == kFive);
  CHECK(choose_brief(StartSource::kResume, OthersTurn::kOpen) == kFull);
  CHECK(choose_brief(StartSource::kCompact, OthersTurn::kOpen) == kFull);
  CHECK(choose_brief(StartSource::kClear, OthersTurn::kNone) == kFive);
}

TEST_CASE("an agent's conversation has a short name of its own") {
  CHECK(conversation_actor("claude-code", "5c0ffee1-2b3c-4d5e-8f90-a1b2c3d4e5f6").text ==
        "claude-code:5c0ffee1");
  // Version 7 begins with the time: two that begin in the same minute differ at the end only.
  CHECK(conversation_actor("codex", "01a1e299-2440-79c3-b573-fb1728f51fbd").text ==
        "codex:28f51fbd");
  CHECK(conversation_actor("gemini", "$(rm -rf /)\n;x").text == "gemini:rmrfx");
  CHECK(conversation_actor("cursor", "").text == "cursor");
}

}  // namespace
}  // namespace clew
