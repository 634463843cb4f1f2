#include "remote/invitation.h"

#include <algorithm>

#include "base/base64.h"
#include "bundle/age_file.h"
#include "bundle/field_reader.h"
#include "document/json/json.h"
#include "remote/object_names.h"

namespace clew {
namespace {

constexpr SignedKind kInvitation{"clew-invitation 1", "clew remote invitation 1\n",
                                 "an invitation to a remote"};
constexpr uint64_t kInvitationVersion = 1;
constexpr const char* kInvitationNeeds = "0.1.0";
constexpr std::string_view kCodeStart = "clew-join-";

Error bad_invitation() {
  return make_error(ErrorCode::kCorrupt, "is an invitation that cannot be read");
}

Error bad_next(const char* what) { return make_error(ErrorCode::kCorrupt, what); }

Error bad_code() {
  return make_error(ErrorCode::kUsage, "not the code of an invitation", "--code",
                    "clew remote invite NAME   on a device that is a member prints one");
}

std::string invitation_line(const Invitation& invitation) {
  Value value = Value::object();
  value.set("clew_invitation", static_cast<int64_t>(kInvitationVersion));
  value.set("needs", kInvitationNeeds);
  value.set("remote", invitation.remote);
  value.set("id", invitation.id);
  value.set("epoch", invitation.epoch);
  value.set("sealed_epoch", invitation.sealed_epoch.hex());
  value.set("key", invitation.key.text());
  value.set("by", invitation.by);
  value.set("expires", to_iso(invitation.expires));
  return write_json(value);
}

Result<Invitation> read_invitation_line(std::string_view line) {
  const auto value = parse_json(line);
  if (!value) return bad_invitation();
  FieldReader fields(*value);
  const uint64_t version = fields.number("clew_invitation", 1'000'000);
  const std::string needs = fields.text("needs");
  if (fields.wrong().empty()) CLEW_TRY(check_needs(version, kInvitationVersion, needs));
  Invitation invitation;
  invitation.remote = fields.text("remote");
  invitation.id = fields.text("id");
  invitation.epoch = static_cast<uint32_t>(fields.number("epoch", UINT32_MAX));
  invitation.sealed_epoch = fields.hash("sealed_epoch");
  invitation.by = fields.text("by");
  auto key = read_identity(fields.text("key"));
  const auto expires = parse_time(fields.text("expires"));
  if (!fields.wrong().empty() || !key || !expires) return bad_invitation();
  invitation.key = std::move(*key);
  invitation.expires = expires->time;
  return invitation;
}

bool is_signed_invitation(const UsedInvitation& invitation) {
  return is_signed_by(invitation.signing_key, Bytes(kInvitation.signed_as).append(invitation.line),
                      invitation.signature);
}

bool same_keys(const Epoch& one, const Epoch& other) {
  return std::equal(one.keys.begin(), one.keys.end(), other.keys.begin(), other.keys.end(),
                    [](const AgeIdentity& a, const AgeIdentity& b) {
                      return a.secret.view() == b.secret.view();
                    });
}

// Its signer was let in by a member, and has added nobody but itself.
bool is_invited(const std::vector<Epoch>& before, const Epoch& next) {
  const Epoch& epoch = before.back();
  if (!next.invitation || !is_signed_invitation(*next.invitation)) return false;
  const Member* host = epoch.find(next.invitation->signing_key);
  if (host == nullptr || host->guest) return false;
  const auto invitation = read_invitation_line(next.invitation->line);
  if (!invitation || invitation->remote != epoch.remote || invitation->epoch > epoch.number) {
    return false;
  }
  const bool is_used = std::any_of(before.begin(), before.end(), [&](const Epoch& each) {
    return each.invitation && each.invitation->line == next.invitation->line;
  });
  if (is_used) return false;
  if (next.members.size() != epoch.members.size() + 1 || !same_keys(epoch, next)) return false;
  return std::equal(epoch.members.begin(), epoch.members.end(), next.members.begin()) &&
         next.members.back().signing_key == next.signed_by;
}

}  // namespace

std::string write_join_code(const JoinCode& code) {
  Value value = Value::object();
  value.set("url", code.address.url);
  if (!code.address.endpoint.empty()) value.set("endpoint", code.address.endpoint);
  value.set("remote", code.remote);
  value.set("id", code.id);
  value.set("secret", code.secret.text());
  return std::string(kCodeStart) + to_base64_url(write_json(value));
}

Result<JoinCode> read_join_code(std::string_view line) {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r' || line.back() == ' ')) {
    line.remove_suffix(1);
  }
  if (!line.starts_with(kCodeStart)) return bad_code();
  line.remove_prefix(kCodeStart.size());
  const auto text = from_base64_url(line);
  if (!text) return bad_code();
  const auto value = parse_json(*text);
  if (!value) return bad_code();
  FieldReader fields(*value);
  JoinCode code;
  const std::string url = fields.text("url");
  const std::string endpoint = fields.has("endpoint") ? fields.text("endpoint") : "";
  code.remote = fields.text("remote");
  code.id = fields.text("id");
  auto secret = read_identity(fields.text("secret"));
  const bool sound =
      fields.wrong().empty() && secret && is_drawn_id(code.remote) && is_drawn_id(code.id);
  if (!sound) return bad_code();
  code.secret = std::move(*secret);
  CLEW_ASSIGN(code.address, parse_remote_address(url, endpoint, "/"));
  return code;
}

Result<Bytes> seal_invitation(const Invitation& invitation, const AgeRecipient& secret,
                              const DeviceKey& by, const RandomSource& random) {
  return seal(write_signed(kInvitation, invitation_line(invitation), by), {{secret}, "", 0},
              random);
}

Result<OpenedInvitation> open_invitation(BytesView sealed, const JoinCode& code) {
  CLEW_ASSIGN(const Unsealed unsealed, unseal(sealed, {{code.secret}, {}}));
  CLEW_ASSIGN(const SignedText text, read_signed(kInvitation, unsealed.plain, kMaxInvitationBytes));
  OpenedInvitation opened;
  opened.proof = {std::string(text.line), text.signing_key, text.signature};
  CLEW_ASSIGN(opened.invitation, read_invitation_line(text.line));
  if (opened.invitation.remote != code.remote || opened.invitation.id != code.id) {
    return make_error(ErrorCode::kCorrupt, "is another invitation than the code is about");
  }
  return opened;
}

Status check_next_epoch(const std::vector<Epoch>& before, const Hash& sealed, const Epoch& next) {
  const Epoch& epoch = before.back();
  const bool follows = next.remote == epoch.remote && next.number == epoch.number + 1 &&
                       next.before == sealed && next.keys.size() >= epoch.keys.size();
  if (!follows) return bad_next("does not follow from the one before it");
  const Member* signer = epoch.find(next.signed_by);
  if (signer != nullptr && signer->guest) {
    return bad_next("is signed by a member who may not change who the members are");
  }
  if (signer != nullptr || is_invited(before, next)) return success();
  return bad_next("is signed by somebody who is no member");
}

}  // namespace clew
