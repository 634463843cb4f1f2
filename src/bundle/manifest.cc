#include "bundle/manifest.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "document/json/json.h"

namespace clew {
namespace {

Error bad_manifest(const std::string& what) {
  return make_error(ErrorCode::kCorrupt, "has a manifest that cannot be read: " + what);
}

Error over_limit(const std::string& what) { return make_error(ErrorCode::kInvalid, what); }

const char* word_of(Packing packing) { return packing == Packing::kZstd ? "zstd" : "none"; }

Value session_value(const BundledSession& session) {
  Value value = Value::object();
  value.set("session", session.session);
  value.set("genesis", session.genesis.hex());
  if (!session.parent.empty()) value.set("parent", session.parent.hex());
  value.set("events", session.events);
  value.set("seq", session.seq);
  value.set("head", session.head.hex());
  value.set("packing", word_of(session.packing));
  value.set("size", static_cast<int64_t>(session.size));
  value.set("packed", static_cast<int64_t>(session.packed));
  value.set("part", session.part.hex());
  return value;
}

// Fields of one object, the first that is wrong remembered.
class Fields {
 public:
  explicit Fields(const Value& value) : value_(value) {}

  std::string text(const char* name) {
    const Value* found = value_.find(name);
    if (found == nullptr || !found->is_string()) fail(name);
    return found == nullptr ? std::string() : found->as_string();
  }
  uint64_t number(const char* name, uint64_t most) {
    const Value* found = value_.find(name);
    const int64_t number = found == nullptr || !found->is_int() ? -1 : found->as_int();
    if (number < 0 || static_cast<uint64_t>(number) > most) fail(name);
    return number < 0 ? 0 : static_cast<uint64_t>(number);
  }
  Hash hash(const char* name) {
    const Hash hash = Hash::from_hex(text(name));
    if (hash.empty()) fail(name);
    return hash;
  }
  const Value::List& list(const char* name) {
    const Value* found = value_.find(name);
    if (found != nullptr && found->is_list()) return found->as_list();
    fail(name);
    static const Value::List kNone;
    return kNone;
  }
  bool has(const char* name) const { return value_.find(name) != nullptr; }
  void fail(const std::string& name) {
    if (wrong_.empty()) wrong_ = name;
  }
  Status end() const {
    return wrong_.empty() ? success() : Status(bad_manifest("\"" + wrong_ + "\""));
  }

 private:
  const Value& value_;
  std::string wrong_;
};

// 1.2.3 as numbers; what is missing is 0.
std::array<int, 3> version_of(std::string_view text) {
  std::array<int, 3> parts{};
  for (int& part : parts) {
    const size_t dot = text.find('.');
    const std::string_view word = text.substr(0, dot);
    std::from_chars(word.data(), word.data() + word.size(), part);
    if (dot == std::string_view::npos) break;
    text.remove_prefix(dot + 1);
  }
  return parts;
}

Status check_version(Fields& fields, const std::string& needs) {
  const bool known = fields.number("clew_bundle", 1'000'000) == kBundleVersion;
  CLEW_TRY(fields.end());
  if (known && version_of(needs) <= version_of(CLEW_VERSION)) return success();
  return make_error(
      ErrorCode::kInvalid,
      fmt::format("was made by a newer clew: it needs {}, this is {}", needs, CLEW_VERSION), "",
      "update clew");
}

Result<BundledSession> read_session(const Value& value) {
  Fields fields(value);
  BundledSession session;
  session.session = fields.text("session");
  session.genesis = fields.hash("genesis");
  if (fields.has("parent")) session.parent = fields.hash("parent");
  session.events = static_cast<uint32_t>(fields.number("events", UINT32_MAX));
  session.seq = static_cast<uint32_t>(fields.number("seq", UINT32_MAX));
  session.head = fields.hash("head");
  const std::string packing = fields.text("packing");
  session.packing = packing == "zstd" ? Packing::kZstd : Packing::kNone;
  if (packing != word_of(session.packing)) fields.fail("packing");
  session.size = fields.number("size", INT64_MAX);
  session.packed = fields.number("packed", INT64_MAX);
  session.part = fields.hash("part");
  CLEW_TRY(fields.end());
  return session;
}

Status check_limits(const Manifest& manifest) {
  uint64_t expanded = 0;
  for (const auto& session : manifest.sessions) {
    if (session.size > kMaxExpandedBytes || (expanded += session.size) > kMaxExpandedBytes) {
      return over_limit(
          fmt::format("would be more than {} bytes when it is expanded", kMaxExpandedBytes));
    }
    if (session.size > kSmallLog && session.size / kMaxRatio > session.packed) {
      return over_limit(fmt::format("would expand more than {} times", kMaxRatio));
    }
  }
  return success();
}

}  // namespace

std::string write_manifest(const Manifest& manifest) {
  Value device = Value::object();
  device.set("name", manifest.device);
  device.set("key", manifest.device_key);
  device.set("signing_key", to_hex(manifest.signing_key));
  Value recipients = Value::list();
  for (const auto& recipient : manifest.recipients) recipients.push(recipient);
  Value sessions = Value::list();
  for (const auto& session : manifest.sessions) sessions.push(session_value(session));
  Value value = Value::object();
  value.set("clew_bundle", kBundleVersion);
  value.set("needs", manifest.needs);
  value.set("made_at", manifest.made_at);
  value.set("store", manifest.store);
  value.set("device", device);
  value.set("recipients", recipients);
  value.set("sessions", sessions);
  return write_json(value);
}

Result<Manifest> read_manifest(std::string_view line) {
  const auto value = parse_json(line);
  if (!value) return bad_manifest(value.error().message);
  Fields fields(*value);
  Manifest manifest;
  manifest.needs = fields.text("needs");
  CLEW_TRY(check_version(fields, manifest.needs));
  manifest.made_at = fields.text("made_at");
  manifest.store = fields.text("store");
  const Value* device = value->find("device");
  if (device == nullptr) return bad_manifest("\"device\"");
  Fields device_fields(*device);
  manifest.device = device_fields.text("name");
  manifest.device_key = device_fields.text("key");
  manifest.signing_key = Bytes(device_fields.hash("signing_key").view());
  CLEW_TRY(device_fields.end());
  for (const auto& recipient : fields.list("recipients")) {
    manifest.recipients.push_back(recipient.as_string());
  }
  const auto& sessions = fields.list("sessions");
  CLEW_TRY(fields.end());
  if (sessions.empty()) return bad_manifest("\"sessions\"");
  if (sessions.size() > kMaxBundledSessions) {
    return over_limit(fmt::format("has more than {} sessions", kMaxBundledSessions));
  }
  for (const auto& each : sessions) {
    CLEW_ASSIGN(BundledSession session, read_session(each));
    manifest.sessions.push_back(std::move(session));
  }
  CLEW_TRY(check_limits(manifest));
  return manifest;
}

}  // namespace clew
