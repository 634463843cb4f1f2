#include "store/sqlite/blobs.h"

namespace clew {
namespace {

Result<bool> has_blob(Database& base, const Hash& hash) {
  Statement query(base.db(), "SELECT 1 FROM blobs WHERE hash = ?1");
  return query.bind(hash).step();
}

// Puts sound bytes in the place of damaged ones.
Status replace_packed(Database& base, const Hash& hash, size_t size, BytesView packed) {
  Statement update(base.db(), "UPDATE blobs SET size = ?2, data = ?3 WHERE hash = ?1");
  return update.bind(hash, static_cast<int64_t>(size), packed).run();
}

Error damaged(const Hash& hash) {
  return make_error(ErrorCode::kCorrupt, "the stored content does not match its hash", hash.hex(),
                    "clew verify");
}

}  // namespace

// The content is hashed before it is stored, and a damaged copy that is there already is replaced
// by the sound one.
Status put_blob(Database& base, const Blob& blob) {
  if (blob.data.size() > kMaxBlobBytes) {
    return make_error(ErrorCode::kInvalid, "the content is over the limit of 1 GiB",
                      blob.hash.hex());
  }
  if (sha256(blob.data) != blob.hash) {
    return make_error(ErrorCode::kInvalid, "the content does not match its hash", blob.hash.hex());
  }
  CLEW_ASSIGN(const bool there, has_blob(base, blob.hash));
  if (there && get_blob(base, blob.hash)) return success();
  CLEW_ASSIGN(const Bytes packed, base.zip.compress(blob.data, Compressor::Effort::kThorough));
  if (there) return replace_packed(base, blob.hash, blob.data.size(), packed);
  Statement insert(base.db(), "INSERT INTO blobs(hash, size, data) VALUES(?1, ?2, ?3)");
  return insert.bind(blob.hash, static_cast<int64_t>(blob.data.size()), BytesView(packed)).run();
}

// For contents that were hashed and packed beforehand.
Status put_packed(Database& base, const PackedBlob& blob) {
  Statement insert(base.db(),
                   "INSERT INTO blobs(hash, size, data) VALUES(?1, ?2, ?3) "
                   "ON CONFLICT(hash) DO NOTHING");
  CLEW_TRY(insert.bind(blob.hash, static_cast<int64_t>(blob.size), BytesView(blob.packed)).run());
  if (sqlite3_changes(base.db().handle()) > 0 || get_blob(base, blob.hash)) return success();
  return replace_packed(base, blob.hash, blob.size, BytesView(blob.packed));
}

// What is read is always hashed: bytes that do not match are damage, never an answer.
Result<Bytes> get_blob(Database& base, const Hash& hash) {
  Statement query(base.db(), "SELECT data, size FROM blobs WHERE hash = ?1");
  CLEW_ASSIGN(const bool found, query.bind(hash).step());
  if (!found) {
    return make_error(ErrorCode::kNotFound, "there is no such content", hash.hex(), "clew verify");
  }
  auto data = base.zip.expand(query.bytes(0), kMaxBlobBytes);
  if (!data || static_cast<int64_t>(data->size()) != query.integer(1) || sha256(*data) != hash) {
    return damaged(hash);
  }
  return data;
}

// A content that is not there is passed over; `verify` reports the use that is missing.
Status use_blobs(Database& base, int64_t sid, const std::vector<Hash>& hashes) {
  for (const Hash& hash : hashes) {
    CLEW_ASSIGN(const bool there, has_blob(base, hash));
    if (!there) continue;
    Statement insert(base.db(), "INSERT OR IGNORE INTO blob_uses(hash, sid) VALUES(?1, ?2)");
    CLEW_TRY(insert.bind(hash, sid).run());
  }
  return success();
}

// Deleted only when no session uses it any more.
Status release_blobs(Database& base, int64_t sid, const std::vector<Hash>& hashes) {
  for (const Hash& hash : hashes) {
    Statement forget(base.db(), "DELETE FROM blob_uses WHERE hash = ?1 AND sid = ?2");
    CLEW_TRY(forget.bind(hash, sid).run());
    if (sqlite3_changes(base.db().handle()) == 0) continue;
    Statement drop(base.db(),
                   "DELETE FROM blobs WHERE hash = ?1 AND NOT EXISTS "
                   "(SELECT 1 FROM blob_uses WHERE hash = ?1)");
    CLEW_TRY(drop.bind(hash).run());
  }
  return success();
}

Result<std::vector<Hash>> used_blobs(Database& base, int64_t sid) {
  Statement rows(base.db(), "SELECT hash FROM blob_uses WHERE sid = ?1 ORDER BY hash");
  rows.bind(sid);
  std::vector<Hash> found;
  while (true) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) return found;
    found.push_back(rows.hash(0));
  }
}

}  // namespace clew
