#include "remote/entry.h"

#include "bundle/age_file.h"
#include "bundle/field_reader.h"
#include "bundle/signed_text.h"
#include "document/json/json.h"
#include "remote/epoch.h"
#include "remote/object_names.h"
#include "store/codec/compress.h"

namespace clew {
namespace {

constexpr SignedKind kEntry{"clew-journal 1", "clew remote journal 1\n", "an entry of a journal"};
constexpr SignedKind kHeads{"clew-heads 1", "clew remote heads 1\n", "the heads of a remote"};
constexpr uint64_t kVersion = 1;
constexpr const char* kNeeds = "0.1.0";
constexpr uint64_t kMaxNumber = INT64_MAX;
// Heads of a hundred thousand sessions; what expands to more is refused.
constexpr size_t kMaxHeadsText = size_t{256} << 20;

Error unreadable(const std::string& what) {
  return make_error(ErrorCode::kCorrupt, "cannot be read: " + what);
}

Value piece_value(const TextPiece& piece) {
  Value value = Value::object();
  if (piece.pack.empty()) {
    value.set("entry", static_cast<int64_t>(piece.entry));
  } else {
    value.set("pack", piece.pack.hex());
  }
  value.set("offset", static_cast<int64_t>(piece.offset));
  value.set("size", static_cast<int64_t>(piece.size));
  return value;
}

TextPiece read_piece(const Value& value, uint64_t entry, FieldReader& row) {
  FieldReader fields(value);
  TextPiece piece;
  piece.pack = fields.hash_or_none("pack");
  if (piece.pack.empty()) {
    piece.entry = fields.has("entry") ? fields.number("entry", kMaxNumber) : entry;
  }
  piece.offset = fields.number("offset", kMaxNumber);
  piece.size = fields.number("size", kMaxNumber);
  if (!fields.wrong().empty()) row.fail("text");
  return piece;
}

// Text beside the JSON, compressed, with its hash in the JSON.
struct Attached {
  Bytes bytes;
  Value value = Value::object();
};
Result<Attached> attach(const Bytes& text) {
  Compressor compressor;
  CLEW_ASSIGN(Bytes smaller, compressor.compress(text, Compressor::Effort::kEven));
  const bool is_smaller = smaller.size() < text.size();
  Attached attached{is_smaller ? std::move(smaller) : text};
  attached.value.set("packing", is_smaller ? "zstd" : "none");
  attached.value.set("size", static_cast<int64_t>(text.size()));
  attached.value.set("hash", sha256(attached.bytes).hex());
  return attached;
}
Result<Bytes> detach(const Value* value, BytesView bytes, size_t most) {
  if (value == nullptr) {
    return bytes.empty() ? Result<Bytes>(Bytes()) : Result<Bytes>(unreadable("more than it names"));
  }
  FieldReader fields(*value);
  const std::string packing = fields.text("packing");
  const uint64_t size = fields.number("size", most);
  const Hash hash = fields.hash("hash");
  if (!fields.wrong().empty()) return unreadable("\"text\"");
  if (sha256(bytes) != hash) return unreadable("its text is not what was signed");
  Bytes text;
  if (packing == "zstd") {
    Compressor compressor;
    CLEW_ASSIGN(text, compressor.expand(bytes, size));
  } else {
    text = Bytes(bytes);
  }
  if (text.size() != size) return unreadable("its text has another size");
  return text;
}

void set_opening(Value& value, const char* kind, const std::string& remote, uint64_t n,
                 uint32_t epoch) {
  value.set(kind, static_cast<int64_t>(kVersion));
  value.set("needs", kNeeds);
  value.set("remote", remote);
  value.set("n", static_cast<int64_t>(n));
  value.set("epoch", epoch);
}

Value hashes_value(const std::vector<Hash>& hashes) {
  Value list = Value::list();
  for (const auto& hash : hashes) list.push(hash.hex());
  return list;
}

std::vector<Hash> read_hashes(FieldReader& fields, const char* name) {
  std::vector<Hash> hashes;
  if (!fields.has(name)) return hashes;
  for (const auto& each : fields.list(name)) hashes.push_back(Hash::from_hex(each.as_string()));
  return hashes;
}

void set_realms(Value& value, const std::vector<RealmNote>& realms) {
  if (realms.empty()) return;
  Value list = Value::list();
  for (const auto& note : realms) {
    Value each = Value::object();
    each.set("realm", note.realm);
    each.set("sessions", hashes_value(note.sessions));
    if (!note.withdrawn.empty()) each.set("withdrawn", hashes_value(note.withdrawn));
    list.push(each);
  }
  value.set("realms", list);
}

std::vector<RealmNote> read_realms(FieldReader& fields) {
  std::vector<RealmNote> realms;
  if (!fields.has("realms")) return realms;
  for (const auto& each : fields.list("realms")) {
    FieldReader note(each);
    RealmNote realm;
    realm.realm = note.text("realm");
    realm.sessions = read_hashes(note, "sessions");
    realm.withdrawn = read_hashes(note, "withdrawn");
    if (!note.wrong().empty() || !is_drawn_id(realm.realm)) fields.fail("realms");
    realms.push_back(std::move(realm));
  }
  return realms;
}

Status check_version(FieldReader& fields, const char* kind) {
  const uint64_t version = fields.number(kind, 1'000'000);
  const std::string needs = fields.text("needs");
  if (!fields.wrong().empty()) return unreadable("\"" + fields.wrong() + "\"");
  return check_needs(version, kVersion, needs);
}

}  // namespace

Value row_value(const SentRow& row) {
  Value value = Value::object();
  value.set("session", row.session);
  value.set("genesis", row.genesis.hex());
  if (!row.parent.empty()) {
    value.set("parent", row.parent);
    value.set("parent_seq", row.parent_seq);
    value.set("parent_hash", row.parent_hash.hex());
  }
  value.set("from", row.from);
  value.set("seq", row.seq);
  value.set("hash", row.hash.hex());
  Value text = Value::list();
  for (const auto& piece : row.text) text.push(piece_value(piece));
  value.set("text", text);
  return value;
}

Result<SentRow> read_row(const Value& value, uint64_t entry) {
  FieldReader fields(value);
  SentRow row;
  row.session = fields.text("session");
  row.genesis = fields.hash("genesis");
  if (fields.has("parent")) {
    row.parent = fields.text("parent");
    row.parent_seq = static_cast<uint32_t>(fields.number("parent_seq", UINT32_MAX));
    row.parent_hash = fields.hash("parent_hash");
  }
  row.from = static_cast<uint32_t>(fields.number("from", UINT32_MAX));
  row.seq = static_cast<uint32_t>(fields.number("seq", UINT32_MAX));
  row.hash = fields.hash("hash");
  for (const auto& each : fields.list("text")) row.text.push_back(read_piece(each, entry, fields));
  if (row.from == 0 || row.seq < row.from) fields.fail("from");
  if (!fields.wrong().empty()) return unreadable("\"" + fields.wrong() + "\" of a row");
  return row;
}

Value forgotten_value(const ForgottenSession& forgotten) {
  Value value = Value::object();
  value.set("forgotten", forgotten.genesis.hex());
  value.set("seq", forgotten.seq);
  value.set("hash", forgotten.hash.hex());
  value.set("device", forgotten.device);
  return value;
}

Result<ForgottenSession> read_forgotten(const Value& value) {
  FieldReader fields(value);
  ForgottenSession forgotten;
  forgotten.genesis = fields.hash("forgotten");
  forgotten.seq = static_cast<uint32_t>(fields.number("seq", UINT32_MAX));
  forgotten.hash = fields.hash("hash");
  forgotten.device = fields.text("device");
  if (!fields.wrong().empty()) return unreadable("\"" + fields.wrong() + "\" of \"forgotten\"");
  return forgotten;
}

Result<Bytes> seal_entry(const Entry& entry, const DeviceKey& by, const AgeRecipient& epoch_key,
                         const RandomSource& random) {
  Value value = Value::object();
  set_opening(value, "clew_journal", entry.remote, entry.n, entry.epoch);
  if (!entry.before.empty()) value.set("before", entry.before.hex());
  value.set("device", entry.device);
  value.set("counter", static_cast<int64_t>(entry.counter));
  value.set("made_at", entry.made_at);
  Value rows = Value::list();
  for (const auto& row : entry.rows) rows.push(row_value(row));
  value.set("rows", rows);
  if (!entry.voided.empty()) {
    Value voided = Value::list();
    for (const uint64_t n : entry.voided) voided.push(static_cast<int64_t>(n));
    value.set("void", voided);
  }
  if (!entry.lost.empty()) value.set("lost", hashes_value(entry.lost));
  if (!entry.forgotten.empty()) {
    Value forgotten = Value::list();
    for (const auto& each : entry.forgotten) forgotten.push(forgotten_value(each));
    value.set("forgotten", forgotten);
  }
  if (!entry.withdrawn.empty()) value.set("withdrawn", hashes_value(entry.withdrawn));
  set_realms(value, entry.realms);
  Attached attached;
  if (!entry.text.empty()) {
    CLEW_ASSIGN(attached, attach(entry.text));
    value.set("text", attached.value);
  }
  const Bytes plain = write_signed(kEntry, write_json(value), by) + attached.bytes;
  CLEW_ASSIGN(Bytes sealed, seal(plain, {{epoch_key}, "", 0}, random));
  if (sealed.size() <= kMaxEntryBytes) return sealed;
  return make_error(ErrorCode::kInvalid, "an entry of a journal would be too large", entry.remote);
}

Result<Entry> open_entry(BytesView sealed, const std::vector<AgeIdentity>& keys) {
  CLEW_ASSIGN(const Unsealed unsealed, unseal(sealed, {keys, {}}));
  CLEW_ASSIGN(const SignedText text, read_signed(kEntry, unsealed.plain, kMaxEntryBytes));
  const auto value = parse_json(text.line);
  if (!value) return unreadable(value.error().message);
  FieldReader fields(*value);
  CLEW_TRY(check_version(fields, "clew_journal"));
  Entry entry;
  entry.remote = fields.text("remote");
  entry.n = fields.number("n", kMaxNumber);
  entry.epoch = static_cast<uint32_t>(fields.number("epoch", UINT32_MAX));
  entry.before = fields.hash_or_none("before");
  entry.device = fields.text("device");
  entry.counter = fields.number("counter", kMaxNumber);
  entry.made_at = fields.text("made_at");
  for (const auto& each : fields.list("rows")) {
    CLEW_ASSIGN(SentRow row, read_row(each, entry.n));
    entry.rows.push_back(std::move(row));
  }
  if (fields.has("void")) {
    for (const auto& each : fields.list("void")) {
      entry.voided.push_back(static_cast<uint64_t>(each.as_int()));
    }
  }
  entry.lost = read_hashes(fields, "lost");
  if (fields.has("forgotten")) {
    for (const auto& each : fields.list("forgotten")) {
      CLEW_ASSIGN(ForgottenSession forgotten, read_forgotten(each));
      entry.forgotten.push_back(std::move(forgotten));
    }
  }
  entry.withdrawn = read_hashes(fields, "withdrawn");
  entry.realms = read_realms(fields);
  if (!fields.wrong().empty()) return unreadable("\"" + fields.wrong() + "\"");
  CLEW_ASSIGN(entry.text, detach(value->find("text"), BytesView(unsealed.plain).substr(text.rest),
                                 kMaxPackText));
  entry.signed_by = text.signing_key;
  entry.sealed = sha256(sealed);
  return entry;
}

Result<Bytes> seal_heads(const Heads& heads, const DeviceKey& by, const AgeRecipient& epoch_key,
                         const RandomSource& random) {
  Value value = Value::object();
  set_opening(value, "clew_heads", heads.remote, heads.n, heads.epoch);
  value.set("entry", heads.entry.hex());
  value.set("entry_epoch", static_cast<int64_t>(heads.entry_epoch));
  if (heads.first > 1) {
    CLEW_CHECK(heads.entries.size() <= kMaxHeadsEntries);
    value.set("first", static_cast<int64_t>(heads.first));
    Value entries = Value::list();
    for (const auto& hash : heads.entries) entries.push(hash.hex());
    value.set("entries", entries);
    Value lost = Value::list();
    for (const auto& hash : heads.lost) lost.push(hash.hex());
    if (!heads.lost.empty()) value.set("lost", lost);
  }
  set_realms(value, heads.realms);
  Bytes text;
  for (const auto& each : heads.forgotten) text += write_json(forgotten_value(each)) + "\n";
  for (const auto& row : heads.rows) text += write_json(row_value(row)) + "\n";
  CLEW_ASSIGN(const Attached attached, attach(text));
  value.set("text", attached.value);
  const Bytes plain = write_signed(kHeads, write_json(value), by) + attached.bytes;
  return seal(plain, {{epoch_key}, "", 0}, random);
}

Result<Heads> open_heads(BytesView sealed, const std::vector<AgeIdentity>& keys) {
  CLEW_ASSIGN(const Unsealed unsealed, unseal(sealed, {keys, {}}));
  CLEW_ASSIGN(const SignedText text, read_signed(kHeads, unsealed.plain, kMaxEntryBytes));
  const auto value = parse_json(text.line);
  if (!value) return unreadable(value.error().message);
  FieldReader fields(*value);
  CLEW_TRY(check_version(fields, "clew_heads"));
  Heads heads;
  heads.remote = fields.text("remote");
  heads.n = fields.number("n", kMaxNumber);
  heads.epoch = static_cast<uint32_t>(fields.number("epoch", UINT32_MAX));
  heads.entry = fields.hash("entry");
  heads.entry_epoch = static_cast<uint32_t>(fields.number("entry_epoch", heads.epoch));
  if (fields.has("first")) {
    heads.first = fields.number("first", kMaxNumber);
    for (const auto& each : fields.list("entries")) {
      heads.entries.push_back(Hash::from_hex(each.as_string()));
    }
    if (fields.has("lost")) {
      for (const auto& each : fields.list("lost")) {
        heads.lost.push_back(Hash::from_hex(each.as_string()));
      }
    }
  }
  heads.realms = read_realms(fields);
  if (!fields.wrong().empty()) return unreadable("\"" + fields.wrong() + "\"");
  CLEW_ASSIGN(const Bytes rows, detach(value->find("text"),
                                       BytesView(unsealed.plain).substr(text.rest), kMaxHeadsText));
  for (size_t at = 0; at < rows.size();) {
    const size_t end = std::min(rows.find('\n', at), rows.size());
    const auto line = parse_json(std::string_view(rows).substr(at, end - at));
    if (!line) return unreadable(line.error().message);
    at = end + 1;
    if (line->find("forgotten") != nullptr) {
      CLEW_ASSIGN(ForgottenSession forgotten, read_forgotten(*line));
      heads.forgotten.push_back(std::move(forgotten));
      continue;
    }
    CLEW_ASSIGN(SentRow row, read_row(*line, 0));
    heads.rows.push_back(std::move(row));
  }
  heads.signed_by = text.signing_key;
  return heads;
}

Result<SealedPack> seal_pack(BytesView text, const AgeRecipient& epoch_key,
                             const RandomSource& random) {
  CLEW_CHECK(text.size() <= kMaxPackText);
  Compressor compressor;
  CLEW_ASSIGN(const Bytes packed, compressor.compress(text, Compressor::Effort::kEven));
  CLEW_ASSIGN(Bytes sealed, seal(packed, {{epoch_key}, "", 0}, random));
  const Hash name = sha256(sealed);
  return SealedPack{name, std::move(sealed)};
}

Result<Bytes> open_pack(BytesView sealed, const std::vector<AgeIdentity>& keys) {
  CLEW_ASSIGN(const Unsealed unsealed, unseal(sealed, {keys, {}}));
  Compressor compressor;
  return compressor.expand(unsealed.plain, kMaxPackText);
}

}  // namespace clew
