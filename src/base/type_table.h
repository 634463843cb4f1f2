#pragma once
// kTypeInfo<T>: the TypeInfo of any type that a field can have, made at compile time from T's field
// list. A struct that many files ask for says `extern template struct StructInfoOf<T>`, and is
// described in one .cc.

#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/field_list.h"
#include "base/type_info.h"

namespace clew {

template <class T>
struct StructInfoOf {
  static StructInfo info;
};

namespace type_info_detail {

template <class T>
const void* reach_optional(const void* x, size_t) {
  const auto& optional = *static_cast<const std::optional<T>*>(x);
  return optional.has_value() ? &*optional : nullptr;
}
template <class T>
const void* reach_item(const void* x, size_t i) {
  const auto& list = *static_cast<const std::vector<T>*>(x);
  return i < list.size() ? &list[i] : nullptr;
}
template <class T>
void* grow_optional(void* x) {
  return &static_cast<std::optional<T>*>(x)->emplace();
}
template <class T>
void* grow_list(void* x) {
  return &static_cast<std::vector<T>*>(x)->emplace_back();
}
template <class T>
void construct(void* space) {
  new (space) T();
}
template <class T>
void destroy(void* x) {
  std::destroy_at(static_cast<T*>(x));
}
template <class T>
void reset_optional(void* x) {
  static_cast<std::optional<T>*>(x)->reset();
}
template <class T>
void reset_list(void* x) {
  static_cast<std::vector<T>*>(x)->clear();
}

template <class T>
constexpr TypeInfo describe();

}  // namespace type_info_detail

template <class T>
inline constexpr TypeInfo kTypeInfo = type_info_detail::describe<T>();

namespace type_info_detail {

template <class T>
constexpr TypeInfo describe() {
  if constexpr (std::is_same_v<T, bool>) {
    return {.form = TypeForm::kBool};
  } else if constexpr (std::is_integral_v<T>) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
    return {.form = TypeForm::kInt, .size = sizeof(T), .is_signed = std::is_signed_v<T>};
  } else if constexpr (std::is_same_v<T, double>) {
    return {.form = TypeForm::kDouble};
  } else if constexpr (std::is_enum_v<T>) {
    static_assert(sizeof(T) == 4);
    return {.form = TypeForm::kEnum, .names = EnumNames<T>::names};
  } else if constexpr (std::is_same_v<T, std::string>) {
    return {.form = TypeForm::kText};
  } else if constexpr (IsTextId<T>::value) {
    return {.form = TypeForm::kTextId};
  } else if constexpr (IsNumberId<T>::value) {
    return {.form = TypeForm::kNumberId};
  } else if constexpr (std::is_same_v<T, Time>) {
    return {.form = TypeForm::kTime};
  } else if constexpr (std::is_same_v<T, Duration>) {
    return {.form = TypeForm::kDuration};
  } else if constexpr (std::is_same_v<T, Hash>) {
    return {.form = TypeForm::kHash};
  } else if constexpr (std::is_same_v<T, Value>) {
    return {.form = TypeForm::kValue};
  } else if constexpr (IsOptional<T>::value) {
    using Inner = typename T::value_type;
    return {.form = TypeForm::kOptional,
            .inner = &kTypeInfo<Inner>,
            .reach = &reach_optional<Inner>,
            .grow = &grow_optional<Inner>,
            .reset = &reset_optional<Inner>};
  } else if constexpr (IsVector<T>::value) {
    using Inner = typename T::value_type;
    static_assert(!std::is_same_v<Inner, bool> && sizeof(T) == sizeof(std::vector<Value>));
    return {.form = TypeForm::kList,
            .inner = &kTypeInfo<Inner>,
            .reach = &reach_item<Inner>,
            .grow = &grow_list<Inner>,
            .reset = &reset_list<Inner>,
            .construct = &construct<T>,
            .destroy = &destroy<T>};
  } else {
    static_assert(HasFields<T>);
    return {.form = TypeForm::kStruct, .info = &StructInfoOf<T>::info};
  }
}

template <class T>
[[gnu::cold]] void* fill(StructInfo::Members& members) {
  for_each_field<T>([&]<class M>(const Field<T, M>& f) {
    // A pointer to a member is its offset (Itanium ABI, every compiler we build with).
    add_member(members, kTypeInfo<M>, std::bit_cast<ptrdiff_t>(f.member), f.number, f.name, f.doc);
  });
  return new T();
}

}  // namespace type_info_detail

template <class T>
constinit StructInfo StructInfoOf<T>::info{&type_info_detail::fill<T>};

}  // namespace clew
