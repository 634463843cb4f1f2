// `clew structural dump` and `resume` on the code index: what is written, what drift is found, and
// what a session gets out of a checkpoint.

#include <algorithm>
#include <filesystem>

#include "document/json/json.h"
#include "testing/git_sandbox.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

constexpr const char* kClimate = R"(from sensor import Sensor

# @clew:bridge
class Climate:
    def start(self):
        self.stop()
        helper(Sensor())

    def stop(self):
        pass

def helper(limit):
    total = 0
    for each in limit:
        total += each * 3
    return total

def main():
    Climate().start()
)";

class Checkout : public WorkspaceFixture {
 public:
  Checkout() {
    surroundings.cache_folder = folder().path() + "/cache";
    write("src/climate.py", kClimate);
    write("src/sensor.py", "class Sensor:\n    def read(self):\n        return 1\n");
  }

  Answer dump(Value::Object more = {}) {
    Value request = Value::Object{
        {"session_id",      "climate_20261117"     },
        {"scope_subsystem", words("Climate")       },
        {"scope_file",      words("src/climate.py")},
        {"out",             "points.json"          }
    };
    for (auto& [name, value] : more) request.set(name, std::move(value));
    return must("structural dump", request.as_object());
  }
  Answer resume() { return must("structural resume", "input", "points.json"); }
  Value point() { return *parse_json(read_text(project() + "/points.json")); }
  void edit(const std::string& path, const std::string& from, const std::string& to) {
    std::string text = read_text(project() + "/" + path);
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
    write(path, text);
  }
};

std::vector<std::string> kinds_of(const Answer& answer) {
  std::vector<std::string> kinds;
  for (const auto& each : answer.data.find("drift")->as_list()) {
    kinds.push_back(each.find("kind")->as_string());
  }
  return kinds;
}

bool says(const Answer& answer, const std::string& words) {
  return answer.warnings.find(words) != std::string::npos;
}

TEST_CASE("without a symbol the top level of the scope is written, highest fan first") {
  Checkout c;
  c.dump();
  const Value point = c.point();
  std::vector<std::string> names;
  for (const auto& [name, symbol] : point.find("symbols")->as_object()) names.push_back(name);
  CHECK(names == std::vector<std::string>{"main", "Climate", "helper"});
  const Value& climate = *point.find("symbols")->find("Climate");
  CHECK(
      write_json(climate) ==
      R"({"kind":"class","role":"bridge","evidence":{"fan_in":1,"fan_out":0,"annotations":["bridge"]},"source_paths":["src/climate.py"]})");
  CHECK(point.find("structural_version")->as_string().starts_with("v1:"));
  CHECK(point.find("confidence")->as_string() == "medium");
  std::vector<std::string> used;
  for (const auto& each : point.find("dependencies")->as_list()) {
    if (each.find("src")->as_string() == "Climate") used.push_back(each.find("dst")->as_string());
  }
  CHECK(used == std::vector<std::string>{"Sensor", "helper"});
}

TEST_CASE("at most fifty symbols, and twenty-five dependencies of each, are written") {
  Checkout c;
  std::string many;
  std::string calls = "def busy():\n";
  for (int i = 0; i < 70; ++i) {
    many += "def f" + std::to_string(i) + "():\n    pass\n";
    calls += "    f" + std::to_string(i) + "()\n";
  }
  c.write("src/climate.py", many + calls);
  c.dump();
  CHECK(c.point().find("symbols")->as_object().size() == 50);
  CHECK(c.point().find("symbols")->as_object().front().first == "busy");
  CHECK(c.point().find("dependencies")->as_list().size() == 25);
}

TEST_CASE("a checkpoint that nothing happened to resumes without drift, and layout is no drift") {
  Checkout c;
  c.dump();
  CHECK(c.resume().exit == 0);
  c.edit("src/climate.py", "    total = 0\n", "    total = 0  # nothing yet\n\n");
  const Answer answer = c.resume();
  CHECK(answer.exit == 0);
  CHECK(answer.data.find("checked")->find("structural_version")->as_string() == "same");
}

