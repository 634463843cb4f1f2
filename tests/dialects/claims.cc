#include "dialects/claims.h"

#include <algorithm>
#include <map>

#include "dialect/loss.h"

namespace clew {
namespace {

// Fields that carry a unit in their name have homes without it.
std::string spelled(std::string word) {
  for (const char* with_unit : {"attempts[].paused", "runs[].duration"}) {
    if (word.ends_with(with_unit)) word += "_ms";
  }
  return word;
}

void collect(const Shape& shape, std::set<std::string>& into) {
  for (const auto& field : shape.fields) {
    if (field.home.kind == HomeKind::kCore) into.insert(spelled(field.home.where));
    collect(inner(field.shape), into);
  }
}

using Order = std::vector<StepId>;  // old numbers, in the new order

Session renumbered(Session session, const Order& order) {
  std::map<uint32_t, StepId> numbers;
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] == kRoot && i > 0) continue;
    numbers[order[i].number] = StepId{static_cast<uint32_t>(i)};
  }
  const auto map = [&](StepId& id) {
    const auto found = numbers.find(id.number);
    id = found == numbers.end() ? kRoot : found->second;
  };
  const auto map_all = [&](std::vector<StepId>& ids) {
    std::erase_if(ids, [&](StepId id) { return !numbers.contains(id.number); });
    for (auto& id : ids) map(id);
  };
  std::vector<Step> steps;
  for (size_t i = 0; i < order.size(); ++i) {
    Step step;
    if (i == 0 || order[i] != kRoot) step = session.steps[order[i].number];
    step.id = StepId{static_cast<uint32_t>(i)};
    map(step.parent);
    map_all(step.children);
    map_all(step.needs);
    if (step.current_child) map(*step.current_child);
    steps.push_back(std::move(step));
  }
  session.steps = std::move(steps);
  for (auto& agent : session.agents.items) map(agent.step);
  for (auto& revision : session.revisions.items) map_all(revision.affected);
  const auto map_facts = [&](auto& kept) {
    for (auto& fact : kept.items) map(fact.origin.step);
  };
  map_facts(session.decisions);
  map_facts(session.questions);
  map_facts(session.failed_approaches);
  map_facts(session.notes);
  map_facts(session.files);
  map_facts(session.runs);
  map_facts(session.errors);
  map_facts(session.claims);
  map_facts(session.artifacts);
  map_facts(session.revisions);
  map_facts(session.checkpoints);
  return session;
}

void visit(const Dialect& dialect, const Session& session, StepId at, const std::string& above,
           std::vector<std::pair<std::string, StepId>>& into) {
  const Step* step = session.find(at);
  if (step == nullptr) return;
  const std::string path =
      at == kRoot ? std::string() : above + "\n" + dialect.step_name(session, *step);
  into.emplace_back(path, at);
  for (const StepId child : step->children) visit(dialect, session, child, path, into);
}

// Lists of facts in an order that depends on nothing but what is claimed of them.
Session with_sorted_facts(const Session& session, const std::set<std::string>& claimed) {
  Value tree = to_value(session);
  for (auto& [name, member] : tree.object_ref()) {
    const Value* items = member.find("items");
    if (items == nullptr) continue;
    const auto key = [&](const Value& fact) {
      std::string text;
      for (const auto& word : claimed) {
        const std::string prefix = name + "[].";
        if (!word.starts_with(prefix)) continue;
        const Value* at = &fact;
        std::string rest = word.substr(prefix.size());
        while (at != nullptr && !rest.empty()) {
          const size_t dot = rest.find('.');
          at = at->find(rest.substr(0, dot));
          rest = dot == std::string::npos ? "" : rest.substr(dot + 1);
        }
        text += (at == nullptr ? "" : to_text(*at)) + "\n";
      }
      return text;
    };
    Value::List list = items->as_list();
    std::stable_sort(list.begin(), list.end(),
                     [&](const Value& a, const Value& b) { return key(a) < key(b); });
    member.set("items", std::move(list));
  }
  Session out;
  static_cast<void>(from_value(tree, out, ""));
  return out;
}

}  // namespace

std::set<std::string> claimed_words(const Dialect& dialect) {
  std::set<std::string> words;
  for (const auto& document : dialect.documents()) collect(inner(document.shape), words);
  return words;
}

std::vector<std::string> broken_claims(const Dialect& dialect, const Session& said,
                                       const Session& back) {
  const auto claimed = claimed_words(dialect);
  std::vector<std::pair<std::string, StepId>> wanted;
  std::vector<std::pair<std::string, StepId>> there;
  visit(dialect, said, kRoot, "", wanted);
  visit(dialect, back, kRoot, "", there);
  Order said_order;
  Order back_order;
  for (const auto& [path, id] : wanted) {
    said_order.push_back(id);
    const auto found = std::find_if(there.begin(), there.end(),
                                    [&](const auto& other) { return other.first == path; });
    back_order.push_back(found == there.end() ? kRoot : found->second);
    if (found != there.end()) there.erase(found);
  }
  const Session a = with_sorted_facts(renumbered(said, said_order), claimed);
  Session b = with_sorted_facts(renumbered(back, back_order), claimed);
  std::vector<std::string> broken;
  const auto judge = [&](const Session& x, const Session& y, const char* steps) {
    for (const auto& loss : losses(x, y)) {
      const bool of_step = loss.field.starts_with("steps[]");
      if (std::string_view(steps) == "steps[0]" && !of_step) continue;
      const std::string field = of_step ? steps + loss.field.substr(7) : loss.field;
      // A whole element is lost with all that is claimed of it.
      const bool is_claimed = std::any_of(claimed.begin(), claimed.end(), [&](const auto& word) {
        return word == field || word.starts_with(field + "[]");
      });
      if (is_claimed) broken.push_back(field);
    }
  };
  Session root_said = a;
  Session root_back = b;
  root_said.steps.resize(1);
  root_back.steps.resize(1);
  judge(root_said, root_back, "steps[0]");
  b.steps[0] = a.steps[0];
  judge(a, b, "steps[]");
  return broken;
}

}  // namespace clew
