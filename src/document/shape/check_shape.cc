#include "document/shape/check_shape.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace clew {

// A day that there is: 28 of every month, 29 and 30 of all but February, 31 of some, and the 29th
// of February in leap years.
#define CLEW_DATE                                                 \
  "([0-9][0-9][0-9][0-9]-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])" \
  "|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)"                \
  "|([0-9][0-9](0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)"
const char* const kDatePattern = "^" CLEW_DATE "$";
const char* const kTimePattern = "^" CLEW_DATE
                                 "T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?"
                                 "(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])?$";
// The patterns above are for the published schema; the code below judges the same by hand, without
// a regular expression for every time of a document.
#undef CLEW_DATE

namespace {

bool is_time_digit(char c) { return c >= '0' && c <= '9'; }

int number_at(std::string_view text, size_t at) {
  return (text[at] - '0') * 10 + (text[at + 1] - '0');
}

// Two digits at `at`, from least to most.
bool two_digits(std::string_view text, size_t at, int least, int most) {
  if (at + 2 > text.size() || !is_time_digit(text[at]) || !is_time_digit(text[at + 1]))
    return false;
  const int number = number_at(text, at);
  return number >= least && number <= most;
}

bool char_at(std::string_view text, size_t at, char c) { return at < text.size() && text[at] == c; }

int days_of(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return kDays[month - 1] + (month == 2 && is_leap ? 1 : 0);
}

// How far a date at the beginning reaches; 0: it is none.
size_t date_end(std::string_view text) {
  const bool is_month = two_digits(text, 0, 0, 99) && two_digits(text, 2, 0, 99) &&
                        char_at(text, 4, '-') && two_digits(text, 5, 1, 12);
  if (!is_month) return 0;
  const int last = days_of(number_at(text, 0) * 100 + number_at(text, 2), number_at(text, 5));
  return char_at(text, 7, '-') && two_digits(text, 8, 1, last) ? 10 : 0;
}

// Equal as JSON has it: 1 is 1.0, and the order of members says nothing.
bool same_in_json(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) return a.as_double() == b.as_double();
  if (a.is_list() && b.is_list()) {
    return std::equal(a.as_list().begin(), a.as_list().end(), b.as_list().begin(),
                      b.as_list().end(), same_in_json);
  }
  if (!a.is_object() || !b.is_object()) return a == b;
  return a.as_object().size() == b.as_object().size() &&
         std::all_of(a.as_object().begin(), a.as_object().end(), [&](const Value::Member& member) {
           const Value* other = b.find(member.first);
           return other != nullptr && same_in_json(member.second, *other);
         });
}

// Walks shape and tree together, keeping the way in `trail_`.
class Checker {
 public:
  explicit Checker(std::vector<ShapeProblem>& problems) : problems_(problems) {}

  // A null is allowed where the shape says so, and everywhere a value of any kind is.
  void check(const Shape& shape, const Value& value) {
    if (value.is_null() && (shape.null || shape.kind == ShapeKind::kAny)) return;
    switch (shape.kind) {
      case ShapeKind::kAny:
        return;
      case ShapeKind::kText:
        return check_text(shape, value);
      case ShapeKind::kTime:
        if (!value.is_string()) return wrong_kind(shape, value, "a time");
        if (!looks_like_time(value.as_string())) {
          return problem("pattern", fmt::format("\"{}\" is not a time such as 2026-11-16T09:30:00Z",
                                                cut(value.as_string(), 60)));
        }
        if (value.as_string().find_first_of("Z+", 10) == std::string::npos &&
            value.as_string().find('-', 10) == std::string::npos) {
          problem("zone", "a time without a zone is read as UTC", Severity::kWarning);
        }
        return;
      case ShapeKind::kDate:
        if (!value.is_string()) return wrong_kind(shape, value, "a date");
        if (!looks_like_date(value.as_string())) {
          problem("pattern", fmt::format("\"{}\" is not a date such as 2026-11-16",
                                         cut(value.as_string(), 60)));
        }
        return;
      case ShapeKind::kInteger:
        if (!value.is_int() &&
            !(value.is_double() && std::trunc(value.as_double()) == value.as_double())) {
          return wrong_kind(shape, value, "a whole number");
        }
        return check_range(shape, value);
      case ShapeKind::kNumber:
        if (!value.is_number()) return wrong_kind(shape, value, "a number");
        return check_range(shape, value);
      case ShapeKind::kBoolean:
        if (!value.is_bool()) wrong_kind(shape, value, "true or false");
        return;
      case ShapeKind::kList:
        return check_list(shape, value);
      case ShapeKind::kObject:
        return check_object(shape, value);
      case ShapeKind::kMap:
        return check_map(shape, value);
    }
  }

