#include "bundle/device_key.h"

#include <sodium.h>

#include "base/text.h"
#include "bundle/key_derivation.h"
#include "files/make_folders.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr std::string_view kSigningInfo = "clew device signing key 1";
constexpr uint64_t kMaxKeyFile = 4096;

std::string key_file_text(const DeviceKey& key, const std::string& device) {
  return "# clew: the key of " + one_line(device) + "\n# public key: " + key.recipient().text() +
         "\n" + key.identity().text() + "\n";
}

Result<DeviceKey> parse_key_file(std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line.starts_with('#')) continue;
    auto identity = read_identity(line);
    if (!identity) break;
    return DeviceKey(std::move(*identity));
  }
  return make_error(ErrorCode::kCorrupt, "the key of this device cannot be read", path,
                    "move the file away, then clew key new");
}

Status check_private(const FileInfo& info, const std::string& path, uint32_t user) {
  if (info.owner == user && (info.mode & 077) == 0) return success();
  return make_error(ErrorCode::kNotAllowed,
                    "others can read the key of this device, or it is somebody else's", path,
                    "move the file away, then clew key new");
}

Error already_there(const std::string& path) {
  return make_error(ErrorCode::kConflict, "this device already has a key", path, "clew key show");
}

}  // namespace

DeviceKey::DeviceKey(AgeIdentity identity)
    : identity_(std::move(identity)), recipient_(identity_.recipient()) {
  const Key seed = hkdf_sha256(identity_.secret.view(), {}, kSigningInfo);
  unsigned char verifies[crypto_sign_PUBLICKEYBYTES];
  crypto_sign_seed_keypair(verifies, signs_.data(), seed.data());
  verifies_.assign(reinterpret_cast<const char*>(verifies), sizeof verifies);
}

Bytes DeviceKey::sign(BytesView message) const {
  Bytes signature(crypto_sign_BYTES, '\0');
  crypto_sign_detached(reinterpret_cast<unsigned char*>(signature.data()), nullptr,
                       reinterpret_cast<const unsigned char*>(message.data()), message.size(),
                       signs_.data());
  return signature;
}

bool is_signed_by(BytesView signing_key, BytesView message, BytesView signature) {
  if (signing_key.size() != crypto_sign_PUBLICKEYBYTES) return false;
  if (signature.size() != crypto_sign_BYTES) return false;
  ready_sodium();
  return crypto_sign_verify_detached(
             reinterpret_cast<const unsigned char*>(signature.data()),
             reinterpret_cast<const unsigned char*>(message.data()), message.size(),
             reinterpret_cast<const unsigned char*>(signing_key.data())) == 0;
}

Result<DeviceKey> read_device_key(FileSystem& files, const std::string& state_folder,
                                  uint32_t user) {
  const std::string path = join_path(state_folder, kDeviceKeyFile);
  CLEW_ASSIGN(const auto folder, files.open_folder(state_folder));
  CLEW_ASSIGN(const auto file, folder->open(kDeviceKeyFile, OpenMode::kRead));
  CLEW_ASSIGN(const FileInfo info, file->info());
  CLEW_TRY(check_private(info, path, user));
  CLEW_ASSIGN(Bytes text, read_whole(*file, kMaxKeyFile));
  auto key = parse_key_file(text, path);
  wipe(text.data(), text.size());
  return key;
}

std::string membership_folder(const std::string& state_folder, const std::string& remote) {
  return join_path(join_path(state_folder, "remotes"), remote);
}

Result<DeviceKey> read_member_key(FileSystem& files, const std::string& state_folder,
                                  const std::string& remote, uint32_t user) {
  if (!remote.empty()) {
    auto own = read_device_key(files, membership_folder(state_folder, remote), user);
    if (own || own.error().code != ErrorCode::kNotFound) return own;
  }
  return read_device_key(files, state_folder, user);
}

Result<DeviceKey> make_device_key(FileSystem& files, const std::string& state_folder,
                                  const std::string& device, const RandomSource& random) {
  const std::string path = join_path(state_folder, kDeviceKeyFile);
  CLEW_ASSIGN(const auto folder, make_folders(files, state_folder));
  if (folder->info(kDeviceKeyFile)) return already_there(path);
  Bytes drawn(Key::size() + 8, '\0');
  random(drawn);
  const DeviceKey key(AgeIdentity{Key(BytesView(drawn).substr(0, Key::size()))});
  // Complete under its name or not there at all, and never in the place of another.
  const std::string draft =
      std::string(".") + kDeviceKeyFile + "." + to_hex(drawn.substr(Key::size())) + ".tmp";
  wipe(drawn.data(), drawn.size());
  Status made = success();
  {
    CLEW_ASSIGN(const auto file, folder->open(draft, OpenMode::kCreateNew));
    std::string text = key_file_text(key, device);
    made = write_all(*file, text);
    wipe(text.data(), text.size());
    if (made) made = file->sync(SyncKind::kAll);
  }
  if (made) made = folder->rename_new(draft, kDeviceKeyFile);
  if (!made) static_cast<void>(folder->remove(draft));  // adds nothing to the failure before
  if (made) made = folder->sync();
  if (made) return key;
  if (made.error().code == ErrorCode::kConflict) return already_there(path);
  return made.error();
}

}  // namespace clew
