#include "dialect/loss.h"

#include <algorithm>
#include <map>

#include "base/fields.h"

namespace clew {
namespace {

bool is_empty(const Value& value) {
  return value.is_null() || (value.is_string() && value.as_string().empty()) ||
         (value.is_list() && value.as_list().empty()) ||
         (value.is_object() && value.as_object().empty());
}

class Comparer {
 public:
  void compare(const std::string& field, const Value& said, const Value* back) {
    if (is_empty(said) || (back != nullptr && said == *back)) return;
    if (said.is_object()) {
      for (const auto& [name, member] : said.as_object()) {
        if (passed_over(field, name)) continue;
        const std::string inner = field.empty() ? name : field + "." + name;
        // A list that is kept with its count is the list.
        compare(name == "items" ? field : inner, member,
                back == nullptr ? nullptr : back->find(name));
      }
      return;
    }
    if (said.is_list()) return compare_lists(field, said.as_list(), back);
    ++lost_[field];
  }

  std::vector<Loss> take() {
    std::vector<Loss> out;
    for (const auto& [field, count] : lost_) out.push_back({field, count});
    return out;
  }

 private:
  static bool passed_over(const std::string& field, const std::string& name) {
    if (field.empty()) {
      return name == "places" || name == "last_fence" || name == "head" || name == "last_activity";
    }
    const bool is_location = field == "identity" && (name == "id" || name == "project");
    return name == "total" || name == "lease" || is_location ||
           (field.ends_with("origin") && name == "id");
  }

  void compare_lists(const std::string& field, const Value::List& said, const Value* back) {
    const bool scalars = std::none_of(said.begin(), said.end(), [](const Value& value) {
      return value.is_object() || value.is_list();
    });
    const Value::List none;
    const Value::List& other = back == nullptr ? none : back->as_list();
    if (field.ends_with("attributes")) return compare_by_key(field, said, other);
    for (size_t i = 0; i < said.size(); ++i) {
      if (i >= other.size()) {
        ++lost_[field];
        continue;
      }
      if (scalars) {
        if (said[i] != other[i]) ++lost_[field];
      } else {
        compare(field + "[]", said[i], &other[i]);
      }
    }
  }

  // Attributes have no order: each is known by its key.
  void compare_by_key(const std::string& field, const Value::List& said, const Value::List& other) {
    for (const auto& one : said) {
      const Value* key = one.find("key");
      const auto same = std::find_if(other.begin(), other.end(), [&](const Value& each) {
        return key != nullptr && each.find("key") != nullptr && *each.find("key") == *key;
      });
      compare(field + "[]", one, same == other.end() ? nullptr : &*same);
    }
  }

  std::map<std::string, size_t> lost_;
};

}  // namespace

std::vector<Loss> losses(const Session& said, const Session& back) {
  Comparer comparer;
  const Value before = to_value(said);
  const Value after = to_value(back);
  comparer.compare("", before, &after);
  return comparer.take();
}

}  // namespace clew
