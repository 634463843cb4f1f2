#include "document/tree_patch.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/time.h"
#include "document/json/json.h"
#include "document/tree_patch_marks.h"

namespace clew {
namespace {

// Of two lists, times each other: beyond it elements are matched by their place and their texts.
constexpr size_t kMaxCompared = 250'000;
constexpr size_t kMaxMovable = 1'000;
constexpr size_t kMaxMoves = 250'000;  // looked at, in all
constexpr size_t kShortestKnown = 4;   // a text that tells one element from others

bool is_like_time(const std::string& text) {
  // "2026-11-16T09:30" and anything behind it.
  return text.size() >= 19 && text[4] == '-' && text[7] == '-' && text[13] == ':';
}

size_t fraction_end(const std::string& text, size_t dot) {
  return std::min(text.find_first_not_of("0123456789", dot + 1), text.size());
}

// Without zeros that say nothing, and with one word for UTC.
std::string plain_time(const std::string& text) {
  if (!is_like_time(text)) return text;
  std::string plain = text;
  const size_t dot = plain.find('.');
  if (dot != std::string::npos) {
    const size_t end = fraction_end(plain, dot);
    size_t last = end;
    while (last > dot && (plain[last - 1] == '0' || last - 1 == dot)) --last;
    plain.erase(last, end - last);
  }
  if (plain.ends_with("+00:00")) plain.replace(plain.size() - 6, 6, "Z");
  return plain;
}

// Does it say more than milliseconds?
bool is_finer(const std::string& text) {
  const std::string plain = plain_time(text);
  const size_t dot = plain.find('.');
  return is_like_time(plain) && dot != std::string::npos && fraction_end(plain, dot) > dot + 4;
}

// A member of a patch that is called like one of its marks.
std::string escaped(const std::string& name) {
  const bool is_mark = !name.empty() &&
                       patch_marks::kMarks.find(name.front()) != std::string_view::npos &&
                       (name.size() == 1 || name.front() == '.');
  return is_mark ? "." + name : name;
}

bool is_absent(const Value* value) { return value == nullptr || value->is_null(); }

// Elements of lists, wherever they stand: one that is missing in its place may be elsewhere.
// A list's element that is shown elsewhere in the other tree can be referred to by its pointer
// instead of being written again. What was looked at is counted, so that large trees do not cost
// the square of their size.
struct Movable {
  struct Element {
    std::string pointer;
    const Value* value;
    bool taken = false;
  };
  std::vector<Element> all;
  size_t looked_at = 0;

  void collect(const Value& tree, const TreePath& path) {
    if (all.size() >= kMaxMovable) return;
    for (const auto& [name, member] : tree.as_object()) collect(member, path / name);
    for (size_t i = 0; i < tree.as_list().size(); ++i) {
      const Value& element = tree.as_list()[i];
      if (element.is_object()) all.push_back({to_pointer(path / i), &element});
      collect(element, path / i);
    }
  }

  // The one that has most of what is wanted, texts before all.
  // At least 13 bytes of equal values are needed; anything less could be an accident. Each element
  // is used once.
  Element* find(const Value& wanted) {
    Element* best = nullptr;
    size_t most = 12;
    if (looked_at + all.size() > kMaxMoves) return nullptr;
    looked_at += all.size();
    for (auto& each : all) {
      if (each.taken) continue;
      size_t alike = 0;
      for (const auto& [name, member] : wanted.as_object()) {
        const Value* other = each.value->find(name);
        if (other == nullptr || !member.is_scalar() || member.is_null()) continue;
        if (same_value(*other, member)) alike += write_json(member).size();
      }
      if (alike <= most) continue;
      most = alike;
      best = &each;
    }
    return best;
  }
};

// Compares what is shown with what is wanted, and makes the patch member by member. Nulls and
// missing members count as the same. `missing_`, if set, gathers what has no place in the other
// tree, for the report of a conversion.
class Differ {
 public:
  Differ(std::vector<MissingValue>* missing, Movable* movable)
      : missing_(missing), movable_(movable) {}

