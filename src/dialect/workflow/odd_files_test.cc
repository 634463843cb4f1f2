// Damaged, renamed, partial and random: nothing is lost and nothing stops the program.

#include <doctest/doctest.h>

#include <random>

#include "dialect/workflow/full_session_test.h"
#include "dialect/workflow/words.h"

namespace clew {
namespace {

const Dialect& dialect() { return workflow_dialect(); }

class Dice {
 public:
  explicit Dice(uint32_t seed) : random_(seed) {}
  uint32_t below(uint32_t end) {
    return std::uniform_int_distribution<uint32_t>(0, end - 1)(random_);
  }
  bool often() { return below(3) > 0; }
  bool seldom() { return below(4) == 0; }

 private:
  std::mt19937 random_;
};

Attempt any_attempt(Dice& dice, uint32_t number) {
  Attempt attempt =
      sample_attempt(number, dice.below(500), static_cast<AttemptOutcome>(dice.below(4)));
  if (dice.seldom()) attempt.ended_at.reset();
  if (dice.often()) attempt.evidence = {};
  if (dice.seldom()) attempt.evidence.items.push_back({"coverage", Value("twice"), {}});
  if (dice.often()) attempt.outputs.clear();
  if (dice.often()) attempt.attributes.clear();
  if (dice.often()) attempt.findings.clear();
  if (dice.often()) attempt.paused = Duration{dice.below(100'000)};
  if (dice.seldom()) attempt.started_at = kMorning;
  return attempt;
}

void fill(Dice& dice, Step& step) {
  const uint32_t count = dice.below(4);
  const uint32_t first = 1 + dice.below(3);
  for (uint32_t i = 0; i < count; ++i) step.attempts.push_back(any_attempt(dice, first + i));
  step.attempt_count = count == 0 ? dice.below(2) : step.attempts.back().number;
  if (dice.seldom()) step.status_reason = "because";
  if (dice.seldom()) step.key = "key" + std::to_string(step.id.number);
  if (dice.seldom()) step.order = ChildOrder::kAnyOrder;
  if (dice.seldom()) step.gate = *parse_gate({"a >= 3 and b == c"});
  if (dice.seldom() && step.id.number > 1)
    step.needs = {StepId{1 + dice.below(step.id.number - 1)}};
  if (dice.seldom()) set_attribute(step.attributes, "essay.x", static_cast<int64_t>(dice.below(9)));
}

Session any_session(uint32_t seed) {
  Dice dice(seed);
  Session s = full_session();
  s.steps.resize(1);
  s.steps[0].children.clear();
  s.steps[0].current_child.reset();
  s.structure.first_index = dice.below(2);
  if (dice.often()) s.steps[0].gate.reset();
  s.lifecycle.status = static_cast<Lifecycle>(dice.below(6));
  if (dice.often()) s.lifecycle.ended_at = kMorning;
  if (dice.often()) s.lifecycle.paused_at.reset();
  if (dice.often()) s.lifecycle.reason.clear();
  const uint32_t phases = 1 + dice.below(5);
  for (uint32_t i = 0; i < phases; ++i) {
    const auto status = static_cast<StepStatus>(dice.below(7));
    const std::string title =
        dice.often() ? "Title" : workflow::phase_title(s.structure.first_index + i);
    fill(dice, add_step(s, kRoot, title, status));
  }
  for (uint32_t i = dice.below(6); i > 0; --i) {
    const StepId parent{1 + dice.below(static_cast<uint32_t>(s.steps.size()) - 1)};
    fill(dice, add_step(s, parent, "part", static_cast<StepStatus>(dice.below(7))));
  }
  if (dice.seldom())
    s.steps[1 + dice.below(static_cast<uint32_t>(s.steps.size()) - 1)].removed = true;
  if (s.find(StepId{1}) == nullptr) s.steps[1].removed = false;
  if (dice.often()) s.steps[0].current_child = StepId{1 + dice.below(phases)};
  s.structure.total = phases + dice.below(3);
  if (dice.seldom()) s.structure.total.reset();
  const std::vector<CommandRun> runs = s.runs.items;
  s.runs.items.clear();
  for (uint32_t i = dice.below(4); i > 0; --i) {
    CommandRun run = runs[dice.below(2)];
    run.origin.step = StepId{dice.below(static_cast<uint32_t>(s.steps.size()))};
    s.runs.items.push_back(run);
  }
  s.runs.total = static_cast<uint32_t>(s.runs.items.size());
  return s;
}

}  // namespace

TEST_CASE("any session is told so that the same is told again, and its plan comes back") {
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    CAPTURE(seed);
    const Session session = any_session(seed);
    const auto document = workflow::express_state(session);
    REQUIRE_MESSAGE(document.ok(), (document.ok() ? "" : document.error().message));
    const auto problems = check_shape(workflow::state_document().shape, document->tree);
    CHECK_MESSAGE(problems.empty(), (problems.empty() ? "" : problems[0].message));
    const auto written = dialect().write(session, {});
    REQUIRE(written.ok());
    const Session back = read_one(*written);
    const auto again = workflow::express_state(back);
    REQUIRE(again.ok());
    CHECK(write_json(again->tree) == write_json(document->tree));
    CHECK(dialect().write(back, *written)->files == written->files);
    CHECK(back.lifecycle == session.lifecycle);
    for (const auto& step : session.steps) {
      if (step.id == kRoot || session.find(step.id) == nullptr) continue;
      if (top_level_step(session, step.id) == nullptr) continue;  // part of a removed one
      const auto found = find_step(back, number_of(session, step.id));
      REQUIRE(found.ok());
      const Step& heard = back.steps[found->number];
      CHECK(heard.status == step.status);
      CHECK(heard.title == step.title);
      CHECK(heard.gate == step.gate);
      CHECK(heard.attempt_count == step.attempt_count);
      CHECK(to_text(to_value(heard.attempts)) == to_text(to_value(step.attempts)));
    }
  }
}

TEST_CASE("after any change the edited text tells the changed session") {
  for (uint32_t seed = 0; seed < 400; ++seed) {
    CAPTURE(seed);
    const auto base = dialect().write(any_session(seed), {});
    REQUIRE(base.ok());
    const Session next = any_session(seed + 7);
    const auto edited = dialect().write(next, *base);
    REQUIRE_MESSAGE(edited.ok(), (edited.ok() ? "" : edited.error().message));
    const auto wanted = workflow::express_state(next);
    const auto reported = workflow::express_state(read_one(*edited));
    REQUIRE(reported.ok());
    CHECK(reported->tree == wanted->tree);
  }
}

TEST_CASE("every beginning of a file is a finding or a shorter document") {
  for (const char* folder : {"sessions", "legacy"}) {
    for (const auto& file : fixtures(folder)) {
      for (size_t length = 0; length < file.text.size(); ++length) {
        const auto readings = dialect().read(one_file(file.text.substr(0, length), file.path));
        const bool whole =
            file.text.substr(length).find_first_not_of(" \t\r\n") == std::string::npos;
        if (!whole) CHECK_MESSAGE(has_errors(readings.findings), file.path, " ", length);
      }
    }
  }
}

TEST_CASE("values of wrong kinds are named and passed over") {
  const Value good = sample_tree();
  const Value odd[] = {
      Value(),    Value(true),   Value(-1),       Value(1e300),
      Value("x"), Value::list(), Value::object(), Value(Value::List{Value(), Value("2")})};
  for (const auto& [name, unused] : good.as_object()) {
    for (const auto& value : odd) {
      Value tree = good;
      tree.set(name, value);
      const auto readings = dialect().read(one_file(write_json(tree), "s-1.json"));
      for (const auto& reading : readings.sessions) {
        CHECK(!reading.session.steps.empty());
        const auto ignored =
            dialect().write(reading.session, one_file(write_json(tree), "s-1.json"));
        (void)ignored;
      }
    }
    Value tree = good;
    tree.erase(name);
    CHECK(dialect().read(named(tree)).sessions.size() <= 1);
  }
}

TEST_CASE("ids, names and places have the dialect's own form") {
  Bytes random(16, '\0');
  for (size_t i = 0; i < 16; ++i) random[i] = static_cast<char>(i * 17);
  Session none;
  none.steps.resize(1);
  CHECK(dialect().make_id(none, {{}, random, 0}) == "00112233-4455-4677-8899-aabbccddeeff");
  CHECK(dialect().make_id(none, {{}, random, 1}) == "00112233-4455-4677-8899-aabbccddeefe");

  const auto locations =
      dialect().locations({"package.json", "a/00112233-4455-4677-8899-aabbccddeeff.json",
                           "00112233-4455-4677-8899-aabbccddeeff.json.bak"});
  REQUIRE(locations.size() == 1);
  CHECK(locations[0].entry == "00112233-4455-4677-8899-aabbccddeeff");

  const Session full = full_session();
  CHECK(dialect().files_of(full) == std::vector<std::string>{std::string(kSampleId) + ".json"});
  CHECK(dialect().step_name(full, full.steps[3]) == "3");
  CHECK(dialect().step_name(full, full.steps[10]) == "3.2.1");
  CHECK(dialect().step_name(full, full.steps[0]) == kSampleId);
  const Session back = read_one(*dialect().write(full, {}));
  for (size_t i = 0; i < full.steps.size(); ++i) {
    CHECK(*external_id(back.steps[i], "workflow") == dialect().step_name(full, full.steps[i]));
  }

  for (const auto& file : fixtures("sessions")) CHECK(dialect().recognises(file.path, file.text));
  for (const auto& file : fixtures("legacy")) CHECK(dialect().recognises(file.path, file.text));
  CHECK(!dialect().recognises("package.json", R"({"name": "x"})"));
  CHECK(!dialect().recognises("notes.md", "# \"workflow_type\" and \"current_phase\""));
}

TEST_CASE("a file under another name keeps it") {
  const FileSet files = one_file(fixture("sessions/nightly-17.json"), "copy of it.json");
  const auto readings = dialect().read(files);
  CHECK(rule_text(readings.findings) == "workflow.id-mismatch /session_id");
  CHECK(dialect().write(readings.sessions.at(0).session, files)->files == files.files);
}

TEST_CASE("runs that a session no longer keeps stay in the file") {
  const std::string name = "3b0c5f1e-8a47-4d0e-9c55-0f6a7e21b9d4.json";
  const FileSet files = one_file(fixture("sessions/" + name), name);
  Session session = read_one(files);
  session.runs.items.erase(session.runs.items.begin());
  CommandRun run = session.runs.items[0];
  run.command = "make tag";
  session.runs.items.push_back(run);
  session.runs.total = 3;
  const auto written = dialect().write(session, files);
  REQUIRE(written.ok());
  const Session back = read_one(*written);
  REQUIRE(back.runs.items.size() == 3);
  CHECK(back.runs.items[0].command + " " + back.runs.items[0].arguments == "git status --short");
  CHECK(back.runs.items[2].command == "make tag");
}

}  // namespace clew