 private:
  void problem(const char* rule, std::string message, Severity severity = Severity::kError) {
    problems_.push_back({severity, rule, std::move(message), path()});
  }

  void wrong_kind(const Shape& shape, const Value& value, const char* wanted) {
    problem("type", fmt::format("expected {}{}, not {}", wanted, shape.null ? " or null" : "",
                                to_string(value.kind())));
  }

  // A text may have words, a pattern and a length, and is judged by all of them. Lengths are
  // counted in characters, as JSON Schema does.
  void check_text(const Shape& shape, const Value& value) {
    if (!value.is_string()) return wrong_kind(shape, value, "text");
    const std::string& text = value.as_string();
    const auto& words = shape.words;
    if (!words.empty() && std::find(words.begin(), words.end(), text) == words.end()) {
      problem("word", fmt::format("\"{}\" is not one of {}", cut(text, 60), fmt::join(words, ", ")),
              shape.open_words ? Severity::kWarning : Severity::kError);
    }
    if (shape.matcher && !shape.matcher->found_in(text)) {
      problem("pattern", fmt::format("\"{}\" does not match {}", cut(text, 60), shape.pattern));
    }
    if (!shape.longest && !shape.shortest) return;
    check_count(shape, "length", count_characters(text), "characters");
  }

  void check_count(const Shape& shape, const char* rule, size_t count, const char* unit) {
    if (shape.longest && count > *shape.longest) {
      problem(rule, fmt::format("{} {}, at most {} are allowed", count, unit, *shape.longest));
    }
    if (shape.shortest && count < *shape.shortest) {
      problem(rule, fmt::format("{} {}, at least {} are required", count, unit, *shape.shortest));
    }
  }

  void check_range(const Shape& shape, const Value& value) {
    const double number = value.as_double();
    if (shape.least && number < *shape.least) {
      problem("range", fmt::format("{} is less than {}", to_text(value), *shape.least));
    }
    if (shape.most && number > *shape.most) {
      problem("range", fmt::format("{} is more than {}", to_text(value), *shape.most));
    }
  }

  // Doubles are looked for by comparing each entry with those before it; the limit on a document
  // bounds that.
  void check_list(const Shape& shape, const Value& value) {
    if (!value.is_list()) return wrong_kind(shape, value, "a list");
    const auto& list = value.as_list();
    check_count(shape, "entries", list.size(), "entries");
    for (size_t i = 0; i < list.size(); ++i) {
      trail_.push_back({nullptr, i});
      check(*shape.element, list[i]);
      const auto same = [&](const Value& other) { return same_in_json(other, list[i]); };
      if (shape.distinct && std::any_of(list.begin(), list.begin() + static_cast<long>(i), same)) {
        problem("distinct", "this entry is a duplicate");
      }
      trail_.pop_back();
    }
  }

