#include "document/tree_patch.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "base/hash.h"
#include "base/time.h"
#include "document/json/json.h"

namespace clew {
namespace {

constexpr const char* kSet = "=";
constexpr const char* kShown = "~";
constexpr const char* kRemoved = "-";
constexpr const char* kList = "[";
constexpr const char* kCount = "n";
constexpr const char* kFrom = "@";
constexpr const char* kThen = "+";
constexpr std::string_view kMarks = "=~-[.n@+";
// Longer ones are known by their digest.
constexpr size_t kLongestShown = 48;
// Of two lists, times each other: beyond it elements are matched by their place alone.
constexpr size_t kMostCompared = 250'000;
constexpr size_t kMostMovable = 1'000;

// A member of a patch that is called like one of its marks.
std::string escaped(const std::string& name) {
  const bool is_mark = !name.empty() && kMarks.find(name.front()) != std::string_view::npos &&
                       (name.size() == 1 || name.front() == '.');
  return is_mark ? "." + name : name;
}
std::string unescaped(const std::string& name) {
  return name.size() > 1 && name.front() == '.' ? name.substr(1) : name;
}

bool is_absent(const Value* value) { return value == nullptr || value->is_null(); }

bool is_empty(const Value& value) {
  return value.is_null() || (value.is_string() && value.as_string().empty()) ||
         (value.is_list() && value.as_list().empty()) ||
         (value.is_object() && value.as_object().empty());
}

// What stands where a change is to be made, for whoever makes it to know it again.
Value mark_of(const Value& shown) {
  const std::string text = write_json(shown);
  if (text.size() <= kLongestShown) return shown;
  return "#" + sha256(text).hex().substr(0, 12);
}

const Shape* shape_of_member(const Shape* shape, const std::string& name) {
  if (shape == nullptr) return nullptr;
  if (shape->kind == ShapeKind::kMap) return shape->element.get();
  for (const auto& field : shape->fields) {
    if (field.name == name) return &field.shape;
  }
  return nullptr;
}

// Elements of lists, wherever they stand: one that is missing in its place may be elsewhere.
struct Movable {
  struct Element {
    std::string pointer;
    const Value* value;
    bool taken = false;
  };
  std::vector<Element> all;

  void collect(const Value& tree, const TreePath& path) {
    if (all.size() >= kMostMovable) return;
    for (const auto& [name, member] : tree.as_object()) collect(member, path / name);
    for (size_t i = 0; i < tree.as_list().size(); ++i) {
      const Value& element = tree.as_list()[i];
      if (element.is_object()) all.push_back({to_pointer(path / i), &element});
      collect(element, path / i);
    }
  }

