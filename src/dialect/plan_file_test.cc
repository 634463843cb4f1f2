#include "dialect/plan_file.h"

#include "session/decide.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

constexpr const char* kWhole = R"(
goal: Add OAuth
constraints: [no client secret, keep the API]
mode: auto
model: opus
workflow: spec_execution_v1
version: 1.0
first_index: 0
gate: approved
steps:
  - Plan
  - title: Build
    key: build
    description: the endpoints
    order: any_order
    needs: [Plan]
    assignee: ben
    subject: auth
    gate: coverage >= 80
    steps:
      - Schema
      - {title: Handlers, id: h, gate: [lint, tests_passed == tests_total]}
  - title: Review
    needs: build
    gate:
      fields:
        - {name: score, type: number, checks: [{op: between, operand: [1, 5]}], description: by ben}
        - {name: level, required: false, checks: [{op: one_of, operand: [low, high]}]}
        - {name: note, type: string, checks: [{op: matches, operand: "^ok"}]}
      rules: [{left: passed, op: "==", right: total}]
      strict: true
      override: false
)";

TEST_CASE("a plan is read with everything in it") {
  const auto plan = read_plan(kWhole, "plan.yaml");
  REQUIRE_MESSAGE(plan.ok(), plan.error().message);
  CHECK(plan->goal == "Add OAuth");
  CHECK(plan->constraints == std::vector<std::string>{"no client secret", "keep the API"});
  CHECK(plan->structure.version == "1.0");
  CHECK(plan->structure.first_index == 0);
  CHECK(plan->gate.has_value());
  REQUIRE(plan->steps.size() == 5);
  const PlannedStep& build = plan->steps[1];
  CHECK(build.key == "build");
  CHECK(build.order == ChildOrder::kAnyOrder);
  CHECK(build.needs == std::vector<std::string>{"Plan"});
  CHECK(build.subject == "auth");
  CHECK(to_text(*build.gate) == "coverage >= 80");
  CHECK(plan->steps[3].title == "Handlers");
  CHECK(plan->steps[3].parent == 1U);
  CHECK(plan->steps[3].key == "h");
  const Gate& gate = *plan->steps[4].gate;
  CHECK(gate.required.size() == 3);
  CHECK(gate.required[0].description == "by ben");
  CHECK(gate.strictness == Strictness::kStrict);
  CHECK(gate.overriding == Overriding::kForbidden);
}

TEST_CASE("the same plan reads the same from JSON") {
  const auto yaml = read_plan("goal: a\nsteps: [Plan, {title: Build, needs: Plan}]\n", "p.yaml");
  const auto json = read_plan(
      "{\"goal\":\"a\",\"steps\":[\"Plan\",{\"title\":\"Build\",\"needs\":[\"Plan\"]}]}", "p.json");
  REQUIRE(yaml.ok());
  REQUIRE(json.ok());
  REQUIRE(json->steps.size() == yaml->steps.size());
  CHECK(json->steps[1].needs == yaml->steps[1].needs);
}

struct BadPlan {
  const char* claim;
  const char* text;
  const char* message;  // how it begins
};

constexpr BadPlan kBadPlans[] = {
    {"a list is no plan",            "- a\n- b\n",                                                           "a plan must be an object, not list"                                     },
    {"an empty file is no plan",     "",                                                                     "a plan must be an object, not null"                                     },
    {"broken text says where",       "goal: [\n",                                                            "line "                                                                  },
    {"an alias",                     "goal: &a x\nmode: *a\n",                                               "line "                                                                  },
    {"an unknown field",             "goals: x\n",                                                           "goals is not a known field"                                             },
    {"an unknown field of a step",   "steps: [a, b, {title: c, gat: x}]\n",
     "steps[2].gat is not a known field"                                                                                                                                              },
    {"an unknown field deep down",   "steps: [{title: a, steps: [{title: b, x: 1}]}]\n",
     "steps[0].steps[0].x is not a known field"                                                                                                                                       },
    {"an unknown field of a gate",   "gate: {field: []}\n",                                                  "gate.field is not a known field"                                        },
    {"an unknown field of a check",  "gate: {fields: [{name: a, checks: [{ops: x}]}]}\n",
     "gate.fields[0].checks[0].ops is not a known field"                                                                                                                              },
    {"steps that are no list",       "steps: a\n",                                                           "steps must be a list of steps, not string"                              },
    {"a step without a title",       "steps: [{key: a}]\n",                                                  "steps[0].title is missing"                                              },
    {"a step that is nothing",       "steps: [null]\n",                                                      "steps[0] must be text, not null"                                        },
    {"a step that is a list",        "steps: [[a]]\n",                                                       "steps[0] must be text, not list"                                        },
    {"a goal that is a list",        "goal: [a]\n",                                                          "goal must be text, not list"                                            },
    {"two names",                    "steps: [{title: a, key: b, id: c}]\n",
     "steps[0].id is a second name; give key or id, not both"                                                                                                                         },
    {"an order that is none",        "steps: [{title: a, order: any}]\n",                                    "steps[0].order must be one of"                                          },
    {"a first index that is none",   "first_index: 2\n",                                                     "first_index must be 0 or 1"                                             },
    {"a gate that does not read",    "steps: [{title: a, gate: \"80 >= coverage\"}]\n",
     "steps[0].gate: gate \"80 >= coverage\""                                                                                                                                         },
    {"a pattern that is none",
     "gate: {fields: [{name: a, checks: [{op: matches, operand: \"(\"}]}]}\n",                               "gate.fields[0].checks[0].operand must be an extended regular expression"},
    {"a range of one",               "gate: {fields: [{name: a, checks: [{op: between, operand: [1]}]}]}\n",
     "gate.fields[0].checks[0].operand must be a list of two values"                                                                                                                  },
    {"a set of nothing",             "gate: {fields: [{name: a, checks: [{op: one_of, operand: []}]}]}\n",
     "gate.fields[0].checks[0].operand must be a list of choices"                                                                                                                     },
    {"a check against nothing",      "gate: {fields: [{name: a, checks: [{op: \">=\"}]}]}\n",
     "gate.fields[0].checks[0].operand is missing"                                                                                                                                    },
    {"a field without a name",       "gate: {fields: [{type: number}]}\n",
     "gate.fields[0].name is missing"                                                                                                                                                 },
    {"a type that is none",          "gate: {fields: [{name: a, type: float}]}\n",
     "gate.fields[0].type must be one of"                                                                                                                                             },
    {"a rule of one side",           "gate: {rules: [{left: a, op: \"==\"}]}\n",
     "gate.rules[0].right is missing"                                                                                                                                                 },
    {"a rule that compares nothing", "gate: {rules: [{left: a, op: matches, right: b}]}\n",
     "gate.rules[0].op must be one of ==, !=, <, <=, >, >="                                                                                                                           },
    {"a strictness in words",        "gate: {strict: very}\n",
     "gate.strict must be true or false, not string"                                                                                                                                  },
};

