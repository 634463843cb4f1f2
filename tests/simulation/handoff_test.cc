// A session that is handed from device to device: who has it writes in it, and what the others
// record goes into sessions of their own. All stores end with the same events.

#include <algorithm>

#include "simulation/devices.h"

namespace clew {
namespace {

const SessionId kWalk("walk");

struct Handing {
  MemoryPlace place;
  std::vector<std::unique_ptr<Device>> devices;

  explicit Handing(size_t count) : devices(devices_at(place, count, 7)) {
    first().must("start", "goal", "Walk", "id", "walk", "step", Value::List{"A", "B"});
    for (auto& device : devices) device->caller.session = "walk";
    meet();
  }
  Device& first() { return *devices[0]; }
  Device& second() { return *devices[1]; }
  Device& third() { return *devices[2]; }

  void meet() {
    for (int round = 0; round < 3; ++round) {
      for (auto& device : devices) {
        const auto answer = device->sync();
        REQUIRE(answer.ok());
        if (answer->refusal) FAIL("sync: ", answer->refusal->message);
      }
    }
    for (auto& device : devices) {
      CHECK(device->rows_by_hash() == first().rows_by_hash());
      CHECK(head(*device) == head(first()));
    }
  }
  static Head head(Device& device) {
    const auto summary = device.store().summary(kWalk);
    REQUIRE(summary.ok());
    return summary->head;
  }
  static void note(Device& device, const std::string& text) {
    device.pass(seconds(5));
    device.must("note", "text", text);
  }
  static bool tells(const Answer& answer) {
    return answer.text.find("goes into a fork") != std::string::npos;
  }
  // The notes of a session, in order.
  static std::vector<std::string> notes(Device& device, const SessionId& session = kWalk) {
    const auto loaded = device.store().load(session);
    REQUIRE(loaded.ok());
    std::vector<std::string> texts;
    for (const auto& each : loaded->session.notes.items) texts.push_back(each.text);
    return texts;
  }
  static size_t count(Device& device, const SessionId& session, int kind) {
    const auto events = device.store().read(session, Seq{1}, 1000);
    REQUIRE(events.ok());
    return static_cast<size_t>(std::count_if(
        events->begin(), events->end(),
        [&](const StoredEvent& stored) { return kind_of(stored.event.data) == kind; }));
  }
};

using Texts = std::vector<std::string>;

TEST_CASE("what the device that handed it off records goes into a fork, unseen by the other") {
  Handing h(2);
  const Answer handed = h.first().must("handoff", "to", "device1");
  CHECK(handed.data.find("sent")->as_bool());
  CHECK_FALSE(Handing::tells(handed));
  const Head at = Handing::head(h.first());
  CHECK(Handing::tells(h.first().must("note", "text", "late")));
  const auto synced = h.first().sync();
  REQUIRE(synced.ok());
  const Value& row = synced->data.find("sessions")->as_list().front();
  const SessionId fork(row.find("fork")->as_string());
  REQUIRE_FALSE(fork.empty());
  CHECK(synced->text.find("after it was handed to device1 is in " + fork.text) !=
        std::string::npos);
  CHECK(Handing::head(h.first()) == at);
  CHECK(Handing::notes(h.first()).empty());
  CHECK(Handing::notes(h.first(), fork) == Texts{"late"});
  const auto summary = h.first().store().summary(fork);
  REQUIRE(summary.ok());
  CHECK_FALSE(summary->archived);
  CHECK(summary->parent == kWalk);
  CHECK(summary->parent_seq == at.seq);
  h.meet();
  CHECK(Handing::head(h.second()) == at);
  CHECK_FALSE(Handing::tells(h.second().must("note", "text", "mine")));
}

TEST_CASE("both have worked since: the session is as the device has it that was handed to") {
  Handing h(2);
  h.first().must("handoff", "to", "device1");
  h.second().must("pull");
  Handing::note(h.second(), "mine");
  Handing::note(h.first(), "late");
  h.second().must("sync");
  h.meet();
  CHECK(Handing::notes(h.first()) == Texts{"mine"});
  CHECK(Handing::count(h.first(), kWalk, TailMoved::kind) == 0);
}

TEST_CASE("handed on and back, again and again") {
  Handing h(3);
  h.first().must("handoff", "to", "device1");
  h.meet();
  h.second().must("handoff", "to", "device2");
  h.meet();
  CHECK(Handing::tells(h.first().must("note", "text", "a")));
  CHECK(Handing::tells(h.second().must("note", "text", "b")));
  CHECK_FALSE(Handing::tells(h.third().must("note", "text", "c")));
  h.third().must("handoff", "to", "device0");
  h.meet();
  CHECK_FALSE(Handing::tells(h.first().must("note", "text", "d")));
  h.meet();
  CHECK(Handing::notes(h.second()) == Texts{"c", "d"});
}

TEST_CASE("a device takes the session back, and goes on with it") {
  Handing h(2);
  h.first().must("handoff", "to", "device1");
  h.meet();
  const Answer back = h.first().must("handoff", "to", "device0");
  CHECK(back.data.find("here")->as_bool());
  CHECK_FALSE(Handing::tells(h.first().must("note", "text", "mine again")));
  h.meet();
  CHECK(Handing::notes(h.second()) == Texts{"mine again"});
  CHECK(Handing::tells(h.second().must("note", "text", "late")));
}

TEST_CASE("what cannot be sent waits for the next sync, and what came after it stays apart") {
  Handing h(2);
  h.place.mishap = [](const std::string&) { return MemoryPlace::Mishap::kFailsBefore; };
  const Answer handed = h.first().must("handoff", "to", "device1");
  CHECK_FALSE(handed.data.find("sent")->as_bool());
  CHECK_FALSE(handed.data.find("waits")->as_string().empty());
  Handing::note(h.first(), "late");
  h.place.mishap = nullptr;
  // The other one went on meanwhile, and knows nothing of it.
  Handing::note(h.second(), "mine");
  h.second().must("sync");
  h.meet();
  CHECK(Handing::notes(h.first()) == Texts{"mine"});
  const auto loaded = h.second().store().load(kWalk);
  REQUIRE(loaded.ok());
  REQUIRE(loaded->session.handoff);
  CHECK(loaded->session.handoff->device == "device1");
  // It is told of what was left out, since it is told of the handoff that was put after.
  const auto conflicts = h.first().run("merge", "words", words("walk"));
  REQUIRE(conflicts.ok());
  CHECK(conflicts->text.find("handed to device1 before") != std::string::npos);
}

TEST_CASE("both hand it off at once: the one that is first in the journal is right") {
  Handing h(3);
  h.place.mishap = [](const std::string&) { return MemoryPlace::Mishap::kFailsBefore; };
  h.first().must("handoff", "to", "device2");
  h.second().must("handoff", "to", "device0");
  h.place.mishap = nullptr;
  h.second().must("sync");
  h.meet();
  for (auto& device : h.devices) {
    const auto loaded = device->store().load(kWalk);
    REQUIRE(loaded.ok());
    REQUIRE(loaded->session.handoff);
    CHECK(loaded->session.handoff->device == "device0");
  }
}

TEST_CASE("a redaction reaches the session, whoever has it") {
  Handing h(2);
  Handing::note(h.first(), "zanzibar");
  const uint32_t seq = Handing::head(h.first()).seq.number;
  h.first().must("handoff", "to", "device1");
  h.meet();
  h.first().must("redact", "events", words(std::to_string(seq)), "text", "zanzibar");
  Handing::note(h.first(), "late");
  h.meet();
  for (const auto& event : h.second().rows()) {
    CHECK(event.payload.find("zanzibar") == Bytes::npos);
  }
  CHECK(Handing::notes(h.second()).size() == 1);
}

TEST_CASE("with the session named, its fork is sent as well") {
  Handing h(2);
  h.first().must("handoff", "to", "device1");
  Handing::note(h.first(), "late");
  h.first().must("push", "words", words("walk"));
  const size_t before = h.second().sessions().size();
  h.second().must("sync");
  CHECK(h.second().sessions().size() == before + 1);
}

TEST_CASE("a device that nobody knows is answered with those that there are") {
  Handing h(2);
  const Error error = h.first().error("handoff", "to", "sofa");
  CHECK(error.code == ErrorCode::kNotFound);
  CHECK(error.message.find("device0 (this device), device1") != std::string::npos);
  CHECK(h.first().refused("handoff") == ErrorCode::kUsage);
}

}  // namespace
}  // namespace clew