  // Null: nothing is missing. A time that is only spelled otherwise, as with another zone, gets a
  // note of its spelling; a value that means something else is replaced.
  Value compare(const Value* shown, const Value& wanted, const Shape* shape, const TreePath& path) {
    if (is_absent(shown)) return wanted.is_null() ? Value() : insert(wanted, path);
    if (shown->is_object() && wanted.is_object()) return objects(*shown, wanted, shape, path);
    if (shown->is_list() && wanted.is_list()) return lists(*shown, wanted, shape, path);
    if (same_value(*shown, wanted)) return respelled(*shown, wanted, path);
    report(wanted, shown, path);
    return replaced(*shown, wanted);
  }

 private:
  Value respelled(const Value& shown, const Value& wanted, const TreePath& path) {
    if (!wanted.is_string() || plain_time(shown.as_string()) == plain_time(wanted.as_string())) {
      return {};
    }
    if (is_finer(wanted.as_string())) report(wanted, &shown, path);
    Value out = Value::object();
    out.set(patch_marks::kSpelled, wanted);
    return out;
  }

  // What was shown is noted beside what is wanted, so that a later change of the shown value can be
  // noticed.
  static Value replaced(const Value& shown, const Value& wanted) {
    Value out = Value::object();
    out.set(patch_marks::kSet, wanted);
    out.set(patch_marks::kShown, patch_marks::mark_of(shown));
    return out;
  }

  // All of an object is named member by member, so that the patch can be read as the fields that
  // are missing.
  Value insert(const Value& wanted, const TreePath& path) {
    if (wanted.is_list()) return insert_list(wanted, path);
    if (!wanted.is_object()) {
      report(wanted, nullptr, path);
      return wanted;
    }
    Value out = Value::object();
    for (const auto& [name, member] : wanted.as_object()) {
      if (!member.is_null()) out.set(escaped(name), insert(member, path / name));
    }
    if (!out.as_object().empty()) return out;
    report(wanted, nullptr, path);
    out.set(patch_marks::kSet, Value::object());
    return out;
  }

  // As it is, unless some of it is to be had elsewhere.
  Value insert_list(const Value& wanted, const TreePath& path) {
    Value entries = Value::list();
    bool is_plain = true;
    for (size_t i = 0; i < wanted.as_list().size(); ++i) {
      entries.push(insert_element(wanted.as_list()[i], path / i));
      is_plain = is_plain && entries.as_list().back().find(patch_marks::kSet) != nullptr;
    }
    if (wanted.as_list().empty()) report(wanted, nullptr, path);
    if (is_plain) return wanted;
    Value out = Value::object();
    out.set(patch_marks::kList, std::move(entries));
    return out;
  }

  // An element of a list: found elsewhere and patched, or as it is.
  Value insert_element(const Value& wanted, const TreePath& path) {
    Value out = Value::object();
    Movable::Element* found =
        wanted.is_object() && movable_ != nullptr ? movable_->find(wanted) : nullptr;
    if (found != nullptr) {
      found->taken = true;
      out.set(patch_marks::kFrom, found->pointer);
      Value node = compare(found->value, wanted, nullptr, path);
      if (!node.is_null()) out.set(patch_marks::kThen, std::move(node));
      return out;
    }
    Value node = insert(wanted, path);
    // A part of it came from elsewhere.
    if (wanted.is_object() && write_json(node).find("\"@\":") != std::string::npos) {
      out.set(patch_marks::kThen, std::move(node));
    } else {
      out.set(patch_marks::kSet, wanted);
    }
    return out;
  }

  // Members that only the shown tree has are listed as removed; those that are null in the wanted
  // one are set to null.
  Value objects(const Value& shown, const Value& wanted, const Shape* shape, const TreePath& path) {
    Value out = Value::object();
    for (const auto& [name, member] : wanted.as_object()) {
      if (member.is_null()) continue;
      Value node = compare(shown.find(name), member, shape_of_member(shape, name), path / name);
      if (!node.is_null()) out.set(escaped(name), std::move(node));
    }
    Value removed = Value::list();
    for (const auto& [name, member] : shown.as_object()) {
      const Value* other = wanted.find(name);
      if (patch_marks::is_empty(member) || !is_absent(other)) continue;
      if (other == nullptr) {
        removed.push(name);
      } else {
        out.set(escaped(name), replaced(member, Value()));
      }
    }
    if (!removed.as_list().empty()) out.set(patch_marks::kRemoved, std::move(removed));
    return out.as_object().empty() ? Value() : out;
  }

