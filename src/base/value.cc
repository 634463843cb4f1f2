#include "base/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace clew {

Value::Value() noexcept = default;
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;
bool Value::operator==(const Value&) const = default;

Value::Value(std::nullptr_t) noexcept {}
Value::Value(bool b) noexcept : data_(b) {}
Value::Value(int i) noexcept : data_(int64_t{i}) {}
Value::Value(int64_t i) noexcept : data_(i) {}
Value::Value(uint32_t i) noexcept : data_(int64_t{i}) {}
Value::Value(double d) noexcept : data_(d) {}
Value::Value(std::string s) noexcept : data_(std::move(s)) {}
Value::Value(std::string_view s) : data_(std::in_place_type<std::string>, s) {}
Value::Value(const char* s) : data_(std::in_place_type<std::string>, s) {}
Value::Value(List list) noexcept : data_(std::move(list)) {}
Value::Value(Object object) noexcept : data_(std::move(object)) {}

Value Value::list() { return List{}; }
Value Value::object() { return Object{}; }

bool Value::as_bool(bool fallback) const {
  const bool* b = std::get_if<bool>(&data_);
  return b != nullptr ? *b : fallback;
}

int64_t Value::as_int(int64_t fallback) const {
  if (const auto* i = std::get_if<int64_t>(&data_)) return *i;
  if (const auto* d = std::get_if<double>(&data_);
      d != nullptr && std::nearbyint(*d) == *d && std::abs(*d) < 9e15) {
    return static_cast<int64_t>(*d);
  }
  return fallback;
}

double Value::as_double(double fallback) const {
  if (const auto* d = std::get_if<double>(&data_)) return *d;
  if (const auto* i = std::get_if<int64_t>(&data_)) return static_cast<double>(*i);
  return fallback;
}

const std::string& Value::as_string() const {
  static const std::string kEmpty;
  const auto* s = std::get_if<std::string>(&data_);
  return s != nullptr ? *s : kEmpty;
}

const Value::List& Value::as_list() const {
  static const List kEmpty;
  const auto* l = std::get_if<List>(&data_);
  return l != nullptr ? *l : kEmpty;
}

const Value::Object& Value::as_object() const {
  static const Object kEmpty;
  const auto* o = std::get_if<Object>(&data_);
  return o != nullptr ? *o : kEmpty;
}

Value::List& Value::list_ref() {
  CLEW_CHECK(is_list());
  return std::get<List>(data_);
}

Value::Object& Value::object_ref() {
  CLEW_CHECK(is_object());
  return std::get<Object>(data_);
}

const Value* Value::find(std::string_view key) const {
  for (const auto& [name, value] : as_object()) {
    // Most differ in length or in their first letter: only the others are worth a call.
    if (name.size() != key.size() || name.c_str()[0] != (key.empty() ? '\0' : key[0])) continue;
    if (name == key) return &value;
  }
  return nullptr;
}

Value& Value::set(std::string_view key, Value value) {
  if (is_null()) data_ = Object{};
  Object& members = object_ref();
  for (auto& [name, present] : members) {
    if (name == key) return present = std::move(value);
  }
  constexpr size_t kUsual = 4;  // to grow one by one would move the first again and again
  if (members.capacity() == 0) members.reserve(kUsual);
  return members.emplace_back(std::string(key), std::move(value)).second;
}

bool Value::erase(std::string_view key) {
  if (!is_object()) return false;
  return std::erase_if(object_ref(), [&](const Member& m) { return m.first == key; }) > 0;
}

void Value::push(Value value) {
  if (is_null()) data_ = List{};
  list_ref().push_back(std::move(value));
}

const char* to_string(Value::Kind kind) {
  static constexpr const char* kNames[] = {"null",   "boolean", "integer", "number",
                                           "string", "list",    "object"};
  return kNames[static_cast<size_t>(kind)];
}

std::string to_text(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNull:
      return "null";
    case Value::Kind::kBool:
      return value.as_bool() ? "true" : "false";
    case Value::Kind::kInt:
      return std::to_string(value.as_int());
    case Value::Kind::kDouble:
      return fmt::format("{}", value.as_double());
    case Value::Kind::kString:
      return value.as_string();
    case Value::Kind::kList: {
      std::string out = "[";
      for (const auto& item : value.as_list()) {
        if (out.size() > 1) out += ", ";
        out += to_text(item);
      }
      return out + "]";
    }
    case Value::Kind::kObject: {
      std::string out = "{";
      for (const auto& [key, item] : value.as_object()) {
        if (out.size() > 1) out += ", ";
        out += key + ": " + to_text(item);
      }
      return out + "}";
    }
  }
  return {};
}

}  // namespace clew
