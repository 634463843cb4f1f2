#pragma once
// A number that whoever runs the tests may set, as CLEW_SEEDS=1000.

#include <cstdint>
#include <cstdlib>

namespace clew {

inline uint64_t number_from(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace clew
