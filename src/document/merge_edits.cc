#include "document/merge_edits.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/check.h"
#include "document/json/json.h"

namespace clew {
namespace {

// What an element of a list is known by; empty for what cannot be known.
using Ids = std::vector<std::string>;

Ids ids_by_key(const Value::List& list, const std::string& key) {
  Ids ids;
  for (const Value& element : list) {
    const Value* id = element.find(key);
    ids.push_back(id == nullptr ? std::string() : write_json(*id));
  }
  return ids;
}

// Equal values are told apart by how many came before.
Ids ids_by_value(const Value::List& list) {
  Ids ids;
  std::map<std::string, size_t> seen;
  for (const Value& element : list) {
    const std::string text = element.is_scalar() ? write_json(element) : std::string();
    ids.push_back(text.empty() ? text : std::to_string(seen[text]++) + text);
  }
  return ids;
}

bool are_unique(const Ids& ids) {
  const std::set<std::string> known(ids.begin(), ids.end());
  return known.size() == ids.size() && !known.contains("");
}

// `hint` is where it is likely to be: lists mostly keep their order.
size_t find_id(const Ids& ids, const std::string& id, size_t hint = 0) {
  if (hint < ids.size() && ids[hint] == id) return hint;
  return static_cast<size_t>(std::find(ids.begin(), ids.end(), id) - ids.begin());
}

// Of the elements in both, those that keep their order: the longest such selection, so that as few
// as possible have to move.
// The longest increasing subsequence, in n log n: chains[n] holds the chain of n + 1 elements with
// the lowest end, and `previous` links each element to the one before it in its chain.
std::set<std::string> find_stable(const std::map<std::string, size_t>& before, const Ids& after) {
  struct Chain {
    size_t last;  // position in `before`
    size_t at;    // in `after`
  };
  std::vector<Chain> chains;  // chains[n] ends the chain of n + 1 elements that ends lowest
  std::vector<std::optional<size_t>> previous(after.size());
  for (size_t i = 0; i < after.size(); ++i) {
    const auto found = before.find(after[i]);
    if (found == before.end()) continue;
    const auto location =
        std::lower_bound(chains.begin(), chains.end(), found->second,
                         [](const Chain& chain, size_t position) { return chain.last < position; });
    if (location != chains.begin()) previous[i] = std::prev(location)->at;
    if (location == chains.end()) {
      chains.push_back({found->second, i});
    } else {
      *location = {found->second, i};
    }
  }
  std::set<std::string> stable;
  std::optional<size_t> at;
  if (!chains.empty()) at = chains.back().at;
  for (; at.has_value(); at = previous[*at]) stable.insert(after[*at]);
  return stable;
}

// Walks base, before and after together, and applies each edit to `here` at once, so that indices
// in later edits are right. Where base disagrees with `before`, what base has is left alone unless
// `after` changed it.
class Merger {
 public:
  explicit Merger(const KeyOf& key_of) : key_of_(key_of) {}

  std::vector<Edit> take() { return std::move(edits_); }

  // `here` is the part of base at `path`, as the edits so far have left it.
  void merge(Value& here, const Value& before, const Value& after, const TreePath& path) {
    if (before == after || here == after) return;
    if (here.is_object() && before.is_object() && after.is_object()) {
      merge_objects(here, before, after, path);
    } else if (here.is_list() && before.is_list() && after.is_list()) {
      merge_lists(here, before, after, path);
    } else {
      set(here, after, path);
    }
  }

 private:
  // Members that went are removed first; then each member of `after` in its order. A new member
  // goes behind the last one that base has of those before it.
  void merge_objects(Value& here, const Value& before, const Value& after, const TreePath& path) {
    for (const auto& [name, value] : before.as_object()) {
      if (after.find(name) == nullptr && here.find(name) != nullptr) {
        remove_known(here, name, value, path);
      }
    }
    std::optional<size_t> location;  // where a new member goes: behind the last one base has
    for (const auto& [name, value] : after.as_object()) {
      const Value* old = before.find(name);
      size_t index = index_of(here, name);
      const bool is_here = index < count_items(here);
      const bool is_same = old != nullptr && *old == value;
      if (is_here && !is_same) {
        Value& member = here.object_ref()[index].second;
        if (old == nullptr && value.is_scalar()) {
          set(member, value, path / name);
        } else {
          merge(member, old == nullptr ? empty_like(value) : *old, value, path / name);
        }
      } else if (!is_here && !is_same) {
        index = location.value_or(count_items(here));
        insert(here, {EditKind::kInsert, path / name, value, index});
      } else if (!is_here) {
        continue;
      }
      location = index + 1;
    }
  }

  // An object goes as a whole only when base has nothing in it that `before` did not know.
  void remove_known(Value& here, const std::string& name, const Value& known,
                    const TreePath& path) {
    Value& member = here.object_ref()[index_of(here, name)].second;
    const bool has_more =
        known.is_object() && member.is_object() &&
        std::any_of(member.as_object().begin(), member.as_object().end(),
                    [&](const Value::Member& each) { return known.find(each.first) == nullptr; });
    if (has_more) {
      merge_objects(member, known, Value::object(), path / name);
    } else {
      remove(here, path, name);
    }
  }

