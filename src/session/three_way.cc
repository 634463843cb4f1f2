#include "session/three_way.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/scratch_list.h"
#include "base/text.h"

namespace clew {
namespace {

std::string words_of(const Value& value) { return '"' + cut(one_line(to_text(value)), 60) + '"'; }

// What tells the items of a list apart: a name of their own, which is their first field, else all
// they say.
const TypeInfo& merge_key_type(const TypeInfo& item) {
  const bool is_named = &item == &kTypeInfo<Attribute> || &item == &kTypeInfo<EvidenceItem> ||
                        &item == &kTypeInfo<Attempt> || &item == &kTypeInfo<AgentTokens>;
  if (!is_named) return item;
  const MemberInfo& name = item.structure().members.front();
  CLEW_CHECK(name.offset == 0);
  return *name.type;
}

// The items of a list in an order of its own.
class Ordered {
 public:
  Ordered(const TypeInfo& list, const void* items) : list_(list), items_(items) {
    while (list.reach(items, order_.size()) != nullptr) order_.push_back(order_.size());
  }

  size_t size() const { return order_.size(); }
  const void* operator[](size_t i) const { return list_.reach(items_, order_[i]); }
  // The first with the key of `item`, an item of the same type.
  std::optional<size_t> find(const void* item) const {
    for (size_t i = 0; i < order_.size(); ++i) {
      if (same_content(key_, (*this)[i], item)) return i;
    }
    return std::nullopt;
  }
  bool has(const void* item) const { return find(item).has_value(); }

  template <class Leaves>
  void leave_out(Leaves&& leaves) {
    std::erase_if(order_, [&](size_t at) { return leaves(list_.reach(items_, at)); });
  }
  // The item that `items` has got as its last, at place `i`.
  void insert(size_t i, size_t at) {
    order_.insert(order_.begin() + static_cast<ptrdiff_t>(i), at);
  }

  const std::vector<size_t>& order() const { return order_; }
  void set_order(std::vector<size_t> order) { order_ = std::move(order); }

 private:
  const TypeInfo& list_;
  // A key is the first field of an item, or all of it: it stands where the item does.
  const TypeInfo& key_ = merge_key_type(*list_.inner);
  const void* items_;
  std::vector<size_t> order_;
};

// The items of `now` that `edited` has too, in the order `edited` has them; the rest stay put.
// With [a x b] in `now` and [b a] in `edited` they become [b x a].
void reorder(const Ordered& edited, Ordered& now) {
  std::vector<size_t> locations;
  for (size_t i = 0; i < edited.size(); ++i) {
    const auto found = now.find(edited[i]);
    if (found && std::find(locations.begin(), locations.end(), *found) == locations.end()) {
      locations.push_back(*found);
    }
  }
  size_t next = 0;
  std::vector<size_t> order;
  for (size_t i = 0; i < now.size(); ++i) {
    const auto first = now.find(now[i]);
    if (std::find(locations.begin(), locations.end(), *first) == locations.end()) {
      order.push_back(now.order()[i]);
    } else if (next < locations.size()) {
      order.push_back(now.order()[locations[next++]]);
    }
  }
  now.set_order(std::move(order));
}

// Only items that both have count: adding and removing is no change of order.
bool is_reordered(const Ordered& base, const Ordered& edited) {
  Ordered common = edited;
  common.leave_out([&](const void* item) { return !base.has(item); });
  size_t next = 0;
  for (size_t i = 0; i < base.size(); ++i) {
    const auto first = common.find(base[i]);
    if (!first) continue;
    if (next == common.size() || common.find(common[next]) != first) return true;
    ++next;
  }
  return false;
}

// After the nearest one before it that is there.
size_t location_for(size_t item, const Ordered& edited, const Ordered& now) {
  while (item-- > 0) {
    if (const auto before = now.find(edited[item])) return *before + 1;
  }
  return 0;
}

// What the file took out goes; then each item of the file is merged into the one the log has, or
// put behind its neighbour; last comes the order, if the file changed it. An item that the log no
// longer has comes back only when the file changed it. New items are grown at the end of the list,
// and `now` holds the order until arrange() makes it real.
void merge_list(const TypeInfo& type, const void* base_list, const void* edited_list,
                void* now_list, const std::string& field, Clashes& clashes) {
  const Ordered base(type, base_list);
  const Ordered edited(type, edited_list);
  Ordered now(type, now_list);
  size_t count = now.size();
  now.leave_out([&](const void* item) { return base.has(item) && !edited.has(item); });
  ScratchList blank(type);
  blank.grow();
  for (size_t i = 0; i < edited.size(); ++i) {
    const auto was = base.find(edited[i]);
    const void* before = was ? base[*was] : blank.at(0);
    if (const auto found = now.find(edited[i])) {
      merge_content(*type.inner, before, edited[i], const_cast<void*>(now[*found]), field, clashes);
    } else if (!was || !same_content(*type.inner, before, edited[i])) {
      // What a file tells as an attribute may be worked out from something else in the log.
      const bool is_lost = was && type.inner != &kTypeInfo<Attribute>;
      if (is_lost) clashes.say("has lost one of its " + field + " that the file changed");
      const size_t location = location_for(i, edited, now);
      copy_content(*type.inner, type.grow(now_list), edited[i]);
      now.insert(location, count++);
    }
  }
  if (is_reordered(base, edited)) reorder(edited, now);
  arrange(type, now_list, now.order());
}

}  // namespace

void Clashes::took_edit(const std::string& field, const Value& now, const Value& edited) {
  say(fmt::format("now has the {} {} in the log; changed to {}, as in the file", field,
                  words_of(now), words_of(edited)));
}

// What only one side changed is taken from that side. Where both did, the parts are merged one by
// one, and where there are none the file wins and the clash is told.
void merge_content(const TypeInfo& type, const void* base, const void* edited, void* now,
                   const std::string& field, Clashes& clashes) {
  if (same_content(type, base, edited) || same_content(type, now, edited)) return;
  if (same_content(type, now, base)) return copy_content(type, now, edited);
  if (type.form == TypeForm::kList) {
    return merge_list(type, base, edited, now, field, clashes);
  }
  if (type.form == TypeForm::kStruct) {
    for (const MemberInfo& member : type.structure().members) {
      merge_content(*member.type, member.of(base), member.of(edited), member.of(now),
                    field.empty() ? member.name : field + "." + member.name, clashes);
    }
    return;
  }
  if (type.form == TypeForm::kOptional) {
    const void* was = type.reach(base, 0);
    const void* wanted = type.reach(edited, 0);
    const void* is = type.reach(now, 0);
    if (was != nullptr && wanted != nullptr && is != nullptr) {
      return merge_content(*type.inner, was, wanted, const_cast<void*>(is), field, clashes);
    }
  }
  // What the file shows of a time may be rounded: the log has not changed it for that.
  const bool is_rounded =
      type.form == TypeForm::kTime &&
      is_same_time(*static_cast<const Time*>(base), *static_cast<const Time*>(now));
  if (!is_rounded) clashes.took_edit(field, write_value(type, now), write_value(type, edited));
  copy_content(type, now, edited);
}

}  // namespace clew