TEST_CASE("each drift is one line, and exit 7") {
  struct Row {
    const char* claim;
    void (*change)(Checkout& c);
    const char* kind;
    const char* words;
  };
  const Row rows[] = {
      {"renamed",         [](Checkout& c) { c.edit("src/climate.py", "helper", "assist"); },
       "symbol_renamed",                                                                                               "helper was renamed to assist in src/climate.py"                             },
      {"moved",
       [](Checkout& c) {
         c.write("src/climate.py",
                 "def main():\n    Climate().start()\n\nclass Climate:\n    pass\n");
         c.write("src/tools.py", "def helper(limit):\n    return limit\n");
       },                                                                                            "symbol_moved",   "helper moved from src/climate.py to src/tools.py"                           },
      {"gone",
       [](Checkout& c) {
         c.write("src/climate.py",
                 "def main():\n    Climate().start()\n\nclass Climate:\n    pass\n");
       },                                                                                            "symbol_gone",    "helper is gone from src/climate.py"                                         },
      {"a new caller",
       [](Checkout& c) { c.write("src/more.py", "from climate import helper\n\nhelper([1])\n"); },
       "fan_changed",                                                                                                  "helper is used by 2 symbols now, 1 when the checkpoint was written (fan_in)"},
      {"a new parameter", [](Checkout& c) { c.edit("src/climate.py", "(limit)", "(limit, most)"); },
       "version_changed",                                                                                              "the structure of the scope changed: version v1:"                            },
      {"another kind",
       [](Checkout& c) {
         c.write("src/climate.py",
                 "class helper:\n    pass\n\ndef main():\n    Climate().start()\n\nclass Climate:\n"
                 "    pass\n");
       },                                                                                            "symbol_changed", "helper was a function, it is a class now"                                   },
  };
  for (const Row& row : rows) {
    CAPTURE(row.claim);
    Checkout c;
    c.dump();
    row.change(c);
    const Answer answer = c.resume();
    CHECK(answer.exit == kExitDrift);
    const auto kinds = kinds_of(answer);
    CHECK(std::count(kinds.begin(), kinds.end(), row.kind) == 1);
    CHECK_MESSAGE(says(answer, std::string("drift: points.json: ") + row.words), answer.warnings);
    const Answer skipped = c.must("structural resume", "input", "points.json", "skip_verify", true);
    CHECK(skipped.exit == 0);
    CHECK(kinds_of(skipped).empty());
  }
}

TEST_CASE("on a machine that never saw the dump a rename is told by what the symbol depends on") {
  Checkout c;
  c.dump();
  std::filesystem::remove_all(c.surroundings.cache_folder);
  c.edit("src/climate.py", "class Climate:", "class Weather:");
  c.edit("src/climate.py", "Climate()", "Weather()");
  const Answer answer = c.resume();
  CHECK_MESSAGE(says(answer,
                     "drift: points.json: Climate seems to be renamed to Weather in "
                     "src/climate.py, which has the same dependencies"),
                answer.warnings);
  c.edit("src/climate.py", "helper(Sensor())", "Sensor()");
  CHECK(says(c.resume(), "drift: points.json: Climate is gone from src/climate.py"));
}

TEST_CASE("on a machine that never saw the dump a rename is told by what git has of the file") {
  CLEW_NEED_GIT();
  Checkout c;
  const GitSandbox git(c.project());
  git.init();
  git.git({"add", "-A"});
  git.git({"commit", "-q", "-m", "one"});
  c.dump();
  const auto resume_elsewhere = [&] {
    std::filesystem::remove_all(c.surroundings.cache_folder);
    return c.resume();
  };
  // `helper` depends on nothing.
  c.edit("src/climate.py", "helper", "assist");
  const std::string renamed = "drift: points.json: helper was renamed to assist in src/climate.py";
  CHECK_MESSAGE(says(resume_elsewhere(), renamed), resume_elsewhere().warnings);
  git.git({"commit", "-q", "-a", "-m", "two"});
  CHECK(says(resume_elsewhere(), renamed));
  c.edit("src/climate.py", "each * 3", "each * 4");
  CHECK(says(resume_elsewhere(), "drift: points.json: helper is gone from src/climate.py"));
}

