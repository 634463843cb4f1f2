#include "base/type_info.h"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace clew {
namespace {

template <class T>
bool store(void* x, int64_t number) {
  const T narrow = static_cast<T>(number);
  std::memcpy(x, &narrow, sizeof(T));
  return static_cast<int64_t>(narrow) == number;
}

template <class T>
bool same(const void* a, const void* b) {
  return *static_cast<const T*>(a) == *static_cast<const T*>(b);
}
template <class T>
void assign(void* to, const void* from) {
  *static_cast<T*>(to) = *static_cast<const T*>(from);
}

bool same_parts(const TypeInfo& type, const void* a, const void* b) {
  for (size_t i = 0;; ++i) {
    const void* left = type.reach(a, i);
    const void* right = type.reach(b, i);
    if (left == nullptr || right == nullptr) return left == right;
    if (!same_content(*type.inner, left, right)) return false;
    if (type.form == TypeForm::kOptional) return true;
  }
}

bool same_members(const TypeInfo& type, const void* a, const void* b) {
  for (const MemberInfo& member : type.structure().members) {
    if (!same_content(*member.type, member.of(a), member.of(b))) return false;
  }
  return true;
}

}  // namespace

void type_info_detail::add_member(StructInfo::Members& members, const TypeInfo& type,
                                  ptrdiff_t offset, int number, const char* name, const char* doc) {
  members.push_back({number, name, doc, &type, offset, false});
}

void StructInfo::prepare() {
  static std::recursive_mutex mutex;  // what a struct holds is filled with it
  const std::scoped_lock lock(mutex);
  if (is_ready.load(std::memory_order_relaxed)) return;
  Members all;
  blank = fill(all);
  for (MemberInfo& member : all) {
    const TypeInfo& type = *member.type;
    member.is_plain = type.form == TypeForm::kStruct &&
                      same_content(type, member.of(blank), type.structure().blank);
  }
  auto* kept = new MemberInfo[all.size()];
  std::copy(all.begin(), all.end(), kept);
  members = {kept, all.size()};
  for (const MemberInfo& member : members) forms |= forms_in(*member.type);
  is_ready.store(true, std::memory_order_release);
}

bool set_number(const TypeInfo& type, void* x, int64_t number) {
  switch (type.form) {
    case TypeForm::kBool:
      *static_cast<bool*>(x) = number == 1;
      return number == 0 || number == 1;
    case TypeForm::kInt:
      if (type.size == 8) return store<int64_t>(x, number);
      return type.is_signed ? store<int32_t>(x, number) : store<uint32_t>(x, number);
    case TypeForm::kEnum:
      if (number < 0 || number >= static_cast<int64_t>(type.names.size())) return false;
      return store<uint32_t>(x, number);
    case TypeForm::kNumberId:
      return store<uint32_t>(x, number);
    default:
      return store<int64_t>(x, number);
  }
}

bool same_content(const TypeInfo& type, const void* a, const void* b) {
  switch (type.form) {
    case TypeForm::kText:
    case TypeForm::kTextId:
      return text_in(a) == text_in(b);
    case TypeForm::kDouble:
      return same<double>(a, b);
    case TypeForm::kHash:
      return same<Hash>(a, b);
    case TypeForm::kValue:
      return same<Value>(a, b);
    case TypeForm::kOptional:
    case TypeForm::kList:
      return same_parts(type, a, b);
    case TypeForm::kStruct:
      return same_members(type, a, b);
    default:
      return number_in(type, a) == number_in(type, b);
  }
}

void copy_content(const TypeInfo& type, void* to, const void* from) {
  if (to == from) return;
  switch (type.form) {
    case TypeForm::kText:
    case TypeForm::kTextId:
      text_in(to) = text_in(from);
      return;
    case TypeForm::kDouble:
      return assign<double>(to, from);
    case TypeForm::kHash:
      return assign<Hash>(to, from);
    case TypeForm::kValue:
      return assign<Value>(to, from);
    case TypeForm::kOptional:
    case TypeForm::kList:
      type.reset(to);
      for_each_part(type, from, [&](const TypeInfo& inner, const void* part) {
        copy_content(inner, type.grow(to), part);
      });
      return;
    case TypeForm::kStruct:
      for (const MemberInfo& member : type.structure().members) {
        copy_content(*member.type, member.of(to), member.of(from));
      }
      return;
    default:
      static_cast<void>(set_number(type, to, number_in(type, from)));
  }
}

bool says_nothing(const TypeInfo& type, const void* x) {
  switch (type.form) {
    case TypeForm::kText:
    case TypeForm::kTextId:
      return text_in(x).empty();
    case TypeForm::kHash:
      return static_cast<const Hash*>(x)->empty();
    case TypeForm::kValue:
      return static_cast<const Value*>(x)->is_null();
    case TypeForm::kOptional:
    case TypeForm::kList:
      return type.reach(x, 0) == nullptr;
    default:
      return false;
  }
}

}  // namespace clew