  // Fields of the shape first, then members that no field has. A closed shape reports each of
  // those.
  void check_object(const Shape& shape, const Value& value) {
    if (!value.is_object()) return wrong_kind(shape, value, "an object");
    const auto& members = value.as_object();
    size_t next = 0;  // members mostly stand in the order of the shape
    size_t known = 0;
    for (const auto& field : shape.fields) {
      const bool in_order = next < members.size() && members[next].first == field.name;
      const Value* member = in_order ? &members[next].second : find_from(members, next, field.name);
      if (member == nullptr) {
        if (field.need == FieldNeed::kRequired) problem("missing", field.name + " is missing");
        continue;
      }
      ++next;
      ++known;
      trail_.push_back({&field.name, 0});
      check(field.shape, *member);
      trail_.pop_back();
    }
    if (shape.openness == Openness::kOpen || known == members.size()) return;
    for (const auto& [name, unused] : members) {
      const bool is_field =
          std::any_of(shape.fields.begin(), shape.fields.end(),
                      [&](const FieldShape& field) { return field.name == name; });
      if (is_field) continue;
      trail_.push_back({&name, 0});
      problem("unknown", fmt::format("{} is not a known field", visible(cut(name, 60))));
      trail_.pop_back();
    }
  }

  // The member of that name, and in `at` where it stands; both as they were when there is none.
  static const Value* find_from(const Value::Object& members, size_t& at, const std::string& name) {
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const Value::Member& m) { return m.first == name; });
    if (found == members.end()) return nullptr;
    at = static_cast<size_t>(found - members.begin());
    return &found->second;
  }

  // A map has any names that fit the pattern, and all values of one shape.
  void check_map(const Shape& shape, const Value& value) {
    if (!value.is_object()) return wrong_kind(shape, value, "an object");
    check_count(shape, "entries", value.as_object().size(), "entries");
    for (const auto& [name, member] : value.as_object()) {
      trail_.push_back({&name, 0});
      if (shape.matcher && !shape.matcher->found_in(name)) {
        problem("unknown", fmt::format("\"{}\" does not match {}", cut(name, 60), shape.pattern));
      } else {
        check(*shape.element, member);
      }
      trail_.pop_back();
    }
  }

  TreePath path() const {
    TreePath path;
    for (const auto& part : trail_) {
      path.push_back(part.name == nullptr ? PathPart(part.index) : PathPart(*part.name));
    }
    return path;
  }

  // The way to the value that is being checked. A path is made of it only when there is a problem.
  struct Part {
    const std::string* name;  // null: an element of a list
    size_t index;
  };

  std::vector<ShapeProblem>& problems_;
  std::vector<Part> trail_;
};

}  // namespace

bool looks_like_date(std::string_view text) { return date_end(text) == 10 && text.size() == 10; }

// Hours and minutes are required, seconds, fraction and zone are not. "24:00" and leap seconds are
// refused, as the pattern has it.
bool looks_like_time(std::string_view text) {
  size_t at = date_end(text);
  if (at == 0 || !char_at(text, at, 'T') || !two_digits(text, at + 1, 0, 23) ||
      !char_at(text, at + 3, ':') || !two_digits(text, at + 4, 0, 59)) {
    return false;
  }
  at += 6;
  if (char_at(text, at, ':')) {
    if (!two_digits(text, at + 1, 0, 59)) return false;
    at += 3;
    if (char_at(text, at, '.')) {
      const size_t first = ++at;
      while (at < text.size() && is_time_digit(text[at])) ++at;
      if (at == first) return false;
    }
  }
  if (at == text.size()) return true;
  if (text[at] == 'Z') return at + 1 == text.size();
  return (text[at] == '+' || text[at] == '-') && two_digits(text, at + 1, 0, 23) &&
         char_at(text, at + 3, ':') && two_digits(text, at + 4, 0, 59) && at + 6 == text.size();
}

std::vector<ShapeProblem> check_shape(const Shape& shape, const Value& tree) {
  std::vector<ShapeProblem> problems;
  Checker(problems).check(shape, tree);
  return problems;
}

}  // namespace clew
