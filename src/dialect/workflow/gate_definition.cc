#include "dialect/workflow/gate_definition.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dialect/tree_dialect.h"
#include "dialect/workflow/gate_checks.h"
#include "document/edit.h"

namespace clew {
namespace {

using namespace workflow;

struct TypeSpelling {
  const char* text;
  FieldType type;
};
constexpr TypeSpelling kTypes[] = {
    {"boolean", FieldType::kBoolean},
    {"integer", FieldType::kInteger},
    {"number",  FieldType::kNumber },
    {"float",   FieldType::kNumber },
    {"string",  FieldType::kString },
    {"list",    FieldType::kList   },
    {"array",   FieldType::kList   },
    {"object",  FieldType::kObject },
    {"any",     FieldType::kAny    },
};

class GateReader {
 public:
  explicit GateReader(const Value& yaml) : yaml_(yaml) {}

  Result<FolderGate> read() {
    std::vector<std::string> missing;
    for (const char* section : {"checkpoint", "evidence_schema"}) {
      const Value* found = yaml_.find(section);
      if (found == nullptr || !found->is_object()) missing.push_back(section);
    }
    if (!missing.empty()) {
      return make_error(ErrorCode::kInvalid,
                        fmt::format("a gate definition needs {}", fmt::join(missing, " and ")),
                        "gate-definition.yaml", "add what is missing");
    }
    read_checkpoint(*yaml_.find("checkpoint"));
    read_fields(*yaml_.find("evidence_schema"), "", {std::string("evidence_schema")}, 0);
    read_rules();
    pass_over(yaml_, {},
              {"checkpoint", "evidence_schema", "validators", "cross_field_validation",
               "cross_field_rules"});
    return std::move(out_);
  }

 private:
  void report(Severity severity, const char* rule, const TreePath& location, std::string message,
              std::string next) {
    out_.findings.push_back({severity,
                             fmt::format("workflow.{}", rule),
                             std::move(message),
                             std::move(next),
                             {},
                             to_pointer(location),
                             {}});
  }
  void lost(const char* rule, const TreePath& location, std::string message) {
    report(Severity::kWarning, rule, location, std::move(message),
           "write it as a comparison with a value, or check it when the phase is done");
  }

  void pass_over(const Value& object, const TreePath& location,
                 std::initializer_list<std::string_view> known) {
    for (const auto& [name, unused] : object.as_object()) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      lost("gate-field", location / name, fmt::format("{} has no meaning in a gate", name));
    }
  }

  void read_checkpoint(const Value& checkpoint) {
    const auto flag = [&](const char* name, bool otherwise) {
      const Value* value = checkpoint.find(name);
      if (value != nullptr && !value->is_bool()) {
        lost("gate-field", {std::string("checkpoint"), std::string(name)},
             fmt::format("{} is neither true nor false", name));
      }
      return value == nullptr ? otherwise : value->as_bool(otherwise);
    };
    const bool strict = flag("strict", false);
    out_.gate.strictness = strict ? Strictness::kStrict : Strictness::kLenient;
    out_.gate.overriding =
        flag("allow_override", true) ? Overriding::kAllowed : Overriding::kForbidden;
    if (!strict) {
      report(Severity::kNote, "gate-lenient", {std::string("checkpoint"), std::string("strict")},
             "in other programs a gate that is not strict only warns; here it stays closed until "
             "the evidence is given or an override gives a reason",
             "");
    }
    pass_over(checkpoint, {std::string("checkpoint")}, {"strict", "allow_override"});
  }

  // The parts of a field become fields with its name in front: "coverage.lines" is the part `lines`
  // of `coverage`.
  void read_fields(const Value& schema, const std::string& prefix, const TreePath& location,
                   int depth) {
    for (const auto& [name, said] : schema.as_object()) {
      const TreePath here = location / name;
      GateField field;
      field.name = prefix + name;
      if (!said.is_object()) {
        lost("gate-field", here, fmt::format("{} is not described", field.name));
        out_.gate.required.push_back(std::move(field));
        continue;
      }
      read_type(said, here, field);
      const Value* required = said.find("required");
      field.required = required != nullptr && required->as_bool();
      if (required != nullptr && !required->is_bool()) {
        lost("gate-field", here / std::string("required"), "required is neither true nor false");
      }
      field.description = text_in(said, "description");
      read_validator(said, here, field);
      out_.gate.required.push_back(std::move(field));
      for (const char* inside : {"fields", "properties"}) {
        const Value* parts = said.find(inside);
        if (parts == nullptr) continue;
        if (depth >= 8 || !parts->is_object()) {
          lost("gate-field", here / std::string(inside), "this is not a description of fields");
          continue;
        }
        read_fields(*parts, prefix + name + ".", here / std::string(inside), depth + 1);
      }
      pass_over(said, here,
                {"type", "required", "validator", "validator_params", "description", "fields",
                 "properties"});
    }
  }

