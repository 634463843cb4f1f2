#pragma once
// Devices with state folders of their own that share one place.

#include <doctest/doctest.h>

#include <memory>
#include <random>

#include "files/posix_file_system.h"
#include "remote/join_remote.h"
#include "remote/journal.h"
#include "testing/fake_machine.h"
#include "testing/memory_place.h"
#include "testing/temp_folder.h"

namespace clew {

inline RandomSource draws_from(uint64_t seed) {
  const auto chance = std::make_shared<std::mt19937_64>(seed);
  return [chance](Bytes& bytes) {
    for (char& c : bytes) c = static_cast<char>((*chance)());
  };
}

class RemoteDevice {
 public:
  RemoteDevice(const std::string& name, uint64_t seed, MemoryPlace& place)
      : random(draws_from(seed)), store(place.open()), name_(name) {
    auto made = make_device_key(files_, state(), name, random);
    REQUIRE(made.ok());
    key_ = std::make_unique<DeviceKey>(std::move(*made));
  }

  JoiningDevice joining() const { return {name_, *key_, now, random}; }
  std::string state() const { return temp_ / "state"; }
  const DeviceKey& key() const { return *key_; }
  uint32_t user() { return files_.info(temp_.path())->owner; }

  void make_remote() {
    const auto epochs = create_remote(*store, joining());
    REQUIRE(epochs.ok());
    keep(*epochs, {});
    REQUIRE(write_marker(*store, membership->remote()).ok());
  }
  JoinCode invite() {
    auto code = invite_device(*store, {RemoteAddress::Kind::kFolder, "file:///x", "", "/x"},
                              *membership, joining());
    REQUIRE(code.ok());
    return std::move(*code);
  }
  Status join(const JoinCode& code) {
    CLEW_ASSIGN(const Joined joined, join_remote(*store, code, joining()));
    keep(joined.epochs, joined.openers);
    return use_up_invitation(*store, code);
  }
  void keep(const std::vector<Bytes>& epochs, const std::vector<AgeIdentity>& openers) {
    auto kept = Membership::keep(files_, state(), *key_, epochs, openers, user(), machine_);
    REQUIRE(kept.ok());
    remote_id = kept->remote();
    reopen();
  }
  // As the next run of the program would.
  void reopen() {
    auto loaded = Membership::load(files_, state(), remote_id, *key_, user(), machine_);
    REQUIRE(loaded.ok());
    membership = std::make_unique<Membership>(std::move(*loaded));
    journal = std::make_unique<Journal>(*store, *membership, random);
  }
  Result<Membership> load_with(const DeviceKey& key) {
    return Membership::load(files_, state(), remote_id, key, user(), machine_);
  }

  // What is new, taken as seen.
  JournalNews look() {
    auto news = journal->read_after(at);
    REQUIRE(news.ok());
    if (!news->went_back) at = news->at;
    return std::move(*news);
  }
  JournalDraft draft(const std::string& session) const {
    JournalDraft draft;
    draft.device = name_;
    draft.made_at = "2026-11-15T12:00:00Z";
    SentRow row;
    row.session = session;
    row.genesis = sha256(session);
    row.seq = 3;
    row.hash = sha256(session + "3");
    draft.text = "text of " + session;
    row.text.push_back({Hash{}, 0, 0, draft.text.size()});
    draft.rows.push_back(std::move(row));
    return draft;
  }
  // One entry about that session; false when somebody else came first.
  bool write(const std::string& session) {
    auto written = journal->append(at, draft(session));
    REQUIRE(written.ok());
    if (!written->entry) return false;
    at = {written->entry->n, written->entry->sealed, written->entry->epoch};
    return true;
  }

  RandomSource random;
  std::unique_ptr<ObjectStore> store;
  Time now{1'763'200'000'000};
  std::string remote_id;
  std::unique_ptr<Membership> membership;
  std::unique_ptr<Journal> journal;
  JournalPosition at;

 private:
  TempFolder temp_;
  PosixFileSystem files_;
  FakeMachine machine_;
  std::string name_;
  std::unique_ptr<DeviceKey> key_;
};

// Two devices of one remote.
struct TwoDevices {
  TwoDevices() {
    ana.make_remote();
    REQUIRE(ben.join(ana.invite()).ok());
  }
  MemoryPlace place;
  RemoteDevice ana{"laptop", 1, place};
  RemoteDevice ben{"tower", 2, place};
};

}  // namespace clew
