#pragma once
// How a struct lists its fields and an enum its names, at compile time. This is the machinery of
// fields.h: start there. Nothing here runs at the start of the program.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/id.h"

namespace clew {

// One field: its number in stored bytes, its name in JSON, where it is, and a line for the docs.
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
  return [=]([[maybe_unused]] auto&& visit)
             __attribute__((always_inline)) { (visit(fields), ...); };
}

// Names of the values of E, in their order; specialised beside each enum that is stored or shown.
template <class E>
struct EnumNames;

// A struct that lists its fields.
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

template <class T>
inline constexpr auto kFieldList = T::fields();

template <class T, class Visit>
constexpr void for_each_field(Visit&& visit) {
  kFieldList<T>(visit);
}

template <class E>
  requires std::is_enum_v<E>
// "unknown" for a number without a name: a newer program may have written it.
const char* name_of(E e) {
  const auto index = static_cast<size_t>(e);
  constexpr size_t count = std::size(EnumNames<E>::names);
  return index < count ? EnumNames<E>::names[index] : "unknown";
}

template <class E>
  requires std::is_enum_v<E>
// Nothing when no value has this name.
std::optional<E> enum_from(std::string_view name) {
  for (size_t i = 0; i < std::size(EnumNames<E>::names); ++i) {
    if (name == EnumNames<E>::names[i]) return static_cast<E>(i);
  }
  return std::nullopt;
}

}  // namespace clew
