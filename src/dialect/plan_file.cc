// YAML or JSON, one object; docs/plan-file.md has the fields. A step is its title, or an object:
//   {title, key | id, description, order, needs, assignee, subject, gate, steps}
// A gate is a rule, a list of rules, or {fields, rules, strict, override}.

#include "dialect/plan_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/pattern.h"
#include "document/json/json.h"
#include "document/yaml/yaml.h"

namespace clew {
namespace {

Error refuse_at(const std::string& where, const std::string& problem) {
  return make_error(ErrorCode::kInvalid, fmt::format("{} {}", where, problem));
}

Error mismatch(const std::string& where, const char* wanted, const Value& got) {
  return refuse_at(where, fmt::format("must be {}, not {}", wanted, to_string(got.kind())));
}

std::string inside(const std::string& where, std::string_view name) {
  return where.empty() ? std::string(name) : fmt::format("{}.{}", where, name);
}

std::string item(const std::string& where, size_t index) {
  return fmt::format("{}[{}]", where, index);
}

// One member of an object, where it stands.
struct Member {
  std::string where;
  const Value& value;
};

// A number is text too, spelled as it was read: version: 1.0
Status read_text(const Member& at, std::string& out) {
  if (at.value.is_number()) {
    out = write_json(at.value);
    return success();
  }
  if (!at.value.is_string()) return mismatch(at.where, "text", at.value);
  out = at.value.as_string();
  return success();
}

// A list of texts, or one alone.
Status read_texts(const Member& at, std::vector<std::string>& out) {
  if (!at.value.is_list()) return read_text(at, out.emplace_back());
  for (size_t i = 0; i < at.value.as_list().size(); ++i) {
    CLEW_TRY(read_text({item(at.where, i), at.value.as_list()[i]}, out.emplace_back()));
  }
  return success();
}

Status read_bool(const Member& at, bool& out) {
  if (!at.value.is_bool()) return mismatch(at.where, "true or false", at.value);
  out = at.value.as_bool();
  return success();
}

// Carries out what the table says for each member; anything it does not name is refused.
// A reader per field. Lambdas without captures, so that the tables need no constructor at the start
// of the program.
template <class Target>
struct Row {
  const char* name;
  Status (*read)(const Member& at, Target& out);
};

template <class Target, size_t N>
std::string names_of(const Row<Target> (&rows)[N]) {
  std::string names;
  for (const auto& row : rows) names += fmt::format("{}{}", names.empty() ? "" : ", ", row.name);
  return names;
}

template <class Target, size_t N>
// A null member counts as not given. The error names the member by its path,
// "steps[2].gate.fields".
Status read_object(const Member& at, const Row<Target> (&rows)[N], Target& out) {
  if (!at.value.is_object()) {
    return mismatch(at.where.empty() ? "a plan" : at.where, "an object", at.value);
  }
  for (const auto& [name, value] : at.value.as_object()) {
    const auto row =
        std::find_if(std::begin(rows), std::end(rows),
                     [&, n = std::string_view(name)](const auto& r) { return n == r.name; });
    if (row == std::end(rows)) {
      return refuse_at(inside(at.where, name),
                       "is not a known field; choose one of: " + names_of(rows));
    }
    if (value.is_null()) continue;
    CLEW_TRY(row->read({inside(at.where, name), value}, out));
  }
  return success();
}

// A check needs an operand of the kind that its operator compares with.
Status check_operand(const std::string& where, const Check& check) {
  const Value& operand = check.operand;
  switch (check.op) {
    case CheckOp::kMatches:
      if (!operand.is_string() || !Pattern(operand.as_string()).ok()) {
        return refuse_at(where, "must be an extended regular expression of at most 200 bytes");
      }
      return success();
    case CheckOp::kOneOf:
      if (operand.as_list().empty()) return refuse_at(where, "must be a list of choices");
      return success();
    case CheckOp::kBetween:
      if (operand.as_list().size() != 2) return refuse_at(where, "must be a list of two values");
      return success();
    default:
      if (operand.is_null()) return refuse_at(where, "is missing");
      return success();
  }
}

Status read_gate_fields(const Member& at, Gate& gate) {
  CLEW_TRY(from_value(at.value, gate.required, at.where));
  for (size_t i = 0; i < gate.required.size(); ++i) {
    const GateField& wanted = gate.required[i];
    const std::string where = item(at.where, i);
    if (wanted.name.empty()) return refuse_at(inside(where, "name"), "is missing");
    for (size_t j = 0; j < wanted.checks.size(); ++j) {
      CLEW_TRY(
          check_operand(inside(item(inside(where, "checks"), j), "operand"), wanted.checks[j]));
    }
  }
  return success();
}

Status read_gate_rules(const Member& at, Gate& gate) {
  CLEW_TRY(from_value(at.value, gate.rules, at.where));
  for (size_t i = 0; i < gate.rules.size(); ++i) {
    const CrossRule& rule = gate.rules[i];
    const std::string where = item(at.where, i);
    if (rule.left.empty()) return refuse_at(inside(where, "left"), "is missing");
    if (rule.right.empty()) return refuse_at(inside(where, "right"), "is missing");
    if (rule.op >= CheckOp::kMatches) {
      return refuse_at(inside(where, "op"), "must be one of ==, !=, <, <=, >, >=");
    }
  }
  return success();
}

constexpr Row<Gate> kGateRows[] = {
    {"fields", read_gate_fields},
    {"rules", read_gate_rules},
    {"strict",
     [](const Member& at, Gate& gate) -> Status {
       bool strict = false;
       CLEW_TRY(read_bool(at, strict));
       gate.strictness = strict ? Strictness::kStrict : Strictness::kLenient;
       return success();
     }},
    {"override",
     [](const Member& at, Gate& gate) -> Status {
       bool allowed = true;
       CLEW_TRY(read_bool(at, allowed));
       gate.overriding = allowed ? Overriding::kAllowed : Overriding::kForbidden;
       return success();
     }},
};

// A gate that is an object is data; anything else is one rule or several, as on the command line.
Status read_gate(const Member& at, std::optional<Gate>& out) {
  if (at.value.is_object()) return read_object(at, kGateRows, out.emplace());
  std::vector<std::string> rules;
  CLEW_TRY(read_texts(at, rules));
  auto gate = parse_gate(rules);
  if (!gate) return refuse_at(at.where + ":", gate.error().message);
  if (!rules.empty()) out = std::move(*gate);
  return success();
}

Status read_key(const Member& at, std::string& out) {
  if (!out.empty()) return refuse_at(at.where, "is a second name; give key or id, not both");
  CLEW_TRY(read_text(at, out));
  return out.empty() ? Status(refuse_at(at.where, "is empty")) : success();
}

Status read_order(const Member& at, ChildOrder& out) { return from_value(at.value, out, at.where); }

// A step on its way in, with the parts it was given.
struct StepEntry {
  PlannedStep step;
  std::optional<Member> parts;
};

constexpr Row<StepEntry> kStepRows[] = {
    {"title",       [](const Member& at, StepEntry& out) { return read_text(at, out.step.title); }      },
    {"key",         [](const Member& at, StepEntry& out) { return read_key(at, out.step.key); }         },
    {"id",          [](const Member& at, StepEntry& out) { return read_key(at, out.step.key); }         },
    {"description",
     [](const Member& at,                StepEntry& out) { return read_text(at, out.step.description); }},
    {"order",       [](const Member& at, StepEntry& out) { return read_order(at, out.step.order); }     },
    {"needs",       [](const Member& at, StepEntry& out) { return read_texts(at, out.step.needs); }     },
    {"assignee",    [](const Member& at, StepEntry& out) { return read_text(at, out.step.assignee); }   },
    {"subject",     [](const Member& at, StepEntry& out) { return read_text(at, out.step.subject); }    },
    {"gate",        [](const Member& at, StepEntry& out) { return read_gate(at, out.step.gate); }       },
    {"steps",
     [](const Member& at,                StepEntry& out) -> Status {
       out.parts.emplace(at);
       return success();
     }                                                                         },
};

// Parents stand before their parts, as PlannedStep wants them. The parser has bounded the depth.
Status read_steps(const Member& at, std::optional<size_t> parent, std::vector<PlannedStep>& out) {
  if (!at.value.is_list()) return mismatch(at.where, "a list of steps", at.value);
  for (size_t i = 0; i < at.value.as_list().size(); ++i) {
    const Member entry{item(at.where, i), at.value.as_list()[i]};
    StepEntry read;
    if (entry.value.is_object()) {
      CLEW_TRY(read_object(entry, kStepRows, read));
    } else {
      CLEW_TRY(read_text(entry, read.step.title));
    }
    if (read.step.title.empty()) return refuse_at(inside(entry.where, "title"), "is missing");
    read.step.parent = parent;
    out.push_back(std::move(read.step));
    if (read.parts) CLEW_TRY(read_steps(*read.parts, out.size() - 1, out));
  }
  return success();
}

constexpr Row<PlanFile> kPlanRows[] = {
    {"goal",        [](const Member& at, PlanFile& out) { return read_text(at, out.goal); }                },
    {"constraints",
     [](const Member& at,                PlanFile& out) { return read_texts(at, out.constraints); }        },
    {"mode",        [](const Member& at, PlanFile& out) { return read_text(at, out.mode); }                },
    {"model",       [](const Member& at, PlanFile& out) { return read_text(at, out.model); }               },
    {"workflow",
     [](const Member& at,                PlanFile& out) { return read_text(at, out.structure.workflow); }  },
    {"version",
     [](const Member& at,                PlanFile& out) { return read_text(at, out.structure.version); }   },
    {"first_index",
     [](const Member& at,                PlanFile& out) -> Status {
       const int64_t first = at.value.is_int() ? at.value.as_int() : -1;
       if (first != 0 && first != 1) return refuse_at(at.where, "must be 0 or 1");
       out.structure.first_index = static_cast<uint32_t>(first);
       return success();
     }                                                                            },
    {"order",       [](const Member& at, PlanFile& out) { return read_order(at, out.order); }              },
    {"gate",        [](const Member& at, PlanFile& out) { return read_gate(at, out.gate); }                },
    {"steps",
     [](const Member& at,                PlanFile& out) { return read_steps(at, std::nullopt, out.steps); }},
};

Error about_file(Error error, const std::string& name) {
  error.code = ErrorCode::kInvalid;
  error.subject = name;
  if (error.next.empty()) error.next = fmt::format("clew help {}", kPlanTopic);
  return error;
}

constexpr const char* kPlanExample = R"(  goal: Add OAuth login
  constraints: [no client secret on devices]
  steps:
    - Plan
    - title: Build
      key: build
      gate: coverage >= 80
      steps: [Token endpoint, Refresh]
    - title: Review
      needs: [build]
      gate: [approved, score >= 3]
)";

}  // namespace

// Made from the tables above, so that it names every field there is.
std::string plan_page() {
  return fmt::format(
      "a plan file, in YAML or JSON, for  clew start --plan FILE\n\n{}\n"
      "a plan has  {}\n"
      "a step is its title, or has  {}\n"
      "a gate is a rule, a list of them, or has  {}\n"
      "order is in_order or any_order; first_index is 0 or 1",
      kPlanExample, names_of(kPlanRows), names_of(kStepRows), names_of(kGateRows));
}

// All errors are about the file, with the help page as the next step.
Result<PlanFile> read_plan(std::string_view text, const std::string& name) {
  auto document = parse_document(text, name);
  if (!document) return about_file(document.error(), name);
  PlanFile plan;
  const Status read = read_object(Member{"", *document}, kPlanRows, plan);
  if (!read) return about_file(read.error(), name);
  return plan;
}

}  // namespace clew
