#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <bit>
#include <cmath>

#include "base/text.h"
#include "document/json/json.h"
#include "document/yaml/yaml.h"

namespace clew {
namespace {

std::string encode(uint32_t point) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((point >> shift) & 0x3F)); };
  if (point < 0x80) return {static_cast<char>(point)};
  if (point < 0x800) return {static_cast<char>(0xC0 | point >> 6), tail(0)};
  if (point < 0x10000) return {static_cast<char>(0xE0 | point >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xF0 | point >> 18), tail(12), tail(6), tail(0)};
}

rc::Gen<uint32_t> any_character() {
  return rc::gen::oneOf(rc::gen::inRange<uint32_t>(0, 0x80), rc::gen::inRange<uint32_t>(0, 0xD800),
                        rc::gen::inRange<uint32_t>(0xE000, 0x110000));
}

rc::Gen<std::string> any_text() {
  return rc::gen::map(rc::gen::container<std::vector<uint32_t>>(any_character()),
                      [](const std::vector<uint32_t>& points) {
                        std::string text;
                        for (const uint32_t point : points) text += encode(point);
                        return text;
                      });
}

// Any bits, so that tiny, huge and odd numbers are as likely as others.
rc::Gen<double> any_double() {
  return rc::gen::suchThat(rc::gen::map(rc::gen::arbitrary<uint64_t>(),
                                        [](uint64_t bits) { return std::bit_cast<double>(bits); }),
                           [](double number) { return std::isfinite(number); });
}

rc::Gen<Value> any_value(int levels);

rc::Gen<Value> any_object(int levels) {
  const auto members = rc::gen::container<Value::Object>(
      rc::gen::pair(any_text(), rc::gen::lazy([=] { return any_value(levels); })));
  return rc::gen::map(members, [](const Value::Object& all) {
    Value object = Value::object();
    for (const auto& [key, value] : all) object.set(key, value);
    return object;
  });
}

rc::Gen<Value> any_scalar() {
  return rc::gen::oneOf(rc::gen::just(Value()), rc::gen::cast<Value>(rc::gen::arbitrary<bool>()),
                        rc::gen::cast<Value>(rc::gen::arbitrary<int64_t>()),
                        rc::gen::cast<Value>(any_double()), rc::gen::cast<Value>(any_text()));
}

rc::Gen<Value> any_value(int levels) {
  if (levels == 0) return any_scalar();
  const auto list = rc::gen::cast<Value>(
      rc::gen::container<Value::List>(rc::gen::lazy([=] { return any_value(levels - 1); })));
  return rc::gen::oneOf(any_scalar(), rc::gen::scale(0.4, list),
                        rc::gen::scale(0.4, any_object(levels - 1)));
}

TEST_CASE("what is written reads back the same, in either style") {
  CHECK(rc::check([] {
    const Value value = *any_value(4);
    for (const auto style : {JsonStyle::kCompact, JsonStyle::kPretty}) {
      const std::string text = write_json(value, style);
      const auto read = parse_json(text);
      RC_ASSERT(read.ok());
      RC_ASSERT(*read == value);
      RC_ASSERT(write_json(*read, style) == text);
    }
  }));
}

TEST_CASE("bytes that are no text are written as text") {
  CHECK(rc::check([](const std::string& bytes) {
    const auto read = parse_json(write_json(Value(bytes)));
    RC_ASSERT(read.ok());
    RC_ASSERT(is_utf8(read->as_string()));
    if (is_utf8(bytes)) RC_ASSERT(read->as_string() == bytes);
  }));
}

// JSON is YAML, but for pairs of surrogates and what YAML calls unprintable; with plain ASCII text
// the two readers must agree.
TEST_CASE("YAML reads the numbers and the structure of JSON alike") {
  CHECK(rc::check([](const std::vector<int64_t>& integers) {
    Value::List list;
    for (const int64_t integer : integers) {
      list.emplace_back(Value::Object{
          {std::to_string(integer), integer      },
          {"d",                     *any_double()}
      });
    }
    const Value value(list);
    for (const auto style : {JsonStyle::kCompact, JsonStyle::kPretty}) {
      const auto read = parse_yaml(write_json(value, style));
      RC_ASSERT(read.ok());
      RC_ASSERT(read->value == value);
    }
  }));
}

}  // namespace
}  // namespace clew
