// start --workflow, where nobody knows at first how many phases there will be.

#include "document/json/json.h"
#include "session/progress.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

constexpr const char* kMetadata = R"({
  "workflow_type": "from_spec_v1", "version": "1.0.0", "name": "From a spec",
  "total_phases": "dynamic", "dynamic_phases": true,
  "phases": [
    {"phase_number": 0, "phase_name": "Read the spec"},
    {"phase_number": "1-N", "phase_name": "Build"}
  ]
})";

struct Fixture : WorkspaceFixture {
  Fixture() { write("flow/metadata.json", kMetadata); }
  Value::Object request(std::optional<int64_t> phases) const {
    Value::Object request{
        {"workflow", project() + "/flow"},
        {"target",   "specs/my"         },
        {"dialect",  "workflow"         },
        {"dir",      "states"           },
        {"id",       "built"            }
    };
    if (phases) request.emplace_back("phases", *phases);
    return request;
  }
  Value structure() {
    const Answer views = must("view list");
    const Value& view = views.data.find("views")->as_list().front();
    const auto tree =
        parse_json(read_text(view.find("folder")->as_string() + "/" +
                             view.find("files")->as_list().front().find("path")->as_string()));
    return *tree->find("workflow_structure");
  }
};

TEST_CASE("what the files lack is asked for with all that was given") {
  Fixture w;
  Value::Object request = w.request(3);
  std::erase_if(request, [](const auto& each) { return each.first == "target"; });
  request.emplace_back("goal", "Build it");
  const Error error = w.error("start", request);
  CHECK(error.next == "clew start 'Build it' --dialect workflow --dir states --workflow " +
                          w.project() + "/flow --phases 3 --target PATH");
}

TEST_CASE("a dynamic workflow goes on until its last phase is known") {
  Fixture w;
  const Answer begun = w.must("start", w.request({}));
  CHECK(begun.text.find("step 0 of 1 so far") != std::string::npos);
  CHECK(w.structure().find("total_phases")->is_null());
  CHECK(w.must("status").data.find("resumption")->find("percent_complete")->is_null());
  w.must("done");
  CHECK(w.session().lifecycle.status == Lifecycle::kActive);
  w.must("step add", "title", words("Parser"));
  CHECK(w.refused("step add", "title", words("Part"), "under", "1", "last", true) ==
        ErrorCode::kUsage);
  w.must("step add", "title", words("Printer"), "last", true);
  CHECK(*w.structure().find("total_phases") == Value(3));
  CHECK(w.last<StructureSettled>().total == 3);
  w.must("done");
  CHECK(w.session().lifecycle.status == Lifecycle::kActive);
  CHECK(w.must("status").data.find("resumption")->find("phases_remaining")->as_int() == 1);
  // Said twice it is still true.
  w.must("step add", "title", words("Proof"), "last", true);
  CHECK(*w.structure().find("total_phases") == Value(4));
  w.must("done");
  w.must("done");
  CHECK(w.session().lifecycle.status == Lifecycle::kCompleted);
}

TEST_CASE("after a restart the work stands at a task of a phase") {
  Fixture w;
  w.write("flow/metadata.json", R"({"workflow_type": "a", "total_phases": 2, "phases": [
      {"phase_number": 0, "phase_name": "Plan"},
      {"phase_number": 1, "phase_name": "Build", "tasks": [
        {"task_number": 1, "name": "parser"}, {"task_number": 2, "name": "printer"}]}]})");
  w.must("start", w.request({}));
  w.must("done");
  w.must("done");
  CHECK(w.must("status").text.find("1.2 printer") != std::string::npos);
  CHECK(label_of(w.session(), *w.session().steps[2].current_child) == "1.2 \"printer\"");
  w.must("done");
  CHECK(w.session().lifecycle.status == Lifecycle::kCompleted);
}

TEST_CASE("a dynamic workflow may be settled when it begins") {
  Fixture w;
  for (const int64_t wrong : {int64_t{0}, int64_t{-1}, int64_t{1001}}) {
    CHECK(w.refused("start", w.request(wrong)) == ErrorCode::kUsage);
  }
  CHECK(w.refused("start", "goal", "g", "phases", 3) == ErrorCode::kUsage);
  const Answer begun = w.must("start", w.request(3));
  CHECK(begun.text.find("step 0 of 3 (0–2)") != std::string::npos);
  CHECK(*w.structure().find("total_phases") == Value(3));
  const Session session = w.session();
  CHECK(session.find(StepId{3})->title == "Build (2)");
  for (int phase = 0; phase < 3; ++phase) w.must("done");
  CHECK(w.session().lifecycle.status == Lifecycle::kCompleted);
}

TEST_CASE("a workflow that counts its phases is not counted otherwise") {
  Fixture w;
  w.write("flow/metadata.json",
          R"({"workflow_type": "two_v1", "total_phases": 2, "phases": [
             {"phase_number": 0, "phase_name": "A"}, {"phase_number": 1, "phase_name": "B"}]})");
  const Error error = w.error("start", w.request(3));
  CHECK(error.code == ErrorCode::kUsage);
  CHECK(error.message == "two_v1 has 2 phases");
  w.must("start", w.request(2));
}

