#include "remote/join_remote.h"

#include "bundle/field_reader.h"
#include "document/json/json.h"
#include "remote/object_names.h"

namespace clew {
namespace {

constexpr uint64_t kMarkerVersion = 1;
constexpr const char* kMarkerNeeds = "0.1.0";

Error taken(const std::string& subject) {
  return make_error(ErrorCode::kConflict, "there is a remote already", subject,
                    "clew remote invite NAME   on a device that uses it, then clew remote join "
                    "NAME --code …");
}

Error gone() {
  return make_error(ErrorCode::kNotFound, "the invitation is not there: it was used, or taken back",
                    "--code",
                    "clew remote invite NAME   on a device that is a member prints another");
}

// A draft of this device that was cut off before its marker: it is gone on with.
Result<std::optional<Epoch>> own_draft(ObjectStore& store, const JoiningDevice& device) {
  CLEW_ASSIGN(const auto sealed, store.get(epoch_name(1), kMaxEpochBytes));
  if (!sealed) return std::optional<Epoch>();
  auto epoch = open_epoch(*sealed, {device.key.identity()});
  if (!epoch || epoch->signed_by != device.key.signing_key()) return taken(epoch_name(1));
  return std::optional<Epoch>(std::move(*epoch));
}

}  // namespace

Result<std::optional<std::string>> read_marker(ObjectStore& store) {
  CLEW_ASSIGN(const auto text, store.get(kMarkerName, kMaxMarkerBytes));
  if (!text) return std::optional<std::string>();
  const auto value = parse_json(*text);
  if (!value) {
    return make_error(ErrorCode::kInvalid, "its marker cannot be read: this is no remote of clew",
                      kMarkerName);
  }
  FieldReader fields(*value);
  const uint64_t version = fields.number("clew_remote", 1'000'000);
  const std::string needs = fields.text("needs");
  std::string remote = fields.text("remote");
  if (!fields.wrong().empty() || !is_drawn_id(remote)) {
    return make_error(ErrorCode::kInvalid, "its marker cannot be read: this is no remote of clew",
                      kMarkerName);
  }
  if (const Status known = check_needs(version, kMarkerVersion, needs); !known) {
    Error error = known.error();
    error.message = "the remote " + error.message;
    return error;
  }
  return std::optional<std::string>(std::move(remote));
}

Status write_marker(ObjectStore& store, const std::string& remote) {
  Value value = Value::object();
  value.set("clew_remote", static_cast<int64_t>(kMarkerVersion));
  value.set("needs", kMarkerNeeds);
  value.set("remote", remote);
  CLEW_TRY(store.put_if_absent(kMarkerName, write_json(value) + "\n"));
  CLEW_ASSIGN(const auto there, read_marker(store));
  if (there && *there == remote) return success();
  return taken(kMarkerName);
}

Result<std::vector<Bytes>> create_remote(ObjectStore& store, const JoiningDevice& device) {
  CLEW_ASSIGN(const auto marker, read_marker(store));
  if (marker) return taken(kMarkerName);
  CLEW_ASSIGN(auto epoch, own_draft(store, device));
  if (!epoch) {
    epoch.emplace();
    epoch->remote = draw_id(device.random);
    Bytes drawn(Key::size(), '\0');
    device.random(drawn);
    epoch->keys.push_back(AgeIdentity{Key(drawn)});
    wipe(drawn.data(), drawn.size());
    epoch->members.push_back({device.name, device.key.recipient(), device.key.signing_key()});
    epoch->made_at = to_iso(device.now);
    CLEW_ASSIGN(const Bytes sealed, seal_epoch(*epoch, device.key, device.random));
    CLEW_ASSIGN(const PutOutcome outcome, store.put_if_absent(epoch_name(1), sealed));
    if (outcome == PutOutcome::kExists) {
      CLEW_ASSIGN(epoch, own_draft(store, device));
      if (!epoch) return taken(epoch_name(1));
    }
  }
  CLEW_ASSIGN(auto epochs, read_epochs_from(store, 1));
  if (epochs.empty()) {
    return make_error(ErrorCode::kFailed, "what was written there is not there", epoch_name(1));
  }
  return epochs;
}

Result<JoinCode> invite_device(ObjectStore& store, const RemoteAddress& address,
                               const Membership& membership, const JoiningDevice& device) {
  Bytes drawn(Key::size(), '\0');
  device.random(drawn);
  JoinCode code{address, membership.remote(), draw_id(device.random), AgeIdentity{Key(drawn)}};
  wipe(drawn.data(), drawn.size());
  Invitation invitation;
  invitation.remote = code.remote;
  invitation.id = code.id;
  invitation.epoch = membership.epoch().number;
  invitation.sealed_epoch = sha256(membership.sealed_epochs().rbegin()->second);
  invitation.key = membership.epoch().key();
  invitation.by = device.name;
  invitation.expires = device.now + kInvitationLife;
  CLEW_ASSIGN(const Bytes sealed, seal_invitation(invitation, code.secret.recipient(),
                                                  membership.device(), device.random));
  CLEW_ASSIGN(const PutOutcome outcome, store.put_if_absent(invitation_name(code.id), sealed));
  if (outcome == PutOutcome::kCreated) return code;
  return make_error(ErrorCode::kConflict, "an invitation of that name exists", code.id);
}

Result<Joined> join_remote(ObjectStore& store, const JoinCode& code, const JoiningDevice& device) {
  CLEW_ASSIGN(const auto marker, read_marker(store));
  if (!marker || *marker != code.remote) {
    return make_error(ErrorCode::kNotFound,
                      marker ? "another remote is there than the one of the code"
                             : "there is no remote at this address",
                      code.address.url);
  }
  CLEW_ASSIGN(const auto sealed, store.get(invitation_name(code.id), kMaxInvitationBytes));
  if (!sealed) return gone();
  const auto opened = open_invitation(*sealed, code);
  if (!opened) {
    return make_error(ErrorCode::kCorrupt, "the invitation " + opened.error().message, "--code",
                      "clew remote invite NAME   on a device that is a member prints another");
  }
  const Invitation& invitation = opened->invitation;
  if (device.now > invitation.expires) {
    return make_error(ErrorCode::kNotAllowed,
                      "the invitation was good until " + to_iso_minutes(invitation.expires),
                      "--code",
                      "clew remote invite NAME   on a device that is a member prints another");
  }
  Joined joined;
  joined.openers = {invitation.key, device.key.identity()};
  joined.invited_by = invitation.by;
  while (true) {
    CLEW_ASSIGN(joined.epochs, read_epochs_from(store, 1));
    if (joined.epochs.size() < invitation.epoch ||
        sha256(joined.epochs[invitation.epoch - 1]) != invitation.sealed_epoch) {
      return make_error(ErrorCode::kCorrupt, "the remote is not the one that the invitation names",
                        code.address.url);
    }
    auto last = open_epoch(joined.epochs.back(), joined.openers);
    if (!last && last.error().code == ErrorCode::kNotAllowed) return gone();  // the key was changed
    if (!last) return last.error();
    if (last->find(device.key.signing_key()) != nullptr) break;  // cut off the last time
    Epoch next = *last;
    next.number += 1;
    next.before = sha256(joined.epochs.back());
    next.members.push_back({device.name, device.key.recipient(), device.key.signing_key()});
    next.invitation = opened->proof;
    next.made_at = to_iso(device.now);
    next.signed_by = device.key.signing_key();
    std::vector<Epoch> before;
    for (const auto& each : joined.epochs) {
      CLEW_ASSIGN(Epoch opened_epoch, open_epoch(each, last->keys));
      before.push_back(std::move(opened_epoch));
    }
    // Somebody else may have used it meanwhile.
    if (!check_next_epoch(before, next.before, next)) return gone();
    CLEW_ASSIGN(const Bytes bytes, seal_epoch(next, device.key, device.random));
    CLEW_ASSIGN(const PutOutcome outcome, store.put_if_absent(epoch_name(next.number), bytes));
    if (outcome == PutOutcome::kExists) continue;  // somebody else was faster
    joined.epochs.push_back(bytes);
    break;
  }
  return joined;
}

Status use_up_invitation(ObjectStore& store, const JoinCode& code) {
  return store.remove(invitation_name(code.id));
}

}  // namespace clew
