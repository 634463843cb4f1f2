#include "dialect/workflow/gate_definition.h"

#include <doctest/doctest.h>

#include "dialect/workflow/gate_expression.h"
#include "dialect/workflow/sample_test.h"
#include "document/yaml/yaml.h"

namespace clew {
namespace {

Result<FolderGate> gate_of(const std::string& text) {
  const auto yaml = parse_yaml(text);
  REQUIRE_MESSAGE(yaml.ok(), (yaml.ok() ? "" : yaml.error().message));
  return read_gate_definition(yaml->value);
}

// The gate of one field, described in flow style.
FolderGate one_field(const std::string& field, const std::string& rest = {}) {
  const auto gate =
      gate_of("checkpoint: {strict: true}\nevidence_schema: {a: " + field + "}\n" + rest);
  REQUIRE_MESSAGE(gate.ok(), (gate.ok() ? "" : gate.error().message));
  return *gate;
}

Evidence evidence_of(const std::string& text) {
  const auto value = parse_json(text);
  REQUIRE(value.ok());
  Evidence evidence;
  for (const auto& [name, shown] : value->as_object()) evidence.items.push_back({name, shown, {}});
  return evidence;
}

}  // namespace

TEST_CASE("a gate definition is a gate that judges as it says") {
  const auto read = gate_of(fixture("workflows/release_v2/phases/1/gate-definition.yaml"));
  REQUIRE(read.ok());
  const Gate& gate = read->gate;
  CHECK(gate.strictness == Strictness::kStrict);
  CHECK(gate.overriding == Overriding::kForbidden);
  REQUIRE(gate.required.size() == 7);
  CHECK(gate.required[0].description == "how many passed");
  CHECK(gate.required[0].checks == std::vector<Check>{
                                       {CheckOp::kGreater, 0}
  });
  CHECK(!gate.required[3].required);
  CHECK(gate.required[5].name == "report.path");
  CHECK(gate.rules ==
        std::vector<CrossRule>{
            {"tests_passed", CheckOp::kEqual, "tests_total", "some tests did not pass"}
  });
  // What it cannot say is named: one validator.
  CHECK(rule_text(read->findings) == "workflow.gate-validator /evidence_schema/log/validator");

  const auto problems = [&](const std::string& evidence) {
    return judge(gate, evidence_of(evidence)).size();
  };
  CHECK(problems(R"({"tests_passed": 3, "tests_total": 3, "coverage": 80.5, "level": "unit",
                     "report": {"path": "r.html"}})") == 0);
  CHECK(problems(R"({"tests_passed": 2, "tests_total": 3, "coverage": 79, "level": "smoke",
                     "report": {"path": ""}})") == 4);
  CHECK(problems(R"({"tests_passed": true, "tests_total": 3, "coverage": 80, "report": {}})") == 3);
  CHECK(problems(R"({"tests_passed": 3, "tests_total": 3, "coverage": 80,
                     "report": {"path": "r"}, "more": 1})") == 1);
}

TEST_CASE("a part is demanded only when what it belongs to is shown or must be") {
  const Gate gate = one_field(
                        "{type: object, fields: {path: {required: true}, size: {type: "
                        "integer}}}")
                        .gate;
  const auto problems = [&](const std::string& evidence) {
    return to_text(judge(gate, evidence_of(evidence)));
  };
  CHECK(problems("{}") == "");
  CHECK(problems(R"({"a": null})") == "");
  CHECK(problems(R"({"a": {"path": "x"}})") == "");
  CHECK(problems(R"({"a": {}})") == "a.path is missing");
  CHECK(problems(R"({"a": {"size": 3}})") == "a.path is missing");
  CHECK(problems(R"({"a.size": 3})") == "a.path is missing");
}

TEST_CASE("a gate that is not strict says how it is held here") {
  const auto read = gate_of(fixture("workflows/release_v2/phases/0/gate-definition.yaml"));
  REQUIRE(read.ok());
  CHECK(read->gate.strictness == Strictness::kLenient);
  CHECK(read->gate.overriding == Overriding::kAllowed);
  CHECK(rule_text(read->findings) == "workflow.gate-lenient /checkpoint/strict");
  CHECK(read->findings[0].severity == Severity::kNote);
}

TEST_CASE("each validator is a check, or a finding") {
  struct Row {
    const char* field;
    std::vector<Check> checks;  // empty: a finding
  };
  const Value none = Value::list();
  const std::vector<Row> rows = {
      {"{type: integer, validator: positive}",                                              {{CheckOp::kGreater, 0}}               },
      {"{type: integer, validator: non_negative}",                                          {{CheckOp::kAtLeast, 0}}               },
      {"{type: integer, validator: negative}",                                              {{CheckOp::kLess, 0}}                  },
      {"{type: number, validator: in_range, validator_params: {min_val: 1, max_val: 2.5}}",
       {{CheckOp::kAtLeast, 1}, {CheckOp::kAtMost, 2.5}}                                                                           },
      {"{type: number, validator: between, validator_params: {low: 1, high: 2}}",
       {{CheckOp::kGreater, 1}, {CheckOp::kLess, 2}}                                                                               },
      {"{type: number, validator: greater_than, validator_params: {threshold: 4}}",
       {{CheckOp::kGreater, 4}}                                                                                                    },
      {"{type: number, validator: less_than, validator_params: {threshold: 4}}",
       {{CheckOp::kLess, 4}}                                                                                                       },
      {"{validator: equals, validator_params: {expected: PASS}}",                           {{CheckOp::kEqual, "PASS"}}            },
      {"{validator: not_equals, validator_params: {forbidden: x}}",                         {{CheckOp::kNotEqual, "x"}}            },
      {"{type: list, validator: list_not_empty}",                                           {{CheckOp::kNotEqual, none}}           },
      {"{type: string, validator: non_empty}",                                              {{CheckOp::kNotEqual, ""}}             },
      {"{type: object, validator: non_empty}",                                              {{CheckOp::kNotEqual, Value::object()}}},
      {"{validator: contains_text, validator_params: {text: a.b}}",                         {{CheckOp::kMatches, "a\\.b"}}         },
      {"{validator: matches_pattern, validator_params: {pattern: 'v[0-9]+'}}",
       {{CheckOp::kMatches, "^(v[0-9]+)"}}                                                                                         },
      {"{type: boolean, validator: 'lambda x: x'}",                                         {{CheckOp::kEqual, true}}              },
      {"{type: boolean, validator: 'lambda x: x is True'}",                                 {{CheckOp::kEqual, true}}              },
      {"{type: integer, validator: 'lambda v: -3 < v and 5 != v'}",
       {{CheckOp::kGreater, -3}, {CheckOp::kNotEqual, 5}}                                                                          },
      {"{validator: matches_pattern, validator_params: {pattern: '\\d+'}}",                 {}                                     },
      {"{type: list, validator: 'lambda x: len(x) >= 3'}",                                  {}                                     },
      {"{type: integer, validator: in_range}",                                              {}                                     },
      {"{validator: nobody_knows}",                                                         {}                                     },
      {"{validator: 'lambda x: x > 0 or x < 3'}",                                           {}                                     },
      {"{validator: 'lambda x: open(x)'}",                                                  {}                                     },
      {"{validator: 'lambda x: x > y'}",                                                    {}                                     },
      {"{validator: 'lambda x: x >'}",                                                      {}                                     },
      {"{validator: [1]}",                                                                  {}                                     },
  };
  for (const auto& row : rows) {
    CAPTURE(row.field);
    const FolderGate read = one_field(row.field);
    CHECK(read.gate.required.at(0).checks == row.checks);
    CHECK(rule_text(read.findings) ==
          (row.checks.empty() ? "workflow.gate-validator /evidence_schema/a/validator" : ""));
  }
}

TEST_CASE("types, and fields that a gate does not know") {
  CHECK(one_field("{}").gate.required.at(0).type == FieldType::kString);
  CHECK(!one_field("{}").gate.required.at(0).required);
  const auto odd = one_field("{type: colour, weight: 3, required: maybe}");
  CHECK(odd.gate.required.at(0).type == FieldType::kAny);
  CHECK(rule_text(odd.findings) ==
        "workflow.gate-type /evidence_schema/a/type, workflow.gate-field "
        "/evidence_schema/a/required, "
        "workflow.gate-field /evidence_schema/a/weight");
  CHECK(rule_text(one_field("3").findings) == "workflow.gate-field /evidence_schema/a");
  CHECK(rule_text(one_field("{}", "extra: 1\n").findings) == "workflow.gate-field /extra");
}

TEST_CASE("rules between fields are rules of the gate, checks, or findings") {
  const auto with = [&](const std::string& rule) {
    return one_field("{type: integer, required: true}, b: {type: integer, required: true}",
                     "cross_field_validation: [{rule: \"" + rule + "\"}]\n");
  };
  CHECK(with("lambda e: e['a'] <= e['b']").gate.rules == std::vector<CrossRule>{
                                                             {"a", CheckOp::kAtMost, "b"}
  });
  CHECK(with("lambda e: e['a'] <= e['b']").findings.empty());
  CHECK(with("lambda e: e['a'] > 3 and e.get('b', 0) != e['a']").gate.required.at(0).checks ==
        std::vector<Check>{
            {CheckOp::kGreater, 3}
  });
  CHECK(with("lambda e: e['c']['d'] == e['a']").gate.rules.at(0).left == "c.d");
  CHECK(rule_text(with("lambda e: e['c']['d'] == e['a']").findings) ==
        "workflow.gate-rule /cross_field_validation/0");
  const auto lost = with("lambda e: e['a'] + e['b'] == 3");
  CHECK(lost.gate.rules.empty());
  CHECK(rule_text(lost.findings) == "workflow.gate-rule /cross_field_validation/0");
  CHECK(lost.findings[0].severity == Severity::kWarning);
}

TEST_CASE("a definition without its sections is refused") {
  for (const char* text : {"", "[]", "checkpoint: {}", "evidence_schema: {}", "checkpoint: 1"}) {
    const auto read = gate_of(text);
    REQUIRE(!read.ok());
    CHECK(read.error().code == ErrorCode::kInvalid);
  }
  CHECK(gate_of("").error().message == "a gate definition needs checkpoint and evidence_schema");
}

TEST_CASE("no expression is too odd to be refused") {
  const std::string good = "lambda e: e['a'] >= e.get('b', [1, (2)]) and len(e['c']) > -1.5";
  for (size_t length = 0; length < good.size(); ++length) {
    const auto ignored = workflow::parse_expression(good.substr(0, length),
                                                    workflow::Subject::kEvidence, Value::object());
    (void)ignored;
  }
  CHECK(workflow::parse_expression(good, workflow::Subject::kEvidence, {}).has_value());
  CHECK(!workflow::parse_expression(std::string(5000, '('), workflow::Subject::kValue, {}));
  CHECK(!workflow::parse_expression("lambda x: x in " + std::string(200, '['),
                                    workflow::Subject::kValue, {}));
}

}  // namespace clew
