// One sync after another, with a place that does what it is told: what is sent, what is taken in,
// what it costs, and what is told when something is wrong.

#include <random>

#include "document/json/json.h"
#include "remote/object_names.h"
#include "simulation/devices.h"

namespace clew {
namespace {

struct Pair {
  explicit Pair(size_t count = 2) : devices(devices_at(place, count, 11)) {}
  Device& ana() { return *devices[0]; }
  Device& ben() { return *devices[1]; }

  MemoryPlace place;
  std::vector<std::unique_ptr<Device>> devices;
};

void begin(Device& device, const std::string& id) {
  device.must("start", "goal", "goal of " + id, "id", id, "step", Value::List{"Plan", "Build"});
}
void note(Device& device, const std::string& id, const std::string& text) {
  device.surroundings.session = id;
  device.must("note", "text", text);
  device.surroundings.session.clear();
}
Answer synced(Device& device) {
  auto answer = device.run("sync");
  if (!answer) FAIL("sync: ", answer.error().message);
  return std::move(*answer);
}
// What is said of that session.
Value said(const Answer& answer, const std::string& session) {
  for (const auto& each : answer.data.find("sessions")->as_list()) {
    if (each.find("session")->as_string() == session) return each;
  }
  FAIL("nothing is said of ", session, " in ", write_json(answer.data));
  return {};
}
std::string was(const Answer& answer, const std::string& session) {
  return said(answer, session).find("was")->as_string();
}
int64_t number(const Answer& answer, const std::string& session, const char* name) {
  return said(answer, session).find(name)->as_int();
}

TEST_CASE("new, ahead, behind, equal: each is told, with how much went where") {
  Pair two;
  begin(two.ana(), "one");
  Answer answer = synced(two.ana());
  CHECK(was(answer, "one") == "new");
  CHECK(number(answer, "one", "sent") == static_cast<int64_t>(two.ana().rows().size()));
  answer = synced(two.ben());
  CHECK(was(answer, "one") == "new");
  CHECK(number(answer, "one", "received") == static_cast<int64_t>(two.ana().rows().size()));
  CHECK(two.ben().rows() == two.ana().rows());
  note(two.ben(), "one", "from the tower");
  answer = synced(two.ben());
  CHECK(was(answer, "one") == "ahead");
  CHECK(number(answer, "one", "sent") == 1);
  answer = synced(two.ana());
  CHECK(was(answer, "one") == "behind");
  CHECK(number(answer, "one", "received") == 1);
  CHECK(two.ben().rows() == two.ana().rows());
  CHECK(was(synced(two.ana()), "one") == "equal");
}

TEST_CASE("a sync with nothing to do is one request") {
  Pair two;
  begin(two.ana(), "one");
  synced(two.ana());
  synced(two.ben());
  synced(two.ana());
  for (auto& device : two.devices) {
    two.place.requests = 0;
    synced(*device);
    CHECK(two.place.requests == 1);
  }
}

TEST_CASE("one new event is sent with two requests, with four when another came first, in 2 KB") {
  Pair two;
  begin(two.ana(), "one");
  begin(two.ben(), "two");
  for (int i = 0; i < 2; ++i) {
    synced(two.ana());
    synced(two.ben());
  }
  note(two.ana(), "one", "a word");
  two.place.requests = 0;
  two.place.bytes_put = 0;
  synced(two.ana());
  CHECK(two.place.requests == 2);
  CHECK(two.place.bytes_put < 2048);
  MESSAGE("a push of one note: ", two.place.bytes_put, " bytes");
  synced(two.ben());
  // Between the look and the write of one, the other writes.
  note(two.ana(), "one", "another");
  note(two.ben(), "two", "at the same time");
  bool raced = false;
  two.place.requests = 0;
  two.place.mishap = [&](const std::string& request) {
    if (!request.starts_with("put_if_absent j/") || raced) return MemoryPlace::Mishap::kNone;
    raced = true;
    const int before = two.place.requests;
    synced(two.ben());
    two.place.requests = before;
    return MemoryPlace::Mishap::kNone;
  };
  synced(two.ana());
  CHECK(raced);
  CHECK(two.place.requests == 4);
  two.place.mishap = nullptr;
  synced(two.ben());
  CHECK(two.ben().rows() == two.ana().rows());
}

TEST_CASE("only the named sessions travel, with those that they were forked from") {
  Pair two;
  begin(two.ana(), "one");
  begin(two.ana(), "two");
  two.ana().caller.session = "one@2";
  two.ana().must("fork", "id", "side");
  two.ana().caller.session.clear();
  two.ana().must("push", "words", words("side"));
  two.ben().must("pull");
  CHECK(two.ben().sessions() == std::vector<SessionId>{SessionId("one"), SessionId("side")});
  synced(two.ana());
  two.ben().must("pull", "words", words("one"));
  CHECK(two.ben().sessions().size() == 2);
  two.ben().must("pull", "words", words("two"));
  CHECK(two.ben().rows() == two.ana().rows());
  CHECK(two.ben().error("sync", "words", words("nowhere")).code == ErrorCode::kNotFound);
}

TEST_CASE("artifacts and large events travel, and come whole") {
  Pair two;
  begin(two.ana(), "one");
  std::string large;
  for (int i = 0; large.size() < 9'000'000; ++i) large += std::to_string(i * 7919) + "\n";
  two.ana().write("plan.md", large);
  two.ana().surroundings.session = "one";
  two.ana().must("artifact add", "paths", words("plan.md"));
  synced(two.ana());
  synced(two.ben());
  CHECK(two.ben().rows() == two.ana().rows());
  CHECK(two.ben().store().blob(sha256(large)).ok());
  for (const auto& [name, bytes] : two.place.objects) {
    CAPTURE(name);
    CHECK(bytes.size() <= (name.starts_with("j/") ? kMaxEntryBytes : kMaxPackBytes));
  }
}

TEST_CASE("what is redacted on one device goes on the other with the next sync") {
  Pair two;
  begin(two.ana(), "one");
  two.ana().surroundings.session = "one";
  const Answer noted = two.ana().must("note", "text", "the name is Rosa");
  synced(two.ana());
  synced(two.ben());
  two.ben().surroundings.session = "one";
  two.ben().must("redact", "events", words(std::to_string(noted.data.find("seq")->as_int())));
  synced(two.ben());
  synced(two.ana());
  CHECK(two.ana().rows() == two.ben().rows());
  for (const auto& event : two.ana().rows()) {
    CHECK(event.payload.find("Rosa") == std::string::npos);
  }
}

TEST_CASE("what was redacted after it was sent is in no object of the remote any more") {
  Pair three(3);
  begin(three.ana(), "one");
  begin(three.ana(), "other");
  three.ana().surroundings.session = "one";
  const Answer noted = three.ana().must("note", "text", "the name is Rosalind");
  std::mt19937_64 chance(7);
  std::string large;
  while (large.size() < 50'000) large += static_cast<char>('a' + chance() % 26);
  const Answer second = three.ana().must("note", "text", "Rosalind again " + large);
  synced(three.ana());
  for (auto& device : three.devices) synced(*device);
  note(three.ben(), "other", "meanwhile");
  synced(three.ben());
  CHECK(three.ana().all_that_opens(three.place).find("Rosalind") != std::string::npos);
  three.ana().must("redact", "events",
                   Value::List{Value(std::to_string(noted.data.find("seq")->as_int())),
                               Value(std::to_string(second.data.find("seq")->as_int()))});
  const auto doctor = [&] { return three.ana().run("doctor")->text; };
  CHECK(doctor().find("home: what was redacted or forgotten here is still there") !=
        std::string::npos);
  synced(three.ana());
  CHECK(doctor().find("is still there") == std::string::npos);
  CHECK(doctor().find("may not have synced since") != std::string::npos);
  CHECK(three.ana().all_that_opens(three.place).find("Rosalind") == std::string::npos);
  CHECK(three.ana().all_that_opens(three.place).find("meanwhile") != std::string::npos);
  // Who saw an entry last that is gone hears of no older copy, and a new device gets all of it.
  for (auto& device : three.devices) synced(*device);
  for (auto& device : three.devices) {
    CHECK(device->rows() == three.ana().rows());
    three.place.requests = 0;
    synced(*device);
    CHECK(three.place.requests == 1);
  }
  note(three.ben(), "other", "and on");
  synced(three.ben());
  synced(three.ana());
  CHECK(three.ben().rows() == three.ana().rows());
  Device late("late", 99, three.place);
  const Answer invited = three.ana().must("remote invite", "name", "home");
  late.must("remote join", "words", words("home"), "code", invited.data.find("join")->as_string());
  synced(late);
  CHECK(late.rows() == three.ana().rows());
}

TEST_CASE("a device that had pulled nothing finds what was written anew") {
  Pair two;
  begin(two.ana(), "one");
  synced(two.ana());
  synced(two.ben());
  two.ana().surroundings.session = "one";
  const Answer noted = two.ana().must("note", "text", "Rosalind");
  synced(two.ana());
  two.ben().must("push");  // it looks, and takes nothing in
  two.ana().must("redact", "events", words(std::to_string(noted.data.find("seq")->as_int())));
  synced(two.ana());
  synced(two.ben());
  CHECK(two.ben().rows() == two.ana().rows());
}

TEST_CASE("an older copy is still told from entries that were dropped") {
  Pair two;
  begin(two.ana(), "one");
  synced(two.ana());
  synced(two.ben());
  const auto older = two.place.objects;
  two.ana().surroundings.session = "one";
  const Answer noted = two.ana().must("note", "text", "Rosalind");
  synced(two.ana());
  two.ana().must("redact", "events", words(std::to_string(noted.data.find("seq")->as_int())));
  synced(two.ana());
  two.place.objects = older;
  CHECK(two.ana().error("sync").code == ErrorCode::kCorrupt);
  two.ana().must("sync", "repair", true);
  synced(two.ben());
  CHECK(two.ben().rows() == two.ana().rows());
  CHECK(two.ana().all_that_opens(two.place).find("Rosalind") == std::string::npos);
}

TEST_CASE("a copy that holds what was redacted is cleaned when the remote goes on from it") {
  Pair two;
  begin(two.ana(), "one");
  two.ana().surroundings.session = "one";
  const Answer noted = two.ana().must("note", "text", "Rosalind");
  synced(two.ana());
  synced(two.ben());
  const auto older = two.place.objects;
  two.ana().must("redact", "events", words(std::to_string(noted.data.find("seq")->as_int())));
  synced(two.ana());
  two.place.objects = older;
  two.ana().must("sync", "repair", true);
  CHECK(two.ana().all_that_opens(two.place).find("Rosalind") == std::string::npos);
  synced(two.ben());
  CHECK(two.ben().rows() == two.ana().rows());
}

TEST_CASE("cut off anywhere, taking words out of the remote is finished by the next sync") {
  bool was_cut = true;
  for (int cut = 1; was_cut && cut < 60; ++cut) {
    CAPTURE(cut);
    Pair two;
    begin(two.ana(), "one");
    two.ana().surroundings.session = "one";
    const Answer noted = two.ana().must("note", "text", "Rosalind");
    synced(two.ana());
    synced(two.ben());
    two.ana().must("redact", "events", words(std::to_string(noted.data.find("seq")->as_int())));
    int requests = 0;
    was_cut = false;
    two.place.mishap = [&](const std::string&) {
      if (++requests < cut) return MemoryPlace::Mishap::kNone;
      was_cut = true;
      return cut % 2 == 0 ? MemoryPlace::Mishap::kFailsBefore : MemoryPlace::Mishap::kAnswerLost;
    };
    static_cast<void>(two.ana().run("sync"));
    two.place.mishap = nullptr;
    synced(two.ben());
    synced(two.ana());
    synced(two.ben());
    CHECK(two.ana().all_that_opens(two.place).find("Rosalind") == std::string::npos);
    CHECK(two.ben().rows() == two.ana().rows());
  }
}

TEST_CASE("a session that one device forgets goes from the remote and from the others") {
  Pair two;
  begin(two.ana(), "one");
  begin(two.ana(), "other");
  note(two.ana(), "one", "Rosalind");
  synced(two.ana());
  synced(two.ben());
  two.ben().must("forget", "sessions", words("one"));
  synced(two.ben());
  CHECK(two.ben().all_that_opens(two.place).find("Rosalind") == std::string::npos);
  SUBCASE("asked first, where it is much or other people's words") {
    two.ana().caller.agreed = false;
    const Answer answer = *two.ana().run("sync");
    REQUIRE(answer.refusal.has_value());
    CHECK(answer.refusal->message.find("forget it here") != std::string::npos);
    CHECK_FALSE(two.ana().store().summary(SessionId("one"))->forgotten);
    two.ana().caller.agreed = true;
    synced(two.ana());
    CHECK(two.ana().store().summary(SessionId("one"))->forgotten);
    CHECK_FALSE(two.ana().store().summary(SessionId("other"))->forgotten);
  }
  SUBCASE("never what was not sent") {
    note(two.ana(), "one", "not sent yet");
    const Answer answer = synced(two.ana());
    CHECK(answer.data.find("notices") != nullptr);
    CHECK_FALSE(two.ana().store().summary(SessionId("one"))->forgotten);
    synced(two.ana());
    CHECK(two.ana().all_that_opens(two.place).find("Rosalind") == std::string::npos);
  }
}

TEST_CASE("other people's words, and more than 20 events, are redacted when somebody agrees") {
  Pair two;
  begin(two.ana(), "one");
  note(two.ana(), "one", "mine");
  synced(two.ana());
  synced(two.ben());
  const auto last = two.ana().store().summary(SessionId("one"))->head.seq.number;
  SUBCASE("other people's words") {
    two.ben().surroundings.session = "one";
    two.ben().must("redact", "events", words(std::to_string(last)));
    synced(two.ben());
    two.ana().caller.agreed = false;
    const Answer answer = *two.ana().run("sync");
    REQUIRE(answer.refusal.has_value());
    CHECK(answer.refusal->message.find("--yes") != std::string::npos);
    CHECK(two.ana().rows() != two.ben().rows());
    two.ana().caller.agreed = true;
    synced(two.ana());
    CHECK(two.ana().rows() == two.ben().rows());
  }
  SUBCASE("one's own go without a question") {
    two.ana().surroundings.session = "one";
    two.ana().must("redact", "events", words(std::to_string(last)));
    synced(two.ana());
    two.ben().caller.agreed = false;
    synced(two.ben());
    CHECK(two.ana().rows() == two.ben().rows());
  }
}

TEST_CASE("the first use says what would travel and names secrets; no answer sends nothing") {
  Pair two;
  begin(two.ana(), "one");
  two.ana().caller.agreed = false;
  const auto before = two.place.objects;
  const Error error = two.ana().error("sync");
  CHECK(error.code == ErrorCode::kUsage);
  CHECK(error.message.find("1 session") != std::string::npos);
  CHECK(error.message.find("--yes") != std::string::npos);
  CHECK(two.place.objects == before);
  std::string asked;
  two.ana().caller.confirm = [&](const std::string& question) {
    asked = question;
    return std::optional(false);
  };
  CHECK(two.ana().error("sync").code == ErrorCode::kNotAllowed);
  CHECK(asked.find("one") != std::string::npos);
  CHECK(two.place.objects == before);
  two.ana().caller.confirm = [](const std::string&) { return std::optional(true); };
  synced(two.ana());
  two.ana().caller.confirm = nullptr;
  note(two.ana(), "one", "later");
  synced(two.ana());  // agreed once
}

TEST_CASE("a session of another device with the id of one's own arrives beside it") {
  Pair two;
  begin(two.ana(), "same");
  two.ben().pass(seconds(5));
  begin(two.ben(), "same");
  begin(two.ana(), "other");
  synced(two.ana());
  const auto before = two.ben().rows();
  const Answer answer = synced(two.ben());
  CHECK_FALSE(answer.refusal.has_value());
  CHECK(two.ben().sessions().size() == 3);
  CHECK(said(answer, "other").find("error")->is_null());
  for (const auto& event : before) CHECK(two.ben().hashes().count(event.hash) == 1);
}

TEST_CASE("a session that was forgotten here does not come back, and stops no other") {
  Pair two;
  begin(two.ana(), "one");
  begin(two.ana(), "other");
  synced(two.ana());
  synced(two.ben());
  two.ben().must("forget", "sessions", words("one"));
  note(two.ana(), "one", "more");
  note(two.ana(), "other", "more");
  synced(two.ana());
  const Answer answer = synced(two.ben());
  CHECK_FALSE(answer.refusal.has_value());
  CHECK(number(answer, "other", "received") == 1);
}

TEST_CASE("a session in trouble is named, and the others are synced") {
  Pair two;
  begin(two.ana(), "one");
  begin(two.ana(), "other");
  synced(two.ana());
  synced(two.ben());
  // More than an entry has room for goes into a pack, and packs can be lost.
  std::mt19937_64 chance(7);
  for (int i = 0; i < 4; ++i) {
    std::string large;
    while (large.size() < 50'000) large += static_cast<char>('!' + chance() % 90);
    note(two.ana(), "one", large);
  }
  synced(two.ana());
  note(two.ana(), "other", "more");
  synced(two.ana());
  std::erase_if(two.place.objects, [](const auto& each) { return each.first.starts_with("p/"); });
  const Answer answer = synced(two.ben());
  REQUIRE(answer.refusal.has_value());
  CHECK(answer.refusal->code == ErrorCode::kCorrupt);
  CHECK_FALSE(said(answer, "one").find("error")->is_null());
  CHECK(said(answer, "other").find("error")->is_null());
}

TEST_CASE("an older copy is told, changes nothing, and is brought forward by whoever says so") {
  Pair three(3);
  begin(three.ana(), "one");
  for (auto& device : three.devices) synced(*device);
  const auto older = three.place.objects;
  note(three.ana(), "one", "lost there, kept here");
  synced(three.ana());
  synced(three.ben());
  three.place.objects = older;
  for (Device* device : {&three.ana(), &three.ben()}) {
    const auto rows = device->rows();
    const Error error = device->error("sync");
    CHECK(error.code == ErrorCode::kCorrupt);
    CHECK(error.next.find("--repair") != std::string::npos);
    CHECK(three.place.objects == older);
    CHECK(device->rows() == rows);
  }
  three.ana().must("sync", "repair", true);
  synced(three.ben());  // it is told that this is the history now
  synced(*three.devices[2]);
  for (auto& device : three.devices) CHECK(device->rows() == three.ana().rows());
}

TEST_CASE("everything gone is an older copy, too") {
  Pair two;
  begin(two.ana(), "one");
  synced(two.ana());
  synced(two.ben());
  two.place.objects.clear();
  CHECK(two.ana().error("sync").code == ErrorCode::kCorrupt);
  two.ana().must("sync", "repair", true);
  note(two.ben(), "one", "and on");
  // It has seen an entry that the first had not.
  REQUIRE(two.ben().sync().ok());
  synced(two.ana());
  CHECK(two.ben().rows() == two.ana().rows());
}

TEST_CASE("an entry that was cut off is passed over, and its work is sent again") {
  Pair two;
  begin(two.ana(), "one");
  synced(two.ana());
  synced(two.ben());
  const std::string next =
      entry_name(static_cast<uint64_t>(synced(two.ana()).data.find("entry")->as_int()) + 1);
  two.place.objects[next] = "age-encryption.org/v1\n-> X25519 half";
  note(two.ben(), "one", "after the accident");
  const Answer answer = synced(two.ben());
  CHECK(answer.data.find("notices") != nullptr);
  synced(two.ana());
  CHECK(two.ben().rows() == two.ana().rows());
}

TEST_CASE("a new device begins at the heads, which are written every 256 entries") {
  Pair two;
  begin(two.ana(), "one");
  synced(two.ana());
  for (uint64_t n = 2; n <= kHeadsEvery; ++n) {
    note(two.ana(), "one", "note " + std::to_string(n));
    synced(two.ana());
  }
  CHECK(two.place.objects.count(heads_name(kHeadsEvery)) == 1);
  bool read = false;
  two.place.mishap = [&](const std::string& request) {
    read = read || request == "get " + heads_name(kHeadsEvery);
    return MemoryPlace::Mishap::kNone;
  };
  synced(two.ben());
  CHECK(read);
  CHECK(two.ben().rows() == two.ana().rows());
}

}  // namespace
}  // namespace clew
