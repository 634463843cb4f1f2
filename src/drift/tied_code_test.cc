// What became of the files and definitions that statements rest on.

#include <filesystem>

#include "drift/tied_lines.h"
#include "testing/git_sandbox.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

constexpr const char* kClimate =
    "class ClimateController:\n"
    "    def __init__(self, bus):\n"
    "        self.bus = bus\n"
    "\n"
    "    def start(self, level):\n"
    "        return self.bus.send('climate', level, self.bus.address)\n"
    "\n"
    "\n"
    "def helper(a, b):\n"
    "    return a + b\n";

class Climate {
 public:
  enum class Under { kNothing, kGit };
  explicit Climate(Under under = Under::kNothing) {
    w.surroundings.cache_folder = w.project() + "-cache";
    if (under == Under::kGit) {
      const GitSandbox git(w.project());
      git.init();
      git.commit("climate.py", kClimate);
    }
    w.start_plan();
    w.write("climate.py", kClimate);
  }

  void replace(const std::string& from, const std::string& to) {
    std::string text = kClimate;
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
    w.write("climate.py", text);
  }
  Value::List drift(const char* verb = "status") {
    return w.must(verb).data.find("drift")->as_list();
  }
  // The only one, and what it says.
  Value only() {
    const Value::List all = drift();
    REQUIRE(all.size() == 1);
    return all.front();
  }
  std::string text_of(const Value& drift, const char* name) {
    return drift.find(name)->as_string();
  }

  WorkspaceFixture w;
};

TEST_CASE("a decision on a renamed class says what it is called now, in every place that tells") {
  Climate c;
  c.w.must("decide", "choice", "keep the bridge", "symbol", words("ClimateController"));
  const Tie tie = c.w.last<DecisionMade>().ties.at(0);
  CHECK(tie.path == "climate.py");
  CHECK(tie.symbol->name == "ClimateController");
  CHECK(c.drift().empty());
  c.replace("ClimateController", "Climate");
  const Value drift = c.only();
  CHECK(c.text_of(drift, "kind") == "symbol_renamed");
  CHECK(c.text_of(drift, "subject") == "climate.py:ClimateController");
  CHECK(c.text_of(drift, "now") == "climate.py:Climate");
  const Value rests = drift.find("rests_on_it")->as_list().at(0);
  CHECK(c.text_of(rests, "kind") == "decision");
  CHECK(c.text_of(rests, "text") == "keep the bridge");
  const std::string words = "rests on ClimateController, renamed to Climate since ";
  CHECK(c.text_of(drift, "text").find(c.text_of(rests, "name") + " " + words) == 0);
  const Answer brief = c.w.must("brief");
  CHECK(brief.text.find("DRIFTED: 1 symbol") != std::string::npos);
  CHECK(brief.text.find("keep the bridge") != std::string::npos);
  CHECK(brief.text.find("[" + words) != std::string::npos);
  CHECK(brief.data.find("drift")->as_list() == c.drift());
  CHECK(c.w.must("verify").exit == 7);
  CHECK(c.drift("verify") == c.drift());
}

TEST_CASE("a note and a step say in their own lines of a brief what became of their ground") {
  Climate c;
  c.w.must("note", "text", "mind the order", "symbol", words("helper"));
  c.w.must("step add", "title", words("Deploy"), "symbol", words("helper"));
  c.replace("helper", "assist");
  const auto line_with = [&](const std::string& words) {
    const std::string brief = c.w.must("brief").text;
    const size_t at = brief.find(words);
    REQUIRE_MESSAGE(at != std::string::npos, brief);
    return brief.substr(at, brief.find('\n', at) - at);
  };
  const std::string ground = "  [rests on helper, renamed to assist since ";
  CHECK(line_with("Last note: ").find(ground) != std::string::npos);
  CHECK(line_with("Then: ").find("Deploy" + ground) != std::string::npos);
  c.w.must("done");
  for (const char* step : {"Build", "Review"}) {
    c.w.must("step skip", "step", step, "reason", "not now");
  }
  CHECK(line_with("In progress: ").find(ground) != std::string::npos);
  c.w.must("step block", "reason", "no server");
  CHECK(line_with("Blocked: ").find(ground) != std::string::npos);
}

