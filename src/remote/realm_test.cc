// What is shared with others: who reads and writes there, who decides, and what is left afterwards.

#include "remote/realm.h"

#include "remote/drop_history.h"
#include "remote/member_key.h"
#include "remote/object_names.h"
#include "remote/objects_below.h"
#include "remote/remote_fixture_test.h"

namespace clew {
namespace {

Member as_guest(const RemoteDevice& device, const std::string& name) {
  return {name, device.key().recipient(), device.key().signing_key(), true};
}

// A device that has opened the realm, as if it were its own remote.
void enter(RemoteDevice& device, const RealmEpochs& found) {
  device.keep(found.epochs, found.openers);
}

// Ana's two devices, and ben, with whom something is shared.
struct SharedPlace {
  SharedPlace() {
    ana.make_remote();
    REQUIRE(tower.join(ana.invite()).ok());
    REQUIRE(ana.membership->refresh(*ana.store).ok());
    guests = {as_guest(ben, "ben")};
    id = realm_id(*ana.membership, guests, 0);
    // From here on ana and ben are devices of the realm, by its own names.
    outer = std::move(ana.membership);
    ana.store = std::make_unique<ObjectsBelow>(*outer_store, realm_prefix(id));
    ben.store = std::make_unique<ObjectsBelow>(*outer_store, realm_prefix(id));
    REQUIRE(create_realm(*ana.store, id, *outer, guests, ana.joining()).ok());
    const auto found = read_realm(*ana.store, id, *outer, ana.key());
    REQUIRE(found.ok());
    enter(ana, *found);
    code = {
        {RemoteAddress::Kind::kFolder, "file:///x", "", "/x"},
        id, sha256(found->epochs[0])
    };
    const auto shared = read_shared_realm(*ben.store, code, ben.key());
    REQUIRE(shared.ok());
    enter(ben, *shared);
  }
  // The next epoch as `by` would make it, whatever the rules say.
  Status put_epoch(const DeviceKey& by, const std::function<void(Epoch&)>& edit) {
    Epoch next = ana.membership->epoch();
    next.number += 1;
    next.before = sha256(ana.membership->sealed_epochs().rbegin()->second);
    edit(next);
    const auto sealed = seal_epoch(next, by, ana.random);
    REQUIRE(sealed.ok());
    return ana.store->put(epoch_name(next.number), *sealed);
  }

