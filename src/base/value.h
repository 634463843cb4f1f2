#pragma once
// Value: the one free-form tree in clew. Evidence and attributes are values; so is every document
// on its way between a typed struct and bytes. Objects keep their order. Integers and doubles are
// apart, so that a number is written back as it was read.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace clew {

// Copies are deep. Reading never fails: what is asked of a value of another kind gives a fallback.
class Value {
 public:
  using List = std::vector<Value>;
  using Member = std::pair<std::string, Value>;
  using Object = std::vector<Member>;
  enum class Kind { kNull, kBool, kInt, kDouble, kString, kList, kObject };

  Value() noexcept;
  // Copying a tree is compiled once, in value.cc, and not in every file that holds one.
  Value(const Value&);
  Value(Value&&) noexcept;
  Value& operator=(const Value&);
  Value& operator=(Value&&) noexcept;
  ~Value();
  Value(std::nullptr_t) noexcept;  // NOLINT: implicit on purpose
  Value(bool b) noexcept;          // NOLINT
  Value(int i) noexcept;           // NOLINT
  Value(int64_t i) noexcept;       // NOLINT
  Value(uint32_t i) noexcept;      // NOLINT
  Value(double d) noexcept;        // NOLINT
  Value(std::string s) noexcept;   // NOLINT
  Value(std::string_view s);       // NOLINT
  Value(const char* s);            // NOLINT
  Value(List list) noexcept;       // NOLINT
  Value(Object object) noexcept;   // NOLINT

  static Value list();
  static Value object();

  Kind kind() const { return static_cast<Kind>(data_.index()); }
  bool is_null() const { return kind() == Kind::kNull; }
  bool is_bool() const { return kind() == Kind::kBool; }
  bool is_int() const { return kind() == Kind::kInt; }
  bool is_double() const { return kind() == Kind::kDouble; }
  bool is_number() const { return is_int() || is_double(); }
  bool is_string() const { return kind() == Kind::kString; }
  bool is_list() const { return kind() == Kind::kList; }
  bool is_scalar() const { return kind() != Kind::kList && kind() != Kind::kObject; }
  bool is_object() const { return kind() == Kind::kObject; }

  // The content, or the given fallback when it is of another kind.
  bool as_bool(bool fallback = false) const;
  int64_t as_int(int64_t fallback = 0) const;   // an integral double counts
  double as_double(double fallback = 0) const;  // an int counts
  const std::string& as_string() const;         // empty when no string
  const List& as_list() const;                  // empty when no list
  const Object& as_object() const;              // empty when no object
  List& list_ref();                             // REQUIRES: is_list()
  Object& object_ref();                         // REQUIRES: is_object()

  const Value* find(std::string_view key) const;  // null when absent or no object
  Value& set(std::string_view key, Value value);  // replaces or appends; makes null an object
  bool erase(std::string_view key);
  void push(Value value);  // makes null a list

  bool operator==(const Value&) const;

 private:
  std::variant<std::monostate, bool, int64_t, double, std::string, List, Object> data_;
};

const char* to_string(Value::Kind kind);
// For people: 83, text, [1, 2], {a: 1}
std::string to_text(const Value& value);

}  // namespace clew
