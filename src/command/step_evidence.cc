#include "command/step_evidence.h"

#include <algorithm>

#include "command/attribute_fields.h"
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

}  // namespace

Evidence evidence_to_judge(const Dialect* dialect, const Session& session, const Step& step,
                           Evidence shown) {
  const Evidence counted = dialect == nullptr ? Evidence() : dialect->evidence_for(session, step);
  for (const auto& item : counted.items) {
    std::erase_if(shown.items, [&](const EvidenceItem& each) { return each.name == item.name; });
    shown.items.push_back(item);
  }
  if (!step.gate) return shown;
  for (const auto& wanted : step.gate->required) {
    if (shown.find(wanted.name) != nullptr) continue;
    const Value* set = value_set_on(dialect, step, wanted.name);
    if (set == nullptr || set->is_null()) continue;
    shown.items.push_back({wanted.name, *set, EvidenceSource::kClaimed});
  }
  return shown;
}

std::vector<Wish> values_shown_anew(const Dialect* dialect, const Step& step,
                                    const Evidence& shown) {
  std::vector<Wish> wishes;
  if (dialect == nullptr) return wishes;
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
    wishes.push_back(RecordFact{set, {}});
  }
  return wishes;
}

}  // namespace clew
