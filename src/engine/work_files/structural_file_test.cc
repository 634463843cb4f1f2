// structural dump, structural resume.

#include <filesystem>

#include "document/json/json.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

constexpr const char* kSymbols = R"({
  "structural_version": "v42",
  "symbols": {
    "Climate": {"kind": "class", "role": "orchestrator", "source_paths": ["src/climate.py"],
                "evidence": {"fan_in": 3, "fan_out": 5}}
  },
  "dependencies": [{"src": "Climate", "relation": "calls", "dst": "Sensor"}]
})";

Value::Object dump_request() {
  return {
      {"session_id",      "climate_20261116"           },
      {"scope_subsystem", Value::List{"Climate"}       },
      {"scope_file",      Value::List{"src/climate.py"}},
      {"symbols",         "symbols.json"               },
      {"confidence",      "medium"                     },
      {"out",             "checkpoints/climate.json"   },
  };
}

struct StructuralFixture : WorkspaceFixture {
  StructuralFixture() {
    write("symbols.json", kSymbols);
    write("src/climate.py", "class Climate: pass\n");
    surroundings.cache_folder = folder().path() + "/cache";
  }
  // Of several sessions, or of none that is valid, no one is the session of the answer.
  template <class... Words>
  Answer resumed(Words... request) {
    auto answer = run("structural resume", request...);
    REQUIRE(answer.ok());
    return std::move(*answer);
  }
  Value file(const std::string& path) {
    auto tree = parse_json(read_text(project() + "/" + path));
    REQUIRE(tree.ok());
    return *tree;
  }
};

TEST_CASE("a dump without a session holds what it was given, and is valid") {
  StructuralFixture w;
  const Answer answer = w.must("structural dump", dump_request());
  CHECK(answer.data.find("changed")->as_bool());
  CHECK(answer.data.find("session_id")->as_string() == "climate_20261116");
  CHECK(answer.data.find("findings")->as_list().empty());
  CHECK(answer.data.find("git_ignored")->is_null());
  const Value tree = w.file("checkpoints/climate.json");
  CHECK(tree.find("structural_version")->as_string() == "v42");
  CHECK(tree.find("scope")->find("subsystems")->as_list().front().as_string() == "Climate");
  CHECK(tree.find("decisions")->as_list().empty());
  CHECK(
      w.must("validate", "paths", words("checkpoints/climate.json")).data.find("valid")->as_bool());
}

TEST_CASE("a dump lists what is missing, and writes nothing") {
  StructuralFixture w;
  const Error error = w.error("structural dump", "out", "checkpoints/a.json");
  CHECK(error.code == ErrorCode::kInvalid);
  for (const char* name : {"scope.subsystems", "scope.files"}) {
    INFO(name);
    CHECK(error.message.find(name) != std::string::npos);
  }
  CHECK(error.next ==
        "clew structural dump --out checkpoints/a.json --scope-subsystem NAME --scope-file PATH");
  CHECK_FALSE(std::filesystem::exists(w.project() + "/checkpoints"));

  Value::Object unsure = dump_request();
  unsure[4].second = "certain";
  CHECK(w.refused("structural dump", unsure) == ErrorCode::kInvalid);
  w.write("symbols.json", R"({"symbols": {}, "colour": 1})");
  CHECK(w.refused("structural dump", dump_request()) == ErrorCode::kInvalid);
  w.write("symbols.json", "{");
  CHECK(w.refused("structural dump", dump_request()) == ErrorCode::kInvalid);
  Value::Object named = dump_request();
  named[5].second = "climate.yaml";
  CHECK(w.refused("structural dump", named) == ErrorCode::kUsage);
}

TEST_CASE("a dump tells what the current session decided and still asks") {
  StructuralFixture w;
  w.start_plan();
  for (int i = 0; i < 40; ++i) {
    w.must("decide", "choice", "choice " + std::to_string(i), "because", "it fits");
  }
  w.must("ask", "question", "Who owns the sensor?");
  w.must("structural dump", dump_request());
  const Value tree = w.file("checkpoints/climate.json");
  // All of them, not only those a session keeps at hand.
  CHECK(tree.find("decisions")->as_list().size() == 40);
  REQUIRE(tree.find("open_questions")->as_list().size() == 1);
  CHECK(tree.find("open_questions")->as_list()[0].as_string() == "Who owns the sensor?");
}

TEST_CASE("a second dump edits its own element and leaves others alone") {
  StructuralFixture w;
  w.must("structural dump", dump_request());
  Value::Object other = dump_request();
  other[0].second = "sensor_20261116";
  w.must("structural dump", other);
  Value tree = w.file("checkpoints/climate.json");
  REQUIRE(tree.as_list().size() == 2);
  // Nothing said of it again: only the time is new.
  w.pass(hours(1));
  w.must("structural dump", "session_id", "climate_20261116", "confidence", "high", "out",
         "checkpoints/climate.json");
  const Value after = w.file("checkpoints/climate.json");
  REQUIRE(after.as_list().size() == 2);
  CHECK(after.as_list()[0].find("confidence")->as_string() == "high");
  CHECK(after.as_list()[0].find("symbols") != nullptr);
  CHECK(after.as_list()[1] == tree.as_list()[1]);
}

