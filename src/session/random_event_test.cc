#include "session/random_event_test.h"

#include <limits>

namespace clew {

template <class T>
void RandomEvents::fill(T& x) {
  if constexpr (std::is_same_v<T, bool>) {
    x = below(2) == 1;
  } else if constexpr (std::is_same_v<T, int64_t>) {
    x = below(4) == 0 ? wild() : static_cast<int64_t>(below(1000));
  } else if constexpr (std::is_integral_v<T>) {
    x = below(12) == 0 ? std::numeric_limits<T>::max() : static_cast<T>(below(12));
  } else if constexpr (std::is_floating_point_v<T>) {
    x = static_cast<T>(below(1000)) / 8;
  } else if constexpr (std::is_enum_v<T>) {
    x = static_cast<T>(below(std::size(EnumNames<T>::names)));
  } else if constexpr (std::is_same_v<T, std::string>) {
    x = text();
  } else if constexpr (std::is_same_v<T, Time>) {
    x = Time{static_cast<int64_t>(below(4'000'000'000'000))};
  } else if constexpr (std::is_same_v<T, Duration>) {
    fill(x.ms);
  } else if constexpr (std::is_same_v<T, Hash>) {
    x = below(2) == 0 ? Hash() : sha256(text());
  } else if constexpr (std::is_same_v<T, Value>) {
    x = value(3);
  } else if constexpr (IsTextId<T>::value) {
    x.text = text();
  } else if constexpr (IsNumberId<T>::value) {
    fill(x.number);
  } else if constexpr (IsOptional<T>::value) {
    x.reset();
    if (below(3) > 0) fill(x.emplace());
  } else if constexpr (IsVector<T>::value) {
    x.resize(below(4));
    for (auto& item : x) fill(item);
  } else {
    for_each_field<T>([&](const auto& f) { fill(x.*(f.member)); });
  }
}

template <size_t... I>
EventData RandomEvents::make(size_t kind, std::index_sequence<I...>) {
  EventData out;
  const auto try_one = [&](auto alternative) {
    if (decltype(alternative)::kind != static_cast<int>(kind)) return;
    fill(alternative);
    out = std::move(alternative);
  };
  (try_one(EventKind<I>{}), ...);
  return out;
}

EventData RandomEvents::data(size_t kind) {
  return make(kind, std::make_index_sequence<kEventKinds>());
}

Event RandomEvents::event() {
  EventHeader header;
  header.seq = Seq{static_cast<uint32_t>(below(60))};
  header.at = below(10) == 0 ? Time{wild()} : Time{static_cast<int64_t>(below(100'000'000))};
  header.actor = ActorId(text());
  return Event{header, data(1 + below(kEventKinds))};
}

int64_t RandomEvents::wild() {
  switch (below(4)) {
    case 0:
      return std::numeric_limits<int64_t>::max();
    case 1:
      return std::numeric_limits<int64_t>::min();
    default:
      return static_cast<int64_t>(bits_());
  }
}

std::string RandomEvents::text() {
  static constexpr const char* kTexts[] = {"",    "a",   "b",          "x.md",
                                           "ana", "bob", "inactivity", "日本"};
  return kTexts[below(std::size(kTexts))];
}

Value RandomEvents::value(int levels) {
  switch (below(levels == 0 ? 5 : 7)) {
    case 0:
      return Value();
    case 1:
      return Value(below(2) == 0);
    case 2:
      return Value(static_cast<int64_t>(below(100)));
    case 3:
      return Value(static_cast<double>(below(100)) / 4);
    case 4:
      return Value(text());
    case 5: {
      Value list = Value::list();
      for (size_t i = below(3); i > 0; --i) list.push(value(levels - 1));
      return list;
    }
    default: {
      Value object = Value::object();
      for (size_t i = below(3); i > 0; --i) object.set("k" + std::to_string(i), value(levels - 1));
      return object;
    }
  }
}

}  // namespace clew
