#pragma once
// Events made up from a seed, for tests: any kind, any field, small ids that often hit and wild
// numbers that never should.

#include <random>

#include "session/event.h"

namespace clew {

class RandomEvents {
 public:
  explicit RandomEvents(uint64_t seed) : bits_(seed) {}

  size_t below(size_t n) { return n == 0 ? 0 : static_cast<size_t>(bits_() % n); }
  // Of the kind with this number.
  EventData data(size_t kind);
  Event event();

 private:
  template <class T>
  void fill(T& x);
  template <size_t... I>
  EventData make(size_t kind, std::index_sequence<I...>);
  int64_t wild();
  std::string text();
  Value value(int levels);

  std::mt19937_64 bits_;
};

}  // namespace clew
