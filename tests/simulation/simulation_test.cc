// Two to five stores work, sync and redact, with a place between them that fails, loses answers,
// shows old lists and is sometimes restored from an old copy. In the end all have the same events,
// and every one that was ever acknowledged. CLEW_SEEDS sets how many runs, CLEW_SEED the first.

#include <random>

#include "simulation/devices.h"
#include "testing/number_from.h"

namespace clew {
namespace {

class Simulation {
 public:
  explicit Simulation(uint64_t seed) : chance_(seed) {
    devices_ = devices_at(place_, 2 + below(4), seed);
    place_.behind = place_.objects;
    copies_.push_back(place_.objects);
  }

  void run() {
    const size_t steps = 30 + below(40);
    for (size_t step = 0; step < steps; ++step) {
      Device& device = *devices_[below(devices_.size())];
      device.pass(seconds(1 + static_cast<int64_t>(below(300))));
      const size_t what = below(100);
      if (what < 45) {
        work(device);
      } else if (what < 92) {
        trouble();
        static_cast<void>(device.sync());
        place_.mishap = nullptr;
      } else if (what < 97) {
        copies_.push_back(place_.objects);
        place_.behind = place_.objects;
      } else {
        place_.objects = copies_[below(copies_.size())];
        ++restored;
      }
    }
    settle();
  }

  size_t restored = 0;
  size_t failed = 0;
  size_t forgot = 0;

 private:
  struct Work {
    SessionId id;
    size_t device;  // who writes in it
    bool has_forks = false;
  };

  size_t below(size_t n) { return chance_() % n; }

  // From now on requests go wrong, some of them.
  void trouble() {
    const size_t odds = below(3) * 6;
    place_.mishap = [this, odds](const std::string& request) {
      using Mishap = MemoryPlace::Mishap;
      if (below(100) >= odds) return Mishap::kNone;
      ++failed;
      if (request.starts_with("list")) {
        return below(2) == 0 ? Mishap::kFailsBefore : Mishap::kListIsBehind;
      }
      return below(2) == 0 ? Mishap::kFailsBefore : Mishap::kAnswerLost;
    };
  }

  void work(Device& device) {
    const size_t self = index_of(device);
    std::vector<Work*> own;
    for (auto& each : work_) {
      if (each.device == self) own.push_back(&each);
    }
    if (own.empty() || below(10) == 0) return start(device, self);
    Work& at = *own[below(own.size())];
    device.surroundings.session = at.id.text;
    const size_t what = below(25) == 0 ? 12 : below(12);
    if (what < 4) {
      record(device, "note", "text", "note " + std::to_string(chance_()));
    } else if (what < 6) {
      record(device, "decide", "choice", "choice " + std::to_string(chance_()));
    } else if (what < 7) {
      record(device, "step add", "title", words("step " + std::to_string(chance_())));
    } else if (what < 8) {
      record(device, "ask", "question", "why " + std::to_string(chance_()) + "?");
    } else if (what < 9) {
      redact(device, at.id);
    } else if (what < 10) {
      at.has_forks = true;
      fork(device, self, at.id);
    } else if (what == 12) {
      forget(device, at);
    } else {
      hand_over(at, device);
    }
    device.surroundings.session.clear();
  }

  void start(Device& device, size_t self) {
    const std::string id = "s" + std::to_string(begun_++) + "-" + std::to_string(self);
    record(device, "start", "goal", "goal " + std::to_string(chance_()), "id", id);
    work_.push_back({SessionId(id), self});
  }

  template <class... Request>
  void record(Device& device, const std::string& verb, Request... request) {
    const Answer answer = device.must(verb, request...);
    acknowledged_.insert(Hash::from_hex(answer.data.find("hash")->as_string()));
  }

  void redact(Device& device, const SessionId& id) {
    const auto loaded = device.store().load(id);
    REQUIRE(loaded.ok());
    const auto events = device.store().read(id, Seq{2}, 1000);
    REQUIRE(events.ok());
    for (const auto& event : *events) {
      if (event.redacted || event.session != id ||
          get_if<NoteAdded>(&event.event.data) == nullptr) {
        continue;
      }
      gone_.push_back(get<NoteAdded>(event.event.data).text);
      record(device, "redact", "events", words(std::to_string(event.event.header.seq.number)));
      return;
    }
  }

