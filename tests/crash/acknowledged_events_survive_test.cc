// The promise, tried by force: what was acknowledged is there after a kill at any moment, whole,
// and the store verifies. Four writers share two sessions of one store and are killed at seeded
// random moments. CLEW_KILLS in the environment says how often (300 otherwise).

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <sstream>

#include "testing/child_process.h"
#include "testing/direct_workspace.h"

namespace clew {
namespace {

constexpr int kWriters = 4;
constexpr int kKillsPerStore = 10;

struct Acknowledged {
  std::string session;
  uint32_t first = 0;
  uint32_t count = 0;
  std::string hash;
};

std::vector<Acknowledged> parse(const std::string& text) {
  std::vector<Acknowledged> out;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    Acknowledged one;
    // A kill may cut the last line; what was not printed whole was not acknowledged to anybody.
    if (words >> one.session >> one.first >> one.count >> one.hash && one.hash.size() == 64) {
      out.push_back(one);
    }
    CHECK_MESSAGE(line.rfind("failed", 0) != 0, line);
  }
  return out;
}

void check_all_there(EventStore& store, const std::vector<Acknowledged>& acknowledged) {
  for (const auto& one : acknowledged) {
    const auto events = store.read(SessionId(one.session), Seq{one.first}, one.count);
    REQUIRE(events.ok());
    REQUIRE(events->size() == one.count);
    for (uint32_t part = 0; part < one.count; ++part) {
      CHECK((*events)[part].event.header.part == part);
    }
    CHECK(events->back().hash.hex() == one.hash);
  }
}

// No command is half there: where a command begins, its predecessor has ended.
void check_no_half_command(EventStore& store, const SessionId& session) {
  uint32_t expected = 0;
  Seq from{1};
  while (true) {
    const auto events = store.read(session, from, 500);
    REQUIRE(events.ok());
    if (events->empty()) break;
    for (const auto& stored : *events) {
      const uint32_t part = stored.event.header.part;
      CHECK((part == 0 || part == expected));
      expected = part + 1;
    }
    from = Seq{events->back().event.header.seq.number + 1};
  }
}

int kills_wanted() {
  const char* text = std::getenv("CLEW_KILLS");
  return text == nullptr ? 300 : std::atoi(text);
}

}  // namespace

TEST_CASE("acknowledged events survive kills at random moments, with four writers on one store") {
  std::mt19937 random(20261115);
  const int kills = kills_wanted();
  size_t total = 0;
  for (int done = 0; done < kills;) {
    const std::string folder = fast_folder();
    const std::string path = folder + "/store.db";
    {
      DirectWorkspace workspace(path, "maker", "");
      for (const char* id : {"one", "two"}) {
        StartSession start;
        start.opening.goal = "survive";
        REQUIRE(workspace->create(id, start).ok());
      }
    }
    std::vector<Acknowledged> acknowledged;
    for (int round = 0; round < kKillsPerStore && done < kills; ++round, ++done) {
      std::vector<std::unique_ptr<ChildProcess>> writers;
      for (int i = 0; i < kWriters; ++i) {
        writers.push_back(std::make_unique<ChildProcess>(std::vector<std::string>{
            child_path("crash_writer_child"), path, i % 2 == 0 ? "one" : "two",
            "writer" + std::to_string(i), std::to_string(random())}));
      }
      writers[random() % kWriters]->wait_for_output();
      usleep(static_cast<useconds_t>(random() % 40000));
      std::vector<size_t> order{0, 1, 2, 3};
      std::shuffle(order.begin(), order.end(), random);
      for (const size_t i : order) writers[i]->kill();
      for (auto& writer : writers) {
        for (auto& one : parse(writer->finish())) acknowledged.push_back(one);
      }
      DirectWorkspace after(path, "reader", "");
      check_all_there(after.store(), acknowledged);
    }
    DirectWorkspace after(path, "reader", "");
    check_no_half_command(after.store(), SessionId("one"));
    check_no_half_command(after.store(), SessionId("two"));
    const auto report = after.store().verify(std::nullopt);
    REQUIRE(report.ok());
    for (const auto& problem : report->problems)
      FAIL_CHECK(problem.session.text, ": ", problem.what);
    // The store still takes work.
    CHECK(after
              ->execute(SessionId("one"),
                        [](const Session&) {
                          return Result<std::vector<Intent>>(std::vector<Intent>{
                              RecordFact{NoteAdded{kRoot, "alive", ""}, {}}
                          });
                        })
              .ok());
    total += acknowledged.size();
    std::filesystem::remove_all(folder);
  }
  MESSAGE(kills, " kills of ", kWriters, " writers, ", total, " acknowledged commands, none lost");
  CHECK(total > static_cast<size_t>(kills));
}

}  // namespace clew