TEST_CASE("a plan that is wrong is refused, naming the file and the place") {
  for (const auto& row : kBadPlans) {
    INFO(row.claim);
    const auto plan = read_plan(row.text, "plan.yaml");
    REQUIRE_FALSE(plan.ok());
    CHECK(plan.error().code == ErrorCode::kInvalid);
    CHECK(plan.error().subject == "plan.yaml");
    CHECK_MESSAGE(plan.error().message.starts_with(row.message), plan.error().message);
    CHECK_FALSE(plan.error().next.empty());
  }
}

TEST_CASE("what is absent or null is left to the session") {
  const auto plan = read_plan("goal: null\nsteps:\n  - {title: a, gate: null, needs: null}\n", "p");
  REQUIRE(plan.ok());
  CHECK(plan->goal.empty());
  CHECK_FALSE(plan->steps[0].gate.has_value());
}

TEST_CASE("numbers are titles and versions as they are spelled") {
  const auto plan = read_plan("version: 2\nsteps: [404, {title: 1.5}]\n", "p.yaml");
  REQUIRE(plan.ok());
  CHECK(plan->structure.version == "2");
  CHECK(plan->steps[0].title == "404");
  CHECK(plan->steps[1].title == "1.5");
}

TEST_CASE("a plan starts a session") {
  WorkspaceFixture w;
  w.write("plan.yaml", kWhole);
  const Answer answer = w.must("start", "plan", w.project() + "/plan.yaml");
  CHECK(answer.data.find("step")->find("number")->as_string() == "0");
  const Session session = w.session();
  CHECK(session.identity.goal == "Add OAuth");
  CHECK(session.structure.total == 3U);
  CHECK(session.root().gate.has_value());
}

TEST_CASE("what is refused names the fields there are, and where to read of them") {
  const auto wrong = read_plan("steps:\n  - titel: Build\n", "plan.yaml");
  REQUIRE_FALSE(wrong.ok());
  CHECK(wrong.error().message.find("choose one of: title, key, id,") != std::string::npos);
  CHECK(wrong.error().next == "clew help plan-file");
  WorkspaceFixture w;
  const std::string page = w.must("help", "topic", words("plan-file")).text;
  CHECK(page.find("title, key, id,") != std::string::npos);
  const size_t start = page.find("  goal:");
  const size_t end = page.find("\n\n", start);
  REQUIRE(end != std::string::npos);
  const auto plan = read_plan(page.substr(start, end - start) + "\n", "plan.yaml");
  REQUIRE_MESSAGE(plan.ok(), plan.error().message);
  CHECK(plan->steps.size() == 5);
}

TEST_CASE("the page's example is a plan") {
  const char* root = std::getenv("CLEW_SOURCE_DIR");
  if (root == nullptr) return;
  const std::string page = read_text(std::string(root) + "/docs/plan-file.md");
  const size_t start = page.find("```yaml\n");
  REQUIRE(start != std::string::npos);
  const size_t end = page.find("```", start + 8);
  const auto plan = read_plan(page.substr(start + 8, end - start - 8), "plan.yaml");
  REQUIRE_MESSAGE(plan.ok(), plan.error().message);
  StartSession start_it;
  start_it.opening.goal = plan->goal;
  start_it.plan = plan->steps;
  CHECK(decide(Session(), Proposal{Time{1}, ActorId("ana"), start_it}).ok());
}

}  // namespace
}  // namespace clew