TEST_CASE("a start is one command with all that belongs to it, and is not taken back in part") {
  WorkspaceFixture w;
  w.write("flow/metadata.json", kMetadata);
  for (const Value::Object& request : {
           Value::Object{{"workflow", w.project() + "/flow"}, {"target", "specs/my"}},
           Value::Object{{"goal", "An essay"}, {"dialect", "essay"}, {"dir", "e"}},
  }) {
    Value::Object named = request;
    named.emplace_back("id", "s" + std::to_string(request.size()));
    w.caller.session.clear();
    w.must("start", named);
    w.caller.session = named.back().second.as_string();
    const SessionId id(w.caller.session);
    const auto before = w.store().load(id, std::nullopt);
    REQUIRE(before.ok());
    CHECK_FALSE(before->session.root().attributes.empty());
    const Error error = w.error("undo");
    CHECK(error.message == "the start of a session cannot be undone");
    CHECK(error.next.find("clew forget") != std::string::npos);
    CHECK(w.store().load(id, std::nullopt)->head.seq == before->head.seq);
  }
}

constexpr const char* kTwoKnownPhases = R"({
  "workflow_type": "two_v1", "name": "Two", "total_phases": 2,
  "phases": [{"phase_number": 0, "phase_name": "A"}, {"phase_number": 1, "phase_name": "B"}]
})";

struct TwoKnown : WorkspaceFixture {
  TwoKnown() { write("flow/metadata.json", kTwoKnownPhases); }
  Value::Object about(const std::string& target) const {
    return {
        {"workflow", project() + "/flow"},
        {"target",   target             }
    };
  }
  size_t open() { return must("list").data.find("sessions")->as_list().size(); }
};

TEST_CASE("the same workflow on the same target is resumed, however the target is spelt") {
  TwoKnown w;
  const Answer begun = w.must("start", w.about("specs/my"));
  CHECK(begun.data.find("goal")->as_string() == "Two: specs/my");
  for (const char* same : {"specs/my", "./specs/my", "specs//my/"}) {
    const Answer again = w.must("start", w.about(same));
    CHECK(again.data.find("resumed")->as_bool());
    CHECK(again.text.find("\nnext  clew done 0") != std::string::npos);
  }
  CHECK(w.open() == 1);
  w.must("start", w.about("specs/mine"));
  CHECK(w.open() == 2);
}

TEST_CASE("what slept is awake once it is resumed by its start") {
  TwoKnown w;
  w.must("start", w.about("a"));
  w.pass(hours(30));
  CHECK(w.must("status").data.find("status")->as_string() == "paused");
  w.must("start", w.about("a"));
  CHECK(w.must("status").data.find("status")->as_string() == "active");
  CHECK(w.session().lifecycle.resume_count == 1);
}

TEST_CASE("resumed by its start, a session shows itself in the files that were asked for") {
  TwoKnown w;
  w.must("start", w.about("a"));
  Value::Object shown = w.about("a");
  shown.emplace_back("dialect", "workflow");
  shown.emplace_back("dir", "states");
  w.must("start", shown);
  const Answer views = w.must("view list");
  REQUIRE(views.data.find("views")->as_list().size() == 1);
  CHECK(views.data.find("views")->as_list()[0].find("folder")->as_string() ==
        w.project() + "/states");
  shown.back().second = "others";
  CHECK(w.must("start", shown)
            .text.find("it already has a workflow view in " + w.project() + "/states") !=
        std::string::npos);
}

TEST_CASE("the key of a start is answered as the start was") {
  TwoKnown w;
  w.check_key("start", w.about("a"));
  CHECK(w.open() == 1);
}

TEST_CASE("what is said of several gates is said once") {
  TwoKnown w;
  for (const char* phase : {"0", "1"}) {
    w.write(
        std::string("flow/phases/") + phase + "/gate-definition.yaml",
        "checkpoint: {strict: false}\nevidence_schema:\n  ok: {type: boolean, required: true}\n");
  }
  const std::string text = w.must("start", w.about("a")).text;
  const size_t note = text.find("note: phases/0/gate-definition.yaml: ");
  REQUIRE(note != std::string::npos);
  CHECK(text.find("note: ", note + 1) == std::string::npos);
  CHECK(text.ends_with(" (+1 more)"));
}

TEST_CASE("a folder without its dialect is asked for in the words of a workflow") {
  TwoKnown w;
  Value::Object request = w.about("my spec");
  request.emplace_back("dir", "states");
  CHECK(w.error("start", request).next == "clew start --workflow " + w.project() +
                                              "/flow --target 'my spec' --dialect workflow --dir "
                                              "states");
}

TEST_CASE("what is shown part by part is kept as the value that the gate describes") {
  TwoKnown w;
  w.write("flow/phases/0/gate-definition.yaml",
          "checkpoint: {strict: true}\nevidence_schema:\n"
          "  tests:\n    type: object\n    required: true\n    fields:\n"
          "      passed: {type: integer, required: true}\n"
          "      unit: {type: object, fields: {files: {type: integer}}}\n");
  const Answer begun = w.must("start", w.about("a"));
  CHECK(begun.text.find("\nnext  clew done 0 tests.passed=…") != std::string::npos);
  w.must("done", "words", Value::List{"tests.passed=3", "tests.unit.files=2"});
  const Session after = w.session();
  const auto& items = after.find(StepId{1})->passed_attempt()->evidence.items;
  REQUIRE(items.size() == 1);
  CHECK(items[0].name == "tests");
  CHECK(to_text(items[0].value) == "{passed: 3, unit: {files: 2}}");
}

}  // namespace
}  // namespace clew
