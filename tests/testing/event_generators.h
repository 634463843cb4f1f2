#pragma once
// Events by chance, for property tests: any struct that states its fields can be generated. Doubles
// are finite, so that equal means equal.

#include <rapidcheck.h>

#include "session/event.h"

namespace clew {

rc::Gen<Value> any_value(int depth);

template <class T>
T pick() {
  if constexpr (std::is_same_v<T, Value>) {
    return *any_value(3);
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<T>(*rc::gen::inRange<size_t>(0, std::size(EnumNames<T>::names)));
  } else if constexpr (std::is_same_v<T, double>) {
    return static_cast<double>(*rc::gen::inRange<int>(-1000, 1000)) / 8;
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return *rc::gen::arbitrary<T>();
  } else if constexpr (std::is_same_v<T, Time> || std::is_same_v<T, Duration>) {
    return T{*rc::gen::arbitrary<int64_t>()};
  } else if constexpr (std::is_same_v<T, Hash>) {
    return *rc::gen::arbitrary<bool>() ? sha256(pick<std::string>()) : Hash{};
  } else if constexpr (IsTextId<T>::value) {
    return T(pick<std::string>());
  } else if constexpr (IsNumberId<T>::value) {
    return T{pick<uint32_t>()};
  } else if constexpr (IsOptional<T>::value) {
    if (*rc::gen::arbitrary<bool>()) return T();
    return T(pick<typename T::value_type>());
  } else if constexpr (IsVector<T>::value) {
    T items(*rc::gen::inRange<size_t>(0, 3));
    for (auto& item : items) item = pick<typename T::value_type>();
    return items;
  } else {
    T x;
    for_each_field<T>([&](const auto& f) {
      using Member = std::decay_t<decltype(x.*(f.member))>;
      if (*rc::gen::arbitrary<bool>()) x.*(f.member) = pick<Member>();
    });
    return x;
  }
}

inline rc::Gen<Value> any_value(int depth) {
  return rc::gen::exec([depth]() -> Value {
    switch (*rc::gen::inRange(0, depth > 0 ? 7 : 5)) {
      case 0:
        return {};
      case 1:
        return pick<bool>();
      case 2:
        return pick<int64_t>();
      case 3:
        return pick<double>();
      case 4:
        return pick<std::string>();
      case 5: {
        Value list = Value::list();
        for (int left = *rc::gen::inRange(0, 3); left > 0; --left) list.push(*any_value(depth - 1));
        return list;
      }
      default: {
        Value object = Value::object();
        for (int left = *rc::gen::inRange(0, 3); left > 0; --left) {
          object.set(pick<std::string>(), *any_value(depth - 1));
        }
        return object;
      }
    }
  });
}

template <size_t... I>
EventData pick_kind(size_t index, std::index_sequence<I...>) {
  EventData data;
  static_cast<void>(((I == index ? (data = pick<EventKind<I>>(), true) : false) || ...));
  return data;
}

// Of every kind there is.
inline rc::Gen<EventData> any_event() {
  return rc::gen::exec([] {
    constexpr size_t kKinds = kEventKinds;
    return pick_kind(*rc::gen::inRange<size_t>(0, kKinds), std::make_index_sequence<kKinds>());
  });
}

}  // namespace clew
