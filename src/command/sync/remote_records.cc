#include "command/sync/remote_records.h"

#include <algorithm>
#include <charconv>

#include "base/id_rule.h"
#include "bundle/field_reader.h"
#include "document/json/json.h"
#include "remote/realm.h"
#include "store/settings.h"

namespace clew {
namespace {

Error damaged(const std::string& key) {
  return make_error(ErrorCode::kCorrupt, "what is kept of a remote cannot be read", key,
                    "clew remote remove NAME, then join it again");
}

Value rows_value(const std::vector<SentRow>& rows) {
  Value list = Value::list();
  for (const auto& row : rows) list.push(row_value(row));
  return list;
}

Result<std::vector<SentRow>> read_rows(FieldReader& fields, const char* name, uint64_t entry) {
  std::vector<SentRow> rows;
  for (const auto& each : fields.list(name)) {
    CLEW_ASSIGN(SentRow row, read_row(each, entry));
    rows.push_back(std::move(row));
  }
  return rows;
}

Status drop_heads_and_entries(SettingWriter& store, const std::string& name) {
  CLEW_TRY(store.drop_settings(remote_head_prefix(name)));
  return store.drop_settings(remote_entry_prefix(name));
}

Result<std::vector<RemoteRecord>> records_under(SettingReader& store, const std::string& prefix) {
  CLEW_ASSIGN(const auto rows, store.settings(prefix));
  std::vector<RemoteRecord> records;
  for (const auto& row : rows) {
    const auto value = parse_json(row.value);
    if (!value) return damaged(row.key);
    auto record = from_value<RemoteRecord>(*value);
    if (!record) return damaged(row.key);
    records.push_back(std::move(*record));
  }
  return records;
}

}  // namespace

void RemoteRecord::set_at(const JournalPosition& at) {
  n = static_cast<int64_t>(at.n);
  sealed = at.n == 0 ? std::string() : at.sealed.hex();
  epoch = at.epoch;
}

RemoteAddress RemoteRecord::address() const {
  return parse_remote_address(url, endpoint, "/").value_or(RemoteAddress{});
}

Status check_remote_name(const std::string& name) {
  if (is_session_id(name)) return success();
  return make_error(ErrorCode::kUsage,
                    "the name of a remote has up to 64 letters, digits, '-', '_' and '.'", name,
                    "clew remote add home /mnt/stick/clew");
}

Result<std::vector<RemoteRecord>> remote_records(SettingReader& store) {
  return records_under(store, std::string(kRemoteSettings));
}

Result<std::optional<RemoteRecord>> remote_record(SettingReader& store, const std::string& name) {
  CLEW_ASSIGN(const auto text, store.setting(remote_setting(name)));
  if (text.empty()) return std::optional<RemoteRecord>();
  const auto value = parse_json(text);
  if (!value) return damaged(remote_setting(name));
  auto record = from_value<RemoteRecord>(*value);
  if (!record) return damaged(remote_setting(name));
  return std::optional<RemoteRecord>(std::move(*record));
}

Status put_remote(SettingWriter& store, const RemoteRecord& record) {
  const std::string key = record.hangs_on.empty()
                              ? remote_setting(record.name)
                              : remote_realm_setting(record.hangs_on, record.remote);
  return store.put_setting(key, write_json(to_value(record)));
}

Status drop_remote(Transaction& store, const std::string& name) {
  CLEW_TRY(store.put_setting(remote_setting(name), ""));
  CLEW_TRY(store.put_setting(remote_state_setting(name), ""));
  CLEW_TRY(drop_heads_and_entries(store, name));
  CLEW_ASSIGN(const auto realms, realm_records(store, name));
  for (const auto& realm : realms) CLEW_TRY(drop_realm(store, realm));
  return success();
}

RealmNote note_of(const RemoteRecord& realm) {
  RealmNote note{realm.remote, {}, {}};
  for (const auto& genesis : realm.sessions) note.sessions.push_back(Hash::from_hex(genesis));
  return note;
}

Result<std::vector<RemoteRecord>> realm_records(SettingReader& store, const std::string& remote) {
  return records_under(store, remote_realm_prefix(remote));
}

RemoteRecord new_realm_record(const RemoteRecord& remote, const std::string& realm) {
  RemoteRecord record;
  record.name = remote.name + "/" + realm;
  record.url = realm_address(remote.address(), realm).url;
  record.endpoint = remote.endpoint;
  record.remote = realm;
  record.agreed = true;  // whoever shared it was asked
  record.shared = true;
  record.hangs_on = remote.name;
  return record;
}

Status drop_realm(SettingWriter& store, const RemoteRecord& realm) {
  CLEW_TRY(store.put_setting(remote_realm_setting(realm.hangs_on, realm.remote), ""));
  return drop_heads_and_entries(store, realm.name);
}

Result<CarriedElsewhere> carried_elsewhere(SettingReader& store, const RemoteRecord& record) {
  CarriedElsewhere elsewhere;
  const auto add = [&](const RemoteRecord& realm) -> Status {
    // Of two realms with the same session one carries it.
    if (!realm.shared || (record.shared && realm.remote >= record.remote)) return success();
    CLEW_ASSIGN(const auto heads, remote_heads(store, realm.name));
    const bool is_guest = realm.hangs_on.empty();
    for (const auto& each : realm.sessions) elsewhere.sessions.insert(Hash::from_hex(each));
    for (const auto& [genesis, head] : heads) {
      if (is_guest) elsewhere.sessions.insert(genesis);
      if (elsewhere.sessions.count(genesis) > 0 && !head.here.empty()) {
        elsewhere.here.insert(head.here);
      }
    }
    return success();
  };
  CLEW_ASSIGN(const auto remotes, remote_records(store));
  for (const auto& remote : remotes) {
    CLEW_TRY(add(remote));
    CLEW_ASSIGN(const auto realms, realm_records(store, remote.name));
    for (const auto& realm : realms) CLEW_TRY(add(realm));
  }
  return elsewhere;
}

Result<RemoteHeads> remote_heads(SettingReader& store, const std::string& name) {
  const std::string prefix = remote_head_prefix(name);
  CLEW_ASSIGN(const auto rows, store.settings(prefix));
  RemoteHeads heads;
  for (const auto& row : rows) {
    const Hash genesis = Hash::from_hex(std::string_view(row.key).substr(prefix.size()));
    const auto value = parse_json(row.value);
    if (genesis.empty() || !value) return damaged(row.key);
    FieldReader fields(*value);
    RemoteHead head;
    head.session = fields.text("session");
    head.here = SessionId(fields.text("here"));
    head.seq = Seq{static_cast<uint32_t>(fields.number("seq", UINT32_MAX))};
    head.hash = fields.hash_or_none("hash");
    CLEW_ASSIGN(head.untaken, read_rows(fields, "untaken", 0));
    if (const Value* forgotten = value->find("forgotten")) {
      CLEW_ASSIGN(head.forgotten, read_forgotten(*forgotten));
    }
    if (!fields.wrong().empty()) return damaged(row.key);
    heads.emplace(genesis, std::move(head));
  }
  return heads;
}

Status put_remote_head(SettingWriter& store, const std::string& name, const Hash& genesis,
                       const RemoteHead& head) {
  Value value = Value::object();
  value.set("session", head.session);
  value.set("here", head.here.text);
  value.set("seq", head.seq.number);
  if (!head.hash.empty()) value.set("hash", head.hash.hex());
  value.set("untaken", rows_value(head.untaken));
  if (head.forgotten) value.set("forgotten", forgotten_value(*head.forgotten));
  return store.put_setting(remote_head_setting(name, genesis), write_json(value));
}

Status drop_remote_head(SettingWriter& store, const std::string& name, const Hash& genesis) {
  return store.put_setting(remote_head_setting(name, genesis), "");
}

Result<std::vector<SeenEntry>> seen_entries(SettingReader& store, const std::string& name) {
  const std::string prefix = remote_entry_prefix(name);
  CLEW_ASSIGN(const auto rows, store.settings(prefix));
  std::vector<SeenEntry> entries;
  for (const auto& row : rows) {
    const std::string_view digits = std::string_view(row.key).substr(prefix.size());
    SeenEntry entry;
    std::from_chars(digits.data(), digits.data() + digits.size(), entry.n);
    const auto value = parse_json(row.value);
    if (!value) return damaged(row.key);
    FieldReader fields(*value);
    entry.sealed = fields.hash("sealed");
    CLEW_ASSIGN(entry.rows, read_rows(fields, "rows", entry.n));
    if (!fields.wrong().empty()) return damaged(row.key);
    entries.push_back(std::move(entry));
  }
  return entries;
}

Status put_seen_entry(SettingWriter& store, const std::string& name, const SeenEntry& entry) {
  Value value = Value::object();
  value.set("sealed", entry.sealed.hex());
  value.set("rows", rows_value(entry.rows));
  return store.put_setting(remote_entry_setting(name, entry.n), write_json(value));
}

Status drop_seen_entry(SettingWriter& store, const std::string& name, uint64_t n) {
  return store.put_setting(remote_entry_setting(name, n), "");
}

}  // namespace clew
