#pragma once
// What the type of a field is, as data. Whatever goes through all fields of any struct (bytes,
// JSON, merging, searching) is one function over this table, and not compiled anew for every
// struct.
//
// A `const void*` next to a TypeInfo points at an object of that type.

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/field_list.h"
#include "base/hash.h"
#include "base/time.h"
#include "base/value.h"

namespace clew {

// kText and kTextId begin with a std::string, kNumberId with a uint32_t, kTime and kDuration with
// an int64_t.
enum class TypeForm : uint8_t {
  kBool,
  kInt,
  kDouble,
  kEnum,
  kText,
  kTextId,
  kNumberId,
  kTime,
  kDuration,
  kHash,
  kValue,
  kOptional,
  kList,
  kStruct
};

struct StructInfo;

struct TypeInfo {
  TypeForm form;
  uint8_t size = 0;                         // kInt: 4 or 8 bytes
  bool is_signed = false;                   // kInt
  std::span<const char* const> names = {};  // kEnum
  const TypeInfo* inner = nullptr;          // kOptional, kList: of what
  StructInfo* info = nullptr;               // kStruct: structure()
  // kOptional: what is in it; kList: item i. Null when there is none.
  const void* (*reach)(const void* x, size_t i) = nullptr;
  void* (*grow)(void* x) = nullptr;          // one with its defaults; the last of a list
  void (*reset)(void* x) = nullptr;          // nothing is in it any more
  void (*construct)(void* space) = nullptr;  // kList
  void (*destroy)(void* x) = nullptr;

  const StructInfo& structure() const;  // REQUIRES: kStruct
};

// A set of forms.
constexpr uint32_t form_bit(TypeForm form) { return uint32_t{1} << static_cast<int>(form); }

struct MemberInfo {
  int number;
  const char* name;
  const char* doc;
  const TypeInfo* type;
  ptrdiff_t offset;
  bool is_plain = false;  // kStruct: its default is what one of its type begins as

  const void* of(const void* object) const {
    return static_cast<const std::byte*>(object) + offset;
  }
  void* of(void* object) const { return static_cast<std::byte*>(object) + offset; }
};

// Filled at the first use, and there to the end of the program. No struct holds one of its own
// type.
struct StructInfo {
  std::span<const MemberInfo> members = {};
  const void* blank = nullptr;  // one with its defaults
  uint32_t forms = 0;           // of everything in it

  using Members = std::vector<MemberInfo>;
  void* (*fill)(Members& members) = nullptr;  // answers `blank`
  std::atomic<bool> is_ready = false;

  explicit constexpr StructInfo(void* (*f)(Members&)) : fill(f) {}
  void prepare();
};

inline const StructInfo& TypeInfo::structure() const {
  if (!info->is_ready.load(std::memory_order_acquire)) info->prepare();
  return *info;
}

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

void add_member(StructInfo::Members& members, const TypeInfo& type, ptrdiff_t offset, int number,
                const char* name, const char* doc);

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

// The forms of the type and of everything in it.
inline uint32_t forms_in(const TypeInfo& type) {
  uint32_t forms = form_bit(type.form);
  if (type.inner != nullptr) forms |= forms_in(*type.inner);
  if (type.info != nullptr) forms |= type.structure().forms;
  return forms;
}

namespace type_info_detail {

template <class T>
T load(const void* x) {
  T out;
  std::memcpy(&out, x, sizeof(T));
  return out;
}

}  // namespace type_info_detail

// kBool, kInt, kEnum, kNumberId, kTime and kDuration as a number and back.
inline int64_t number_in(const TypeInfo& type, const void* x) {
  using type_info_detail::load;
  switch (type.form) {
    case TypeForm::kBool:
      return *static_cast<const bool*>(x) ? 1 : 0;
    case TypeForm::kInt:
      if (type.size == 8) return load<int64_t>(x);
      if (type.is_signed) return load<int32_t>(x);
      return load<uint32_t>(x);
    case TypeForm::kEnum:
    case TypeForm::kNumberId:
      return load<uint32_t>(x);
    default:
      return load<int64_t>(x);
  }
}
// False when it does not fit; for kEnum also when it has no name.
bool set_number(const TypeInfo& type, void* x, int64_t number);
// kText and kTextId
inline const std::string& text_in(const void* x) { return *static_cast<const std::string*>(x); }
inline std::string& text_in(void* x) { return *static_cast<std::string*>(x); }

bool same_content(const TypeInfo& type, const void* a, const void* b);
void copy_content(const TypeInfo& type, void* to, const void* from);
// An empty text, list, id, hash, null or optional: what a document leaves out.
bool says_nothing(const TypeInfo& type, const void* x);

// visit(type, part) for what an optional, a list or a struct is made of.
template <class Visit>
void for_each_part(const TypeInfo& type, const void* x, Visit&& visit) {
  if (type.form == TypeForm::kStruct) {
    for (const MemberInfo& member : type.structure().members) visit(*member.type, member.of(x));
  } else if (type.form == TypeForm::kOptional) {
    if (const void* part = type.reach(x, 0)) visit(*type.inner, part);
  } else if (type.form == TypeForm::kList) {
    size_t i = 0;
    while (const void* part = type.reach(x, i++)) visit(*type.inner, part);
  }
}
template <class Visit>
void for_each_part(const TypeInfo& type, void* x, Visit&& visit) {
  for_each_part(type, static_cast<const void*>(x), [&](const TypeInfo& inner, const void* part) {
    visit(inner, const_cast<void*>(part));
  });
}

}  // namespace clew
