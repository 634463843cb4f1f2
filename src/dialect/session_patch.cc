#include "dialect/session_patch.h"

#include <algorithm>

#include "base/fields.h"
#include "document/tree_patch.h"

namespace clew {
namespace {

constexpr const char* kFree = "value";  // of an attribute or a piece of evidence: anything

// Takes away what only the store knows: numbers of events, and leases.
void without_locations(Value& tree) {
  if (tree.is_list()) {
    for (auto& each : tree.list_ref()) without_locations(each);
  } else if (tree.is_object()) {
    tree.erase("lease");
    for (auto& [name, member] : tree.object_ref()) {
      if (name == "origin" && member.is_object()) member.erase("id");
      if (name != kFree) without_locations(member);
    }
  }
}

bool is_null_attribute(const Value& attribute) {
  const Value* value = attribute.find(kFree);
  return value == nullptr || value->is_null();
}

void drop_null_attributes(Value& tree) {
  if (tree.is_list()) {
    for (auto& each : tree.list_ref()) drop_null_attributes(each);
  } else if (tree.is_object()) {
    for (auto& [name, member] : tree.object_ref()) {
      if (name == kFree) continue;
      if (name == "attributes" && member.is_list()) {
        std::erase_if(member.list_ref(), is_null_attribute);
      }
      drop_null_attributes(member);
    }
  }
}

// What a session of the store has beyond its files, without where and by whom it is kept.
Value spoken(const Session& session) {
  Value tree = to_value(session);
  for (const char* name : {"places", "last_fence", "head", "last_activity"}) tree.erase(name);
  Value identity = *tree.find("identity");
  for (const char* name : {"id", "project", "project_path", "parent", "parent_seq", "previous"}) {
    identity.erase(name);
  }
  tree.set("identity", std::move(identity));
  // How many a list has had is for its store to count.
  for (auto& [name, member] : tree.object_ref()) {
    if (name != "structure" && member.is_object()) member.erase("total");
  }
  without_locations(tree);
  return tree;
}

template <class T>
void count(Kept<T>& kept) {
  for (size_t i = 0; i < kept.items.size(); ++i) {
    if constexpr (requires { kept.items[i].origin; }) {
      kept.items[i].origin.id = Seq{static_cast<uint32_t>(i + 1)};
    }
  }
  kept.total = static_cast<uint32_t>(kept.items.size());
}

}  // namespace

void number_facts(Session& session) {
  count(session.decisions);
  count(session.questions);
  count(session.failed_approaches);
  count(session.notes);
  count(session.files);
  count(session.runs);
  count(session.errors);
  count(session.claims);
  count(session.agents);
  count(session.artifacts);
  count(session.revisions);
  count(session.checkpoints);
  count(session.instructions);
}

bool is_sound(const Session& session) {
  const size_t count = session.steps.size();
  if (count == 0 || count > kMaxSteps) return false;
  for (size_t i = 0; i < count; ++i) {
    const Step& step = session.steps[i];
    if (step.id.number != i || (i > 0 && step.parent.number >= i)) return false;
    const auto is_step = [&](StepId id) { return id.number < count; };
    const bool own_parts =
        std::all_of(step.children.begin(), step.children.end(), [&](StepId child) {
          return child != kRoot && is_step(child) && session.steps[child.number].parent == step.id;
        });
    if (!own_parts || !std::all_of(step.needs.begin(), step.needs.end(), is_step)) return false;
    if (step.current_child && !is_step(*step.current_child)) return false;
  }
  return true;
}

bool say_the_same(const Session& a, const Session& b) {
  Value first = spoken(a);
  Value second = spoken(b);
  drop_null_attributes(first);
  drop_null_attributes(second);
  return patch_between(first, second, nullptr).is_null();
}

Value session_patch(const Session& known, const Session& whole) {
  Value patch = patch_between(spoken(known), spoken(whole), nullptr);
  if (patch.is_null() || whole.identity.id.empty()) return patch;
  // Whose it is, and when something last happened; that alone is nothing to carry.
  const Value* present = patch.find("identity");
  Value identity = present == nullptr ? Value::object() : *present;
  identity.set("id", whole.identity.id.text);
  patch.set("identity", std::move(identity));
  Value last = patch_between(to_value(known.last_activity), to_value(whole.last_activity), nullptr);
  if (!last.is_null()) patch.set("last_activity", std::move(last));
  return patch;
}

Result<Session> with_session_patch(const Session& known, const Value& patch) {
  if (patch.is_null()) return known;
  Session whole;
  CLEW_TRY(from_value(with_patch(to_value(known), patch), whole, "session"));
  if (!is_sound(whole)) {
    return make_error(ErrorCode::kInvalid, "its plan is not a tree of steps");
  }
  number_facts(whole);
  return whole;
}

}  // namespace clew