TEST_CASE("a dump never writes into a file that is no checkpoint") {
  StructuralFixture w;
  const std::string files[] = {R"({"name": "parser", "version": "1.0.0"})"
                               "\n",
                               R"({"session_id": "s1", "status": "active", "agents": []})"
                               "\n",
                               R"([{"name": "parser"}])", "[1, 2]", "3"};
  for (const auto& text : files) {
    INFO(text);
    w.write("package.json", text);
    Value::Object request = dump_request();
    request[5].second = "package.json";
    const Error error = w.error("structural dump", request);
    CHECK(error.code == ErrorCode::kInvalid);
    CHECK(error.subject == "package.json");
    CHECK(read_text(w.project() + "/package.json") == text);
  }
  w.write("package.json", "[]");
  Value::Object request = dump_request();
  request[5].second = "package.json";
  CHECK(w.must("structural dump", request).data.find("findings")->as_list().empty());
}

TEST_CASE("a dump into a repository warns unless git ignores the file") {
  StructuralFixture w;
  w.write(".git/HEAD", "ref: refs/heads/main\n");
  const Answer seen = w.must("structural dump", dump_request());
  CHECK_FALSE(seen.data.find("git_ignored")->as_bool(true));
  CHECK(seen.warnings.find("is not ignored by git") != std::string::npos);
  w.write(".gitignore", "checkpoints/\n");
  const Answer hidden = w.must("structural dump", dump_request());
  CHECK(hidden.data.find("git_ignored")->as_bool());
  CHECK(hidden.warnings.empty());
}

TEST_CASE("a dump with a key is written once") {
  StructuralFixture w;
  w.caller.key = "k1";
  CHECK(w.must("structural dump", dump_request()).data.find("changed")->as_bool());
  const std::string text = read_text(w.project() + "/checkpoints/climate.json");
  w.pass(hours(1));
  const Answer again = w.must("structural dump", dump_request());
  CHECK_FALSE(again.data.find("changed")->as_bool(true));
  CHECK(again.data.find("session_id")->as_string() == "climate_20261116");
  CHECK(read_text(w.project() + "/checkpoints/climate.json") == text);
}

TEST_CASE("a dump into the file of the session's own view is recorded, and the view stays clean") {
  StructuralFixture w;
  w.write(".git/HEAD", "ref: refs/heads/main\n");
  w.start_plan();
  w.must("set", "pairs",
         Value::List{"structural.structural_version=v1", "structural.confidence=low",
                     "structural.scope.subsystems=[\"Climate\"]",
                     "structural.scope.files=[\"src/climate.py\"]",
                     R"(structural.symbols={"A": {"kind": "class", "role": "r", "source_paths": )"
                     R"(["a.py"], "evidence": {"fan_in": 1, "fan_out": 1}}})"});
  const Answer attached = w.must("view attach", "dialect", "structural");
  CHECK(attached.warnings.find("is not ignored by git") != std::string::npos);
  const Answer dumped = w.must("structural dump", "symbols", "symbols.json", "confidence", "high");
  CHECK(dumped.data.find("session") != nullptr);
  const Value tree = w.file("quedonde_session_state.json");
  CHECK(tree.find("confidence")->as_string() == "high");
  CHECK(tree.find("structural_version")->as_string() == "v42");
  const Answer views = w.must("view list");
  CHECK(views.data.find("views")->as_list().front().find("state")->as_string() == "clean");
  const size_t before = w.events().size();
  CHECK(w.refused("structural dump", "confidence", "certain") == ErrorCode::kInvalid);
  CHECK(w.events().size() == before);
  // What is to be exported is all there: nothing of it is lost.
  const Answer reported = w.must("export", "to", "structural");
  for (const auto& loss :
       reported.data.find("exported")->as_list().front().find("losses")->as_list()) {
    INFO(loss.find("field")->as_string());
    CHECK_FALSE(loss.find("field")->as_string().starts_with("steps[].attributes"));
  }
}

