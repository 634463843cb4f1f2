#include "remote/membership.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "bundle/field_reader.h"
#include "document/json/json.h"
#include "files/make_folders.h"
#include "files/relative_path.h"
#include "files/temporary_file.h"
#include "files/whole_file.h"
#include "remote/invitation.h"
#include "remote/object_names.h"

namespace clew {
namespace {

constexpr const char* kCounterFile = "counter";
constexpr const char* kOutboxFile = "outbox";
constexpr const char* kOutboxEntryFile = "outbox-entry";
constexpr const char* kEpochFile = "epoch-";
constexpr const char* kPackFile = "pack-";
constexpr const char* kLockFile = ".sync-lock";
constexpr size_t kMaxOutboxBytes = size_t{1} << 20;

std::string epoch_file(uint32_t number) { return fmt::format("{}{}", kEpochFile, number); }
std::string pack_file(const Hash& pack) { return kPackFile + pack.hex(); }

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

Error not_a_member() {
  return make_error(ErrorCode::kNotAllowed, "the key of this device is not one of its members", "",
                    "clew remote invite NAME   on a device that is one, then clew remote join");
}

Error no_member_any_more() {
  return make_error(ErrorCode::kNotAllowed,
                    "this device is no member any more; what it has read stays here", "",
                    "clew remote remove NAME   forgets it here");
}

Error may_not_change() {
  return make_error(ErrorCode::kNotAllowed,
                    "it is shared with this device, which cannot change with whom else", "",
                    "ask who shared it");
}

Error used_by_another_home() {
  return make_error(ErrorCode::kNotAllowed,
                    "another home writes with the key of this one, as a copy of it would; with "
                    "what is shared with that key only one of them can go on",
                    "", "clew remote remove NAME   on one of them");
}

Error damaged(const Folder& folder, const char* name) {
  return make_error(ErrorCode::kCorrupt, "what this device keeps of a remote cannot be read",
                    join_path(folder.path(), name), "clew remote remove NAME, then join it again");
}

}  // namespace

Result<Membership> Membership::load(FileSystem& files, const std::string& state_folder,
                                    const std::string& remote, const DeviceKey& device,
                                    uint32_t user, Machine& machine) {
  const std::string path = membership_folder(state_folder, remote);
  CLEW_ASSIGN(auto folder, files.open_folder(path));
  auto own = read_device_key(files, path, user);
  if (!own && own.error().code != ErrorCode::kNotFound) return own.error();
  Membership membership(files, std::move(folder), own ? *own : device, user, machine);
  Status opened = membership.read_epochs();
  if (!opened && opened.error().code == ErrorCode::kNotAllowed && own) {
    // An identity that was made, and did not become a member before its maker was killed.
    membership.device_ = device;
    opened = membership.read_epochs();
  }
  CLEW_TRY(opened);
  const auto text = read_whole_file(*membership.folder_, kCounterFile, 64);
  if (!text && text.error().code != ErrorCode::kNotFound) return text.error();
  if (text) {
    const auto counter = number_in<uint64_t>(*text);
    if (!counter) return damaged(*membership.folder_, kCounterFile);
    membership.counter_ = *counter;
  }
  CLEW_TRY(membership.read_outbox());
  return membership;
}

Result<Membership> Membership::keep(FileSystem& files, const std::string& state_folder,
                                    const DeviceKey& device, const std::vector<Bytes>& epochs,
                                    const std::vector<AgeIdentity>& openers, uint32_t user,
                                    Machine& machine) {
  CLEW_CHECK(!epochs.empty());
  std::vector<AgeIdentity> identities = openers;
  identities.push_back(device.identity());
  std::vector<Epoch> opened;
  for (const auto& sealed : epochs) {
    CLEW_ASSIGN(Epoch epoch, open_epoch(sealed, identities));
    if (!opened.empty()) {
      CLEW_TRY(check_next_epoch(opened, sha256(epochs[opened.size() - 1]), epoch));
    }
    opened.push_back(std::move(epoch));
  }
  CLEW_ASSIGN(auto folder,
              make_folders(files, membership_folder(state_folder, opened.front().remote)));
  Membership membership(files, std::move(folder), device, user, machine);
  for (size_t i = 0; i < epochs.size(); ++i) CLEW_TRY(membership.add_epoch(epochs[i], opened[i]));
  return membership;
}

const Epoch* Membership::find_epoch(uint32_t number) const {
  const auto found = epochs_.find(number);
  return found == epochs_.end() ? nullptr : &found->second;
}

std::vector<AgeIdentity> Membership::openers() const {
  std::vector<AgeIdentity> all{device_.identity()};
  if (!epochs_.empty()) all.insert(all.end(), epoch().keys.begin(), epoch().keys.end());
  return all;
}

Status Membership::write(const std::string& name, BytesView bytes) {
  CLEW_ASSIGN(TemporaryFile file,
              write_temporary_file(*folder_, name, bytes, SyncKind::kAll, *machine_));
  CLEW_TRY(file.rename_to(name));
  return folder_->sync();
}

Status Membership::remove(const std::string& name) {
  const Status removed = folder_->remove(name);
  if (!removed && removed.error().code != ErrorCode::kNotFound) return removed;
  return folder_->sync();
}

Status Membership::add_epoch(const Bytes& sealed, const Epoch& epoch) {
  CLEW_TRY(write(epoch_file(epoch.number), sealed));
  sealed_[epoch.number] = sealed;
  epochs_[epoch.number] = epoch;
  return success();
}

// The newest first: it has the keys that open those from before this device was a member.
Status Membership::read_epochs() {
  CLEW_ASSIGN(const auto names, folder_->list());
  std::vector<uint32_t> numbers;
  for (const auto& name : names) {
    if (!name.starts_with(kEpochFile)) continue;
    const auto number = number_in<uint32_t>(std::string_view(name).substr(6));
    if (number) numbers.push_back(*number);
  }
  std::sort(numbers.rbegin(), numbers.rend());
  if (numbers.empty()) {
    return make_error(ErrorCode::kNotFound, "no epoch of the remote is kept", folder_->path());
  }
  for (const uint32_t number : numbers) {
    CLEW_ASSIGN(Bytes sealed, read_whole_file(*folder_, epoch_file(number), kMaxEpochBytes));
    auto epoch = open_epoch(sealed, openers());
    if (!epoch && epoch.error().code == ErrorCode::kNotAllowed) return not_a_member();
    if (!epoch) return damaged(*folder_, epoch_file(number).c_str());
    sealed_[number] = std::move(sealed);
    epochs_[number] = std::move(*epoch);
  }
  if (!is_member()) return not_a_member();
  return success();
}

Status Membership::read_outbox() {
  const auto text = read_whole_file(*folder_, kOutboxFile, kMaxOutboxBytes);
  if (!text && text.error().code == ErrorCode::kNotFound) return success();
  if (!text) return text.error();
  const auto value = parse_json(*text);
  if (!value) return damaged(*folder_, kOutboxFile);
  FieldReader fields(*value);
  Outbox outbox;
  outbox.n = fields.number("n", INT64_MAX);
  outbox.before = fields.hash_or_none("before");
  outbox.counter = fields.number("counter", INT64_MAX);
  for (const auto& each : fields.list("packs")) {
    SealedPack pack{Hash::from_hex(each.as_string()), {}};
    CLEW_ASSIGN(pack.bytes, read_whole_file(*folder_, pack_file(pack.name), kMaxPackBytes));
    outbox.packs.push_back(std::move(pack));
  }
  if (!fields.wrong().empty()) return damaged(*folder_, kOutboxFile);
  CLEW_ASSIGN(outbox.entry, read_whole_file(*folder_, kOutboxEntryFile, kMaxEntryBytes));
  outbox_ = std::move(outbox);
  return success();
}

Status Membership::set_outbox(Outbox outbox) {
  Value packs = Value::list();
  for (const auto& pack : outbox.packs) {
    if (!folder_->info(pack_file(pack.name))) CLEW_TRY(write(pack_file(pack.name), pack.bytes));
    packs.push(pack.name.hex());
  }
  // Never an outbox with the entry of another.
  CLEW_TRY(remove(kOutboxFile));
  CLEW_TRY(write(kOutboxEntryFile, outbox.entry));
  Value value = Value::object();
  value.set("n", static_cast<int64_t>(outbox.n));
  if (!outbox.before.empty()) value.set("before", outbox.before.hex());
  value.set("counter", static_cast<int64_t>(outbox.counter));
  value.set("packs", packs);
  CLEW_TRY(write(kOutboxFile, write_json(value)));
  outbox_ = std::move(outbox);
  return success();
}

Status Membership::confirm_outbox() {
  CLEW_CHECK(outbox_.has_value());
  if (outbox_->counter > counter_) {
    CLEW_TRY(write(kCounterFile, std::to_string(outbox_->counter)));
    counter_ = outbox_->counter;
  }
  return drop_outbox();
}

Status Membership::drop_outbox() {
  CLEW_TRY(remove(kOutboxFile));
  outbox_.reset();
  CLEW_ASSIGN(const auto names, folder_->list());
  for (const auto& name : names) {
    if (name == kOutboxEntryFile || name.starts_with(kPackFile)) CLEW_TRY(remove(name));
  }
  return success();
}

Result<bool> Membership::refresh(ObjectStore& store) {
  CLEW_ASSIGN(const auto newer, read_epochs_from(store, epoch().number + 1));
  for (const auto& sealed : newer) {
    auto next = open_epoch(sealed, openers());
    if (!next && next.error().code == ErrorCode::kNotAllowed) return no_member_any_more();
    if (!next) return next.error();
    std::vector<Epoch> before;
    for (const auto& [number, each] : epochs_) before.push_back(each);
    CLEW_TRY(check_next_epoch(before, sha256(sealed_.rbegin()->second), *next));
    CLEW_TRY(add_epoch(sealed, *next));
  }
  if (!is_member()) return no_member_any_more();
  return !newer.empty();
}

bool Membership::is_guest(uint32_t number, BytesView signing_key) const {
  const Epoch* epoch = find_epoch(number);
  const Member* member = epoch == nullptr ? nullptr : epoch->find(signing_key);
  return member != nullptr && member->guest;
}

Result<bool> Membership::change(ObjectStore& store, const std::function<bool(Epoch&)>& edit,
                                const std::string& made_at, const RandomSource& random) {
  while (true) {
    Epoch next = epoch();
    if (!edit(next)) return false;
    if (is_guest()) return may_not_change();
    next.number += 1;
    next.before = sha256(sealed_.rbegin()->second);
    next.invitation.reset();
    next.made_at = made_at;
    next.signed_by = device_.signing_key();
    CLEW_ASSIGN(const Bytes sealed, seal_epoch(next, device_, random));
    CLEW_ASSIGN(const PutOutcome outcome, store.put_if_absent(epoch_name(next.number), sealed));
    if (outcome == PutOutcome::kCreated) {
      CLEW_TRY(add_epoch(sealed, next));
      return true;
    }
    CLEW_TRY(refresh(store));
  }
}

Status Membership::renew_identity(ObjectStore& store, const std::string& name,
                                  const std::string& made_at, const RandomSource& random) {
  if (is_guest()) return used_by_another_home();
  auto drawn = make_device_key(*files_, folder_->path(), name, random);
  if (!drawn && drawn.error().code == ErrorCode::kConflict) {
    drawn = read_device_key(*files_, folder_->path(), user_);
  }
  if (!drawn) return drawn.error();
  const DeviceKey made = *drawn;
  const auto add = [&](Epoch& next) {
    next.members.push_back({name, made.recipient(), made.signing_key()});
    return true;
  };
  CLEW_TRY(change(store, add, made_at, random));
  // The counter and the outbox are the other one's.
  CLEW_TRY(drop_outbox());
  CLEW_TRY(remove(kCounterFile));
  counter_ = 0;
  device_ = made;
  return success();
}

Result<FileLock> lock_membership(FileSystem& files, const std::string& state_folder,
                                 const std::string& remote, Machine& machine) {
  CLEW_ASSIGN(const auto folder, make_folders(files, membership_folder(state_folder, remote)));
  return take_lock(*folder, kLockFile, machine);
}

Status forget_membership(FileSystem& files, const std::string& state_folder,
                         const std::string& remote) {
  const auto folder = files.open_folder(membership_folder(state_folder, remote));
  if (!folder && folder.error().code == ErrorCode::kNotFound) return success();
  if (!folder) return folder.error();
  CLEW_ASSIGN(const auto names, (*folder)->list());
  for (const auto& name : names) CLEW_TRY((*folder)->remove(name));
  return (*folder)->sync();
}

Result<std::vector<Bytes>> read_epochs_from(ObjectStore& store, uint32_t number) {
  std::vector<Bytes> epochs;
  for (;; ++number) {
    CLEW_ASSIGN(auto sealed, store.get(epoch_name(number), kMaxEpochBytes));
    if (!sealed) return epochs;
    epochs.push_back(std::move(*sealed));
  }
}

}  // namespace clew
