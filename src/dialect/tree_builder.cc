#include "dialect/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace clew {
namespace {

// Up to here looking at each key is cheaper than a set of them.
constexpr size_t kFewKeys = 16;
constexpr size_t kShown = 60;

Error refuse(std::string message) { return make_error(ErrorCode::kInvalid, std::move(message)); }

}  // namespace

Status TreeBuilder::add(Value scalar) {
  CLEW_TRY(place(std::move(scalar)));
  return success();
}

Status TreeBuilder::begin(Value container) {
  if (open_.size() == limits_.depth) {
    return refuse(fmt::format("nested deeper than the limit of {} levels", limits_.depth));
  }
  CLEW_ASSIGN(Value * placed, place(std::move(container)));
  open_.push_back({.container = placed, .has_key = false, .keys = {}});
  return success();
}

Status TreeBuilder::key(std::string name) {
  CLEW_CHECK(awaits_key());
  Open& open = open_.back();
  if (!is_new(open, name)) {
    return refuse(
        fmt::format("the key \"{}\" appears twice", cut(visible(one_line(name)), kShown)));
  }
  open.container->object_ref().emplace_back(std::move(name), Value());
  open.has_key = true;
  return success();
}

void TreeBuilder::end() {
  CLEW_CHECK(!open_.empty() && !open_.back().has_key);
  open_.pop_back();
}

bool TreeBuilder::awaits_key() const {
  return !open_.empty() && open_.back().container->is_object() && !open_.back().has_key;
}

Value TreeBuilder::take() {
  CLEW_CHECK(open_.empty());
  return std::exchange(root_, Value());
}

Result<Value*> TreeBuilder::place(Value value) {
  CLEW_CHECK(!awaits_key());
  if (nodes_ == limits_.nodes) {
    return refuse(fmt::format("more values than the limit of {} nodes", limits_.nodes));
  }
  ++nodes_;
  if (open_.empty()) {
    root_ = std::move(value);
    return &root_;
  }
  Open& open = open_.back();
  if (open.container->is_list()) {
    return &open.container->list_ref().emplace_back(std::move(value));
  }
  open.has_key = false;
  Value& member = open.container->object_ref().back().second;
  member = std::move(value);
  return &member;
}

bool TreeBuilder::is_new(Open& open, const std::string& name) {
  const Value::Object& members = open.container->as_object();
  if (members.size() < kFewKeys) {
    return std::none_of(members.begin(), members.end(),
                        [&](const Value::Member& member) { return member.first == name; });
  }
  // A sorted set, not a hash table: keys chosen to collide must not make it slow.
  if (open.keys.empty()) {
    for (const auto& member : members) open.keys.insert(member.first);
  }
  return open.keys.insert(name).second;
}

Status check_size(std::string_view text, const Limits& limits) {
  if (text.size() <= limits.document_bytes) return success();
  return refuse(fmt::format("the document has {} bytes, more than the limit of {}", text.size(),
                            limits.document_bytes));
}

}  // namespace clew
