#include "agent_client/transcript/branch.h"

#include <doctest/doctest.h>

#include "agent_client/transcript/script_test.h"

namespace clew::transcript {
namespace {

// "a<" is a root, "b<a" a child of a; "c-b" is one that nobody says.
std::string chosen(const std::vector<std::string>& lines) {
  std::vector<ChainLink> links;
  for (const auto& line : lines) {
    links.push_back({line.substr(0, 1), line.substr(2), {}, {}, {}, line[1] == '-'});
  }
  const auto flags = choose_branch(links);
  std::string out;
  for (size_t i = 0; i < links.size(); ++i) {
    if (flags[i]) out += links[i].id;
  }
  return out;
}

TEST_CASE("only the branch that leads to the last line counts") {
  CHECK(chosen({}) == "");
  CHECK(chosen({"a<"}) == "a");
  CHECK(chosen({"a<", "b<a", "c<b"}) == "abc");
  CHECK(chosen({"a<", "b<a", "c<b", "d<a", "e<d"}) == "ade");
  CHECK(chosen({"a<", "b<a", "x<", "y<x"}) == "xy");
  CHECK(chosen({"a<", "b<a", "b<a", "c<b"}) == "abc");
}

TEST_CASE("a notice without a parent at the end does not hide the conversation") {
  CHECK(chosen({"a<", "b<a", "x-"}) == "ab");
  CHECK(chosen({"a<", "b<a", "x-", "y-x", "z-y"}) == "ab");
  CHECK(chosen({"a<", "b<a", "x-b", "y-x"}) == "abxy");
  CHECK(chosen({"a-", "b-a"}) == "");
  CHECK(chosen({"a<", "x-y", "y-x"}) == "a");
}

TEST_CASE("where a line is missing, the one before stands in for it") {
  CHECK(chosen({"a<", "b<a", "d<c", "e<d"}) == "abde");
  CHECK(chosen({"b<a"}) == "b");
}

TEST_CASE("lines in a circle end the walk") {
  CHECK(chosen({"a<b", "b<a"}) == "ab");
  CHECK(chosen({"a<a"}) == "a");
}

TEST_CASE("calls that ran side by side keep their results") {
  std::vector<ChainLink> links = {
      {"p",  "",   {},   {},     {},     false},
      {"a1", "p",  "m1", {"t1"}, {},     false},
      {"a2", "a1", "m1", {"t2"}, {},     false},
      {"r1", "a1", {},   {},     {"t1"}, false},
      {"r2", "a2", {},   {},     {"t2"}, false},
      {"b",  "r2", "m2", {},     {},     false},
  };
  CHECK(choose_branch(links) == std::vector<bool>{true, true, true, true, true, true});
  // The other way round: the chain goes by the first result.
  links[5].parent = "r1";
  CHECK(choose_branch(links) == std::vector<bool>{true, true, true, true, true, true});
  // A result of a call on a branch that was left stays there.
  links[3].results = {"t9"};
  links[5].parent = "r2";
  CHECK(choose_branch(links) == std::vector<bool>{true, true, true, false, true, true});
}

TEST_CASE("lines that a resumed session repeats count once") {
  ClaudeScript script;
  script.user("Go");
  script.calls("t1", "Bash", R"({"command":"ls"})");
  script.answers("t1", "a", R"({"stdout":"a"})");
  const std::string once = script.text;
  script.text = once + once;
  script.says("m2", "Done.");
  const auto reading = script.read();
  CHECK(reading.session.runs.items.size() == 1);
  CHECK(reading.counts.repeated == 3);
  CHECK(reading.counts.left_out == 0);
  CHECK(reading.session.context.estimated_tokens == 30);
}

TEST_CASE("what a fork takes over from another session counts there") {
  ClaudeScript script;
  script.user("Build the boat");
  script.calls("t1", "Bash", R"({"command":"saw"})");
  const std::string shared = script.answers("t1", "a", R"({"stdout":"a"})");
  script.user("Paint it");
  script.calls("t2", "Bash", R"({"command":"paint"})");
  script.answers("t2", "b", R"({"stdout":"b"})");
  script.says("m3", "Done.");
  TranscriptOptions reported;
  reported.is_reported = [](const std::string& line) { return line == "u2" || line == "u3"; };
  TranscriptOptions known;
  known.repeats_to = shared;
  for (const auto& options : {reported, known}) {
    const auto reading = script.read(options);
    CHECK(reading.session.identity.goal == "Build the boat");
    REQUIRE(reading.session.runs.items.size() == 1);
    CHECK(reading.session.runs.items[0].command == "paint");
    CHECK(reading.counts.repeated == 3);
    CHECK(reading.repeats_to == shared);
    CHECK(reading.session.context.estimated_tokens == 30);
    CHECK(count_rule(reading, "claude-code.repeats") == 1);
  }
  CHECK(script.read().session.runs.items.size() == 2);
}

TEST_CASE("lines that still bear the id of the session they came from are its own") {
  ClaudeScript script;
  script.session = "01d00000-0000-4000-8000-000000000001";
  script.user("Build the boat");
  script.calls("t1", "Bash", R"({"command":"saw"})");
  script.answers("t1", "a", R"({"stdout":"a"})");
  script.session = "2e000000-0000-4000-8000-000000000002";
  script.user("Paint it");
  script.says("m3", "Done.");
  const auto reading = script.read();
  CHECK(reading.entry == "2e000000-0000-4000-8000-000000000002");
  CHECK(reading.session.runs.items.empty());
  CHECK(reading.session.identity.goal == "Build the boat");
}

}  // namespace
}  // namespace clew::transcript
