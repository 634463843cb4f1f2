// set, in the words of the view's dialect.

#include "dialect/attribute_names.h"

#include <filesystem>

#include "dialect/registry.h"
#include "document/json/json.h"
#include "document/yaml/yaml.h"
#include "testing/shape_samples.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// A session that shows itself in a dialect, in a folder of its own.
struct Shown : WorkspaceFixture {
  Shown() = default;
  explicit Shown(const std::string& dialect) {
    start({
        {"goal",    "Write about birds"},
        {"dialect", dialect            },
        {"dir",     folder() / "files" }
    });
  }
  void start(const Value::Object& request) {
    surroundings.session = must("start", request).data.find("session")->as_string();
  }
  std::string path_of_view() {
    const Answer views = must("view list");
    const Value& view = views.data.find("views")->as_list().front();
    INFO(view.find("state")->as_string());
    REQUIRE(view.find("state")->as_string() == "clean");
    return view.find("folder")->as_string() + "/" +
           view.find("files")->as_list().front().find("path")->as_string();
  }
  // A file that a field may name: beside the session's own.
  void put_beside(const std::string& name) {
    write_text((std::filesystem::path(path_of_view()).parent_path() / name).string(), "x\n");
  }
  // The session's own file, parsed.
  Value file() {
    const std::string path = path_of_view();
    auto tree = parse_document(read_text(path), path);
    REQUIRE(tree.ok());
    return *tree;
  }
};

const Value* find_at(const Value& tree, const std::string& path) {
  const size_t dot = path.find('.');
  const Value* member = tree.find(path.substr(0, dot));
  if (member == nullptr || dot == std::string::npos) return member;
  return find_at(*member, path.substr(dot + 1));
}

// Any value that a field takes and that is not what stands there.
Value sample_for(const Shape& shape, const Value* present) {
  Chance chance(11);
  for (int i = 0; i < 1000; ++i) {
    const Value value = sample_document(shape, chance, 100);
    const bool plain = !value.is_string() || (value.as_string().size() > 2 &&
                                              value.as_string().find('\n') == std::string::npos);
    if (!value.is_null() && plain && (present == nullptr || value != *present)) return value;
  }
  FAIL("no sample");
  return {};
}

TEST_CASE("every attribute of a session that a dialect declares is set by its name and shows") {
  for (const char* name : {"essay", "orchestration"}) {
    Shown w(name);
    for (const auto& field : attribute_fields(*find_dialect(name))) {
      if (field.owner != AttributeOwner::kSession) continue;
      INFO("field: ", field.path);
      const Value before = w.file();
      const Value value = sample_for(field.field->shape, find_at(before, field.path));
      const std::string tail = field.path.substr(field.path.rfind('.') + 1);
      w.must("set", "pairs", words(tail + "=" + write_json(value)));
      CHECK(w.last<AttributeSet>().key == field.key);
      const Value after = w.file();
      const Value* shown = find_at(after, field.path);
      REQUIRE(shown != nullptr);
      Value expected = value;
      if (tail == "devices") expected.list_ref().push_back("laptop");  // this device follows
      CHECK(write_json(*shown) == write_json(expected));
    }
  }
}

// The same, of the first element of a list and the first entry of a map.
const Value* find_first(const Value& tree, const std::string& path) {
  if (tree.is_list()) {
    return tree.as_list().empty() ? nullptr : find_first(tree.as_list().front(), path);
  }
  const size_t dot = path.find('.');
  const Value* member = tree.find(path.substr(0, dot));
  if (member != nullptr && dot == std::string::npos) return member;
  if (member != nullptr) return find_first(*member, path.substr(dot + 1));
  const bool is_map = !tree.as_object().empty() && tree.as_object().front().second.is_object();
  return is_map ? find_first(tree.as_object().front().second, path) : nullptr;
}

