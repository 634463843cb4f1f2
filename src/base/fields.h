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
// Numbers and names are never reused; a reader meets an absent field with its default. The list
// says everything a struct holds: what is not in it is neither kept nor compared.

#include <string>

#include "base/field_list.h"
#include "base/result.h"
#include "base/type_table.h"
#include "base/value.h"

// A struct that many files hold says CLEW_COPIED_ONCE(T) in its body and CLEW_COPIED_HERE(T) in one
// .cc: its copying and comparing is compiled there instead of in every file. Assigning is copying
// and moving, so that the parts of T need no code for it.
#define CLEW_COPIED_ONCE(T)   \
  T();                        \
  T(const T&);                \
  T(T&&) noexcept;            \
  T& operator=(const T&);     \
  T& operator=(T&&) noexcept; \
  ~T();                       \
  bool operator==(const T&) const
#define CLEW_COPIED_HERE(T)                                    \
  T::T() = default;                                            \
  T::T(const T&) = default;                                    \
  T::T(T&&) noexcept = default;                                \
  T& T::operator=(const T& other) { return *this = T(other); } \
  T& T::operator=(T&&) noexcept = default;                     \
  T::~T() = default;                                           \
  bool T::operator==(const T&) const = default

namespace clew {

// A struct as a tree and back, by its field list. Writing leaves out fields that say nothing;
// reading refuses (kInvalid) a member that the list does not have.
Value write_value(const TypeInfo& type, const void* x);
// The error names the place: `where`, or something inside it.
Status read_value(const TypeInfo& type, const Value& value, void* x, const std::string& where);

template <class T>
Value to_value(const T& x) {
  return write_value(kTypeInfo<T>, &x);
}

template <class T>
Status from_value(const Value& value, T& out, const std::string& where) {
  return read_value(kTypeInfo<T>, value, &out, where);
}

// Reads a T out of `value`; the error names the place inside it.
template <class T>
Result<T> from_value(const Value& value) {
  T out{};
  CLEW_TRY(from_value(value, out, std::string()));
  return out;
}

}  // namespace clew
