// Who becomes a member of a remote, and who does not.

#include "remote/join_remote.h"

#include "remote/object_names.h"
#include "remote/remote_fixture_test.h"

namespace clew {
namespace {

TEST_CASE("a place with a remote is no place for another, and stays as it is") {
  MemoryPlace place;
  RemoteDevice ana("laptop", 1, place);
  RemoteDevice eve("elsewhere", 2, place);
  ana.make_remote();
  const auto before = place.objects;
  CHECK(create_remote(*eve.store, eve.joining()).error().code == ErrorCode::kConflict);
  CHECK(create_remote(*ana.store, ana.joining()).error().code == ErrorCode::kConflict);
  CHECK(place.objects == before);
}

TEST_CASE("making a remote goes on where it was cut off, and only for who began it") {
  MemoryPlace place;
  RemoteDevice ana("laptop", 1, place);
  RemoteDevice eve("elsewhere", 2, place);
  const auto begun = create_remote(*ana.store, ana.joining());
  REQUIRE(begun.ok());
  CHECK(create_remote(*eve.store, eve.joining()).error().code == ErrorCode::kConflict);
  CHECK(*create_remote(*ana.store, ana.joining()) == *begun);
}

TEST_CASE("who was invited is a member, and reads what was there before") {
  TwoDevices two;
  REQUIRE(two.ana.write("one"));
  const JournalNews news = two.ben.look();
  REQUIRE(news.entries.size() == 1);
  CHECK(*two.ben.journal->text_of(news.entries[0].rows[0]) == "text of one");
  REQUIRE(two.ben.write("two"));
  CHECK(two.ana.look().entries.size() == 1);  // by an epoch that it had not heard of
  CHECK(two.ana.membership->epoch().members.size() == 2);
}

TEST_CASE("an invitation is used once") {
  MemoryPlace place;
  RemoteDevice ana("laptop", 1, place);
  RemoteDevice ben("tower", 2, place);
  RemoteDevice eve("elsewhere", 3, place);
  ana.make_remote();
  const JoinCode code = ana.invite();
  REQUIRE(ben.join(code).ok());
  CHECK(eve.join(code).error().code == ErrorCode::kNotFound);
}

TEST_CASE("joining goes on where it was cut off, and adds the device once") {
  MemoryPlace place;
  RemoteDevice ana("laptop", 1, place);
  RemoteDevice ben("tower", 2, place);
  ana.make_remote();
  const JoinCode code = ana.invite();
  REQUIRE(join_remote(*ben.store, code, ben.joining()).ok());
  REQUIRE(ben.join(code).ok());
  CHECK(ben.membership->epoch().members.size() == 2);
}

TEST_CASE("an invitation is over after a day") {
  MemoryPlace place;
  RemoteDevice ana("laptop", 1, place);
  RemoteDevice ben("tower", 2, place);
  ana.make_remote();
  const JoinCode code = ana.invite();
  ben.now = ben.now + kInvitationLife + seconds(1);
  const auto before = place.objects;
  CHECK(ben.join(code).error().code == ErrorCode::kNotAllowed);
  CHECK(place.objects == before);
}

TEST_CASE("a code for another remote, or with another secret, opens nothing") {
  MemoryPlace place;
  MemoryPlace other;
  RemoteDevice ana("laptop", 1, place);
  RemoteDevice ben("tower", 2, place);
  RemoteDevice eve("elsewhere", 3, other);
  ana.make_remote();
  eve.make_remote();
  CHECK(ben.join(eve.invite()).error().code == ErrorCode::kNotFound);
  JoinCode code = ana.invite();
  code.secret.secret.data()[3] ^= 1;
  CHECK(ben.join(code).error().code == ErrorCode::kCorrupt);
}

TEST_CASE("a join code is read back as it was, with its line end or without") {
  TwoDevices two;
  JoinCode code = two.ana.invite();
  code.address = {RemoteAddress::Kind::kS3, "s3://bucket/a b", "http://localhost:7480",
                  "bucket/a b"};
  const std::string line = write_join_code(code);
  CHECK(
      line.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") ==
      std::string::npos);
  for (const std::string& text : {line, line + "\n", line + "\r\n"}) {
    const auto again = read_join_code(text);
    REQUIRE(again.ok());
    CHECK(again->address == code.address);
    CHECK(again->id == code.id);
    CHECK(again->secret.text() == code.secret.text());
  }
  for (size_t cut = 0; cut < line.size(); ++cut) {
    CAPTURE(cut);
    const auto refused = read_join_code(line.substr(0, cut));
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == ErrorCode::kUsage);
    CHECK(refused.error().message.find("AGE-SECRET") == std::string::npos);
  }
}

TEST_CASE("with another key this device is told that it is no member") {
  TwoDevices two;
  const DeviceKey other(AgeIdentity{Key(Bytes(32, 'k'))});
  const auto loaded = two.ana.load_with(other);
  REQUIRE_FALSE(loaded.ok());
  CHECK(loaded.error().code == ErrorCode::kNotAllowed);
}

TEST_CASE("an epoch that a stranger made is refused") {
  TwoDevices two;
  const DeviceKey eve(AgeIdentity{Key(Bytes(32, 'e'))});
  Epoch next = two.ben.membership->epoch();
  next.number += 1;
  next.before = sha256(two.ben.membership->sealed_epochs().rbegin()->second);
  next.members.push_back({"elsewhere", eve.recipient(), eve.signing_key()});
  // The key is the only thing that she could have got hold of.
  const auto sealed = seal_epoch(next, eve, two.ana.random);
  REQUIRE(sealed.ok());
  REQUIRE(two.ana.store->put(epoch_name(next.number), *sealed).ok());
  CHECK(two.ben.membership->refresh(*two.ben.store).error().code == ErrorCode::kCorrupt);
  CHECK(two.ben.membership->epoch().members.size() == 2);
}

}  // namespace
}  // namespace clew
