// Two to five stores work on the same sessions at once, hand them off, and sync over a place that
// fails, loses answers, shows old lists and is sometimes restored from an old copy. In the end all
// have the same events, and every one that was ever acknowledged; every row of the merge table has
// come about. CLEW_SEEDS sets how many runs, CLEW_SEED the first.

#include <map>

#include "session/merge/merge_table.h"
#include "simulation/devices.h"
#include "testing/chance_work.h"
#include "testing/number_from.h"

namespace clew {
namespace {

// Whether sessions are handed from device to device; much less is merged then.
enum class HandOffs { kNever, kOften };

class SharedWork {
 public:
  SharedWork(uint64_t seed, HandOffs handing) : chance_(seed), handing_(handing) {
    devices_ = devices_at(place_, 2 + below(4), seed);
    for (auto& device : devices_) work_.emplace_back(device->store(), chance_());
    devices_.front()->must("start", "goal", "Walk", "id", "walk", "step",
                           Value::List{"A", "B", "C"}, "any_order", true);
    devices_.back()->must("start", "goal", "Run", "id", "run", "step", Value::List{"A"});
    for (int round = 0; round < 2; ++round) {
      for (auto& device : devices_) REQUIRE(device->sync().ok());
    }
    copies_.push_back(place_.objects);
    place_.behind = place_.objects;
  }

  void run() {
    const size_t steps = 30 + below(30);
    for (size_t step = 0; step < steps; ++step) {
      const size_t at = below(devices_.size());
      const size_t what = below(100);
      if (handing_ == HandOffs::kOften && what < 5) {
        hand_off(at);
      } else if (what < 55) {
        work(at);
      } else if (what < 93) {
        trouble();
        static_cast<void>(devices_[at]->sync());
        place_.mishap = nullptr;
      } else if (what < 97) {
        copies_.push_back(place_.objects);
        place_.behind = place_.objects;
      } else {
        place_.objects = copies_[below(copies_.size())];
      }
    }
    settle();
  }

  // What became of commands that another machine was ahead of, by the kinds of their events.
  std::map<int, std::map<MergeOutcome, size_t>> outcomes;

 private:
  size_t below(size_t n) { return chance_() % n; }

  void trouble() {
    const size_t odds = below(3) * 6;
    place_.mishap = [this, odds](const std::string& request) {
      using Mishap = MemoryPlace::Mishap;
      if (below(100) >= odds) return Mishap::kNone;
      if (request.starts_with("list") && below(2) == 0) return Mishap::kListIsBehind;
      return below(2) == 0 ? Mishap::kFailsBefore : Mishap::kAnswerLost;
    };
  }

  // A few commands in one of its sessions, whoever else works in it.
  void work(size_t at) {
    Device& device = *devices_[at];
    const auto sessions = device.sessions();
    const SessionId& session = sessions[below(sessions.size())];
    for (size_t commands = 1 + below(4); commands > 0; --commands) {
      device.pass(seconds(1 + static_cast<int64_t>(below(600))));
      work_[at].act(session, device.caller.actor, device.now);
    }
    for (const auto& hash : device.hashes()) acknowledged_.insert(hash);
  }

  // One of its sessions goes to some device, perhaps while nothing can be sent.
  void hand_off(size_t at) {
    Device& device = *devices_[at];
    const auto sessions = device.sessions();
    device.caller.session = sessions[below(sessions.size())].text;
    device.pass(seconds(5));
    trouble();
    static_cast<void>(
        device.run("handoff", "to", "device" + std::to_string(below(devices_.size()))));
    place_.mishap = nullptr;
    device.caller.session.clear();
    for (const auto& hash : device.hashes()) acknowledged_.insert(hash);
  }

  void settle() {
    for (int round = 0; round < 10; ++round) {
      for (auto& device : devices_) {
        // An older copy that has grown to the number a device has seen is noticed at the next
        // entry.
        if (round == 2) device->must("start", "goal", "so that there is an entry");
        const auto answer = device->sync();
        if (!answer) FAIL("sync: ", answer.error().message);
        if (answer->refusal) FAIL("sync: ", answer->refusal->message);
      }
    }
    const auto first = devices_.front()->rows_by_hash();
    for (auto& device : devices_) {
      const auto rows = device->rows_by_hash();
      CHECK(rows == first);
      for (const auto& hash : acknowledged_) REQUIRE(rows.count(hash) == 1);
      place_.requests = 0;
      REQUIRE(device->sync().ok());
      CHECK(place_.requests == 1);
    }
    count_outcomes(*devices_.front());
  }

  void count_outcomes(Device& device) {
    std::map<Seq, int> kinds;
    for (const auto& id : device.sessions()) {
      const auto events = device.store().read(id, Seq{1}, 100'000);
      REQUIRE(events.ok());
      for (const auto& stored : *events) {
        const auto* moved = get_if<TailMoved>(&stored.event.data);
        if (moved == nullptr) continue;
        const auto tail = kinds_from(device, moved->tail);
        for (const auto& command : moved->commands) {
          for (auto each = tail.lower_bound(command.first);
               each != tail.end() && each->first <= command.last; ++each) {
            ++outcomes[each->second][command.outcome];
          }
        }
      }
    }
  }

  // Of the events of the session that begins with this one.
  std::map<Seq, int> kinds_from(Device& device, const Hash& first) {
    for (const auto& id : device.sessions()) {
      const auto events = device.store().read(id, Seq{1}, 100'000);
      REQUIRE(events.ok());
      std::map<Seq, int> kinds;
      for (const auto& stored : *events) {
        if (stored.hash == first || !kinds.empty()) {
          kinds[stored.event.header.seq] = kind_of(stored.event.data);
        }
      }
      if (!kinds.empty()) return kinds;
    }
    return {};
  }

  std::mt19937_64 chance_;
  HandOffs handing_;
  MemoryPlace place_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::vector<ChanceWork> work_;
  std::set<Hash> acknowledged_;
  std::vector<MemoryPlace::Objects> copies_;
};

TEST_CASE("whoever works in a session at the same time, all stores end with the same events") {
  const uint64_t first = number_from("CLEW_SEED", 1);
  const uint64_t seeds = number_from("CLEW_SEEDS", 40);
  std::map<int, std::map<MergeOutcome, size_t>> outcomes;
  for (uint64_t seed = first; seed < first + seeds; ++seed) {
    CAPTURE(seed);
    for (const HandOffs handing : {HandOffs::kNever, HandOffs::kOften}) {
      if (handing == HandOffs::kOften && seed % 4 != 0) continue;
      SharedWork simulation(seed, handing);
      simulation.run();
      for (const auto& [kind, counts] : simulation.outcomes) {
        for (const auto& [outcome, count] : counts) outcomes[kind][outcome] += count;
      }
    }
  }
  if (seeds < 300) return;  // too few for the rarest
  for (const MergeRow& row : merge_table()) {
    // What begins a session is in no tail; the last is no command of anybody's.
    if (row.kind == SessionStarted::kind || row.kind == SessionForked::kind ||
        row.kind == TailMoved::kind) {
      continue;
    }
    CAPTURE(row.kind);
    CHECK_FALSE(outcomes[row.kind].empty());
  }
}

}  // namespace
}  // namespace clew
