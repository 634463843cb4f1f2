#pragma once
// zstd, with a checksum inside, so that a damaged byte is noticed on the way out.

#include <memory>

#include "base/bytes.h"
#include "base/result.h"

namespace clew {

class Compressor {
 public:
  Compressor();
  ~Compressor();
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  enum class Effort { kQuick, kEven, kThorough };
  Result<Bytes> compress(BytesView bytes, Effort effort);
  // kCorrupt when damaged, or when it would be larger than `most`.
  Result<Bytes> expand(BytesView packed, size_t most);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace clew
