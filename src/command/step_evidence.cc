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

// A step that is done again is judged by what is shown again.
bool is_done_again(const Session& session, const Step& step) {
  if (step.passed_attempt() != nullptr) return true;
  const auto& revisions = session.revisions.items;
  return std::any_of(revisions.begin(), revisions.end(), [&](const Revision& each) {
    return each.origin.step == step.id ||
           std::count(each.affected.begin(), each.affected.end(), step.id) > 0;
  });
}

}  // namespace

Evidence evidence_to_judge(const Dialect* dialect, const Session& session, const Step& step,
                           Evidence shown) {
  const Evidence counted = dialect == nullptr ? Evidence() : dialect->evidence_for(session, step);
  for (const auto& item : counted.items) {
    std::erase_if(shown.items, [&](const EvidenceItem& each) { return each.name == item.name; });
    shown.items.push_back(item);
  }
  // Nor does an older claim take the place of what a command was run for and did not say.
  if (!step.gate || shown.measurement || is_done_again(session, step)) return shown;
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
