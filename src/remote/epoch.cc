#include "remote/epoch.h"

#include <fmt/format.h>

#include "bundle/age_file.h"
#include "bundle/field_reader.h"
#include "document/json/json.h"
#include "remote/object_names.h"

namespace clew {
namespace {

constexpr SignedKind kEpoch{"clew-epoch 1", "clew remote epoch 1\n", "an epoch of a remote"};
constexpr uint64_t kEpochVersion = 1;
constexpr const char* kEpochNeeds = "0.1.0";
constexpr size_t kIdBytes = 16;
constexpr size_t kMaxMembers = 1000;

Error bad_epoch(const std::string& what) { return make_error(ErrorCode::kCorrupt, what); }

Value member_value(const Member& member) {
  Value value = Value::object();
  value.set("name", member.name);
  value.set("key", member.key.text());
  value.set("signing_key", to_hex(member.signing_key));
  if (member.guest) value.set("guest", true);
  return value;
}

Result<Member> read_member(const Value& value) {
  FieldReader fields(value);
  Member member;
  member.name = fields.text("name");
  member.signing_key = Bytes(fields.hash("signing_key").view());
  const Value* guest = value.find("guest");
  member.guest = guest != nullptr && guest->as_bool();
  auto key = read_recipient(fields.text("key"));
  if (!key || !fields.wrong().empty()) return bad_epoch("names a member in a way unknown here");
  member.key = std::move(*key);
  return member;
}

std::string epoch_line(const Epoch& epoch) {
  Value keys = Value::list();
  for (const auto& key : epoch.keys) keys.push(key.text());
  Value members = Value::list();
  for (const auto& member : epoch.members) members.push(member_value(member));
  Value value = Value::object();
  value.set("clew_epoch", static_cast<int64_t>(kEpochVersion));
  value.set("needs", kEpochNeeds);
  value.set("remote", epoch.remote);
  value.set("epoch", epoch.number);
  if (!epoch.before.empty()) value.set("before", epoch.before.hex());
  value.set("made_at", epoch.made_at);
  value.set("keys", keys);
  value.set("members", members);
  if (epoch.invitation) {
    Value invitation = Value::object();
    invitation.set("line", epoch.invitation->line);
    invitation.set("signing_key", to_hex(epoch.invitation->signing_key));
    invitation.set("signature", to_hex(epoch.invitation->signature));
    value.set("invitation", invitation);
  }
  return write_json(value);
}

Result<Epoch> read_epoch_line(std::string_view line) {
  const auto value = parse_json(line);
  if (!value) return bad_epoch("is an epoch that cannot be read: " + value.error().message);
  FieldReader fields(*value);
  const uint64_t version = fields.number("clew_epoch", 1'000'000);
  const std::string needs = fields.text("needs");
  if (fields.wrong().empty()) CLEW_TRY(check_needs(version, kEpochVersion, needs));
  Epoch epoch;
  epoch.remote = fields.text("remote");
  epoch.number = static_cast<uint32_t>(fields.number("epoch", UINT32_MAX));
  epoch.before = fields.hash_or_none("before");
  epoch.made_at = fields.text("made_at");
  for (const auto& text : fields.list("keys")) {
    auto key = read_identity(text.as_string());
    if (!key) return bad_epoch("has a key that cannot be read");
    epoch.keys.push_back(std::move(*key));
  }
  for (const auto& each : fields.list("members")) {
    CLEW_ASSIGN(Member member, read_member(each));
    epoch.members.push_back(std::move(member));
  }
  if (const Value* used = value->find("invitation")) {
    FieldReader proof(*used);
    UsedInvitation invitation;
    invitation.line = proof.text("line");
    invitation.signing_key = from_hex(proof.text("signing_key"));
    invitation.signature = from_hex(proof.text("signature"));
    if (!proof.wrong().empty()) fields.fail("invitation");
    epoch.invitation = std::move(invitation);
  }
  const bool sound = fields.wrong().empty() && is_drawn_id(epoch.remote) && epoch.number > 0 &&
                     !epoch.keys.empty() && !epoch.members.empty() &&
                     epoch.members.size() <= kMaxMembers &&
                     epoch.before.empty() == (epoch.number == 1);
  if (!sound) return bad_epoch("is an epoch that cannot be read");
  return epoch;
}

}  // namespace

const Member* Epoch::find(BytesView signing_key) const {
  for (const auto& member : members) {
    if (member.signing_key == signing_key) return &member;
  }
  return nullptr;
}

Result<Bytes> seal_epoch(const Epoch& epoch, const DeviceKey& by, const RandomSource& random) {
  SealFor who;
  for (const auto& member : epoch.members) who.recipients.push_back(member.key);
  // Whoever was invited opens it with the epoch's key, before there is a stanza for them.
  who.recipients.push_back(epoch.key().recipient());
  CLEW_ASSIGN(Bytes sealed, seal(write_signed(kEpoch, epoch_line(epoch), by), who, random));
  if (sealed.size() <= kMaxEpochBytes) return sealed;
  return make_error(ErrorCode::kInvalid, "a remote has too many members", epoch.remote);
}

Result<Epoch> open_epoch(BytesView sealed, const std::vector<AgeIdentity>& identities) {
  CLEW_ASSIGN(const Unsealed unsealed, unseal(sealed, {identities, {}}));
  CLEW_ASSIGN(const SignedText text, read_signed(kEpoch, unsealed.plain, kMaxEpochBytes));
  CLEW_ASSIGN(Epoch epoch, read_epoch_line(text.line));
  epoch.signed_by = text.signing_key;
  // The first one's maker is one of its members, and so is everybody who made a later one.
  const Member* signer = epoch.find(epoch.signed_by);
  if (epoch.number == 1 && (signer == nullptr || signer->guest)) {
    return bad_epoch("is signed by somebody who is no member");
  }
  return epoch;
}

std::string draw_id(const RandomSource& random) {
  Bytes drawn(kIdBytes, '\0');
  random(drawn);
  return to_hex(drawn);
}

bool is_drawn_id(std::string_view id) {
  return id.size() == 2 * kIdBytes &&
         id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace clew
