#include "bundle/manifest.h"

#include <fmt/format.h>

#include "bundle/field_reader.h"
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

Status end_of(const FieldReader& fields) {
  return fields.wrong().empty() ? success() : Status(bad_manifest("\"" + fields.wrong() + "\""));
}

Status check_version(FieldReader& fields, const std::string& needs) {
  const uint64_t version = fields.number("clew_bundle", 1'000'000);
  CLEW_TRY(end_of(fields));
  return check_needs(version, kBundleVersion, needs);
}

Result<BundledSession> read_session(const Value& value) {
  FieldReader fields(value);
  BundledSession session;
  session.session = fields.text("session");
  session.genesis = fields.hash("genesis");
  session.parent = fields.hash_or_none("parent");
  session.events = static_cast<uint32_t>(fields.number("events", UINT32_MAX));
  session.seq = static_cast<uint32_t>(fields.number("seq", UINT32_MAX));
  session.head = fields.hash("head");
  const std::string packing = fields.text("packing");
  session.packing = packing == "zstd" ? Packing::kZstd : Packing::kNone;
  if (packing != word_of(session.packing)) fields.fail("packing");
  session.size = fields.number("size", INT64_MAX);
  session.packed = fields.number("packed", INT64_MAX);
  session.part = fields.hash("part");
  CLEW_TRY(end_of(fields));
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
  FieldReader fields(*value);
  Manifest manifest;
  manifest.needs = fields.text("needs");
  CLEW_TRY(check_version(fields, manifest.needs));
  manifest.made_at = fields.text("made_at");
  manifest.store = fields.text("store");
  const Value* device = value->find("device");
  if (device == nullptr) return bad_manifest("\"device\"");
  FieldReader device_fields(*device);
  manifest.device = device_fields.text("name");
  manifest.device_key = device_fields.text("key");
  manifest.signing_key = Bytes(device_fields.hash("signing_key").view());
  CLEW_TRY(end_of(device_fields));
  for (const auto& recipient : fields.list("recipients")) {
    manifest.recipients.push_back(recipient.as_string());
  }
  const auto& sessions = fields.list("sessions");
  CLEW_TRY(end_of(fields));
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
