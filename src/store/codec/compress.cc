#include "store/codec/compress.h"

#include <zstd.h>

namespace clew {

namespace {

int level_of(Compressor::Effort effort) {
  switch (effort) {
    case Compressor::Effort::kQuick:
      return 1;
    case Compressor::Effort::kEven:
      return 3;  // what the program zstd does unless told otherwise
    case Compressor::Effort::kThorough:
      break;
  }
  return 6;
}

}  // namespace

// Made when first needed and used again: a context costs more than a small snapshot.
struct Compressor::Contexts {
  ZSTD_CCtx* in = nullptr;
  ZSTD_DCtx* out = nullptr;
};

Compressor::Compressor() : contexts_(std::make_unique<Contexts>()) {}

Compressor::~Compressor() {
  ZSTD_freeCCtx(contexts_->in);
  ZSTD_freeDCtx(contexts_->out);
}

Result<Bytes> Compressor::compress(BytesView bytes, Effort effort) {
  if (contexts_->in == nullptr) {
    contexts_->in = ZSTD_createCCtx();
    if (contexts_->in == nullptr) return make_error(ErrorCode::kFailed, "out of memory");
    ZSTD_CCtx_setParameter(contexts_->in, ZSTD_c_checksumFlag, 1);
  }
  ZSTD_CCtx_setParameter(contexts_->in, ZSTD_c_compressionLevel, level_of(effort));
  Bytes packed(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size =
      ZSTD_compress2(contexts_->in, packed.data(), packed.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size) != 0) {
    return make_error(ErrorCode::kFailed, std::string("compressing: ") + ZSTD_getErrorName(size));
  }
  packed.resize(size);
  return packed;
}

// The size in the frame is checked before memory is taken.
Result<Bytes> Compressor::expand(BytesView packed, size_t most) {
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > most) {
    return make_error(ErrorCode::kCorrupt, "compressed bytes are damaged");
  }
  if (contexts_->out == nullptr) {
    contexts_->out = ZSTD_createDCtx();
    if (contexts_->out == nullptr) return make_error(ErrorCode::kFailed, "out of memory");
  }
  Bytes bytes(size, '\0');
  const size_t got =
      ZSTD_decompressDCtx(contexts_->out, bytes.data(), bytes.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) != 0 || got != size) {
    return make_error(ErrorCode::kCorrupt, "compressed bytes are damaged");
  }
  return bytes;
}

}  // namespace clew
