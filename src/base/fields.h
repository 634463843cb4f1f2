#pragma once
// Fields once. A struct states its fields in one constexpr list with stable numbers; everything
// else (the store's bytes, JSON, command-line options, documentation) visits that list.
//
//   struct NoteAdded {
//     std::string text;
//     static constexpr auto fields() { return field_list(field(1, "text", &NoteAdded::text, "…"));
//     }
//   };
//
// An enum names its values, in an order that never changes:
//   template <> struct EnumNames<Via> { static constexpr const char* names[] = {"cli", …}; };
//
// Numbers and names are never reused; a reader meets an absent field with its default.

#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/hash.h"
#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "base/value.h"

// A struct that many files hold says CLEW_COPIED_ONCE(T) in its body and CLEW_COPIED_HERE(T) in one
// .cc: its copying and comparing is compiled there instead of in every file.
#define CLEW_COPIED_ONCE(T)   \
  T();                        \
  T(const T&);                \
  T(T&&) noexcept;            \
  T& operator=(const T&);     \
  T& operator=(T&&) noexcept; \
  ~T();                       \
  bool operator==(const T&) const
#define CLEW_COPIED_HERE(T)                \
  T::T() = default;                        \
  T::T(const T&) = default;                \
  T::T(T&&) noexcept = default;            \
  T& T::operator=(const T&) = default;     \
  T& T::operator=(T&&) noexcept = default; \
  T::~T() = default;                       \
  bool T::operator==(const T&) const = default