// A session in each dialect that has one of everything that can have an attribute.
struct Everything : Shown {
  explicit Everything(const std::string& dialect) {
    if (dialect == "workflow") {
      write("plan.yaml", "goal: Ship it\nworkflow: release_v1\nsteps: [Plan, Build]\n");
      start({
          {"plan", project() + "/plan.yaml"}
      });
      must("set", "pairs", words("workflow.target_file=src/a.py"));
      run_ = *must("ran", "words", words("make")).data.find("fact");
      must("view attach", "dialect", "workflow", "dir", folder() / "files");
    } else if (dialect == "structural") {
      start({
          {"goal", "Look at it"}
      });
      must("set", "pairs",
           Value::List{"structural.structural_version=1", "structural.scope.subsystems=[\"a\"]",
                       "structural.scope.files=[\"a.py\"]", "structural.confidence=low",
                       "structural.symbols={\"A\":{\"kind\":\"class\",\"role\":\"bridge\","
                       "\"evidence\":{\"fan_in\":1,\"fan_out\":1,\"annotations\":[]},"
                       "\"source_paths\":[\"a.py\"]}}"});
      must("view attach", "dialect", "structural", "dir", folder() / "files");
    } else {
      start({
          {"goal",    "Write about birds"},
          {"dialect", dialect            },
          {"dir",     folder() / "files" },
          {"model",   "opus"             }
      });
    }
    if (dialect == "essay") must("step add", "title", words("Opening"), "under", "4");
  }

  Value::Object owner_of(const AttributeField& field) const {
    switch (field.owner) {
      case AttributeOwner::kAttempt:
        return {
            {"attempt", true}
        };
      case AttributeOwner::kFact:
        return {
            {"fact", run_}
        };
      case AttributeOwner::kStep: {  // stages.stage_4.sections.voice_check_score
        const std::string stage = field.path.substr(field.path.find("stage_") + 6, 1);
        const bool of_section = field.path.find(".sections.") != std::string::npos;
        return {
            {"step", of_section ? stage + ".1" : stage}
        };
      }
      default:
        return {};
    }
  }
  Value::Object request(const AttributeField& field, const std::string& value) const {
    Value::Object request = owner_of(field);
    request.emplace_back("pairs", words(field.path + "=" + value));
    return request;
  }

 private:
  Value run_;
};

TEST_CASE("null shows where a field may be null, takes it away where it may go, else is refused") {
  size_t nulls = 0;
  size_t taken = 0;
  size_t refused = 0;
  for (const Dialect* dialect : all_dialects()) {
    const std::string name = dialect->name();
    Everything w(name);
    for (const auto& field : attribute_fields(*dialect)) {
      INFO("field: ", name, " ", field.path);
      const Shape& shape = field.field->shape;
      if (shape.null || shape.kind == ShapeKind::kAny) {
        ++nulls;
        for (int round = 0; round < 2; ++round) {
          w.must("set", w.request(field, "null"));
          CHECK(w.last<AttributeSet>().keeps_null);
          const Value tree = w.file();
          const Value* shown = find_first(tree, field.path);
          REQUIRE(shown != nullptr);
          CHECK(shown->is_null());
          // Once more, from a value that was there.
          const Value value = sample_for(shape, shown);
          if (name == "essay" && field.path.ends_with("_log")) w.put_beside(value.as_string());
          if (round == 0) w.must("set", w.request(field, write_json(value)));
        }
        // Who wants it gone leaves no word of it behind but the template's.
        Value::Object gone = w.owner_of(field);
        gone.emplace_back("unset", words(field.path));
        w.must("set", gone);
        CHECK(w.last<AttributeSet>().value.is_null());
        CHECK_FALSE(w.last<AttributeSet>().keeps_null);
      } else if (field.field->need == FieldNeed::kOptional) {
        ++taken;
        w.must("set", w.request(field, "null"));
        CHECK_FALSE(w.last<AttributeSet>().keeps_null);
        const Value tree = w.file();
        const Value* left = find_first(tree, field.path);
        CHECK((left == nullptr || !left->is_null()));
      } else {
        ++refused;
        const Error error = w.error("set", w.request(field, "null"));
        CHECK(error.code == ErrorCode::kInvalid);
        CHECK(error.message.starts_with(field.path + " cannot be null"));
        CHECK(error.message.find("the format requires it, ") != std::string::npos);
        CHECK(error.next == "clew schema " + name);
        Value::Object gone = w.owner_of(field);
        gone.emplace_back("unset", words(field.path));
        CHECK(w.error("set", gone).code == ErrorCode::kInvalid);
      }
    }
  }
  CHECK(nulls > 20);
  CHECK(taken > 3);
  CHECK(refused > 5);
}

