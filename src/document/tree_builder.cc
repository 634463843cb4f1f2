#include "document/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace clew {
namespace {

// Up to here looking at each key is cheaper than a set of them.
constexpr size_t kFewKeys = 32;
constexpr size_t kShownKey = 60;
constexpr std::string_view kTwice = "\" appears twice";
constexpr std::string_view kNoAnchors = "anchors and aliases are not supported";
constexpr std::string_view kTooDeep = "nested deeper than the limit of ";
constexpr std::string_view kTooMany = "more values than the limit of ";
constexpr std::string_view kTooLarge = " is beyond what a double can hold";
constexpr std::string_view kSecond = "a second document; only one is supported";

Error refuse(std::string message) { return make_error(ErrorCode::kInvalid, std::move(message)); }

}  // namespace

Error refuse_depth(const Limits& limits) {
  return refuse(fmt::format("{}{} levels", kTooDeep, limits.depth));
}

Error refuse_nodes(const Limits& limits) {
  return refuse(fmt::format("{}{} nodes", kTooMany, limits.nodes));
}

Error refuse_key(std::string_view name) {
  return refuse(fmt::format("the key \"{}{}", cut(visible(one_line(name)), kShownKey), kTwice));
}

bool names_no_damage(std::string_view message) {
  const auto has = [&](std::string_view words) {
    return message.find(words) != std::string_view::npos;
  };
  return message.ends_with(kTwice) || message.ends_with(kNoAnchors) || message.ends_with(kSecond) ||
         has(kTooDeep) || has(kTooMany) || has(kTooLarge);
}

std::string way_out_of(std::string_view message, std::string_view file) {
  if (message.ends_with(kTwice)) return fmt::format("keep one of the two in {}", file);
  if (message.ends_with(kNoAnchors)) {
    return fmt::format("write out in {} what its anchors stand for", file);
  }
  if (message.ends_with(kSecond)) return fmt::format("keep one document in {}", file);
  if (message.find(kTooLarge) != std::string_view::npos) {
    return fmt::format("put the number in quotes in {}", file);
  }
  return fmt::format("take out of {} what is over the limit", file);
}

bool KeyCheck::is_new(const Value::Object& members, std::string_view name) {
  if (members.size() < kFewKeys) {
    return std::none_of(members.begin(), members.end(),
                        [&](const Value::Member& member) { return member.first == name; });
  }
  // A sorted set, not a hash table: keys chosen to collide must not make it slow.
  if (keys_.empty()) {
    for (const auto& member : members) keys_.insert(member.first);
  }
  return keys_.emplace(name).second;
}

Status TreeBuilder::add(Value scalar) {
  CLEW_TRY(location(std::move(scalar)));
  return success();
}

Status TreeBuilder::begin(Value container) {
  if (open_.size() == limits_.depth) return refuse_depth(limits_);
  CLEW_ASSIGN(Value * placed, location(std::move(container)));
  open_.push_back({.container = placed});
  return success();
}

Status TreeBuilder::key(std::string name) {
  CLEW_CHECK(awaits_key());
  Open& open = open_.back();
  if (!open.keys.is_new(open.container->as_object(), name)) return refuse_key(name);
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

Result<Value*> TreeBuilder::location(Value value) {
  CLEW_CHECK(!awaits_key());
  if (nodes_ == limits_.nodes) return refuse_nodes(limits_);
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

Status check_size(std::string_view text, const Limits& limits) {
  if (text.size() <= limits.document_bytes) return success();
  return refuse(fmt::format("the document is too large: {} bytes, the limit is {}", text.size(),
                            limits.document_bytes));
}

}  // namespace clew
