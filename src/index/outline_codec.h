#pragma once
// The outline of a file as a run of bytes, and back. Every text stands once; numbers are varints
// and lines are differences, so that a file takes about a seventh of its source. The same outline
// gives the same bytes. `shape` is kept beside it.
//
// The bytes come from a cache that anybody with the user's rights may have written: reading them
// never goes past their end, and never makes more of them than they can hold.

#include "base/bytes.h"
#include "base/result.h"
#include "index/file_outline.h"

namespace clew {

Bytes encode_outline(const FileOutline& outline);

enum class OutlineParts { kDefinitions, kAll };
// kCorrupt when it is not what encode_outline made.
Result<FileOutline> decode_outline(BytesView bytes, OutlineParts parts = OutlineParts::kAll);

}  // namespace clew