TEST_CASE(
    "an edit of one session among several in a file outlives what is written for the others") {
  StructuralFixture w;
  const auto symbols = std::string(R"(structural.symbols={"A":{"kind":"class","role":"r",)") +
                       R"("source_paths":["src/climate.py"],"evidence":{"fan_in":1,"fan_out":2}}})";
  for (const char* id : {"one", "two"}) {
    w.must("start", "goal", id, "id", id);
    w.caller.session = id;
    w.must("set", "pairs",
           Value::List{"structural.structural_version=v1", "structural.confidence=low",
                       std::string(R"(structural.scope.subsystems=[")") + id + R"("])",
                       R"(structural.scope.files=["src/climate.py"])", symbols});
    w.must("view attach", "dialect", "structural");
  }
  const std::string path = w.project() + "/quedonde_session_state.json";
  std::string text = read_text(path);
  for (size_t at = 0; (at = text.find("\"low\"", at)) != std::string::npos;) {
    text.replace(at, 5, "\"high\"");
  }
  write_text(path, text);
  const auto note = [&](const char* id) {
    w.pass(seconds(1));
    w.caller.session = id;
    w.must("note", "text", "on");
  };
  note("one");
  note("one");
  note("two");
  note("one");
  CHECK(read_text(path).find("\"low\"") == std::string::npos);
  CHECK(w.must("view list").text.find("edited") == std::string::npos);
  CHECK(w.must("view list").text.find("put back") == std::string::npos);
}

TEST_CASE("of several sessions in a file one is chosen by its id") {
  StructuralFixture w;
  w.must("structural dump", dump_request());
  Value::Object other = dump_request();
  other[0].second = "sensor_20261116";
  w.must("structural dump", other);
  const std::string path = "checkpoints/climate.json";
  CHECK(w.resumed("input", path).data.find("sessions")->as_list().size() == 2);
  const Answer one = w.must("structural resume", "input", path, "session_id", "sensor_20261116");
  REQUIRE(one.data.find("sessions")->as_list().size() == 1);
  CHECK(one.text.find("climate_20261116") == std::string::npos);
  w.caller.session = "climate_20261116";
  CHECK(w.must("structural resume", "input", path).data.find("sessions")->as_list().size() == 1);
  w.caller.session = "nosuch";
  CHECK(w.refused("structural resume", "input", path) == ErrorCode::kNotFound);
}

TEST_CASE("resume prints the context and says what it looked at") {
  StructuralFixture w;
  w.must("structural dump", dump_request());
  const Answer answer = w.must("structural resume", "input", "checkpoints/climate.json");
  CHECK(answer.exit == 0);
  CHECK(answer.text.find("Climate  class, orchestrator · 3 in, 5 out · src/climate.py") !=
        std::string::npos);
  CHECK(answer.text.find("1 of 1 paths exist; 1 of 1 symbols found; the structural version was not "
                         "made by clew") != std::string::npos);
  const Value& context = answer.data.find("sessions")->as_list().front();
  CHECK(context.find("structural_version")->as_string() == "v42");
  CHECK(answer.data.find("checked")->find("missing")->as_list().empty());
}

TEST_CASE("resume warns of what is gone, unless told not to look") {
  StructuralFixture w;
  w.must("structural dump", dump_request());
  std::filesystem::remove(w.project() + "/src/climate.py");
  const Answer gone = w.must("structural resume", "input", "checkpoints/climate.json");
  CHECK(gone.exit == kExitDrift);
  REQUIRE(gone.data.find("checked")->find("missing")->as_list().size() == 1);
  CHECK(gone.warnings.find("warning: checkpoints/climate.json") != std::string::npos);
  CHECK(gone.text.find("warning") == std::string::npos);
  CHECK(gone.text.find("symbol   Climate") != std::string::npos);
  const Answer blind =
      w.must("structural resume", "input", "checkpoints/climate.json", "skip_verify", true);
  CHECK(blind.exit == 0);
  CHECK(blind.data.find("checked")->is_null());
}

TEST_CASE("paths are looked for in the project, wherever in it the checkpoint is kept") {
  StructuralFixture w;
  w.must("structural dump", dump_request());
  const auto warnings = [&] {
    const Answer answer = w.must("validate", "paths", words(w.project() + "/checkpoints"));
    return answer.data.find("counts")->find("warnings")->as_int();
  };
  CHECK(warnings() == 0);
  std::filesystem::remove(w.project() + "/src/climate.py");
  CHECK(warnings() == 1);
}

TEST_CASE("resume refuses what is no valid checkpoint, with all findings") {
  StructuralFixture w;
  CHECK(w.refused("structural resume") == ErrorCode::kNotFound);
  w.write("quedonde_session_state.json",
          R"({"schema_version": "1.0", "session_id": "a_20261116"})");
  const Answer answer = w.resumed();
  REQUIRE(answer.refusal);
  CHECK(answer.refusal->code == ErrorCode::kInvalid);
  CHECK(answer.data.find("findings")->as_list().size() > 3);
  w.write("quedonde_session_state.json", "[]");
  CHECK(w.resumed().refusal);
}

TEST_CASE("a dump leaves the project only when somebody agrees, also through a link") {
  StructuralFixture w;
  const std::string outside = w.folder().path() + "/outside";
  std::filesystem::create_directories(outside);
  std::filesystem::create_directory_symlink(outside, w.project() + "/link");
  for (const std::string& out :
       {outside + "/a.json", std::string("../outside/a.json"), std::string("link/a.json"),
        std::string("link/new/a.json"), std::string("none/../../outside/a.json")}) {
    CAPTURE(out);
    Value::Object request = dump_request();
    request.back().second = out;
    const Error error = w.error("structural dump", request);
    CHECK(error.code == ErrorCode::kUsage);
    CHECK(error.message.find("is outside the project") != std::string::npos);
    CHECK(error.next.find("--yes") != std::string::npos);
    CHECK(std::filesystem::is_empty(outside));
  }
  w.caller.agreed = true;
  Value::Object request = dump_request();
  request.back().second = outside + "/a.json";
  w.must("structural dump", request);
  CHECK(std::filesystem::exists(outside + "/a.json"));
}

}  // namespace
}  // namespace clew
