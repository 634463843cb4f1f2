#include "command/read_ahead.h"

#include <algorithm>

namespace clew {
namespace {

// As many as are worth threads, and few enough that the pool leaves them all to its own.
constexpr size_t kAhead = 48;

}  // namespace

ReadAhead::ReadAhead(const std::vector<FoundSession>& found, Read read)
    : found_(found), read_(std::move(read)) {
  begin(0);
}

Readings ReadAhead::take(size_t index) {
  if (index % kAhead == 0) {
    pool_.finish();
    ready_ = std::move(coming_);
    begin(index + kAhead);
  }
  return std::move(ready_[index % kAhead]);
}

void ReadAhead::begin(size_t from) {
  coming_.clear();
  if (from >= found_.size()) return;
  coming_.resize(std::min(kAhead, found_.size() - from));
  for (size_t i = 0; i < coming_.size(); ++i) {
    pool_.add([this, i, from] { coming_[i] = read_(found_[from + i]); });
  }
}

}  // namespace clew