TEST_CASE("a foreign version is kept, its counts are not compared, its symbols are looked up") {
  Checkout c;
  c.dump();
  const std::string own = c.point().find("structural_version")->as_string();
  c.edit("points.json", own, "1794772180");
  c.edit("points.json", "\"fan_in\": 1", "\"fan_in\": 12");
  c.edit("points.json", "\"src/climate.py\"", "\"./src/climate.py\"");
  const Answer answer = c.resume();
  CHECK(answer.exit == 0);
  CHECK(answer.data.find("checked")->find("structural_version")->as_string() == "foreign");
  CHECK(answer.text.find("was not made by clew") != std::string::npos);
  c.edit("src/climate.py", "helper", "assist");
  CHECK(c.resume().exit == kExitDrift);
  CHECK(c.point().find("structural_version")->as_string() == "1794772180");
}

TEST_CASE("decisions, questions and scope come into the session once") {
  Checkout c;
  c.dump({
      {"decision", words("Keep the bridge::too many callers")},
      {"question", words("Who owns it?")                     }
  });
  CHECK(c.point().find("decisions")->as_list().size() == 1);
  c.must("start", "goal", "Move it", "id", "move", "step", words("Read"));
  CHECK(c.resume().data.find("changed")->as_bool());
  const Session session = c.session();
  REQUIRE(session.decisions.items.size() == 1);
  CHECK(session.decisions.items.front().reason == "too many callers");
  REQUIRE(session.questions.items.size() == 1);
  const size_t before = c.events().size();
  const Answer again = c.resume();
  CHECK_FALSE(again.data.find("changed")->as_bool());
  CHECK(again.data.find("session")->as_string() == "move");
  CHECK(c.events().size() == before);
  // Answered since: it is not asked again.
  const uint32_t asked = session.questions.items.front().origin.id.number;
  c.must("answer", "words", Value::List{std::to_string(asked), "Ana"});
  const size_t answered = c.events().size();
  c.resume();
  CHECK(c.events().size() == answered);
}

TEST_CASE("without a session a checkpoint becomes one, and no second one") {
  Checkout c;
  c.dump({
      {"decision", words("Keep the bridge::too many callers")}
  });
  const std::string id = c.resume().data.find("session")->as_string();
  CHECK(c.session().decisions.items.size() == 1);
  CHECK(c.resume().data.find("session")->as_string() == id);
}

TEST_CASE("decisions and questions of a dump are the session's from then on, each once") {
  Checkout c;
  c.must("start", "goal", "Move it", "id", "move", "step", words("Read"));
  for (int i = 0; i < 2; ++i) {
    c.dump({
        {"decision", words("Keep the bridge::too many callers")},
        {"question", words("Who owns it?")                     }
    });
  }
  CHECK(c.session().decisions.items.size() == 1);
  CHECK(c.session().questions.items.size() == 1);
  CHECK(c.point().find("decisions")->as_list().size() == 1);
}