  // In this order: elements by the shape's key, if all have one and no two share it; plain values
  // by their value; and else by position.
  void merge_lists(Value& here, const Value& before, const Value& after, const TreePath& path) {
    const auto& old_list = before.as_list();
    const auto& new_list = after.as_list();
    if (const std::string key = key_of_(path); !key.empty()) {
      const Ids old_ids = ids_by_key(old_list, key);
      const Ids new_ids = ids_by_key(new_list, key);
      if (are_unique(old_ids) && are_unique(new_ids)) {
        return merge_known(here, ids_by_key(here.as_list(), key), old_list, old_ids, new_list,
                           new_ids, path);
      }
    }
    if (std::ranges::all_of(old_list, &Value::is_scalar) &&
        std::ranges::all_of(new_list, &Value::is_scalar)) {
      return merge_known(here, ids_by_value(here.as_list()), old_list, ids_by_value(old_list),
                         new_list, ids_by_value(new_list), path);
    }
    merge_by_position(here, old_list, new_list, path);
  }

  // Elements that keep their order are stable and stay where they are. The rest are taken out and
  // put in at their new place, with what base has of them.
  void merge_known(Value& here, Ids here_ids, const Value::List& before, const Ids& before_ids,
                   const Value::List& after, const Ids& after_ids, const TreePath& path) {
    std::map<std::string, size_t> before_at;
    for (size_t i = 0; i < before_ids.size(); ++i) before_at.emplace(before_ids[i], i);
    const std::set<std::string> kept(after_ids.begin(), after_ids.end());
    const std::set<std::string> stable = find_stable(before_at, after_ids);

    std::map<std::string, Value> moving;  // taken out, to be put in elsewhere
    for (const std::string& id : before_ids) {
      if (stable.contains(id)) continue;
      const size_t index = find_id(here_ids, id);
      if (index == here_ids.size()) continue;
      if (kept.contains(id)) moving.emplace(id, here.as_list()[index]);
      remove(here, path, index);
      here_ids.erase(here_ids.begin() + static_cast<std::ptrdiff_t>(index));
    }
    std::optional<size_t> location;  // behind the last element that base has
    for (size_t i = 0; i < after.size(); ++i) {
      const auto old = before_at.find(after_ids[i]);
      const bool is_new = old == before_at.end();
      const Value& was = is_new ? empty_like(after[i]) : before[old->second];
      size_t index = find_id(here_ids, after_ids[i], location.value_or(0));
      if (index < here_ids.size()) {
        merge(here.list_ref()[index], was, after[i], path / index);
      } else if (const auto moved = moving.find(after_ids[i]);
                 moved != moving.end() || is_new || was != after[i]) {
        index = location.value_or(find_first(here_ids, after_ids, i));
        Value value = moved == moving.end() ? after[i] : merged(moved->second, was, after[i], path);
        insert(here, {EditKind::kInsert, path / index, std::move(value)});
        here_ids.insert(here_ids.begin() + static_cast<std::ptrdiff_t>(index), after_ids[i]);
      } else {
        continue;
      }
      location = index + 1;
    }
  }

  // Without keys an element is what stands at its index: the list is shortened or lengthened at its
  // end.
  void merge_by_position(Value& here, const Value::List& before, const Value::List& after,
                         const TreePath& path) {
    for (size_t i = before.size(); i > after.size(); --i) {
      if (i <= count_items(here)) remove(here, path, i - 1);
    }
    for (size_t i = 0; i < after.size(); ++i) {
      const bool is_new = i >= before.size();
      if (!is_new && before[i] == after[i]) continue;
      const size_t size = count_items(here);
      if (!is_new && i < size) {
        merge(here.list_ref()[i], before[i], after[i], path / i);
      } else {
        insert(here, {EditKind::kInsert, path / size, after[i]});
      }
    }
  }

  // Where base has the first of the elements from `from` on, else its end.
  static size_t find_first(const Ids& here, const Ids& after, size_t from) {
    for (size_t i = from; i < after.size(); ++i) {
      if (const size_t index = find_id(here, after[i]); index < here.size()) return index;
    }
    return here.size();
  }

  Value merged(const Value& here, const Value& before, const Value& after, const TreePath& path) {
    Value result = here;
    Merger inner(key_of_);
    // Any index will do: keys do not depend on it.
    inner.merge(result, before, after, path / size_t{0});
    return result;
  }

  // To compare with when base has already what is new in `after`.
  static const Value& empty_like(const Value& value) {
    static const Value kNull;
    static const Value kList = Value::list();
    static const Value kObject = Value::object();
    return value.is_list() ? kList : value.is_object() ? kObject : kNull;
  }

  void set(Value& here, const Value& value, const TreePath& path) {
    if (here == value) return;
    here = value;
    edits_.push_back({EditKind::kSet, path, value});
  }

  // Each edit is applied to the working copy by the code that applies them to trees, so that the
  // two cannot differ.
  void insert(Value& here, Edit edit) {
    const bool is_member = here.is_object();
    if (is_member && edit.at == count_items(here)) edit.at.reset();
    apply_here(here, edit);
    edits_.push_back(std::move(edit));
  }

  void remove(Value& here, const TreePath& path, PathPart part) {
    Edit edit{EditKind::kRemove, path / std::move(part)};
    apply_here(here, edit);
    edits_.push_back(std::move(edit));
  }

  static void apply_here(Value& here, const Edit& edit) {
    const Edit local{edit.kind, {edit.path.back()}, edit.value, edit.at};
    CLEW_CHECK(apply_edit(here, local).ok());
  }

  const KeyOf& key_of_;
  std::vector<Edit> edits_;
};

}  // namespace

std::vector<Edit> merge_edits(const Value& base, const Value& before, const Value& after,
                              const KeyOf& key_of) {
  Value here = base;
  Merger merger(key_of);
  merger.merge(here, before, after, {});
  return merger.take();
}

}  // namespace clew
