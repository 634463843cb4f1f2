#include "command/plan/evidence_for_gate.h"

#include <algorithm>

#include "dialect/attribute_names.h"
#include "dialect/fixed_plan.h"
#include "dialect/tree_dialect.h"

namespace clew {
namespace {

const Value* value_set_on(const Dialect* dialect, const Step& step, const std::string& name) {
  if (dialect != nullptr) {
    const std::string key = std::string(dialect->name()) + "." + name;
    if (const Value* found = find_attribute(step.attributes, key)) return found;
  }
  return find_attribute(step.attributes, name);
}

// What a part of the step was shown under this name when it was done, the last of them; null: none.
const EvidenceItem* shown_by_parts(const Session& session, const Step& step,
                                   const std::string& name) {
  const EvidenceItem* found = nullptr;
  for (const StepId child : step.children) {
    const Step* part = session.find(child);
    if (part == nullptr) continue;
    if (const auto* inside = shown_by_parts(session, *part, name)) found = inside;
    const Attempt* passed = part->status == StepStatus::kDone ? part->passed_attempt() : nullptr;
    if (passed == nullptr) continue;
    for (const auto& item : passed->evidence.items) {
      if (item.name == name) found = &item;
    }
  }
  return found;
}

// A step that is done again is judged by what is shown again.
bool is_done_again(const Session& session, const Step& step) {
  if (step.passed_attempt() != nullptr) return true;
  const auto& revisions = session.revisions.items;
  return std::any_of(revisions.begin(), revisions.end(), [&](const Revision& each) {
    return each.origin.step == step.id ||
           std::count(each.affected.begin(), each.affected.end(), step.id) > 0;
  });
}

bool is_field_inside(const std::string& name, const GateField& whole) {
  return whole.type == FieldType::kObject && name.starts_with(whole.name + ".");
}

// "unit.passed" in {unit: {total: 3}}. What stands in the way stays.
Value with_part(Value object, const std::string& path, const Value& value) {
  const size_t dot = path.find('.');
  const std::string name = path.substr(0, dot);
  if (dot == std::string::npos) {
    object.set(name, value);
    return object;
  }
  const Value* inside = object.find(name);
  if (inside != nullptr && !inside->is_object()) return object;
  object.set(name,
             with_part(inside == nullptr ? Value::object() : *inside, path.substr(dot + 1), value));
  return object;
}

// What was claimed part by part is kept as the one value that the gate describes: others look for
// it there.
void join_parts(const Gate& gate, Evidence& shown) {
  for (const auto& whole : gate.required) {
    const auto is_outer = [&](const GateField& other) {
      return is_field_inside(whole.name, other);
    };
    if (std::any_of(gate.required.begin(), gate.required.end(), is_outer)) continue;
    const Value* said = shown.find(whole.name);
    if (said != nullptr && !said->is_object()) continue;
    Value joined = said == nullptr ? Value::object() : *said;
    const auto is_part = [&](const EvidenceItem& item) {
      return item.source == EvidenceSource::kClaimed && is_field_inside(item.name, whole);
    };
    if (std::none_of(shown.items.begin(), shown.items.end(), is_part)) continue;
    for (const auto& item : shown.items) {
      if (!is_part(item)) continue;
      joined = with_part(std::move(joined), item.name.substr(whole.name.size() + 1), item.value);
    }
    std::erase_if(shown.items, [&](const EvidenceItem& item) {
      return is_part(item) || (item.name == whole.name && item.source == EvidenceSource::kClaimed);
    });
    shown.items.push_back({whole.name, std::move(joined), EvidenceSource::kClaimed});
  }
}

}  // namespace

Evidence evidence_to_judge(const Dialect* dialect, const Session& session, const Step& step,
                           Evidence shown) {
  if (step.gate) join_parts(*step.gate, shown);
  const StepEvidence* measured = dialect == nullptr ? nullptr : dialect->step_evidence();
  const Evidence counted = measured == nullptr ? Evidence() : measured->evidence_for(session, step);
  for (const auto& item : counted.items) {
    std::erase_if(shown.items, [&](const EvidenceItem& each) { return each.name == item.name; });
    shown.items.push_back(item);
  }
  // Nor does an older claim take the place of what a command was run for and did not say.
  if (!step.gate || shown.measurement || is_done_again(session, step)) return shown;
  for (const auto& wanted : step.gate->required) {
    if (shown.find(wanted.name) != nullptr) continue;
    const Value* set = value_set_on(dialect, step, wanted.name);
    if (set != nullptr && !set->is_null()) {
      shown.items.push_back({wanted.name, *set, EvidenceSource::kClaimed});
    } else if (const auto* item = shown_by_parts(session, step, wanted.name)) {
      shown.items.push_back(*item);
    }
  }
  return shown;
}

Result<std::vector<Intent>> values_of_done(const Dialect* dialect, const Session& session,
                                           const Step& step, const Evidence& shown) {
  std::vector<Intent> intents;
  if (dialect == nullptr || step.status != StepStatus::kDone || step.gate) return intents;
  const FixedPlan* plan = dialect->fixed_plan();
  for (const auto& item : shown.items) {
    CLEW_ASSIGN(const auto named,
                name_attribute(*dialect, AttributeOwner::kStep, item.name, to_text(item.value)));
    if (!named) return std::vector<Intent>();
    if (plan != nullptr) CLEW_TRY(plan->check_value(session, step, named->key, named->value));
    AttributeSet set;
    set.owner = AttributeOwner::kStep;
    set.step = step.id;
    set.key = named->key;
    set.value = named->value;
    set.keeps_null = named->keeps_null;
    intents.push_back(RecordFact{std::move(set), {}});
  }
  return intents;
}

std::vector<Intent> values_shown_anew(const Dialect* dialect, const Step& step,
                                      const Evidence& shown) {
  std::vector<Intent> intents;
  if (dialect == nullptr) return intents;
  for (const auto& item : shown.items) {
    const auto named =
        name_attribute(*dialect, AttributeOwner::kStep, item.name, to_text(item.value));
    if (!named || !*named || item.value.is_null()) continue;
    const Value* present = find_attribute(step.attributes, (*named)->key);
    if (present == nullptr || *present == (*named)->value) continue;
    AttributeSet set;
    set.owner = AttributeOwner::kStep;
    set.step = step.id;
    set.key = (*named)->key;
    set.value = (*named)->value;
    intents.push_back(RecordFact{set, {}});
  }
  return intents;
}

}  // namespace clew