  // The one that has most of what is wanted, texts before all.
  Element* find(const Value& wanted) {
    Element* best = nullptr;
    size_t most = 12;
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

class Differ {
 public:
  Differ(std::vector<MissingValue>* missing, Movable* movable)
      : missing_(missing), movable_(movable) {}

  // Null: nothing is missing.
  Value compare(const Value* shown, const Value& wanted, const Shape* shape, const TreePath& path) {
    if (is_absent(shown)) return wanted.is_null() ? Value() : insert(wanted, path);
    if (shown->is_object() && wanted.is_object()) return objects(*shown, wanted, shape, path);
    if (shown->is_list() && wanted.is_list()) return lists(*shown, wanted, shape, path);
    if (same_value(*shown, wanted)) return {};
    report(wanted, shown, path);
    return replaced(*shown, wanted);
  }

 private:
  static Value replaced(const Value& shown, const Value& wanted) {
    Value out = Value::object();
    out.set(kSet, wanted);
    out.set(kShown, mark_of(shown));
    return out;
  }

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
    out.set(kSet, Value::object());
    return out;
  }

  // As it is, unless some of it is to be had elsewhere.
  Value insert_list(const Value& wanted, const TreePath& path) {
    Value entries = Value::list();
    bool is_plain = true;
    for (size_t i = 0; i < wanted.as_list().size(); ++i) {
      entries.push(insert_element(wanted.as_list()[i], path / i));
      is_plain = is_plain && entries.as_list().back().find(kSet) != nullptr;
    }
    if (wanted.as_list().empty()) report(wanted, nullptr, path);
    if (is_plain) return wanted;
    Value out = Value::object();
    out.set(kList, std::move(entries));
    return out;
  }

  Value insert_element(const Value& wanted, const TreePath& path) {
    Value out = Value::object();
    Movable::Element* found =
        wanted.is_object() && movable_ != nullptr ? movable_->find(wanted) : nullptr;
    if (found != nullptr) {
      found->taken = true;
      out.set(kFrom, found->pointer);
      Value node = compare(found->value, wanted, nullptr, path);
      if (!node.is_null()) out.set(kThen, std::move(node));
      return out;
    }
    Value node = insert(wanted, path);
    // A part of it came from elsewhere.
    if (wanted.is_object() && write_json(node).find("\"@\":") != std::string::npos) {
      out.set(kThen, std::move(node));
    } else {
      out.set(kSet, wanted);
    }
    return out;
  }

  Value objects(const Value& shown, const Value& wanted, const Shape* shape, const TreePath& path) {
    Value out = Value::object();
    for (const auto& [name, member] : wanted.as_object()) {
      if (member.is_null()) continue;
      Value node = compare(shown.find(name), member, shape_of_member(shape, name), path / name);
      if (!node.is_null()) out.set(escaped(name), std::move(node));
    }
    Value removed = Value::list();
    for (const auto& [name, member] : shown.as_object()) {
      if (!is_empty(member) && is_absent(wanted.find(name))) removed.push(name);
    }
    if (!removed.as_list().empty()) out.set(kRemoved, std::move(removed));
    return out.as_object().empty() ? Value() : out;
  }

  using Match = std::vector<std::optional<size_t>>;  // of each wanted element: which of those shown

  static Match match(const Value::List& shown, const Value::List& wanted, const std::string& key) {
    Match found(wanted.size());
    std::vector<bool> taken(shown.size());
    const auto take = [&](size_t w, size_t s) {
      found[w] = s;
      taken[s] = true;
    };
    const bool is_small = shown.size() * wanted.size() <= kMostCompared;
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
    for (size_t w = 0; w < wanted.size(); ++w) {
      if (!found[w] && w < shown.size() && !taken[w]) take(w, w);
    }
    return found;
  }

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
        whole.push(insert_element(fresh[i], path / i));
        in_place = false;
        continue;
      }
      if (missing_ != nullptr) missing_->insert(missing_->end(), heard.begin(), heard.end());
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
    out.set(kList, in_place ? std::move(sparse) : std::move(whole));
    if (!in_place) out.set(kCount, static_cast<int64_t>(old.size()));
    return out;
  }

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

std::optional<size_t> index_from(const std::string& text) {
  size_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(index) : std::nullopt;
}

// RFC 6901
std::string unescaped_part(std::string_view part) {
  std::string out;
  for (size_t i = 0; i < part.size(); ++i) {
    const bool is_escape = part[i] == '~' && i + 1 < part.size();
    if (!is_escape) {
      out += part[i];
    } else {
      out += part[++i] == '1' ? '/' : '~';
    }
  }
  return out;
}

void apply(Value& tree, const Value& node, const Value& root);

// A path that to_pointer wrote.
const Value* find_pointer(const Value& root, std::string_view pointer) {
  const Value* at = &root;
  while (at != nullptr && !pointer.empty()) {
    pointer.remove_prefix(1);
    const size_t end = std::min(pointer.find('/'), pointer.size());
    const std::string part = unescaped_part(pointer.substr(0, end));
    const auto index = index_from(part);
    if (at->is_list()) {
      at = index && *index < at->as_list().size() ? &at->as_list()[*index] : nullptr;
    } else {
      at = at->find(part);
    }
    pointer.remove_prefix(end);
  }
  return at;
}

void apply_list(Value& tree, const Value& entries, const Value* count, const Value& root) {
  if (entries.is_object()) {
    for (const auto& [name, node] : entries.as_object()) {
      const auto index = index_from(name);
      if (index && *index < tree.as_list().size()) apply(tree.list_ref()[*index], node, root);
    }
    return;
  }
  const Value::List old = tree.as_list();
  Value made = Value::list();
  const auto take = [&](const Value& index, const Value* node) {
    const auto at = static_cast<size_t>(index.as_int(-1));
    if (!index.is_int() || at >= old.size()) return;  // somebody took it away
    Value element = old[at];
    if (node != nullptr) apply(element, *node, root);
    made.push(std::move(element));
  };
  for (const auto& entry : entries.as_list()) {
    const auto& parts = entry.as_list();
    if (entry.is_int()) {
      take(entry, nullptr);
    } else if (parts.size() == 2) {
      take(parts[0], &parts[1]);
    } else if (const Value* added = entry.find(kSet)) {
      made.push(*added);
    } else {
      const Value* from = entry.find(kFrom);
      const Value* moved = from == nullptr ? nullptr : find_pointer(root, from->as_string());
      if (from != nullptr && moved == nullptr) continue;  // somebody took it away
      Value element = moved == nullptr ? Value() : *moved;
      if (const Value* then = entry.find(kThen)) apply(element, *then, root);
      made.push(std::move(element));
    }
  }
  // What somebody has added since.
  const auto known = static_cast<size_t>(count == nullptr ? 0 : count->as_int());
  for (size_t i = known; count != nullptr && i < old.size(); ++i) made.push(old[i]);
  tree = std::move(made);
}

// Without recursion deeper than the patch, which a parser has limited.
void apply(Value& tree, const Value& node, const Value& root) {
  if (!node.is_object()) {
    if (is_empty(tree)) tree = node;
    return;
  }
  const Value* set = node.find(kSet);
  const Value* shown = node.find(kShown);
  if (set != nullptr) {
    const bool stands = shown == nullptr ? is_empty(tree) : same_value(mark_of(tree), *shown);
    if (stands) tree = *set;
    return;
  }
  if (const Value* entries = node.find(kList)) {
    if (tree.is_null()) tree = Value::list();
    if (tree.is_list()) apply_list(tree, *entries, node.find(kCount), root);
    return;
  }
  if (tree.is_null()) tree = Value::object();
  if (!tree.is_object()) return;
  for (const auto& [name, inner] : node.as_object()) {
    if (name == kRemoved) continue;
    const std::string plain = unescaped(name);
    const Value* present = tree.find(plain);
    Value member = present == nullptr ? Value() : *present;
    apply(member, inner, root);
    if (!member.is_null()) tree.set(plain, std::move(member));
  }
  if (const Value* removed = node.find(kRemoved)) {
    for (const auto& name : removed->as_list()) tree.erase(name.as_string());
  }
}

bool is_like_time(const std::string& text) {
  return text.size() >= 19 && text[4] == '-' && text[7] == '-' && text[13] == ':';
}

}  // namespace

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

Value patch_between(const Value& shown, const Value& wanted, const Shape* shape,
                    std::vector<MissingValue>* missing) {
  if (wanted.is_null()) return {};
  Movable movable;
  movable.collect(shown, {});
  return Differ(missing, &movable).compare(&shown, wanted, shape, {});
}

Value with_patch(Value tree, const Value& patch) {
  if (patch.is_null()) return tree;
  const Value root = tree;
  apply(tree, patch, root);
  return tree;
}

size_t count_values(const Value& tree) {
  if (tree.is_null()) return 0;
  if (tree.is_scalar() || is_empty(tree)) return 1;
  size_t count = 0;
  for (const auto& each : tree.as_list()) count += count_values(each);
  for (const auto& [name, member] : tree.as_object()) count += count_values(member);
  return count;
}

}  // namespace clew
