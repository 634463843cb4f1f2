#pragma once
// What the type of a field is, as data. Whatever goes through all fields of any struct (bytes,
// JSON, merging, searching) is one function over this table, and not compiled anew for every
// struct.
//
// A `const void*` next to a TypeInfo points at an object of that type. kTypeInfo<T> of
// type_table.h is the TypeInfo of T.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/time.h"
#include "base/value.h"

namespace clew {

// kText and kTextId begin with a std::string, kNumberId with a uint32_t, kTime and kDuration with
// an int64_t.
// What a field can be. Every form is read, written, compared and merged by one branch somewhere.
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

// One per type, for the whole run of the program. Only what the form needs is set.
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

// A field of a struct, as data: see Field (field_list.h).
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

// For StructInfo::fill; outside of its template, which is compiled once per struct.
void add_member(StructInfo::Members& members, const TypeInfo& type, ptrdiff_t offset, int number,
                const char* name, const char* doc);

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

// Compares and copies by the field list: what is in no list is neither compared nor copied.
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