  void read_type(const Value& said, const TreePath& here, GateField& field) {
    field.type = FieldType::kString;  // when none is named
    const Value* type = said.find("type");
    if (type == nullptr) return;
    const auto* found = std::find_if(std::begin(kTypes), std::end(kTypes), [&](const auto& row) {
      return type->as_string() == row.text;
    });
    field.type = found == std::end(kTypes) ? FieldType::kAny : found->type;
    if (found == std::end(kTypes)) {
      lost("gate-type", here / std::string("type"),
           fmt::format("unknown evidence type {}; any type is accepted", to_text(*type)));
    }
  }

  void read_validator(const Value& said, const TreePath& here, GateField& field) {
    const Value* validator = said.find("validator");
    if (validator == nullptr || validator->is_null()) return;
    const TreePath location = here / std::string("validator");
    const std::string& name = validator->as_string();
    const Value* given = said.find("validator_params");
    const Value parameters = given == nullptr ? Value::object() : *given;
    const Value* defined = yaml_.find("validators");
    defined = defined == nullptr ? nullptr : defined->find(name);
    const std::string rule = defined == nullptr ? std::string() : defined->as_string();
    const auto checks = checks_of(name, rule, parameters, field.type);
    if (!checks) {
      return lost(
          "gate-validator", location,
          fmt::format("{}: the validator {} is not a comparison and is ignored", field.name,
                      rule.empty() ? to_text(*validator) : fmt::format("{} ({})", name, rule)));
    }
    field.checks.insert(field.checks.end(), checks->begin(), checks->end());
  }

  // A rule is an expression, or an object that has one beside a message.
  void read_rules() {
    for (const char* section : {"cross_field_validation", "cross_field_rules"}) {
      const Value* rules = yaml_.find(section);
      if (rules == nullptr || rules->is_null()) continue;
      const TreePath location{std::string(section)};
      if (!rules->is_list()) lost("gate-rule", location, "rules between fields must be a list");
      for (size_t i = 0; i < rules->as_list().size(); ++i) {
        const Value& said = rules->as_list()[i];
        const std::string text = said.is_string() ? said.as_string() : text_in(said, "rule");
        read_rule(text, text_in(said, "error_message"), location / i);
      }
    }
  }

  // All of a rule or nothing: half a rule would let pass what the whole one keeps out.
  void read_rule(const std::string& text, const std::string& message, const TreePath& location) {
    const auto relations = parse_expression(text, Subject::kEvidence, Value::object());
    std::vector<CrossRule> rules;
    std::vector<std::pair<std::string, Check>> checks;
    bool whole = relations.has_value();
    for (const auto& relation : relations.value_or(std::vector<Relation>{})) {
      const bool fields =
          relation.left.kind == OperandKind::kField && relation.right.kind == OperandKind::kField;
      if (fields && !relation.left.length && !relation.right.length &&
          relation.op != CheckOp::kOneOf) {
        rules.push_back({relation.left.name, relation.op, relation.right.name, message});
        continue;
      }
      const Operand& field =
          relation.left.kind == OperandKind::kField ? relation.left : relation.right;
      const auto check = fields ? std::nullopt : to_check(relation, type_of(field.name));
      whole = whole && check.has_value();
      if (check) checks.emplace_back(field.name, *check);
    }
    if (!whole) {
      return lost("gate-rule", location,
                  fmt::format("the rule {} is not a comparison of fields and is ignored", text));
    }
    for (const auto& [name, check] : checks) field_named(name).checks.push_back(check);
    out_.gate.rules.insert(out_.gate.rules.end(), rules.begin(), rules.end());
    for (const auto& relation : *relations) {
      for (const Operand& side : {relation.left, relation.right}) {
        if (side.kind != OperandKind::kField || is_required(side.name)) continue;
        report(Severity::kNote, "gate-rule", location,
               fmt::format("the rule is not checked while {} is not shown", side.name),
               "require the field");
      }
    }
    // The rule of one field with a value is a check of that field, which says itself what it needs.
    if (message.empty() || !rules.empty()) return;
    report(Severity::kNote, "gate-rule", location,
           fmt::format("a check of a single field cannot have the message \"{}\"", message), "");
  }

  FieldType type_of(const std::string& name) const {
    for (const auto& field : out_.gate.required) {
      if (field.name == name) return field.type;
    }
    return FieldType::kAny;
  }
  bool is_required(const std::string& name) const {
    return std::any_of(out_.gate.required.begin(), out_.gate.required.end(),
                       [&](const GateField& f) { return f.name == name && f.required; });
  }
  GateField& field_named(const std::string& name) {
    for (auto& field : out_.gate.required) {
      if (field.name == name) return field;
    }
    out_.gate.required.push_back({name, FieldType::kAny, false, {}, ""});
    return out_.gate.required.back();
  }

  const Value& yaml_;
  FolderGate out_;
};

}  // namespace

Result<FolderGate> read_gate_definition(const Value& yaml) { return GateReader(yaml).read(); }

}  // namespace clew
