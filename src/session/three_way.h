#pragma once
// Three-way merge of one value: what turned `base` into `edited` is brought into `now`, which has
// changed elsewhere and may say more than the other two. Private to src/session.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "session/session.h"

namespace clew {

// What an edit and the log both changed, each in its own way.
class Clashes {
 public:
  explicit Clashes(std::vector<std::string>& out) : out_(out) {}

  void about(std::string subject) { subject_ = std::move(subject); }
  void say(const std::string& what) { out_.push_back(subject_ + " " + what); }
  template <class T>
  void took_edit(const std::string& field, const T& now, const T& edited) {
    say(fmt::format("has the {} {} in the log by now; it becomes {}, as the file says", field,
                    words(now), words(edited)));
  }

 private:
  template <class T>
  static std::string words(const T& x) {
    return '"' + cut(one_line(to_text(to_value(x))), 60) + '"';
  }

  std::vector<std::string>& out_;
  std::string subject_;
};

// What tells the items of a list apart: a name of their own, else all they say.
template <class T>
const T& merge_key(const T& item) {
  return item;
}
inline const std::string& merge_key(const Attribute& item) { return item.key; }
inline const std::string& merge_key(const EvidenceItem& item) { return item.name; }
inline const uint32_t& merge_key(const Attempt& item) { return item.number; }
inline const AgentId& merge_key(const AgentTokens& item) { return item.agent; }

template <class T, class Key>
auto find_by_key(std::vector<T>& items, const Key& key) {
  return std::find_if(items.begin(), items.end(),
                      [&](const T& item) { return merge_key(item) == key; });
}
template <class T, class Key>
bool has_key(const std::vector<T>& items, const Key& key) {
  return std::any_of(items.begin(), items.end(),
                     [&](const T& item) { return merge_key(item) == key; });
}

// Files often tell times to the second.
inline bool is_same_time(Time a, Time b) { return a - b < seconds(1) && b - a < seconds(1); }

template <class T>
void merge_value(const T& base, const T& edited, T& now, const std::string& field,
                 Clashes& clashes);

// The items of `now` that `edited` has too, in the order `edited` has them; the rest stay put.
template <class T>
void reorder(const std::vector<T>& edited, std::vector<T>& now) {
  std::vector<T> ordered;
  for (const auto& item : edited) {
    const auto found = find_by_key(now, merge_key(item));
    if (found != now.end() && !has_key(ordered, merge_key(item))) ordered.push_back(*found);
  }
  size_t next = 0;
  std::vector<T> out;
  for (auto& item : now) {
    if (!has_key(ordered, merge_key(item))) {
      out.push_back(std::move(item));
    } else if (next < ordered.size()) {
      out.push_back(ordered[next++]);
    }
  }
  now = std::move(out);
}

template <class T>
bool is_reordered(const std::vector<T>& base, const std::vector<T>& edited) {
  std::vector<T> common;
  for (const auto& item : edited) {
    if (has_key(base, merge_key(item))) common.push_back(item);
  }
  auto next = common.begin();
  for (const auto& item : base) {
    if (!has_key(common, merge_key(item))) continue;
    if (next == common.end() || !(merge_key(*next) == merge_key(item))) return true;
    ++next;
  }
  return false;
}

template <class T>
void merge_list(std::vector<T> base, const std::vector<T>& edited, std::vector<T>& now,
                const std::string& field, Clashes& clashes) {
  std::erase_if(now, [&](const T& item) {
    return has_key(base, merge_key(item)) && !has_key(edited, merge_key(item));
  });
  for (const auto& item : edited) {
    const auto was = find_by_key(base, merge_key(item));
    const auto found = find_by_key(now, merge_key(item));
    if (found != now.end()) {
      merge_value(was == base.end() ? T() : *was, item, *found, field, clashes);
    } else if (was == base.end() || !(*was == item)) {
      if (was != base.end()) clashes.say("has lost one of its " + field + " that the file changed");
      // After the nearest one before it that is there.
      auto place = now.begin();
      for (size_t i = static_cast<size_t>(&item - edited.data());
           i-- > 0 && place == now.begin();) {
        const auto before = find_by_key(now, merge_key(edited[i]));
        if (before != now.end()) place = before + 1;
      }
      now.insert(place, item);
    }
  }
  if (is_reordered(base, edited)) reorder(edited, now);
}

template <class T>
void merge_value(const T& base, const T& edited, T& now, const std::string& field,
                 Clashes& clashes) {
  if (base == edited || now == edited) return;
  if (now == base) {
    now = edited;
    return;
  }
  if constexpr (IsVector<T>::value) {
    merge_list(base, edited, now, field, clashes);
    return;
  } else if constexpr (IsOptional<T>::value) {
    if (base && edited && now) {
      merge_value(*base, *edited, *now, field, clashes);
      return;
    }
  } else if constexpr (HasFields<T>) {
    for_each_field<T>([&](const auto& f) {
      const auto member = f.member;
      merge_value(base.*member, edited.*member, now.*member,
                  field.empty() ? f.name : field + "." + f.name, clashes);
    });
    return;
  } else if constexpr (std::is_same_v<T, Time>) {
    if (is_same_time(now, base)) {
      now = edited;
      return;
    }
  }
  clashes.took_edit(field, now, edited);
  now = edited;
}

}  // namespace clew
