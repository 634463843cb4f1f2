#include "remote/realm.h"

#include <algorithm>

#include "base/base64.h"
#include "bundle/field_reader.h"
#include "bundle/key_derivation.h"
#include "document/json/json.h"
#include "remote/object_names.h"

namespace clew {
namespace {

constexpr std::string_view kRealmInfo = "clew realm id 1";
constexpr std::string_view kShareStart = "clew-shared-";
constexpr size_t kRealmIdDigits = 32;

Error bad_share_code() {
  return make_error(ErrorCode::kUsage, "not the line of a shared session", "--code",
                    "clew share SESSION --with KEY   prints one, for the device with that key");
}

std::vector<std::string> sorted_keys(const std::vector<Member>& members) {
  std::vector<std::string> keys;
  for (const auto& member : members) {
    keys.push_back(member.key.text() + to_hex(member.signing_key));
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

// The newest has the keys that open those from before this device was a member.
Result<RealmEpochs> open_realm_epochs(ObjectStore& store, const std::string& realm,
                                      const DeviceKey& device) {
  RealmEpochs found;
  CLEW_ASSIGN(found.epochs, read_epochs_from(store, 1));
  if (found.epochs.empty()) {
    return make_error(ErrorCode::kNotFound, "nothing is shared there", realm);
  }
  CLEW_ASSIGN(found.newest, open_epoch(found.epochs.back(), {device.identity()}));
  if (found.newest.remote != realm) {
    return make_error(ErrorCode::kCorrupt, "another realm is in the place of this one", realm);
  }
  found.openers = found.newest.keys;
  found.openers.push_back(device.identity());
  return found;
}

}  // namespace

std::vector<Member> guests_of(const Epoch& epoch) {
  std::vector<Member> guests;
  std::copy_if(epoch.members.begin(), epoch.members.end(), std::back_inserter(guests),
               [](const Member& member) { return member.guest; });
  return guests;
}

bool same_guests(const std::vector<Member>& one, const std::vector<Member>& other) {
  return sorted_keys(one) == sorted_keys(other);
}

std::string realm_id(const Membership& outer, const std::vector<Member>& guests,
                     uint32_t generation) {
  std::string text = std::string(kRealmInfo) + "\n" + outer.remote() + "\n";
  for (const auto& key : sorted_keys(guests)) text += key + "\n";
  text += std::to_string(generation);
  return hmac_sha256(outer.keys().front().secret, text).hex().substr(0, kRealmIdDigits);
}

Result<std::vector<Bytes>> create_realm(ObjectStore& store, const std::string& realm,
                                        const Membership& outer, const std::vector<Member>& guests,
                                        const JoiningDevice& device) {
  Epoch epoch;
  epoch.remote = realm;
  Bytes drawn(Key::size(), '\0');
  device.random(drawn);
  epoch.keys.push_back(AgeIdentity{Key(drawn)});
  wipe(drawn.data(), drawn.size());
  epoch.members = outer.epoch().members;
  for (Member guest : guests) {
    guest.guest = true;
    epoch.members.push_back(std::move(guest));
  }
  epoch.made_at = to_iso(device.now);
  CLEW_ASSIGN(const Bytes sealed, seal_epoch(epoch, device.key, device.random));
  CLEW_TRY(store.put_if_absent(epoch_name(1), sealed));
  return read_epochs_from(store, 1);
}

Result<RealmEpochs> read_realm(ObjectStore& store, const std::string& realm,
                               const Membership& outer, const DeviceKey& device) {
  CLEW_ASSIGN(RealmEpochs found, open_realm_epochs(store, realm, device));
  CLEW_ASSIGN(const Epoch first, open_epoch(found.epochs.front(), found.openers));
  if (outer.epoch().find(first.signed_by) != nullptr) return found;
  return make_error(ErrorCode::kCorrupt, "a realm was made by somebody who is no member", realm);
}

std::string write_share_code(const ShareCode& code) {
  Value value = Value::object();
  value.set("url", code.address.url);
  if (!code.address.endpoint.empty()) value.set("endpoint", code.address.endpoint);
  value.set("realm", code.realm);
  value.set("epoch", code.first_epoch.hex());
  return std::string(kShareStart) + to_base64_url(write_json(value));
}

bool is_share_code(std::string_view line) { return line.starts_with(kShareStart); }

Result<ShareCode> read_share_code(std::string_view line) {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r' || line.back() == ' ')) {
    line.remove_suffix(1);
  }
  if (!is_share_code(line)) return bad_share_code();
  line.remove_prefix(kShareStart.size());
  const auto text = from_base64_url(line);
  if (!text) return bad_share_code();
  const auto value = parse_json(*text);
  if (!value) return bad_share_code();
  FieldReader fields(*value);
  const std::string url = fields.text("url");
  const std::string endpoint = fields.has("endpoint") ? fields.text("endpoint") : "";
  ShareCode code;
  code.realm = fields.text("realm");
  code.first_epoch = fields.hash("epoch");
  if (!fields.wrong().empty() || !is_drawn_id(code.realm)) return bad_share_code();
  CLEW_ASSIGN(code.address, parse_remote_address(url, endpoint, "/"));
  return code;
}

RemoteAddress realm_address(const RemoteAddress& outer, const std::string& realm) {
  std::string below = "/" + realm_prefix(realm);
  below.pop_back();
  RemoteAddress address = outer;
  const auto add = [&](std::string& path) {
    if (path.ends_with(below)) return;
    while (path.ends_with('/')) path.pop_back();
    path += below;
  };
  add(address.url);
  add(address.path);
  return address;
}

Result<RealmEpochs> read_shared_realm(ObjectStore& store, const ShareCode& code,
                                      const DeviceKey& device) {
  auto found = open_realm_epochs(store, code.realm, device);
  if (!found && found.error().code == ErrorCode::kNotAllowed) {
    return make_error(ErrorCode::kNotAllowed, "it is shared with others, not with this device",
                      "--code", "clew key show   prints the key to share it with");
  }
  if (!found) return found.error();
  if (sha256(found->epochs.front()) != code.first_epoch) {
    return make_error(ErrorCode::kCorrupt, "what is there is not what the line names", "--code");
  }
  return found;
}

}  // namespace clew
