#include "testing/shape_samples.h"

#include <algorithm>

#include "base/check.h"

namespace clew {
namespace {

size_t below(Chance& chance, size_t bound) { return static_cast<size_t>(chance() % bound); }
bool happens(Chance& chance, unsigned percent) { return below(chance, 100) < percent; }

template <class T>
const T& pick(const std::vector<T>& from, Chance& chance) {
  return from[below(chance, from.size())];
}

size_t sample_count(const Shape& shape, Chance& chance, unsigned fullness) {
  const size_t least = shape.shortest.value_or(0);
  const size_t most = std::min(shape.longest.value_or(least + 2), least + 2);
  size_t count = least;
  while (count < most && happens(chance, fullness)) ++count;
  return count;
}

std::string plain_text(const Shape& shape, Chance& chance) {
  static const std::vector<std::string> characters = {"a", "b", "Z", " ", "0", "é", "漢", "😀"};
  const size_t least = shape.shortest.value_or(0);
  const size_t most = std::min(shape.longest.value_or(least + 12), least + 12);
  std::string text;
  for (size_t left = least + below(chance, most - least + 1); left > 0; --left) {
    text += pick(characters, chance);
  }
  return text;
}

std::string sample_time(Chance& chance) {
  static const std::vector<std::string> times = {
      "2026-11-16T09:30:00Z",      "2026-11-16T09:30:00.123Z", "2026-01-01T00:00:00+01:00",
      "2026-12-31T23:59:59-11:30", "2026-11-16T09:30:00",      "2026-11-16T09:30Z",
  };
  return pick(times, chance);
}

Value sample_number(const Shape& shape, Chance& chance) {
  double least = shape.least.value_or(shape.most ? *shape.most - 10 : 0);
  double most = shape.most.value_or(least + 10);
  if (shape.kind == ShapeKind::kInteger) {
    const auto low = static_cast<int64_t>(least);
    const auto high = static_cast<int64_t>(most);
    const int64_t number =
        low + static_cast<int64_t>(below(chance, static_cast<size_t>(high - low) + 1));
    return happens(chance, 10) ? Value(static_cast<double>(number)) : Value(number);
  }
  return least + (most - least) * static_cast<double>(below(chance, 9)) / 8;
}

Value sample_list(const Shape& shape, Chance& chance, unsigned fullness) {
  Value list = Value::list();
  const size_t count = sample_count(shape, chance, fullness);
  for (int tries = 0; list.as_list().size() < count && tries < 200; ++tries) {
    Value entry = sample_document(*shape.element, chance, fullness);
    const auto& there = list.as_list();
    if (shape.distinct && std::find(there.begin(), there.end(), entry) != there.end()) continue;
    list.push(std::move(entry));
  }
  return list;
}

Value sample_map(const Shape& shape, Chance& chance, unsigned fullness) {
  static const std::vector<std::string> names = {"alpha", "beta", "gamma delta", "é", "x-1"};
  Value object = Value::object();
  const size_t count = sample_count(shape, chance, fullness);
  for (int tries = 0; object.as_object().size() < count && tries < 200; ++tries) {
    const std::string name =
        shape.pattern.empty() ? pick(names, chance) : sample_text(shape.pattern, chance);
    object.set(name, sample_document(*shape.element, chance, fullness));
  }
  return object;
}

Value anything(Chance& chance) {
  switch (below(chance, 7)) {
    case 0:
      return Value();
    case 1:
      return Value(true);
    case 2:
      return Value(7);
    case 3:
      return Value(1.5);
    case 4:
      return Value("text");
    case 5:
      return Value::list();
    default:
      return Value::object();
  }
}

// Makes a text along a POSIX extended expression.
class PatternSampler {
 public:
  PatternSampler(const std::string& pattern, Chance& chance) : pattern_(pattern), chance_(chance) {}

  std::string sample() {
    std::string text = alternatives();
    CLEW_CHECK(at_ == pattern_.size());
    return text;
  }