  using Match = std::vector<std::optional<size_t>>;  // of each wanted element: which of those shown

  // Passes from certain to probable: equal, same key, same telling text, same place. An element is
  // taken by the first pass that fits it. Each pass looks at the same index first, because lists
  // mostly keep their order.
  static Match match(const Value::List& shown, const Value::List& wanted, const std::string& key) {
    Match found(wanted.size());
    std::vector<bool> taken(shown.size());
    const auto take = [&](size_t w, size_t s) {
      found[w] = s;
      taken[s] = true;
    };
    const bool is_small = shown.size() * wanted.size() <= kMaxCompared;
    const auto pass = [&](auto&& fits) {
      for (size_t w = 0; w < wanted.size(); ++w) {
        if (found[w]) continue;
        if (w < shown.size() && !taken[w] && fits(shown[w], wanted[w])) {
          take(w, w);
          continue;
        }
        for (size_t s = 0; is_small && s < shown.size() && !found[w]; ++s) {
          if (!taken[s] && fits(shown[s], wanted[w])) take(w, s);
        }
      }
    };
    pass([](const Value& s, const Value& w) { return same_value(s, w); });
    if (!key.empty()) {
      pass([&](const Value& s, const Value& w) {
        const Value* a = s.find(key);
        const Value* b = w.find(key);
        return a != nullptr && b != nullptr && *a == *b;
      });
    }
    if (!is_small) match_by_text(shown, wanted, found, taken);
    for (size_t w = 0; w < wanted.size(); ++w) {
      if (!found[w] && w < shown.size() && !taken[w]) take(w, w);
    }
    return found;
  }

  // Elements that have a text which no other has, such as a path.
  static void match_by_text(const Value::List& shown, const Value::List& wanted, Match& found,
                            std::vector<bool>& taken) {
    const auto each_text = [](const Value& element, auto&& use) {
      if (element.is_string()) use(element.as_string());
      for (const auto& [name, member] : element.as_object()) {
        if (member.as_string().size() >= kShortestKnown) use(name + "=" + member.as_string());
      }
    };
    std::unordered_map<std::string, std::optional<size_t>> known;  // nothing: of several
    for (size_t s = 0; s < shown.size(); ++s) {
      each_text(shown[s], [&](const std::string& text) {
        const auto [location, is_new] = known.emplace(text, s);
        if (!is_new) location->second.reset();
      });
    }
    for (size_t w = 0; w < wanted.size(); ++w) {
      each_text(wanted[w], [&](const std::string& text) {
        const auto location = found[w] ? known.end() : known.find(text);
        if (location == known.end() || !location->second || taken[*location->second]) return;
        found[w] = *location->second;
        taken[*found[w]] = true;
      });
    }
  }

  // The result is sparse ("3": {…}) where the elements stand in the same places, and otherwise the
  // whole list: an index for an element that is as shown, [index, patch] for one that differs, and
  // the value for a new one. `kCount` then guards against a shown list that has changed since.
  Value lists(const Value& shown, const Value& wanted, const Shape* shape, const TreePath& path) {
    const auto& old = shown.as_list();
    const auto& fresh = wanted.as_list();
    if (old.empty() && !fresh.empty()) return insert_list(wanted, path);
    const Shape* element = shape == nullptr ? nullptr : shape->element.get();
    const Match found = match(old, fresh, shape == nullptr ? std::string() : shape->key);
    Value sparse = Value::object();
    Value whole = Value::list();
    bool in_place = old.size() == fresh.size();
    for (size_t i = 0; i < fresh.size(); ++i) {
      std::vector<MissingValue> heard;
      Differ inside(missing_ == nullptr ? nullptr : &heard, nullptr);
      Value node;
      bool is_new = !found[i];
      if (!is_new) {
        node = inside.compare(&old[*found[i]], fresh[i], element, path / i);
        // Two elements that have little in common.
        is_new = !node.is_null() && write_json(node).size() > write_json(fresh[i]).size() + 8;
      }
      if (is_new) {
        std::vector<MissingValue> of_all;
        Value entry = Differ(&of_all, movable_).insert_element(fresh[i], path / i);
        // It may be shorter to say all of it; what is shown of it is shown all the same.
        const bool is_said =
            found[i] && entry.find(patch_marks::kSet) != nullptr && heard.size() < of_all.size();
        hear(is_said ? heard : of_all);
        whole.push(std::move(entry));
        in_place = false;
        continue;
      }
      hear(heard);
      in_place = in_place && found[i] == i;
      if (node.is_null()) {
        whole.push(static_cast<int64_t>(*found[i]));
      } else {
        if (in_place) sparse.set(std::to_string(i), node);
        whole.push(Value::List{static_cast<int64_t>(*found[i]), std::move(node)});
      }
    }
    if (in_place && sparse.as_object().empty()) return {};
    Value out = Value::object();
    out.set(patch_marks::kList, in_place ? std::move(sparse) : std::move(whole));
    if (!in_place) out.set(patch_marks::kCount, static_cast<int64_t>(old.size()));
    return out;
  }