TEST_CASE("a value that the field refuses is not recorded") {
  Shown w("essay");
  const Error error = w.error("set", "pairs", words("pushback_level=furious"));
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.message.find("pushback_level") != std::string::npos);
  CHECK(error.next == "clew schema essay");
  CHECK(w.refused("set", "pairs", words("first_assessment_user_rating=9")) == ErrorCode::kInvalid);
  CHECK(w.refused("set", "pairs", words("pipeline_id=null")) == ErrorCode::kInvalid);
  // One of two: neither.
  CHECK(w.refused("set", "pairs", Value::List{"calibration_notes=dry", "pushback_level=no"}) ==
        ErrorCode::kInvalid);
  CHECK(find_at(w.file(), "voice_calibration.calibration_notes")->is_null());
}

TEST_CASE("text stays text, and other names stay what they were") {
  Shown w("essay");
  w.must("set", "pairs", Value::List{"calibration_notes=2026", "mood=7", "model=opus"});
  const Value tree = w.file();
  CHECK(*find_at(tree, "voice_calibration.calibration_notes") == Value("2026"));
  CHECK(w.session().identity.model == "opus");
  CHECK(w.last<AttributeSet>().key == "mood");
  CHECK(w.last<AttributeSet>().value == Value(7));
}

TEST_CASE("a step's fields are named within the step") {
  Shown w("essay");
  w.must("set", "pairs", words("audience=expert"), "step", "2");
  CHECK(w.last<AttributeSet>().key == "essay.audience");
  CHECK(*find_at(w.file(), "stages.stage_2.audience") == Value("expert"));
  CHECK(w.refused("set", "pairs", words("audience=cats"), "step", "2") == ErrorCode::kInvalid);
  // Of the session it would be kept, and shown nowhere.
  CHECK(w.error("set", "pairs", words("audience=expert")).next ==
        "clew set audience=expert --step 2");
}

TEST_CASE("fields of attempts and facts, and other members of an open group, show too") {
  Shown w;
  w.write("plan.yaml", "goal: Ship it\nworkflow: release_v1\nsteps: [Plan, Build]\n");
  w.start({
      {"plan", w.project() + "/plan.yaml"}
  });
  w.must("set", "pairs", words("workflow.target_file=src/a.py"));
  const Answer run = w.must("ran", "words", words("make"));
  w.must("view attach", "dialect", "workflow", "dir", w.folder() / "files");
  w.must("set", "pairs", words("outputs={\"files\":[\"a.md\"],\"depth\":3}"), "attempt", true);
  CHECK(w.last<AttributeSet>().key == "workflow.phase_artifacts.outputs");
  w.must("set", "pairs", words("output=42"), "fact", *run.data.find("fact"));
  CHECK(w.last<AttributeSet>().key == "workflow.phase_artifacts.commands_executed.output");
  CHECK(w.last<AttributeSet>().value == Value("42"));
  w.must("set", "pairs", Value::List{"metadata.spec_path=docs/spec.md", "metadata.colour=red"});
  CHECK(w.last<AttributeSet>().key == "workflow.metadata.colour");
  CHECK(*find_at(w.file(), "metadata.colour") == Value("red"));
  CHECK(*find_at(w.file(), "metadata.spec_path") == Value("docs/spec.md"));
  const Value tree = w.file();
  const Value& phase = tree.find("phase_artifacts")->as_object().front().second;
  CHECK(*find_at(phase, "outputs.depth") == Value(3));
  CHECK(*phase.find("commands_executed")->as_list().front().find("output") == Value("42"));
}

TEST_CASE("a name that begins with a dialect is judged without a view") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("set", "pairs", words("structural.confidence=high"));
  CHECK(w.last<AttributeSet>().key == "structural.confidence");
  CHECK(w.refused("set", "pairs", words("structural.confidence=sure")) == ErrorCode::kInvalid);
  CHECK(w.error("set", "pairs", words(R"(structural.symbols={"A": {"role": "r"}, "B": {}})"))
            .message ==
        "symbols: kind is missing; evidence is missing; source_paths is missing; role is missing");
  w.must("set", "pairs", words("essay.calibration_notes=dry"));
  CHECK(w.last<AttributeSet>().key == "essay.voice_calibration.calibration_notes");
  // Neither a dialect nor one of its fields: as it is written.
  w.must("set", "pairs", words("essay.mood=7"));
  CHECK(w.last<AttributeSet>().key == "essay.mood");
  w.must("set", "pairs", words("confidence=sure"));
  CHECK(w.last<AttributeSet>().value == Value("sure"));
}

}  // namespace
}  // namespace clew