  MemoryPlace place;
  std::unique_ptr<ObjectStore> outer_store = place.open();
  RemoteDevice ana{"laptop", 1, place};
  RemoteDevice tower{"tower", 2, place};
  RemoteDevice ben{"ben", 3, place};
  RemoteDevice eve{"eve", 4, place};
  std::vector<Member> guests;
  std::string id;
  ShareCode code;
  std::unique_ptr<Membership> outer;
};

TEST_CASE("what is shared is read and written by both sides, below a prefix of its own") {
  SharedPlace shared;
  REQUIRE(shared.ana.write("one"));
  CHECK(shared.ben.look().entries.size() == 1);
  REQUIRE(shared.ben.write("one"));
  const JournalNews news = shared.ana.look();
  REQUIRE(news.entries.size() == 1);
  CHECK(shared.ana.membership->is_guest(news.entries[0].epoch, news.entries[0].signed_by));
  for (const auto& [name, bytes] : shared.place.objects) {
    CAPTURE(name);
    CHECK((name.starts_with("r/") || name.starts_with("e/") || name == kMarkerName));
  }
  // The remote that it hangs on sees nothing of it.
  CHECK(shared.outer_store->list(kEntryPrefix, "", 10)->empty());
}

TEST_CASE("two devices that share at once make one realm, and others have another") {
  SharedPlace shared;
  const auto before = shared.place.objects;
  REQUIRE(shared.tower.membership->refresh(*shared.tower.store).ok());
  CHECK(realm_id(*shared.tower.membership, shared.guests, 0) == shared.id);
  ObjectsBelow below(*shared.outer_store, realm_prefix(shared.id));
  REQUIRE(create_realm(below, shared.id, *shared.tower.membership, shared.guests,
                       shared.tower.joining())
              .ok());
  CHECK(shared.place.objects == before);
  CHECK(read_realm(below, shared.id, *shared.tower.membership, shared.tower.key()).ok());
  std::vector<Member> others = shared.guests;
  others.push_back(as_guest(shared.eve, "eve"));
  CHECK(realm_id(*shared.outer, others, 0) != shared.id);
  CHECK(realm_id(*shared.outer, shared.guests, 1) != shared.id);
}

TEST_CASE("the line of a shared session opens nothing for others, and is read back whole or not") {
  SharedPlace shared;
  const auto refused = read_shared_realm(*shared.ben.store, shared.code, shared.eve.key());
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kNotAllowed);
  const std::string line = write_share_code(shared.code);
  CHECK(line.find("AGE-SECRET") == std::string::npos);
  const auto again = read_share_code(line + "\n");
  REQUIRE(again.ok());
  CHECK(again->realm == shared.code.realm);
  CHECK(again->first_epoch == shared.code.first_epoch);
  CHECK(again->address == shared.code.address);
  for (size_t cut = 0; cut < line.size(); ++cut) {
    CAPTURE(cut);
    CHECK(read_share_code(line.substr(0, cut)).error().code == ErrorCode::kUsage);
  }
  ShareCode other = shared.code;
  other.first_epoch = sha256("another");
  CHECK(read_shared_realm(*shared.ben.store, other, shared.ben.key()).error().code ==
        ErrorCode::kCorrupt);
}

TEST_CASE("a realm's address is below that of its remote, and is not put there twice") {
  const std::string id(32, 'a');
  RemoteAddress outer{RemoteAddress::Kind::kS3, "s3://bucket/clew/", "http://localhost:1",
                      "bucket/clew/"};
  const RemoteAddress once = realm_address(outer, id);
  CHECK(once.url == "s3://bucket/clew/r/" + id);
  CHECK(once.path == "bucket/clew/r/" + id);
  CHECK(once.endpoint == outer.endpoint);
  CHECK(realm_address(once, id) == once);
}

TEST_CASE("a guest changes nothing about who is a member") {
  SharedPlace shared;
  const auto add_eve = [&](Epoch& next) {
    next.members.push_back(as_guest(shared.eve, "eve"));
    return true;
  };
  const auto refused = shared.ben.membership->change(*shared.ben.store, add_eve,
                                                     "2026-11-15T12:00:00Z", shared.ben.random);
  CHECK(refused.error().code == ErrorCode::kNotAllowed);
  // By a program that does not ask.
  REQUIRE(shared.put_epoch(shared.ben.key(), [&](Epoch& next) { add_eve(next); }).ok());
  CHECK(shared.ana.membership->refresh(*shared.ana.store).error().code == ErrorCode::kCorrupt);
  CHECK(shared.ana.membership->epoch().members.size() == 3);
  // Nor by an invitation of its own.
  const auto invited = invite_device(*shared.ben.store, shared.code.address, *shared.ben.membership,
                                     shared.ben.joining());
  REQUIRE(invited.ok());
  REQUIRE(shared.ben.store->remove(epoch_name(2)).ok());
  REQUIRE(write_marker(*shared.ben.store, shared.id).ok());
  CHECK_FALSE(join_remote(*shared.ben.store, *invited, shared.eve.joining()).ok());
}

TEST_CASE("an epoch of somebody who is no member is refused, and so is one of another remote") {
  SharedPlace shared;
  REQUIRE(shared
              .put_epoch(shared.eve.key(),
                         [&](Epoch& next) { next.members.push_back(as_guest(shared.eve, "eve")); })
              .ok());
  CHECK(shared.ben.membership->refresh(*shared.ben.store).error().code == ErrorCode::kCorrupt);
  REQUIRE(shared.ben.store->remove(epoch_name(2)).ok());
  // The realm's epoch in the remote that it hangs on, under the number that is next there.
  const uint32_t next = shared.outer->epoch().number + 1;
  const Bytes epoch = shared.ana.membership->sealed_epochs().at(1);
  REQUIRE(shared.outer_store->put(epoch_name(next), epoch).ok());
  CHECK(shared.outer->refresh(*shared.outer_store).error().code == ErrorCode::kCorrupt);
  // And that of the remote in the realm.
  const Bytes of_outer = shared.outer->sealed_epochs().rbegin()->second;
  REQUIRE(shared.ana.store->put(epoch_name(2), of_outer).ok());
  CHECK(shared.ana.membership->refresh(*shared.ana.store).error().code == ErrorCode::kCorrupt);
}

TEST_CASE("a realm that a stranger made is not taken for one") {
  SharedPlace shared;
  const std::string id(32, 'b');
  ObjectsBelow below(*shared.outer_store, realm_prefix(id));
  // Eve has what is public of ana, and makes ana a member.
  Epoch epoch;
  epoch.remote = id;
  epoch.keys.push_back(AgeIdentity{Key(Bytes(32, 'e'))});
  epoch.members = {
      {"eve",    shared.eve.key().recipient(), shared.eve.key().signing_key(), false},
      {"laptop", shared.ana.key().recipient(), shared.ana.key().signing_key(), false}
  };
  const auto sealed = seal_epoch(epoch, shared.eve.key(), shared.eve.random);
  REQUIRE(sealed.ok());
  REQUIRE(below.put(epoch_name(1), *sealed).ok());
  CHECK(read_realm(below, id, *shared.outer, shared.ana.key()).error().code == ErrorCode::kCorrupt);
}

TEST_CASE("heads that a guest wrote do not count") {
  SharedPlace shared;
  REQUIRE(shared.ana.write("one"));
  shared.ben.look();
  REQUIRE(shared.ben.journal->write_heads(shared.ben.at, {}, {}).ok());
  CHECK_FALSE(shared.ana.journal->read_heads(UINT64_MAX)->has_value());
  REQUIRE(shared.ana.store->remove(heads_name(1)).ok());
  REQUIRE(shared.ana.journal->write_heads(shared.ana.at, {}, {}).ok());
  CHECK(shared.ben.journal->read_heads(UINT64_MAX)->has_value());
}

TEST_CASE("who has not looked yet begins at heads that were sealed with a newer key") {
  SharedPlace shared;
  REQUIRE(shared.ana.write("one"));
  const auto rotate = [](Epoch& next) {
    next.keys.push_back(AgeIdentity{Key(Bytes(32, 'n'))});
    return true;
  };
  REQUIRE(shared.ana.membership
              ->change(*shared.ana.store, rotate, "2026-11-15T12:00:00Z", shared.ana.random)
              .ok());
  REQUIRE(shared.ana.write("two"));
  REQUIRE(shared.ana.journal->write_heads(shared.ana.at, {}, {}).ok());
  REQUIRE(shared.ana.store->remove(entry_name(1)).ok());
  const JournalNews news = shared.ben.look();
  CHECK_FALSE(news.gap.has_value());
  CHECK(news.heads.has_value());
  CHECK(news.at == shared.ana.at);
}

TEST_CASE("who was removed is told so, and reads nothing that is written afterwards") {
  SharedPlace shared;
  REQUIRE(shared.ana.write("one"));
  shared.ben.look();
  const auto remove_ben = [&](Epoch& next) {
    next.keys.push_back(AgeIdentity{Key(Bytes(32, 'n'))});
    return std::erase_if(next.members, [](const Member& each) { return each.guest; }) > 0;
  };
  REQUIRE(*shared.ana.membership->change(*shared.ana.store, remove_ben, "2026-11-15T12:00:00Z",
                                         shared.ana.random));
  REQUIRE(shared.ana.write("two"));
  const auto news = shared.ben.journal->read_after(shared.ben.at);
  REQUIRE_FALSE(news.ok());
  CHECK(news.error().code == ErrorCode::kNotAllowed);
  CHECK(news.error().message.find("no member any more") != std::string::npos);
  // Also what he writes as if he had not heard of it is not taken.
  shared.ben.at.n = 2;
  shared.ben.at.sealed = shared.ana.at.sealed;
  REQUIRE(shared.ben.write("three"));
  const JournalNews after = shared.ana.look();
  CHECK(after.entries.empty());
  CHECK(after.broken.size() == 1);
}

TEST_CASE("what was sealed again leaves nothing from before, and takes nothing that is needed") {
  SharedPlace shared;
  const auto key = shared.ana.membership->epoch().key().recipient();
  const auto with_pack = [&](const std::string& text) {
    JournalDraft draft = shared.ana.draft(text);
    auto pack = seal_pack(text, key, shared.ana.random);
    REQUIRE(pack.ok());
    draft.text.clear();
    draft.rows[0].text[0] = {pack->name, 0, 0, text.size()};
    draft.packs.push_back(*pack);
    auto written = shared.ana.journal->append(shared.ana.at, draft);
    REQUIRE(written.ok());
    shared.ana.at = {written->entry->n, written->entry->sealed, written->entry->epoch};
    return pack->name;
  };
  const Hash old_pack = with_pack("old");
  REQUIRE(shared.ana.write("little"));
  const Hash new_pack = with_pack("new");
  REQUIRE(shared.ana.journal->write_heads(shared.ana.at, {}, {}).ok());
  // Of somebody who is about to name it.
  REQUIRE(shared.ana.store->put("p/" + std::string(64, '1'), "coming").ok());
  // Cut off at every request: the next call does the rest.
  for (int allowed = 0;; ++allowed) {
    int left = allowed;
    shared.place.mishap = [&](const std::string&) {
      return left-- > 0 ? MemoryPlace::Mishap::kNone : MemoryPlace::Mishap::kFailsBefore;
    };
    const Status dropped = drop_history(*shared.ana.store, shared.ana.membership->keys(), 3, 3);
    shared.place.mishap = nullptr;
    if (dropped) break;
  }
  const auto is_there = [&](const std::string& name) {
    return shared.ana.store->get(name, kMaxPackBytes)->has_value();
  };
  CHECK_FALSE(is_there(pack_name(old_pack)));
  CHECK_FALSE(is_there(entry_name(1)));
  CHECK_FALSE(is_there(entry_name(2)));
  CHECK(is_there(pack_name(new_pack)));
  CHECK(is_there(entry_name(3)));
  CHECK(is_there(heads_name(3)));
  CHECK(is_there("p/" + std::string(64, '1')));
  REQUIRE(drop_all_history(*shared.ana.store).ok());
  CHECK(shared.ana.store->list("", "", 10)->size() == 1);  // the epoch
}

TEST_CASE("the key of a device is one line, and no other line is taken for one") {
  const DeviceKey key(AgeIdentity{Key(Bytes(32, 'k'))});
  const std::string line = write_member_key("ana's laptop", key);
  const auto member = read_member_key(line + "\n");
  REQUIRE(member.ok());
  CHECK(member->name == "ana-s-laptop");
  CHECK(member->key == key.recipient());
  CHECK(member->signing_key == key.signing_key());
  CHECK(write_member_key(*member) == line);
  for (size_t cut = 0; cut < line.size(); ++cut) {
    CAPTURE(cut);
    CHECK(read_member_key(line.substr(0, cut)).error().code == ErrorCode::kUsage);
    std::string other = line;
    other[cut] = other[cut] == 'x' ? 'y' : 'x';
    CHECK_FALSE(read_member_key(other).ok());
  }
  CHECK(read_member_key(key.recipient().text()).error().message.find("signs") != std::string::npos);
}

}  // namespace
}  // namespace clew
