// ID@SEQ: what was, told as of then.

#include "engine/point_in_time.h"

#include <fmt/format.h>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// Five events before the note "late", which is the sixth.
struct WithPast : WorkspaceFixture {
  WithPast() {
    must("start", "goal", "Walk", "id", "walk", "step", Value::List{"A", "B"});
    pass(hours(1));
    must("note", "text", "early bird");
    pass(hours(1));
    must("note", "text", "late bird");
    caller.session = "walk@5";
  }
};

bool tells_of(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("status, brief and show say that they tell the past, and as of when") {
  WithPast w;
  for (const char* verb : {"status", "brief"}) {
    CAPTURE(verb);
    const std::string text = w.must(verb).text;
    CHECK(tells_of(text, "showing event 5 of 6 ("));
    CHECK(tells_of(text, fmt::format("latest:  clew {} walk; ", verb)));
    CHECK(tells_of(text, "; to continue from here:  clew fork walk@5\n"));
  }
  CHECK(tells_of(w.must("brief").text, "More: clew show walk@5 · 5 of 6 events, head "));
  CHECK_FALSE(tells_of(w.must("brief").text, "clew done"));
  CHECK_FALSE(tells_of(w.must("status").text, "clew done"));
  CHECK(tells_of(w.must("brief").text, " · as of " + to_iso_minutes(w.now - hours(1))));
  w.caller.session.clear();
  CHECK(tells_of(w.must("show", "what", words("walk@5")).text, "showing event 5 of 6"));
  CHECK_FALSE(tells_of(w.must("status").text, "showing event"));
  CHECK_FALSE(tells_of(w.must("brief").text, "showing event"));
}

TEST_CASE("the past has nothing to do next but a fork") {
  WithPast w;
  for (const char* verb : {"status", "brief", "next"}) {
    CAPTURE(verb);
    const Answer past = w.must(verb);
    CHECK(past.data.find("next")->find("command")->as_string() == "clew fork walk@5");
    CHECK_FALSE(tells_of(past.text, "clew done"));
  }
  CHECK(w.must("next").text.starts_with(
      "this is a past state; fork it to continue from here\nnext  clew fork walk@5"));
  w.caller.session = "walk";
  for (const char* verb : {"status", "brief", "next"}) {
    CHECK(w.must(verb).data.find("next")->find("command")->as_string() == "clew done 1");
  }
}

TEST_CASE("whoever has no shell is told of the past in words of their own") {
  WithPast w;
  w.caller.wording = [](const std::string& command) { return "[" + command + "]"; };
  CHECK(tells_of(w.must("brief").text,
                 "; latest:  [clew brief walk]; to continue from here:  [clew fork walk@5]\n"));
}

TEST_CASE("the log of a moment names the hash of its last event") {
  WithPast w;
  const Answer past = w.must("log");
  const std::string hash = past.data.find("events")->as_list().back().find("hash")->as_string();
  CHECK(tells_of(past.text, "5 of 6 events, up to event 5, head " + hash.substr(0, 8)));
  CHECK(past.data.find("seq")->as_int() == 5);
}

TEST_CASE("what is only about the whole session refuses a moment of it") {
  WithPast w;
  CHECK(w.error("verify").next == "clew verify walk");
  CHECK(w.error("log", "follow", true).next == "clew log walk --follow");
  CHECK(w.error("note", "text", "x").next == "clew fork walk@5");
  w.caller.session.clear();
  w.surroundings.session = "walk@5";
  CHECK(w.run("note", "text", "x").error().next == "clew fork walk@5");
}

TEST_CASE("a search finds what had been said by then") {
  WithPast w;
  CHECK(tells_of(w.must("search", "words", words("early")).text, "early bird"));
  CHECK(w.must("search", "words", words("late")).text == "Nothing found.");
}

}  // namespace
}  // namespace clew