  // With all that was said in it. What it was forked from or into stays.
  void forget(Device& device, const Work& at) {
    if (at.has_forks) return;
    const auto events = device.store().read(at.id, Seq{1}, 1000);
    REQUIRE(events.ok());
    std::vector<std::string> said;
    std::set<Hash> hashes;
    for (const auto& event : *events) {
      if (event.session != at.id) continue;
      hashes.insert(event.hash);
      const auto* note = get_if<NoteAdded>(&event.event.data);
      if (note != nullptr && !event.redacted) said.push_back(note->text);
    }
    device.must("forget", "sessions", words(at.id.text));
    gone_.insert(gone_.end(), said.begin(), said.end());
    forgotten_.insert(hashes.begin(), hashes.end());
    std::erase_if(work_, [&](const Work& each) { return each.id == at.id; });
    ++forgot;
  }

  void fork(Device& device, size_t self, const SessionId& id) {
    const std::string fork = "f" + std::to_string(begun_++) + "-" + std::to_string(self);
    device.caller.session = id.text;
    record(device, "fork", "id", fork);
    device.caller.session.clear();
    work_.push_back({SessionId(fork), self});
  }

  // Both have met before the other goes on.
  void hand_over(Work& at, Device& from) {
    const size_t to = below(devices_.size());
    if (!from.sync() || !devices_[to]->sync()) return;
    const auto here = from.store().summary(at.id);
    const auto there = devices_[to]->store().summary(at.id);
    if (here && there && here->head == there->head) at.device = to;
  }

  size_t index_of(const Device& device) const {
    for (size_t i = 0; i < devices_.size(); ++i) {
      if (devices_[i].get() == &device) return i;
    }
    return 0;
  }

  void settle() {
    place_.mishap = nullptr;
    for (int round = 0; round < 8; ++round) {
      for (auto& device : devices_) {
        // An older copy that has grown to the number a device has seen is noticed at the next
        // entry.
        if (round == 2) start(*device, index_of(*device));
        const auto answer = device->sync();
        if (!answer) FAIL("sync: ", answer.error().message);
        if (answer->refusal) FAIL("sync: ", answer->refusal->message);
      }
    }
    // What contradicts has a handle of its own on each device, and the same events everywhere.
    const auto first = remembered(*devices_.front());
    for (auto& device : devices_) {
      const auto hashes = remembered(*device);
      CHECK(hashes == first);
      for (const auto& hash : acknowledged_) {
        REQUIRE((hashes.count(hash) == 1 || forgotten_.count(hash) == 1));
      }
      place_.requests = 0;
      REQUIRE(device->sync().ok());
      CHECK(place_.requests == 1);
    }
    const std::string all = devices_.front()->all_that_opens(place_);
    for (const auto& text : gone_) {
      CAPTURE(text);
      CHECK(all.find(text) == std::string::npos);
    }
  }

  // Every event that was not in a session that somebody forgot.
  std::set<Hash> remembered(Device& device) {
    std::set<Hash> hashes = device.hashes();
    std::erase_if(hashes, [&](const Hash& hash) { return forgotten_.count(hash) > 0; });
    return hashes;
  }

  std::mt19937_64 chance_;
  MemoryPlace place_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::vector<Work> work_;
  size_t begun_ = 0;
  std::set<Hash> acknowledged_;
  std::set<Hash> forgotten_;
  std::vector<std::string> gone_;  // what was said and redacted or forgotten
  std::vector<MemoryPlace::Objects> copies_;
};

TEST_CASE("whatever goes wrong between them, all stores end with the same events") {
  const uint64_t first = number_from("CLEW_SEED", 1);
  const uint64_t seeds = number_from("CLEW_SEEDS", 40);
  size_t restored = 0;
  size_t failed = 0;
  size_t forgot = 0;
  for (uint64_t seed = first; seed < first + seeds; ++seed) {
    CAPTURE(seed);
    Simulation simulation(seed);
    simulation.run();
    restored += simulation.restored;
    forgot += simulation.forgot;
    failed += simulation.failed;
  }
  MESSAGE(seeds, " runs, ", failed, " requests went wrong, ", restored, " old copies restored");
  if (seeds >= 40) {
    CHECK(restored > 10);
    CHECK(failed > 100);
    CHECK(forgot > 5);
  }
}

}  // namespace
}  // namespace clew