namespace clew {

template <class T, class M>
struct Field {
  int number;
  const char* name;
  M T::* member;
  const char* doc;
};

template <class T, class M>
constexpr Field<T, M> field(int number, const char* name, M T::* member, const char* doc = "") {
  return {number, name, member, doc};
}

// A list that is visited, not indexed: a third of the compile time of a tuple.
template <class... F>
constexpr auto field_list(F... fields) {
  return [=]([[maybe_unused]] auto&& visit) { (visit(fields), ...); };
}

template <class E>
struct EnumNames;

template <class T>
concept HasFields = requires { T::fields(); };

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsTextId : std::false_type {};
template <class Tag>
struct IsTextId<TextId<Tag>> : std::true_type {};
template <class T>
struct IsNumberId : std::false_type {};
template <class Tag>
struct IsNumberId<NumberId<Tag>> : std::true_type {};

template <class T, class Visit>
constexpr void for_each_field(Visit&& visit) {
  T::fields()(visit);
}

template <class E>
  requires std::is_enum_v<E>
const char* name_of(E e) {
  const auto index = static_cast<size_t>(e);
  constexpr size_t count = std::size(EnumNames<E>::names);
  return index < count ? EnumNames<E>::names[index] : "unknown";
}

template <class E>
  requires std::is_enum_v<E>
std::optional<E> enum_from(std::string_view name) {
  for (size_t i = 0; i < std::size(EnumNames<E>::names); ++i) {
    if (name == EnumNames<E>::names[i]) return static_cast<E>(i);
  }
  return std::nullopt;
}

template <class T>
Value to_value(const T& x);
template <class T>
Status from_value(const Value& value, T& out, const std::string& where);

// A struct's fields without their types: what a member of some type can do, and where it stands.
// Reading and writing of whole structs goes through this table (fields.cc), so that it is compiled
// once per type of member and not once per member.
struct MemberType {
  bool (*says_nothing)(const void* member);
  Value (*write)(const void* member);
  Status (*read)(const Value& value, void* member, const std::string& where);
};
struct MemberInfo {
  const char* name;
  const MemberType* type;
  ptrdiff_t offset;
};
Value write_members(const std::vector<MemberInfo>& members, const void* object);
Status read_members(const std::vector<MemberInfo>& members, const Value& value, void* object,
                    const std::string& where);

// Reads a T out of `value`; the error names the place inside it.
template <class T>
Result<T> from_value(const Value& value) {
  T out{};
  CLEW_TRY(from_value(value, out, std::string()));
  return out;
}

namespace fields_detail {

Error mismatch(const std::string& where, const char* wanted, const Value& got);

template <class E>
std::string choices() {
  std::string out;
  for (const char* name : EnumNames<E>::names) out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

// What is left out of a document because it says nothing.
template <class T>
bool says_nothing(const T& x) {
  if constexpr (IsOptional<T>::value) {
    return !x.has_value();
  } else if constexpr (std::is_same_v<T, std::string> || IsVector<T>::value) {
    return x.empty();
  } else if constexpr (IsTextId<T>::value) {
    return x.empty();
  } else if constexpr (std::is_same_v<T, Value>) {
    return x.is_null();
  } else if constexpr (std::is_same_v<T, Hash>) {
    return x.empty();
  } else {
    return false;
  }
}

}  // namespace fields_detail

template <class M>
const MemberType& member_type() {
  static constexpr MemberType type = {
      [](const void* member) {
        return fields_detail::says_nothing(*static_cast<const M*>(member));
      },
      [](const void* member) { return to_value(*static_cast<const M*>(member)); },
      [](const Value& value, void* member, const std::string& where) {
        return from_value(value, *static_cast<M*>(member), where);
      }};
  return type;
}

template <class T>
const std::vector<MemberInfo>& members_of() {
  static const std::vector<MemberInfo> members = [] {
    std::vector<MemberInfo> out;
    for_each_field<T>([&]<class M>(const Field<T, M>& f) {
      // A pointer to a member is its offset (Itanium ABI, every compiler we build with).
      out.push_back({f.name, &member_type<M>(), std::bit_cast<ptrdiff_t>(f.member)});
    });
    return out;
  }();
  return members;
}

template <class T>
Value to_value(const T& x) {
  if constexpr (std::is_same_v<T, Value>) {
    return x;
  } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>) {
    return Value(x);
  } else if constexpr (std::is_integral_v<T>) {
    return Value(static_cast<int64_t>(x));
  } else if constexpr (std::is_floating_point_v<T>) {
    return Value(static_cast<double>(x));
  } else if constexpr (std::is_enum_v<T>) {
    return Value(name_of(x));
  } else if constexpr (std::is_same_v<T, Time>) {
    return Value(to_iso(x));
  } else if constexpr (std::is_same_v<T, Duration>) {
    return Value(x.ms);
  } else if constexpr (std::is_same_v<T, Hash>) {
    return x.empty() ? Value() : Value(x.hex());
  } else if constexpr (IsTextId<T>::value) {
    return Value(x.text);
  } else if constexpr (IsNumberId<T>::value) {
    return Value(static_cast<int64_t>(x.number));
  } else if constexpr (IsOptional<T>::value) {
    return x.has_value() ? to_value(*x) : Value();
  } else if constexpr (IsVector<T>::value) {
    Value list = Value::list();
    for (const auto& item : x) list.push(to_value(item));
    return list;
  } else {
    static_assert(HasFields<T>);
    return write_members(members_of<T>(), &x);
  }
}

template <class T>
Status from_value(const Value& value, T& out, const std::string& where) {
  using fields_detail::mismatch;
  if constexpr (std::is_same_v<T, Value>) {
    out = value;
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!value.is_bool()) return mismatch(where, "true or false", value);
    out = value.as_bool();
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!value.is_string()) return mismatch(where, "a string", value);
    out = value.as_string();
  } else if constexpr (std::is_integral_v<T>) {
    if (!value.is_int()) return mismatch(where, "an integer", value);
    out = static_cast<T>(value.as_int());
    if (static_cast<int64_t>(out) != value.as_int()) {
      return make_error(ErrorCode::kInvalid, where + " is out of range", where);
    }
  } else if constexpr (std::is_floating_point_v<T>) {
    if (!value.is_number()) return mismatch(where, "a number", value);
    out = value.as_double();
  } else if constexpr (std::is_enum_v<T>) {
    if (!value.is_string()) return mismatch(where, "a word", value);
    const auto found = enum_from<T>(value.as_string());
    if (!found) {
      return make_error(ErrorCode::kInvalid,
                        where + " must be one of " + fields_detail::choices<T>() + ", not \"" +
                            value.as_string() + "\"",
                        where);
    }
    out = *found;
  } else if constexpr (std::is_same_v<T, Time>) {
    if (!value.is_string()) return mismatch(where, "an ISO 8601 time", value);
    auto parsed = parse_time(value.as_string());
    if (!parsed)
      return make_error(ErrorCode::kInvalid, where + ": " + parsed.error().message, where);
    out = parsed->time;
  } else if constexpr (std::is_same_v<T, Duration>) {
    if (!value.is_int()) return mismatch(where, "a number of milliseconds", value);
    out = Duration{value.as_int()};
  } else if constexpr (std::is_same_v<T, Hash>) {
    if (value.is_null()) {
      out = Hash{};
      return success();
    }
    if (!value.is_string()) return mismatch(where, "a SHA-256 in 64 hex digits", value);
    const Bytes raw = from_hex(value.as_string());
    if (raw.size() != out.bytes.size()) {
      return make_error(
          ErrorCode::kInvalid,
          where + " must be a SHA-256 in 64 hex digits, not \"" + value.as_string() + "\"", where);
    }
    out = Hash::from_bytes(raw);
  } else if constexpr (IsTextId<T>::value) {
    if (!value.is_string()) return mismatch(where, "a string", value);
    out.text = value.as_string();
  } else if constexpr (IsNumberId<T>::value) {
    return from_value(value, out.number, where);
  } else if constexpr (IsOptional<T>::value) {
    if (value.is_null()) {
      out.reset();
      return success();
    }
    return from_value(value, out.emplace(), where);
  } else if constexpr (IsVector<T>::value) {
    if (!value.is_list()) return mismatch(where, "a list", value);
    out.clear();
    for (size_t i = 0; i < value.as_list().size(); ++i) {
      CLEW_TRY(from_value(value.as_list()[i], out.emplace_back(),
                          where + "[" + std::to_string(i) + "]"));
    }
  } else {
    static_assert(HasFields<T>);
    return read_members(members_of<T>(), value, &out, where);
  }
  return success();
}

}  // namespace clew
