#pragma once
// Contents by their hash, compressed, each kept once however many sessions name it.

#include "store/codec/prepared_session.h"
#include "store/sqlite/database.h"

namespace clew {

// kInvalid when the hash is not that of the data, or it is too large.
Status put_blob(Database& base, const Blob& blob);
// The same for what pack_blob made of it.
Status put_packed(Database& base, const PackedBlob& blob);
// kNotFound; kCorrupt when the stored bytes are not what the hash says.
Result<Bytes> get_blob(Database& base, const Hash& hash);
// Those of `hashes` that are blobs are noted as used by the session.
Status use_blobs(Database& base, int64_t sid, const std::vector<Hash>& hashes);
// The session no longer names them; what nobody names is dropped.
Status release_blobs(Database& base, int64_t sid, const std::vector<Hash>& hashes);
Result<std::vector<Hash>> used_blobs(Database& base, int64_t sid);

}  // namespace clew
