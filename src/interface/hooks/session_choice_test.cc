#include "interface/hooks/session_choice.h"

#include <doctest/doctest.h>

#include "interface/hooks/conversation.h"

namespace clew {
namespace {

constexpr auto kNobody = OthersThere::kNobody;
constexpr auto kSame = OthersThere::kSameProcess;
constexpr auto kElsewhere = OthersThere::kElsewhere;
constexpr auto kPurpose = BegunBy::kPurpose;
constexpr auto kHook = BegunBy::kHook;
constexpr auto kOpen = SessionCourse::kOpen;
constexpr auto kFinished = SessionCourse::kFinished;
constexpr auto kPutAside = SessionCourse::kPutAside;

struct Row {
  const char* claim;
  SessionChoices choices;
  const char* chosen;  // empty: one of its own
};

SessionId id(const char* text) { return SessionId(text); }

TEST_CASE("an agent's work goes to the session it belongs to") {
  const SessionView s{id("s"), kHook, kOpen, kNobody};
  const SessionView held{id("s"), kHook, kOpen, kElsewhere};
  const SessionView beside{id("s"), kHook, kOpen, kSame};
  const SessionView over{id("s"), kHook, kFinished, kNobody};
  const SessionView plan{id("p"), kPurpose, kOpen, kNobody};
  const SessionView plan_done{id("p"), kPurpose, kFinished, kNobody};
  const SessionView plan_held{id("p"), kPurpose, kOpen, kElsewhere};
  const SessionView plan_beside{id("p"), kPurpose, kOpen, kSame};
  const SessionView aside{id("p"), kPurpose, kPutAside, kNobody};
  const Row rows[] = {
      {"without any session it begins one",                           {},                                   "" },
      {"CLEW_SESSION goes before everything",
       {id("n"), id("b"), id("u"), id("o"), id("s"), {s}},
       "n"                                                                                                     },
      {"its own binding goes before what the checkout uses",
       {{}, id("b"), id("u"), id("o"), id("s"), {s}},
       "b"                                                                                                     },
      {"what the checkout uses goes before what it was told of",
       {{}, {}, id("u"), {}, id("s"), {s}},
       "u"                                                                                                     },
      {"a lost binding is found by its last work",                    {{}, {}, {}, id("o"), {}, {s}},       "o"},
      {"a session that a hook began is not joined unasked",           {{}, {}, {}, {}, {}, {s}},            "" },
      {"with its full brief it is",                                   {{}, {}, {}, {}, id("s"), {s}},       "s"},
      {"not while another agent is at it elsewhere",                  {{}, {}, {}, {}, id("s"), {held}},    "" },
      {"nor while one in the same process has not ended",             {{}, {}, {}, {}, id("s"), {beside}},  "" },
      {"nor when all of its steps are complete",                      {{}, {}, {}, {}, id("s"), {over}},    "" },
      {"nor when it is no longer open here",                          {{}, {}, {}, {}, id("x"), {s}},       "" },
      {"the only session, begun on purpose, is joined",               {{}, {}, {}, {}, {}, {plan}},         "p"},
      {"also when it has nothing left to do: its plan is somebody's",
       {{}, {}, {}, {}, {}, {plan_done}},
       "p"                                                                                                     },
      {"not while another agent is at it",                            {{}, {}, {}, {}, {}, {plan_held}},    "" },
      {"nor while one in the same process is",                        {{}, {}, {}, {}, {}, {plan_beside}},  "" },
      {"nor when it was paused on purpose",                           {{}, {}, {}, {}, {}, {aside}},        "" },
      {"unless it was told of it",                                    {{}, {}, {}, {}, id("p"), {aside}},   "p"},
      {"of several none is guessed",                                  {{}, {}, {}, {}, {}, {plan, s}},      "" },
      {"of several the one it was told of is meant",                  {{}, {}, {}, {}, id("s"), {plan, s}}, "s"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.claim);
    CHECK(choose_session(row.choices).value_or(SessionId()).text == row.chosen);
  }
}

struct BriefRow {
  const char* claim;
  StartSource source;
  OthersThere others;
  Duration idle;
  BriefSize size;
};

TEST_CASE("a starting agent is told as much as it needs") {
  constexpr auto kFull = BriefSize::kFull;
  constexpr auto kFive = BriefSize::kFiveLines;
  constexpr BriefRow kRows[] = {
      {"startup soon after the last work", StartSource::kStartup, kNobody,    minutes(1), kFull},
      {"startup a day after it",           StartSource::kStartup, kNobody,    hours(24),  kFull},
      {"startup later",                    StartSource::kStartup, kNobody,    hours(25),  kFive},
      {"startup beside an agent at work",  StartSource::kStartup, kElsewhere, minutes(1), kFive},
      {"startup in the same process",      StartSource::kStartup, kSame,      minutes(1), kFull},
      {"resume, however late",             StartSource::kResume,  kNobody,    days(9),    kFull},
      {"compaction, whoever is at work",   StartSource::kCompact, kElsewhere, minutes(1), kFull},
      {"after clear, however soon",        StartSource::kClear,   kNobody,    minutes(1), kFive},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.claim);
    CHECK(choose_brief(row.source, row.others, row.idle) == row.size);
  }
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