TEST_CASE("a symbol is named by its name or its file, and what does not fit is refused") {
  Checkout c;
  c.write("src/other.py", "def helper():\n    pass\n\ndef start():\n    pass\n");
  c.dump({
      {"symbol", Value::List{"helper", "src/other.py:start"}}
  });
  const Value symbols = *c.point().find("symbols");
  CHECK(symbols.as_object().size() == 2);
  CHECK(symbols.find("helper")->find("source_paths")->as_list().size() == 1);  // the scope's own
  CHECK(symbols.find("start")->find("source_paths")->as_list().front().as_string() ==
        "src/other.py");
  const auto refused = [&](Value::Object more) {
    Value::Object request = {
        {"scope_subsystem", words("Climate")      },
        {"scope_file",      words("src/sensor.py")},
        {"out",             "points.json"         }
    };
    for (auto& each : more) request.push_back(std::move(each));
    return c.refused("structural dump", request);
  };
  CHECK(refused({
            {"symbol", words("start")}
  }) == ErrorCode::kUsage);  // Climate.start, start
  CHECK(refused({
            {"symbol", words("helpr")}
  }) == ErrorCode::kNotFound);
  CHECK(refused({
            {"decision", words("no reason")}
  }) == ErrorCode::kUsage);
  CHECK(refused({
            {"question", words(std::string(201, 'x'))}
  }) == ErrorCode::kInvalid);
  CHECK(refused({
            {"decision", words(std::string(241, 'x') + "::y")}
  }) == ErrorCode::kInvalid);
  CHECK(refused({
            {"symbols", "x.json"       },
            {"symbol",  words("helper")}
  }) == ErrorCode::kUsage);
}

TEST_CASE("other sessions of the file stay, unless the file is forced") {
  Checkout c;
  c.dump();
  c.dump({
      {"session_id", "moisture_20261117"},
      {"append",     true               }
  });
  CHECK(c.point().as_list().size() == 2);
  c.dump({
      {"session_id", "moisture_20261117"},
      {"append",     true               }
  });
  CHECK(c.point().as_list().size() == 2);  // the same session, anew
  const std::string before = read_text(c.project() + "/points.json");
  c.dump({
      {"force", true}
  });
  CHECK(c.point().is_object());
  CHECK(read_text(c.project() + "/points.json.bak") == before);
  c.write("points.json", "not a checkpoint");
  CHECK(c.refused("structural dump", "scope_subsystem", words("A"), "scope_file",
                  words("src/climate.py"), "out", "points.json") == ErrorCode::kInvalid);
  c.dump({
      {"force", true}
  });
  CHECK(c.point().is_object());
}

TEST_CASE("symbols of an imported checkpoint are not those of another scope") {
  Checkout c;
  c.write("quedonde_session_state.json", R"({
    "schema_version": "1.0", "session_id": "billing_20261112",
    "timestamp": "2026-11-12T16:05:09Z", "structural_version": "1794500000",
    "confidence": "medium", "scope": {"subsystems": ["Billing"], "files": ["src/billing.py"]},
    "symbols": {"Invoice": {"kind": "class", "role": "bridge",
      "evidence": {"fan_in": 1, "fan_out": 2, "annotations": []},
      "source_paths": ["src/billing.py"]}},
    "dependencies": [], "decisions": [], "open_questions": []})");
  c.must("import", "paths", words("quedonde_session_state.json"));
  c.dump();
  const Value point = c.point();
  CHECK(point.find("symbols")->find("Invoice") == nullptr);
  CHECK(point.find("symbols")->find("Climate") != nullptr);
  CHECK(point.find("structural_version")->as_string() != "1794500000");
}

TEST_CASE("symbols that were handed in stay those of who handed them in") {
  Checkout c;
  c.write(
      "symbols.json",
      R"({"structural_version":"7","symbols":{"X":{"kind":"class","role":"hub","source_paths":["src/climate.py"],"evidence":{"fan_in":9,"fan_out":9}}}})");
  c.dump({
      {"symbols", "symbols.json"}
  });
  CHECK(c.point().find("structural_version")->as_string() == "7");
  c.must("structural dump", "session_id", "climate_20261117", "confidence", "high", "out",
         "points.json");
  CHECK(c.point().find("structural_version")->as_string() == "7");
  CHECK(c.point().find("confidence")->as_string() == "high");
}

}  // namespace
}  // namespace clew
