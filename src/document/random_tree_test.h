#pragma once
// Small random trees and edits that fit them, from a seed: rapidcheck's own containers grow far
// too large when they are nested.

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "document/edit.h"

namespace clew {

class RandomTree {
 public:
  explicit RandomTree(uint64_t seed) : random_(seed) {}

  size_t below(size_t limit) {
    return std::uniform_int_distribution<size_t>(0, limit - 1)(random_);
  }

  template <class T>
  T one_of(const std::vector<T>& items) {
    return items[below(items.size())];
  }

  std::string any_text() {
    static const std::vector<std::string> kTexts = {"",
                                                    "a",
                                                    "in_progress",
                                                    "a b",
                                                    " a ",
                                                    "a: b",
                                                    "a #b",
                                                    "#",
                                                    "- a",
                                                    "-",
                                                    "?",
                                                    ":",
                                                    "a:",
                                                    "null",
                                                    "~",
                                                    "true",
                                                    "no",
                                                    "12",
                                                    "1.5",
                                                    "0x1F",
                                                    "1e3",
                                                    "2025-01-09",
                                                    "12:30:45",
                                                    "'a'",
                                                    "\"a\"",
                                                    "a\\b",
                                                    "line\n",
                                                    "two\nlines",
                                                    "two\nlines\n",
                                                    " lead\nb",
                                                    "a\n\n",
                                                    "\n",
                                                    "a\tb",
                                                    "\t",
                                                    "ä",
                                                    "\xE2\x80\xA8",
                                                    "\xC2\x85",
                                                    "\xEF\xBB\xBF",
                                                    "\x01",
                                                    "\x7F",
                                                    "😀",
                                                    "[a]",
                                                    "{a}",
                                                    "a, b",
                                                    "*a",
                                                    "&a",
                                                    "!a",
                                                    "%a",
                                                    "@a",
                                                    "`a",
                                                    "|",
                                                    ">",
                                                    "<<",
                                                    "---",
                                                    "...",
                                                    "=",
                                                    "a\r\nb",
                                                    "a \nb",
                                                    "a\n b",
                                                    "${x}",
                                                    "http://a/b?c#d",
                                                    ".inf",
                                                    "<<<<<<< a",
                                                    "%TAG a",
                                                    "2025-01-09T10:00:00Z",
                                                    std::string("\0", 1)};
    return one_of(kTexts);
  }

  std::string any_name() {
    static const std::vector<std::string> kNames = {
        "a",    "b", "id", "status", "tasks", "keyed", "no", "null", "1", "a b", "",
        "a: b", "ä", "\n", "#",      "- a",   "<<",    "\"", "'",    "?", "{a}", "a.b-c"};
    return below(20) == 0 ? std::string(1100, 'k') : one_of(kNames);
  }

  Value any_scalar() {
    switch (below(8)) {
      case 0:
        return nullptr;
      case 1:
        return below(2) == 0;
      case 2:
        return static_cast<int64_t>(below(1000)) - 500;
      case 3:
        return static_cast<double>(below(1000)) / 8;
      default:
        return any_text();
    }
  }

  Value any_value(size_t levels) {
    const size_t kind = below(levels == 0 ? 2 : 6);
    if (kind < 2) return any_scalar();
    Value value = kind < 4 ? Value::list() : Value::object();
    for (size_t left = below(5); left > 0; --left) {
      if (value.is_list()) {
        value.push(any_value(levels - 1));
      } else {
        value.set(any_name(), any_value(levels - 1));
      }
    }
    return value;
  }

  // Of any value, containers included; of scalars only when there is one.
  TreePath any_path(const Value& tree) {
    TreePath path;
    const Value* value = &tree;
    while (count_items(*value) > 0 && below(4) != 0) {
      const size_t index = below(count_items(*value));
      if (value->is_list()) {
        path.emplace_back(index);
        value = &value->as_list()[index];
      } else {
        path.emplace_back(value->as_object()[index].first);
        value = &value->as_object()[index].second;
      }
    }
    return path;
  }

  Edit any_edit(const Value& tree) {
    const TreePath path = any_path(tree);
    const Value& value = *find_value(tree, path);
    if (below(3) == 0 && !path.empty()) return {EditKind::kRemove, path};
    if (value.is_list() && below(2) == 0) {
      return {EditKind::kInsert, path / below(count_items(value) + 1), any_value(2)};
    }
    if (const std::string name = any_name();
        value.is_object() && value.find(name) == nullptr && below(3) != 0) {
      return {EditKind::kInsert, path / name, any_value(2), below(count_items(value) + 1)};
    }
    return {EditKind::kSet, path, any_value(2)};
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace clew