struct Row {
  const char* claim;
  const char* symbol;
  const char* from;
  const char* to;
  const char* kind;  // empty: no drift
  const char* now;
};
constexpr Row kRows[] = {
    {"another body is no drift",    "helper",                  "a + b",                               "b + a",              "",                  ""                        },
    {"other lines are no drift",    "helper",                  "class",                               "\n\nclass",          "",                  ""                        },
    {"a new parameter is",          "ClimateController.start", "level)",                              "level, mode)",       "signature_changed",
     nullptr                                                                                                                                                               },
    {"a renamed method",            "ClimateController.start", "def start",                           "def begin",          "symbol_renamed",
     "climate.py:ClimateController.begin"                                                                                                                                  },
    {"a method of a renamed class", "ClimateController.start", "ClimateController",                   "Climate",
     "symbol_renamed",                                                                                                                           "climate.py:Climate.start"},
    {"renamed and rewritten",       "helper",                  "def helper(a, b):\n    return a + b", "def other(x): pass",
     "symbol_gone",                                                                                                                              ""                        },
};

TEST_CASE("what becomes of a tied definition") {
  for (const Row& row : kRows) {
    CAPTURE(row.claim);
    Climate c;
    c.w.must("note", "text", "n", "symbol", words(row.symbol));
    c.replace(row.from, row.to);
    if (row.kind[0] == '\0') {
      CHECK(c.drift().empty());
      continue;
    }
    const Value drift = c.only();
    CHECK(c.text_of(drift, "kind") == row.kind);
    if (row.now != nullptr) CHECK(c.text_of(drift, "now") == row.now);
  }
}

TEST_CASE("a definition that moved is found by the index as it was left, which is not refreshed") {
  Climate c;
  c.w.must("decide", "choice", "d", "symbol", words("helper"));
  c.replace("def helper(a, b):\n    return a + b\n", "");
  c.w.write("other.py", "def helper(a, b):\n    return a + b\n");
  // Nobody has indexed other.py.
  CHECK(c.text_of(c.only(), "kind") == "symbol_gone");
  c.w.must("code index");
  const Value drift = c.only();
  CHECK(c.text_of(drift, "kind") == "symbol_moved");
  CHECK(c.text_of(drift, "now") == "other.py:helper");
  CHECK(c.text_of(drift, "text").find("moved to other.py since ") != std::string::npos);
  CHECK(c.text_of(drift, "text").find(" (by the code index of ") != std::string::npos);
}

TEST_CASE("who only looks makes no index, and brings none up to date") {
  Climate c;
  c.w.must("decide", "choice", "d", "symbol", words("helper"));
  c.replace("def helper(a, b):\n    return a + b\n", "");
  c.w.write("other.py", "def helper(a, b):\n    return a + b\n");
  const std::string index = c.w.surroundings.cache_folder + "/code";
  for (const bool is_there : {true, false}) {
    CAPTURE(is_there);
    if (!is_there) std::filesystem::remove_all(index);
    for (const char* verb : {"here", "status", "show", "brief", "verify", "pause", "resume"}) {
      CAPTURE(verb);
      const Answer answer = c.w.must(verb);
      const Value* drift = answer.data.find("drift");
      if (drift != nullptr) CHECK(c.text_of(drift->as_list().at(0), "kind") == "symbol_gone");
      CHECK(std::filesystem::exists(index) == is_there);
    }
  }
}

TEST_CASE("a twin that was there before is not where a definition went") {
  Climate c;
  c.w.write("other.py", "def helper(a, b):\n    return a + b\n");
  c.w.must("decide", "choice", "d", "symbol", words("climate.py:helper"));
  c.replace("def helper(a, b):\n    return a + b\n", "");
  CHECK(c.text_of(c.only(), "kind") == "symbol_gone");
}