 private:
  bool more() const { return at_ < pattern_.size(); }
  bool take(char c) {
    if (!more() || pattern_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string alternatives() {
    std::vector<std::string> all{sequence()};
    while (take('|')) all.push_back(sequence());
    return pick(all, chance_);
  }

  std::string sequence() {
    std::string text;
    while (more() && pattern_[at_] != '|' && pattern_[at_] != ')') {
      if (take('^') || take('$')) continue;
      const size_t start = at_;
      std::string one = atom();
      const size_t end = at_;
      const auto [least, most] = repeats();
      const size_t rest = at_;
      const size_t count = least + below(chance_, most - least + 1);
      for (size_t i = 0; i < count; ++i) {
        text += one;
        at_ = start;
        one = atom();  // another choice each time
        CLEW_CHECK(at_ == end);
      }
      at_ = rest;
    }
    return text;
  }

  std::string atom() {
    if (take('(')) {
      std::string text = alternatives();
      CLEW_CHECK(take(')'));
      return text;
    }
    if (take('[')) return std::string(1, one_of_set());
    if (take('.')) return "x";
    take('\\');
    return std::string(1, pattern_[at_++]);
  }

  char one_of_set() {
    const bool negated = take('^');
    std::string set;
    for (bool first = true; first || pattern_[at_] != ']'; first = false) {
      const char low = pattern_[at_++];
      if (low == '[' && pattern_[at_] == ':') {  // [:alnum:]
        const size_t end = pattern_.find(":]", at_);
        CLEW_CHECK(end != std::string::npos);
        set += "a0";
        at_ = end + 2;
      } else if (pattern_[at_] == '-' && pattern_[at_ + 1] != ']') {
        const char high = pattern_[at_ + 1];
        for (char c = low; c <= high; ++c) set += c;
        at_ += 2;
      } else {
        set += low;
      }
    }
    ++at_;
    if (!negated) return set[below(chance_, set.size())];
    for (const char c : std::string("xyz019AQ_-")) {
      if (set.find(c) == std::string::npos) return c;
    }
    return '~';
  }

  size_t number() {
    size_t value = 0;
    while (more() && pattern_[at_] >= '0' && pattern_[at_] <= '9') {
      value = value * 10 + static_cast<size_t>(pattern_[at_++] - '0');
    }
    return value;
  }

  std::pair<size_t, size_t> repeats() {
    if (take('*')) return {0, 3};
    if (take('+')) return {1, 4};
    if (take('?')) return {0, 1};
    if (!take('{')) return {1, 1};
    const size_t least = number();
    size_t most = least;
    if (take(',')) most = pattern_[at_] == '}' ? least + 3 : number();
    CLEW_CHECK(take('}'));
    return {least, most};
  }

  const std::string& pattern_;
  Chance& chance_;
  size_t at_ = 0;
};

struct Node {
  const Shape* shape;
  Value* value;
};

void collect(const Shape& shape, Value& value, std::vector<Node>& nodes) {
  nodes.push_back({&shape, &value});
  if (shape.kind == ShapeKind::kList && value.is_list()) {
    for (auto& entry : value.list_ref()) collect(*shape.element, entry, nodes);
  } else if (shape.kind == ShapeKind::kMap && value.is_object()) {
    for (auto& [unused, member] : value.object_ref()) collect(*shape.element, member, nodes);
  } else if (shape.kind == ShapeKind::kObject && value.is_object()) {
    for (const auto& field : shape.fields) {
      if (const Value* member = value.find(field.name)) {
        collect(field.shape, const_cast<Value&>(*member), nodes);
      }
    }
  }
}

std::string repeated(const std::string& text, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

std::string changed_text(std::string text, Chance& chance) {
  static const std::vector<std::string> bits = {"x", "0", "-", " ", "\n", "é", "Z", ":", ".", "T"};
  const size_t at = text.empty() ? 0 : below(chance, text.size());
  switch (below(chance, 6)) {
    case 0:
      return text + pick(bits, chance);
    case 1:
      return pick(bits, chance) + text;
    case 2:
      return text + std::string(1, '\0') + "x";
    case 3:
      return text.substr(0, at);
    case 4:
      if (!text.empty() && static_cast<unsigned char>(text[at]) < 0x80) {
        text.replace(at, 1, pick(bits, chance));
      }
      return text;
    default:
      return "";
  }
}

bool only_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string mutate_text(const Shape& shape, Value& value, Chance& chance) {
  static const std::vector<std::string> characters = {"x", "é", "漢", "😀"};
  const size_t choice = below(chance, 4);
  if (choice == 0 && shape.longest && *shape.longest <= 5000) {
    value = repeated(pick(characters, chance), *shape.longest + below(chance, 2));
    return "at or past the longest";
  }
  if (choice == 1 && shape.shortest) {
    const size_t least = *shape.shortest;
    value = repeated(pick(characters, chance), least - (least > 0 ? below(chance, 2) : 0));
    return "at or below the shortest";
  }
  if (choice == 2 && !shape.words.empty()) {
    value = pick(shape.words, chance);
    return "another word";
  }
  // A cut could go through a character: only where there are none of several bytes.
  const std::string text = value.as_string();
  value = only_ascii(text) ? changed_text(text, chance) : text + "x";
  return "changed text";
}

std::string mutate_time(Value& value, Chance& chance) {
  static const std::vector<std::string> texts = {"2026-13-01T00:00:00Z",
                                                 "2026-02-31T00:00:00Z",
                                                 "2026-11-16 09:30:00Z",
                                                 "2026-11-16T24:00:00Z",
                                                 "2026-11-16T09:60:00Z",
                                                 "2026-11-16T09:30:60Z",
                                                 "2026-11-16t09:30:00z",
                                                 "2026-11-16T09:30:00.Z",
                                                 "2026-11-16T09:30:00+01",
                                                 "2026-11-16T09:30:00+2400",
                                                 "2026-11-16T09:30:00+24:00",
                                                 "2026-11-16T9:30:00Z",
                                                 "2026-11-16",
                                                 "2026-02-30",
                                                 "2026-00-10",
                                                 "2026-11-32",
                                                 "26-11-16",
                                                 "20261116T093000Z",
                                                 "+2026-11-16T09:30:00Z",
                                                 "2026-11-16T09:30:00.123456789+05:45",
                                                 "2026-11-16T09:30:00Z\n",
                                                 "tomorrow",
                                                 ""};
  if (happens(chance, 50)) {
    value = pick(texts, chance);
  } else {
    value = changed_text(value.as_string(), chance);
  }
  return "another time";
}

std::string mutate_number(const Shape& shape, Value& value, Chance& chance) {
  const double least = shape.least.value_or(0);
  const double most = shape.most.value_or(1'000'000);
  const std::vector<Value> numbers = {least,
                                      least - 1,
                                      least - 0.5,
                                      least + 0.5,
                                      most,
                                      most + 1,
                                      most + 0.25,
                                      -0.0,
                                      1e300,
                                      int64_t{9007199254740993},
                                      int64_t{-9007199254740993},
                                      static_cast<int64_t>(least),
                                      static_cast<int64_t>(most) + 1};
  value = pick(numbers, chance);
  return "another number";
}

std::string mutate_list(const Shape& shape, Value& value, Chance& chance) {
  auto& list = value.list_ref();
  switch (below(chance, 5)) {
    case 0:
      list.clear();
      return "emptied";
    case 1:
      if (!list.empty()) list.pop_back();
      return "one entry fewer";
    case 2:
      list.push_back(anything(chance));
      return "an entry of any kind";
    case 3: {
      const size_t wanted = shape.longest.value_or(2) + below(chance, 2);
      for (int tries = 0; list.size() < wanted && tries < 2000; ++tries) {
        list.push_back(sample_document(*shape.element, chance, 30));
      }
      return "at or past the most entries";
    }
    default:
      if (list.empty()) list.push_back(sample_document(*shape.element, chance, 50));
      Value copy = pick(list, chance);
      // The same for JSON: members in another order, a whole number as a decimal.
      if (copy.is_object()) std::reverse(copy.object_ref().begin(), copy.object_ref().end());
      if (copy.is_int()) copy = copy.as_double();
      list.push_back(std::move(copy));
      return "an entry twice";
  }
}

std::string mutate_members(const Shape& shape, Value& value, Chance& chance) {
  static const std::vector<std::string> names = {"unknown",  "",    "__proto__",
                                                 "toString", "a b", "Ü"};
  auto& members = value.object_ref();
  switch (below(chance, 4)) {
    case 0:
      value.set(pick(names, chance), anything(chance));
      return "an unknown member";
    case 1:
      if (members.empty()) return "nothing";
      members[below(chance, members.size())].first += "\n";
      return "a renamed member";
    case 2:
      if (shape.kind != ShapeKind::kMap) break;
      for (int tries = 0; members.size() < shape.longest.value_or(2) + 1 && tries < 200; ++tries) {
        const std::string name =
            shape.pattern.empty() ? std::to_string(chance()) : sample_text(shape.pattern, chance);
        value.set(name, sample_document(*shape.element, chance, 30));
      }
      return "more entries";
    default:
      break;
  }
  if (members.empty()) return "nothing";
  members.erase(members.begin() + static_cast<long>(below(chance, members.size())));
  return "a member fewer";
}

}  // namespace

std::string sample_text(const std::string& pattern, Chance& chance) {
  std::string text = PatternSampler(pattern, chance).sample();
  CLEW_CHECK(Pattern(pattern).found_in(text));
  return text;
}

Value sample_document(const Shape& shape, Chance& chance, unsigned fullness) {
  if (shape.null && !happens(chance, fullness)) return {};
  switch (shape.kind) {
    case ShapeKind::kAny:
      return anything(chance);
    case ShapeKind::kText:
      if (!shape.words.empty()) return pick(shape.words, chance);
      return shape.pattern.empty() ? plain_text(shape, chance) : sample_text(shape.pattern, chance);
    case ShapeKind::kTime:
      return sample_time(chance);
    case ShapeKind::kDate:
      return "2026-11-16";
    case ShapeKind::kInteger:
    case ShapeKind::kNumber:
      return sample_number(shape, chance);
    case ShapeKind::kBoolean:
      return happens(chance, 50);
    case ShapeKind::kList:
      return sample_list(shape, chance, fullness);
    case ShapeKind::kMap:
      return sample_map(shape, chance, fullness);
    case ShapeKind::kObject:
      break;
  }
  Value object = Value::object();
  for (const auto& field : shape.fields) {
    if (field.need == FieldNeed::kOptional && !happens(chance, fullness)) continue;
    object.set(field.name, sample_document(field.shape, chance, fullness));
  }
  return object;
}

std::string mutate_document(const Shape& shape, Value& document, Chance& chance) {
  std::vector<Node> nodes;
  collect(shape, document, nodes);
  const Node node = pick(nodes, chance);
  Value& value = *node.value;
  if (happens(chance, 25)) {
    value = anything(chance);
    return "a value of any kind";
  }
  switch (node.shape->kind) {
    case ShapeKind::kText:
      if (value.is_string()) return mutate_text(*node.shape, value, chance);
      break;
    case ShapeKind::kTime:
    case ShapeKind::kDate:
      if (value.is_string()) return mutate_time(value, chance);
      break;
    case ShapeKind::kInteger:
    case ShapeKind::kNumber:
      return mutate_number(*node.shape, value, chance);
    case ShapeKind::kList:
      if (value.is_list()) return mutate_list(*node.shape, value, chance);
      break;
    case ShapeKind::kObject:
    case ShapeKind::kMap:
      if (value.is_object()) return mutate_members(*node.shape, value, chance);
      break;
    case ShapeKind::kAny:
    case ShapeKind::kBoolean:
      break;
  }
  value = anything(chance);
  return "a value of any kind";
}

const Shape& specimen_shape() {
  static const Shape shape = [] {
    const Home home = core("nothing");
    Shape marks = list(any());
    marks.distinct = true;
    marks.shortest = 1;
    marks.longest = 4;
    Shape counts = map(integer(0, 9), "^[a-z]+-[0-9]{1,3}$");
    counts.longest = 3;
    Shape filled = text();
    filled.shortest = 1;
    const Shape closed = object({required("on", boolean(), "a switch", home),
                                 optional("at", nullable(time()), "a moment", home)},
                                Openness::kClosed);
    return object({
        required("title", text(2, 10), "a text with limits", home),
        required("name", filled, "a text that is not empty", home),
        required("code", pattern_text("^([A-Z]{2}|x)[0-9.]+(-[^/ ]*)?$"), "a pattern", home),
        required("word", one_of({"one", "two"}), "one of two words", home),
        optional("kind", nullable(one_of({"a", "b"})), "a word or nothing", home),
        optional("hint", usually({"soft", "hard"}), "any word, two are usual", home),
        required("made", time(), "a time", home),
        optional("day", nullable(date()), "a date", home),
        required("count", integer(0), "a count", home),
        optional("level", integer(-3, 3), "a level", home),
        optional("share", nullable(number(0, 1)), "a share", home),
        optional("free", any(), "anything", home),
        required("marks", marks, "a few different things", home),
        optional("closed", list(closed), "objects without other members", home),
        required("counts", counts, "numbers by name", home),
        optional("names", nullable(map(nullable(text(1, 3)))), "short texts by any name", home),
    });
  }();
  return shape;
}

}  // namespace clew
