#pragma once
// OneOf<A, B, …>: exactly one of them, as std::variant, for sums of many types: what it does with a
// type is one row of a table, so that compiling it costs one row per type and no more.
//
// A type is in the list once, and moves without throwing. After a move the same type is held, as
// its move leaves it; a copy that throws changes nothing.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

#include "base/check.h"

namespace clew {

namespace one_of_detail {

struct Row {
  void (*destroy)(void* x) noexcept;
  void (*copy)(void* to, const void* from);
  void (*move)(void* to, void* from) noexcept;  // `from` is still to be destroyed
};

template <class T>
void destroy(void* x) noexcept {
  std::destroy_at(static_cast<T*>(x));
}
template <class T>
void copy(void* to, const void* from) {
  new (to) T(*static_cast<const T*>(from));
}
template <class T>
void move(void* to, void* from) noexcept {
  static_assert(std::is_nothrow_move_constructible_v<T>);
  new (to) T(std::move(*static_cast<T*>(from)));
}
template <class T>
bool equal(const void* a, const void* b) {
  return *static_cast<const T*>(a) == *static_cast<const T*>(b);
}
template <class R, class F, class T, class Any>
R call(F& f, Any* x) {
  return f(*static_cast<T*>(x));
}

// The place of T in the list; its length when T is not there.
template <class T, class... Ts>
constexpr size_t find() {
  size_t index = 0;
  static_cast<void>(((std::is_same_v<T, Ts> || (++index, false)) || ...));
  return index;
}

}  // namespace one_of_detail

template <class... Ts>
class OneOf {
 public:
  static constexpr size_t kCount = sizeof...(Ts);
  template <class T>
  static constexpr size_t kIndexOf = one_of_detail::find<T, Ts...>();
  template <size_t I>
  using Type = std::tuple_element_t<I, std::tuple<Ts...>>;

  OneOf() : index_(0) { new (space_) Type<0>(); }
  template <class T>
    requires(kIndexOf<std::remove_cvref_t<T>> < kCount)
  OneOf(T&& x) : index_(kIndexOf<std::remove_cvref_t<T>>) {  // NOLINT: implicit on purpose
    new (space_) std::remove_cvref_t<T>(std::forward<T>(x));
  }
  OneOf(const OneOf& other);
  OneOf(OneOf&& other) noexcept;
  OneOf& operator=(const OneOf& other);
  OneOf& operator=(OneOf&& other) noexcept;
  ~OneOf();

  size_t index() const { return index_; }
  void* content() { return space_; }
  const void* content() const { return space_; }

 protected:
  // A copy of `x`, which is of the type with that index.
  OneOf(size_t index, const void* x) : index_(static_cast<uint8_t>(index)) {
    row(index).copy(space_, x);
  }

 private:
  static const one_of_detail::Row& row(size_t index);

  static_assert(kCount < 256);
  alignas(Ts...) std::byte space_[std::max({sizeof(Ts)...})];
  uint8_t index_;
};

template <class... Ts>
const one_of_detail::Row& OneOf<Ts...>::row(size_t index) {
  static constexpr one_of_detail::Row kRows[] = {
      {&one_of_detail::destroy<Ts>, &one_of_detail::copy<Ts>, &one_of_detail::move<Ts>}
      ...
  };
  return kRows[index];
}

template <class... Ts>
OneOf<Ts...>::OneOf(const OneOf& other) : index_(other.index_) {
  row(index_).copy(space_, other.space_);
}
template <class... Ts>
OneOf<Ts...>::OneOf(OneOf&& other) noexcept : index_(other.index_) {
  row(index_).move(space_, other.space_);
}
template <class... Ts>
OneOf<Ts...>& OneOf<Ts...>::operator=(const OneOf& other) {
  return *this = OneOf(other);
}
template <class... Ts>
OneOf<Ts...>& OneOf<Ts...>::operator=(OneOf&& other) noexcept {
  if (this == &other) return *this;
  row(index_).destroy(space_);
  index_ = other.index_;
  row(index_).move(space_, other.space_);
  return *this;
}
template <class... Ts>
OneOf<Ts...>::~OneOf() {
  row(index_).destroy(space_);
}

template <class... Ts>
bool operator==(const OneOf<Ts...>& a, const OneOf<Ts...>& b) {
  static constexpr bool (*kEqual[])(const void*, const void*) = {&one_of_detail::equal<Ts>...};
  return a.index() == b.index() && kEqual[a.index()](a.content(), b.content());
}

template <class T, class... Ts>
bool holds(const OneOf<Ts...>& x) {
  constexpr size_t index = one_of_detail::find<T, Ts...>();
  static_assert(index < sizeof...(Ts));
  return x.index() == index;
}

// Null when another type is held.
template <class T, class... Ts>
const T* get_if(const OneOf<Ts...>* x) {
  return holds<T>(*x) ? static_cast<const T*>(x->content()) : nullptr;
}
template <class T, class... Ts>
T* get_if(OneOf<Ts...>* x) {
  return holds<T>(*x) ? static_cast<T*>(x->content()) : nullptr;
}

// REQUIRES: holds<T>(x)
template <class T, class... Ts>
const T& get(const OneOf<Ts...>& x) {
  CLEW_CHECK(holds<T>(x));
  return *static_cast<const T*>(x.content());
}
template <class T, class... Ts>
T& get(OneOf<Ts...>& x) {
  CLEW_CHECK(holds<T>(x));
  return *static_cast<T*>(x.content());
}

// f(what is held). The answer is of the type that f gives for the first of the list.
template <class F, class First, class... Ts>
auto visit(F&& f, const OneOf<First, Ts...>& x) {
  using R = std::invoke_result_t<F&, const First&>;
  using Call = R (*)(F&, const void*);
  static constexpr Call kCalls[] = {&one_of_detail::call<R, F, const First, const void>,
                                    &one_of_detail::call<R, F, const Ts, const void>...};
  return kCalls[x.index()](f, x.content());
}
template <class F, class First, class... Ts>
auto visit(F&& f, OneOf<First, Ts...>& x) {
  using R = std::invoke_result_t<F&, First&>;
  using Call = R (*)(F&, void*);
  static constexpr Call kCalls[] = {&one_of_detail::call<R, F, First, void>,
                                    &one_of_detail::call<R, F, Ts, void>...};
  return kCalls[x.index()](f, x.content());
}

}  // namespace clew