TEST_CASE("a file that changed, went and came back") {
  Climate c;
  c.w.must("ask", "question", "q", "file", words("climate.py"));
  c.w.must("step add", "title", words("Deploy"), "file", words("climate.py"));
  c.replace("helper", "other");
  const Value changed = c.only();
  CHECK(c.text_of(changed, "kind") == "file_changed");
  CHECK(changed.find("rests_on_it")->as_list().size() == 2);
  CHECK(c.w.must("brief").text.find("DRIFTED: 1 file") != std::string::npos);
  std::filesystem::remove(c.w.project() + "/climate.py");
  CHECK(c.text_of(c.only(), "kind") == "file_gone");
  c.w.write("climate.py", kClimate);
  CHECK(c.drift().empty());
}

TEST_CASE("a tied file that git knows under another name was renamed") {
  CLEW_NEED_GIT();
  Climate c(Climate::Under::kGit);
  const GitSandbox git(c.w.project());
  c.w.must("decide", "choice", "d", "file", words("climate.py"));
  c.w.must("note", "text", "n", "symbol", words("helper"));
  git.git({"mv", "climate.py", "weather.py"});
  const Value::List all = c.drift();
  REQUIRE(all.size() == 2);
  CHECK(c.text_of(all[0], "kind") == "file_renamed");
  CHECK(c.text_of(all[0], "subject") == "climate.py");
  CHECK(c.text_of(all[0], "now") == "weather.py");
  CHECK(c.text_of(all[0], "text").find("renamed to weather.py since ") != std::string::npos);
  CHECK(c.text_of(all[1], "kind") == "symbol_moved");
  CHECK(c.text_of(all[1], "now") == "weather.py:helper");
  git.git({"commit", "-q", "-m", "renamed"});
  CHECK(c.drift() == all);
}

TEST_CASE("of namesakes that came in other files the one with the body is meant") {
  Climate c;
  c.w.must("decide", "choice", "d", "symbol", words("helper"));
  c.replace("def helper(a, b):\n    return a + b\n", "");
  c.w.write("one.py", "def helper(a, b):\n    return a * b\n");
  c.w.write("two.py", "def helper(a, b):\n    return a + b\n");
  c.w.must("code index");
  CHECK(c.text_of(c.only(), "now") == "two.py:helper");
  c.w.write("two.py", "def helper(a, b):\n    return a - b\n");
  c.w.must("code index");
  CHECK(c.text_of(c.only(), "kind") == "symbol_gone");
  CHECK(c.text_of(c.only(), "text").find("same name: one.py:helper, two.py:helper") !=
        std::string::npos);
}

TEST_CASE("lines of a file may stand elsewhere in it, but not otherwise") {
  Climate c;
  c.w.must("decide", "choice", "d", "file", words("climate.py:9-10"));
  c.w.write("climate.py", std::string("import os\n\n") + kClimate);
  CHECK(c.drift().empty());
  c.replace("a + b", "a - b");
  CHECK(c.text_of(c.only(), "kind") == "file_changed");
}

TEST_CASE(
    "what rests on lines and what rests on the whole file are told as one change of the file") {
  Climate c;
  c.w.must("decide", "choice", "d", "file", words("climate.py:9-10"));
  c.replace("a + b", "a - b");
  CHECK(c.text_of(c.only(), "text").find("rests on climate.py:9-10, changed") != std::string::npos);
  c.w.write("climate.py", kClimate);
  c.w.must("note", "text", "n", "file", words("climate.py"));
  c.replace("a + b", "a - b");
  CHECK(c.text_of(c.only(), "text").find(" rest on climate.py, changed") != std::string::npos);
}

TEST_CASE("a symbol's file may be named from the current folder, as any other file") {
  CLEW_NEED_GIT();
  Climate c(Climate::Under::kGit);
  c.w.write("src/deep/tools.py", "def turn(x):\n    return x\n");
  c.w.surroundings.cwd = c.w.project() + "/src";
  for (const char* name :
       {"deep/tools.py:turn", "src/deep/tools.py:turn", "../climate.py:helper"}) {
    CAPTURE(name);
    c.w.must("note", "text", "n", "symbol", words(name));
    const std::string path = c.w.last<NoteAdded>().ties.at(0).path;
    CHECK(path == (std::string(name).ends_with("helper") ? "climate.py" : "src/deep/tools.py"));
    for (const char* verb : {"code find", "code show", "code callers", "code callees"}) {
      CHECK(c.w.must(verb, "name", name).exit == 0);
    }
  }
  CHECK(c.w.refused("note", "text", "n", "symbol", words("../deep/tools.py:turn")) ==
        ErrorCode::kNotFound);
}

