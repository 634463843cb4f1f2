// A session that uses everything, and the dialect's smaller answers.

#include <doctest/doctest.h>

#include "dialect/structural/structural_dialect.h"

#include <random>

#include "dialect/structural/location.h"
#include "dialect/structural/rules.h"
#include "dialect/structural/sample_test.h"

namespace clew::structural {
namespace {

TEST_CASE("a session that says everything satisfies the schema and the rules") {
  Session session = whole_session();
  set_attribute(session.steps[0].attributes, "structural.dependencies",
                *parse_json(R"([{"src": "Controller", "relation": "annotates", "dst": "x"}])"));
  Decision decision;
  decision.choice = "Delay it";
  decision.reason = "fan-in";
  Decision bare;
  bare.topic = "Bridge";
  bare.choice = std::string(400, 'x');
  session.decisions = {
      2, {decision, bare}
  };
  Question open;
  open.text = "Is it\nneeded?";
  Question closed;
  closed.text = "Old?";
  closed.answered_at = Time{1};
  session.questions = {
      2, {open, closed}
  };

  const auto files = structural_dialect().write(session, {});
  REQUIRE_MESSAGE(files.ok(), (files.ok() ? "" : files.error().message));
  CHECK(files->files[0].path == kDefaultFile);
  const auto documents = express(session);
  REQUIRE(documents.ok());
  CHECK(check_shape(state_document().shape, documents->front().tree).empty());
  const auto readings = structural_dialect().read(*files);
  for (const auto& finding : readings.findings) MESSAGE(finding.rule << " " << finding.message);
  CHECK(readings.findings.empty());
  REQUIRE(readings.sessions.size() == 1);
  const Session& again = readings.sessions[0].session;
  CHECK(express(again)->front().tree == documents->front().tree);
  CHECK(structural_dialect().write(again, {}).value() == *files);
  CHECK(again.decisions.items[1].reason.empty());
  REQUIRE(again.questions.items.size() == 1);
  CHECK(again.questions.items[0].text == "Is it needed?");
  CHECK(again.questions.items[0].open());
}

TEST_CASE("any decisions and questions are told soundly, and the same again") {
  std::mt19937 random(11);
  const auto pick = [&](size_t below) { return random() % below; };
  const char* parts[] = {"word ", "\n", "x = f(1);", "é", "\"", "def run(self):", "\t", "{ ", "; "};
  const auto text = [&] {
    std::string out;
    for (size_t i = pick(60); i > 0; --i) out += parts[pick(std::size(parts))];
    return out;
  };
  for (int round = 0; round < 500; ++round) {
    Session session = whole_session();
    for (size_t i = pick(4); i > 0; --i) {
      Decision decision;
      if (pick(2) == 0) decision.topic = text();
      decision.choice = text();
      decision.reason = text();
      session.decisions.items.push_back(std::move(decision));
      Question question;
      question.text = text();
      if (pick(3) == 0) question.answered_at = Time{1};
      session.questions.items.push_back(std::move(question));
    }
    session.decisions.total = static_cast<uint32_t>(session.decisions.items.size());
    session.questions.total = session.decisions.total;
    const auto files = structural_dialect().write(session, {});
    REQUIRE_MESSAGE(files.ok(), (files.ok() ? "" : files.error().message));
    const auto readings = structural_dialect().read(*files);
    REQUIRE(readings.sessions.size() == 1);
    CHECK(structural_dialect().write(readings.sessions[0].session, {}).value() == *files);
    CHECK(structural_dialect().write(readings.sessions[0].session, *files).value() == *files);
  }
}

TEST_CASE("a session born here is written with annotations and empty lists") {
  const auto files = structural_dialect().write(whole_session(), {});
  REQUIRE(files.ok());
  CHECK(files->files[0].text == R"({
  "schema_version": "1.0",
  "session_id": "climate_core_20231114",
  "timestamp": "2023-11-14T22:14:20.000Z",
  "structural_version": "1700000000",
  "scope": {
    "subsystems": [
      "Climate Core"
    ],
    "files": [
      "src/climate.py"
    ]
  },
  "symbols": {
    "Controller": {
      "kind": "class",
      "role": "bridge",
      "evidence": {
        "fan_in": 1,
        "fan_out": 2,
        "annotations": []
      },
      "source_paths": [
        "src/climate.py"
      ]
    }
  },
  "dependencies": [],
  "decisions": [],
  "open_questions": [],
  "confidence": "high"
}
)");
}

TEST_CASE("what a session lacks is listed, all of it") {
  Session session = whole_session();
  session.steps[0].attributes.clear();
  const auto files = structural_dialect().write(session, {});
  REQUIRE_FALSE(files.ok());
  CHECK(files.error().code == ErrorCode::kInvalid);
  CHECK(files.error().message ==
        "a structural checkpoint also needs: structural_version, scope.subsystems, scope.files, "
        "symbols, confidence");
}

TEST_CASE("what somebody set and the format cannot say is refused") {
  Session session = whole_session();
  set_attribute(session.steps[0].attributes, "structural.confidence", "sure");
  set_attribute(session.steps[0].attributes, "structural.scope.files", Value::List{1});
  const auto files = structural_dialect().write(session, {});
  REQUIRE_FALSE(files.ok());
  CHECK(files.error().message ==
        "not valid in a structural checkpoint: scope.files[0]: expected text, not integer; "
        "confidence: \"sure\" is not one of low, medium, high");
}

TEST_CASE("an invalid value that was adopted stays while other things change") {
  const std::string text =
      replaced(fixture(kOne), "\"relation\": \"calls\"", "\"relation\": \"owns\"");
  Session session = session_in(kOne, text);
  CHECK(written(session, kOne, text) == text);
  session.decisions.items[0].reason = "callers";
  CHECK(written(session, kOne, text) == replaced(text, "still too many callers", "callers"));
}

TEST_CASE("only the latest decisions are kept, and the file loses none") {
  const std::string text = fixture(kOne);
  Session session = session_in(kOne, text);
  session.decisions.items.erase(session.decisions.items.begin());
  CHECK(written(session, kOne, text) == text);
}

TEST_CASE("ids are made of the subsystem and the day") {
  const Session session = whole_session();
  const Dialect& dialect = structural_dialect();
  const IdSeed seed{Time{1'700'000'000'000}, {}, 0};
  CHECK(dialect.make_id(session, seed) == "climate_core_20231114");
  CHECK(dialect.make_id(session, {seed.now, {}, 1}) == "climate_core2_20231114");
  Session bare;
  bare.steps.emplace_back();
  CHECK(dialect.make_id(bare, seed) == "session_20231114");
  CHECK(is_usual_id(dialect.make_id(bare, seed)));
  for (const char* odd : {"", "_20231114", "climate_migration", "a_20231314", "a_20231132",
                          "a20231114", "a_2023111"}) {
    CHECK_FALSE(is_usual_id(odd));
  }
}

TEST_CASE("a session lives where it was read, a copy of it does not") {
  Session session = session_in("checkpoints/billing.json", fixture(kOne));
  const Dialect& dialect = structural_dialect();
  CHECK(dialect.files_of(session) == std::vector<std::string>{"checkpoints/billing.json"});
  set_external_id(session.steps[0], kName, "other_20261112");
  CHECK(dialect.files_of(session) == std::vector<std::string>{std::string(kDefaultFile)});
}

TEST_CASE("checkpoints are found by name and known by content") {
  const Dialect& dialect = structural_dialect();
  const auto locations = dialect.locations(
      {"a.json", "x/quedonde_session_state.json", "quedonde_session_state_climate_20261101.json",
       "quedonde_session_state_.json", "quedonde_session_state.txt"});
  REQUIRE(locations.size() == 2);
  CHECK(locations[0].entry.empty());
  CHECK(locations[1].entry == "climate_20261101");
  CHECK(dialect.recognises("checkpoints/x.json", fixture(kOne)));
  CHECK(dialect.recognises("checkpoints/x.json", fixture(kSeveral)));
  CHECK(dialect.recognises("quedonde_session_state.json", ""));
  CHECK_FALSE(dialect.recognises("x.json", "[]"));
  CHECK_FALSE(dialect.recognises("x.json", "{\"structural_version\": \"1\"}"));
}

}  // namespace
}  // namespace clew::structural