  void hear(const std::vector<MissingValue>& values) {
    if (missing_ != nullptr) missing_->insert(missing_->end(), values.begin(), values.end());
  }

  // A list or an object is reported value by value, as those are what a person looks for.
  void report(const Value& wanted, const Value* shown, const TreePath& path) {
    if (missing_ == nullptr || wanted.is_null()) return;
    if (wanted.is_list() && !wanted.as_list().empty()) {
      for (size_t i = 0; i < wanted.as_list().size(); ++i) {
        report_all(wanted.as_list()[i], path / i);
      }
      return;
    }
    if (wanted.is_object() && !wanted.as_object().empty()) return report_all(wanted, path);
    missing_->push_back({path, &wanted, shown});
  }

  void report_all(const Value& wanted, const TreePath& path) {
    if (wanted.is_null()) return;
    if (!wanted.is_object() || wanted.as_object().empty()) return report(wanted, nullptr, path);
    for (const auto& [name, member] : wanted.as_object()) report_all(member, path / name);
  }

  std::vector<MissingValue>* missing_;
  Movable* movable_;  // null: each list by itself
};

}  // namespace

const Shape* shape_of_member(const Shape* shape, const std::string& name) {
  if (shape == nullptr) return nullptr;
  if (shape->kind == ShapeKind::kMap) return shape->element.get();
  for (const auto& field : shape->fields) {
    if (field.name == name) return &field.shape;
  }
  return nullptr;
}

// Equal in meaning: numbers by their value, times by their moment, and a null member as one that is
// not there.
bool same_value(const Value& a, const Value& b) {
  if (a == b) return true;
  if (a.is_number() && b.is_number()) return a.as_double() == b.as_double();
  if (a.is_string() && b.is_string()) {
    if (!is_like_time(a.as_string()) || !is_like_time(b.as_string())) return false;
    const auto first = parse_time(a.as_string());
    const auto second = parse_time(b.as_string());
    return first.ok() && second.ok() && first->time == second->time;
  }
  if (a.is_list() && b.is_list()) {
    const auto& x = a.as_list();
    const auto& y = b.as_list();
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), same_value);
  }
  if (!a.is_object() || !b.is_object()) return false;
  const auto covers = [](const Value& x, const Value& y) {
    return std::all_of(x.as_object().begin(), x.as_object().end(), [&](const Value::Member& each) {
      const Value* other = y.find(each.first);
      return other == nullptr ? each.second.is_null() : same_value(each.second, *other);
    });
  };
  return covers(a, b) && covers(b, a);
}

// Null: `shown` has all of it.
Value patch_between(const Value& shown, const Value& wanted, const Shape* shape,
                    std::vector<MissingValue>* missing) {
  if (wanted.is_null()) return {};
  Movable movable;
  movable.collect(shown, {});
  return Differ(missing, &movable).compare(&shown, wanted, shape, {});
}

// How many single values a tree says; an empty list or object is one.
size_t count_values(const Value& tree) {
  if (tree.is_null()) return 0;
  if (tree.is_scalar() || patch_marks::is_empty(tree)) return 1;
  size_t count = 0;
  for (const auto& each : tree.as_list()) count += count_values(each);
  for (const auto& [name, member] : tree.as_object()) count += count_values(member);
  return count;
}

}  // namespace clew
