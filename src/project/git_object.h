#pragma once
// The hash by which git names a content: SHA-1, or SHA-256 in a repository made so, of "blob SIZE",
// a NUL and the content. It is compared with what git wrote and protects nothing.

#include "base/bytes.h"

namespace clew {

// The raw bytes, as many as `hash_size`: 20 or 32. Empty for another size.
Bytes blob_object(BytesView content, size_t hash_size);

}  // namespace clew