TEST_CASE("a change that the session recorded is no drift, and said beside what rests on it") {
  Climate c;
  c.w.must("decide", "choice", "d", "file", words("climate.py"));
  c.replace("helper", "other");
  c.w.must("changed", "path", "climate.py");
  CHECK(c.drift().empty());
  const std::string brief = c.w.must("brief").text;
  CHECK(brief.find("CURRENT") != std::string::npos);
  CHECK(brief.find("[rests on climate.py, changed since ") != std::string::npos);
}

TEST_CASE("a failed approach rests on the files of its step when nobody says on what") {
  Climate c;
  c.w.must("changed", "path", "climate.py");
  c.w.must("tried", "what", "a thread", "because", "it hangs");
  const ApproachFailed failed = c.w.last<ApproachFailed>();
  REQUIRE(failed.ties.size() == 1);
  CHECK(failed.ties[0].path == "climate.py");
  CHECK(failed.paths.empty());
  c.w.must("tried", "what", "no such file", "because", "gone", "file", words("gone.py"));
  CHECK(c.w.last<ApproachFailed>().paths == std::vector<std::string>{"gone.py"});
  CHECK(c.w.last<ApproachFailed>().ties.empty());
}

TEST_CASE("a symbol or file that cannot be meant is refused, and nothing is recorded") {
  Climate c;
  c.w.write("other.py", "def helper(x):\n    pass\n");
  const size_t before = c.w.events().size();
  const Error several = c.w.error("decide", "choice", "d", "symbol", words("helper"));
  CHECK(several.code == ErrorCode::kUsage);
  CHECK(several.message.find("climate.py:helper, other.py:helper") != std::string::npos);
  CHECK(several.next == "clew decide \"…\" --symbol climate.py:helper");
  CHECK(c.w.refused("note", "text", "n", "symbol", words("helpr")) == ErrorCode::kNotFound);
  CHECK(c.w.refused("ask", "question", "q", "file", words("no.py")) == ErrorCode::kNotFound);
  CHECK(c.w.refused("ask", "question", "q", "file", words("climate.py:9-99")) == ErrorCode::kUsage);
  CHECK(c.w.refused("ask", "question", "q", "file", words("/etc/hostname")) == ErrorCode::kInvalid);
  c.w.write("src/a.py", "x = 1\n");
  const Error folder = c.w.error("ask", "question", "q", "file", words("src"));
  CHECK(folder.code == ErrorCode::kUsage);
  CHECK(folder.message == "src is a folder; name a file in it");
  const Error lines = c.w.error("ask", "question", "q", "file", words("climate.py:0-2"));
  CHECK(lines.code == ErrorCode::kUsage);
  CHECK(lines.message == "invalid lines \"0-2\"; lines are A-B, counted from 1");
  CHECK(c.w.refused("note", "text", "n", "symbol", words("climate.py:")) == ErrorCode::kUsage);
  CHECK(c.w.events().size() == before);
}

TEST_CASE("lines are cut out and found again") {
  const std::string text = "a\nb\nc\nd";
  CHECK(lines_between(text, 2, 3) == "b\nc\n");
  CHECK(lines_between(text, 4, 4) == "d");
  CHECK(!lines_between(text, 4, 5));
  CHECK(!lines_between(text, 3, 2));
  const TiedLines lines{2, 3, sha256("b\nc\n")};
  CHECK(has_lines(text, lines));
  CHECK(has_lines("x\ny\nz\nb\nc\n", lines));
  CHECK(!has_lines("b\nx\nc\n", lines));
  CHECK(!has_lines("b\n", lines));
  CHECK(!has_lines("", lines));
}

}  // namespace
}  // namespace clew
