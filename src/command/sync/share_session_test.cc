// One session with other people: what others may do, what happens at once, and what it costs.

#include "command/sync/share_session.h"

#include "bundle/age_file.h"
#include "command/sync/shared_realms.h"
#include "command/sync/sync_fixture_test.h"
#include "document/json/json.h"
#include "remote/object_names.h"
#include "testing/memory_place.h"
#include "view/travel_of_session.h"

namespace clew {
namespace {

// A device that reaches a place in memory, and agrees to what it is asked.
struct SharingDevice : Fixture {
  SharingDevice(const std::string& name, MemoryPlace& place) : Fixture(name), places(place) {
    surroundings.remotes = &places;
    caller.agreed = true;
    draw_from(std::hash<std::string>()(name));
  }
  std::string line() { return must("key show").data.find("line")->as_string(); }
  void begin(const char* id) { must("start", "goal", "Work", "id", id); }
  void note(const char* session, const char* text) {
    caller.session = session;
    must("note", "text", text);
    caller.session.clear();
  }
  Answer share_with(const char* session, const std::string& key) {
    caller.session = session;
    const Answer answer = must("share", "with", words(key));
    caller.session.clear();
    return answer;
  }
  Answer unshare(const char* session, const std::string& key) {
    caller.session = session;
    const Answer answer = must("unshare", "with", words(key));
    caller.session.clear();
    return answer;
  }
  void join(const char* name, const std::string& code) {
    must("remote join", "words", words(name), "code", code);
  }
  Answer sync() { return must("sync"); }
  bool has(const char* session) { return store().summary(SessionId(session)).ok(); }
  Head head(const char* session) {
    const auto summary = store().summary(SessionId(session));
    REQUIRE(summary.ok());
    return summary->head;
  }
  MemoryPlaceFactory places;
};

std::string join_line(const Answer& answer) { return answer.data.find("join")->as_string(); }

std::string all_notices(const Answer& answer) {
  const Value* notices = answer.data.find("notices");
  return notices == nullptr ? std::string() : write_json(*notices);
}

// Ana's two devices with the session "main", and ben.
struct Sharers {
  Sharers() {
    ana.begin("main");
    ana.must("remote add", "words", Value::List{"home", "s3://bucket/place"});
    ana.sync();
    const Answer invited = ana.must("remote invite", "name", "home");
    tower.join("home", invited.data.find("join")->as_string());
    tower.sync();
    ana.sync();
  }
  MemoryPlace place;
  SharingDevice ana{"laptop", place};
  SharingDevice tower{"tower", place};
  SharingDevice ben{"ben", place};
};

TEST_CASE("what is shared goes to and fro between all devices, and nothing else does") {
  Sharers all;
  all.ana.begin("payroll");
  all.ben.begin("garden");
  all.ben.join("shop", join_line(all.ana.share_with("main", all.ben.line())));
  all.ben.sync();
  all.ben.note("main", "by ben");
  all.ben.sync();
  all.ana.sync();
  all.tower.sync();
  CHECK(all.ana.head("main") == all.ben.head("main"));
  CHECK(all.tower.head("main") == all.ben.head("main"));
  CHECK_FALSE(all.ben.has("payroll"));
  CHECK_FALSE(all.ana.has("garden"));
}

TEST_CASE("a sync with nothing to do asks one thing, and one more for each place that is shared") {
  Sharers all;
  const auto requests = [&] {
    all.place.requests = 0;
    CHECK_FALSE(all.ana.sync().data.find("changed")->as_bool());
    return all.place.requests;
  };
  CHECK(requests() == 1);
  all.ana.share_with("main", all.ben.line());
  CHECK(requests() == 2);
}

TEST_CASE("two devices that share at once share at one place") {
  Sharers all;
  const std::string ben = all.ben.line();
  std::string line_of_tower;
  bool is_begun = false;
  // The tower shares when the laptop is about to say so.
  all.place.mishap = [&](const std::string& request) {
    if (request.starts_with("put_if_absent j/") && !is_begun) {
      is_begun = true;
      line_of_tower = join_line(all.tower.share_with("main", ben));
    }
    return MemoryPlace::Mishap::kNone;
  };
  const std::string line = join_line(all.ana.share_with("main", ben));
  REQUIRE_FALSE(line_of_tower.empty());
  CHECK(line == line_of_tower);
  all.ben.join("shop", line);
  all.ben.sync();
  all.tower.sync();
  all.ana.sync();
  CHECK(all.ben.head("main") == all.ana.head("main"));
  CHECK(all.tower.head("main") == all.ana.head("main"));
}

TEST_CASE("a device that was invited later is let in by one that is in") {
  Sharers all;
  all.ben.join("shop", join_line(all.ana.share_with("main", all.ben.line())));
  all.ana.begin("other");
  all.ana.share_with("other", all.ben.line());
  SharingDevice desk("desk", all.place);
  const Answer invited = all.ana.must("remote invite", "name", "home");
  desk.join("home", invited.data.find("join")->as_string());
  CHECK(all_notices(desk.sync()).find("when another device of home has synced") !=
        std::string::npos);
  CHECK_FALSE(desk.has("other"));
  all.ana.sync();
  desk.sync();
  CHECK(desk.head("other") == all.ana.head("other"));
  desk.note("other", "from the desk");
  desk.sync();
  all.ben.sync();
  CHECK(all.ben.head("other") == desk.head("other"));
}

TEST_CASE("a shared session is handed off by the place that it travels by") {
  Sharers all;
  all.ben.join("shop", join_line(all.ana.share_with("main", all.ben.line())));
  all.ben.sync();
  all.ana.caller.session = "main";
  const Answer handed = all.ana.must("handoff", "to", "tower");
  CHECK(handed.data.find("sent")->as_bool());
  all.ana.caller.session.clear();
  all.tower.sync();
  all.ben.sync();
  CHECK(all.tower.head("main") == all.ana.head("main"));
  CHECK(all.ben.head("main") == all.ana.head("main"));
}

TEST_CASE("files of a session say with whom it is shared, and whether those have all of it") {
  Sharers all;
  const auto travel = [&](SharingDevice& device) {
    const auto found =
        travel_of_session(device.store(), SessionId("main"), device.head("main").seq);
    REQUIRE(found.ok());
    REQUIRE(found->has_value());
    return **found;
  };
  CHECK_FALSE(travel(all.ana).shared_with.has_value());
  all.ana.share_with("main", all.ben.line());
  CHECK(travel(all.ana).shared_with == std::vector<std::string>{"ben"});
  CHECK(travel(all.ana).status == TravelStatus::kSuccess);
  all.ana.note("main", "not sent yet");
  CHECK(travel(all.ana).status == TravelStatus::kPending);
  all.ana.sync();
  CHECK(travel(all.ana).status == TravelStatus::kSuccess);
  all.ana.unshare("main", "ben");
  all.ana.sync();
  CHECK_FALSE(travel(all.ana).shared_with.has_value());
  CHECK(travel(all.ana).status == TravelStatus::kSuccess);
}

TEST_CASE("sessions that a guest brings are passed over, whatever program sends them") {
  Sharers all;
  all.ben.join("shop", join_line(all.ana.share_with("main", all.ben.line())));
  all.ben.sync();
  all.ben.begin("garden");
  // A program that takes what is shared for a remote like any other.
  auto record = remote_record(all.ben.store(), "shop");
  REQUIRE(record.ok());
  (*record)->shared = false;
  const auto forged = transact(all.ben.store(), {}, [&](Transaction& transaction) -> Result<Unit> {
    CLEW_TRY(put_remote(transaction, **record));
    return Unit{};
  });
  REQUIRE(forged.ok());
  all.ben.sync();
  const Answer synced = all.ana.sync();
  CHECK(all_notices(synced).find("garden") != std::string::npos);
  CHECK_FALSE(all.ana.has("garden"));
  all.tower.sync();
  CHECK_FALSE(all.tower.has("garden"));
}

// What the keys that a device has of a remote open at that place.
std::string all_that_opens(SharingDevice& device, const char* remote, const MemoryPlace& place) {
  const auto record = remote_record(device.store(), remote);
  PosixFileSystem files;
  SystemMachine machine;
  const auto member = Membership::load(files, device.surroundings.state_folder, (*record)->remote,
                                       device.device(), device.surroundings.user, machine);
  REQUIRE(member.ok());
  std::string all;
  for (const auto& [name, sealed] : place.objects) {
    if (name.starts_with("j/") || name.find("/j/") != std::string::npos) {
      const auto entry = open_entry(sealed, member->keys());
      if (entry) all += entry->text;
    } else if (name.starts_with("p/") || name.find("/p/") != std::string::npos) {
      const auto text = open_pack(sealed, member->keys());
      if (text) all += *text;
    }
  }
  return all;
}

TEST_CASE("what is redacted goes from where it is shared, and from those it is shared with") {
  Sharers all;
  all.ana.note("main", "the word is zanzibar");
  all.ana.sync();
  const std::string line = join_line(all.ana.share_with("main", all.ben.line()));
  all.ben.join("shop", line);
  all.ben.sync();
  CHECK(all_that_opens(all.ben, "shop", all.place).find("zanzibar") != std::string::npos);
  CHECK(all_that_opens(all.ana, "home", all.place).find("zanzibar") != std::string::npos);
  all.ana.caller.session = "main";
  all.ana.must("redact", "events", Value::List{"2"});
  all.ana.caller.session.clear();
  all.ana.sync();
  CHECK(all_that_opens(all.ben, "shop", all.place).find("zanzibar") == std::string::npos);
  CHECK(all_that_opens(all.ana, "home", all.place).find("zanzibar") == std::string::npos);
  all.ben.sync();
  all.tower.sync();
  for (SharingDevice* device : {&all.ana, &all.ben, &all.tower}) {
    const auto rows = device->store().read_raw(SessionId("main"), Seq{1}, 100);
    REQUIRE(rows.ok());
    for (const auto& row : *rows) CHECK(row.payload.find("zanzibar") == Bytes::npos);
    CHECK(device->head("main") == all.ana.head("main"));
  }
}

TEST_CASE("who is taken out reads nothing new, and the others go on") {
  Sharers all;
  SharingDevice carl("carl", all.place);
  all.ana.share_with("main", all.ben.line());
  const std::string line = join_line(all.ana.share_with("main", carl.line()));
  all.ben.join("shop", line);
  carl.join("shop", line);
  all.ben.sync();
  carl.sync();
  const Head before = all.ben.head("main");
  all.tower.sync();
  all.tower.unshare("main", all.ben.line());
  all.tower.note("main", "after ben");
  all.tower.sync();
  const Error told = all.ben.error("sync");
  CHECK(told.code == ErrorCode::kNotAllowed);
  CHECK(told.message.find("no member any more") != std::string::npos);
  CHECK(all.ben.head("main") == before);
  carl.sync();
  all.ana.sync();
  CHECK(carl.head("main") == all.tower.head("main"));
  CHECK(all.ana.head("main") == all.tower.head("main"));
  // The keys that he had open nothing that is there now, but what the epochs of before said.
  const auto shop = remote_record(all.ben.store(), "shop");
  PosixFileSystem files;
  SystemMachine machine;
  const auto his = Membership::load(files, all.ben.surroundings.state_folder, (*shop)->remote,
                                    all.ben.device(), all.ben.surroundings.user, machine);
  REQUIRE(his.ok());
  size_t looked_at = 0;
  for (const auto& [name, bytes] : all.place.objects) {
    const bool is_epoch = name.find("/e/") != std::string::npos;
    if (!name.starts_with("r/") || is_epoch || name.ends_with(kMarkerName)) continue;
    CAPTURE(name);
    CHECK_FALSE(unseal(bytes, {his->keys(), {}}).ok());
    ++looked_at;
  }
  CHECK(looked_at >= 2);
}

}  // namespace
}  // namespace clew
