// Eight claimers and one ready step, a thousand times: one wins, always. And a holder that was
// stopped past its expiry finds its fence stale.

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "testing/child_process.h"
#include "testing/direct_workspace.h"

namespace clew {
namespace {

constexpr int kClaimers = 8;
constexpr int kRaces = 1000;

StartSession one_step() {
  StartSession start;
  start.opening.goal = "race";
  PlannedStep first;
  first.title = "first";
  PlannedStep second;
  second.title = "second";
  start.plan = {first, second};
  return start;
}

}  // namespace

TEST_CASE("of eight claimers racing for one ready step exactly one wins, a thousand times") {
  const std::string folder = fast_folder();
  const std::string path = folder + "/store.db";
  {
    DirectWorkspace workspace(path, "maker", "");
    for (int i = 1; i <= kRaces; ++i) {
      REQUIRE(workspace->create("s" + std::to_string(i), one_step()).ok());
      // The first step begins with the session; done, the second is the only ready one.
      const SessionId id("s" + std::to_string(i));
      REQUIRE(workspace
                  ->execute(id,
                            [](const Session&) {
                              return Result<std::vector<Intent>>(std::vector<Intent>{
                                  ChangeStep{StepId{2}, StepVerb::kBlock, "not yet", {}},
                                  CompleteStep{},
                                  ChangeStep{StepId{2}, StepVerb::kUnblock, "", {}}
                              });
                            })
                  .ok());
    }
  }
  const std::string gate = folder + "/go";
  std::vector<std::unique_ptr<ChildProcess>> claimers;
  for (int i = 0; i < kClaimers; ++i) {
    claimers.push_back(std::make_unique<ChildProcess>(
        std::vector<std::string>{child_path("claimer_child"), path, "claimer" + std::to_string(i),
                                 gate, "1", std::to_string(kRaces)}));
  }
  std::ofstream(gate) << "go";
  std::map<std::string, int> winners;
  std::map<int, int> wins_of;
  for (int i = 0; i < kClaimers; ++i) {
    std::istringstream lines(claimers[static_cast<size_t>(i)]->finish());
    std::string line;
    while (std::getline(lines, line)) {
      CHECK_MESSAGE(line.find(" failed ") == std::string::npos, line);
      if (line.find(" won ") == std::string::npos) continue;
      ++winners[line.substr(0, line.find(' '))];
      ++wins_of[i];
    }
    CHECK(claimers[static_cast<size_t>(i)]->exit_code() == 0);
  }
  CHECK(winners.size() == static_cast<size_t>(kRaces));
  for (const auto& [session, count] : winners) CHECK_MESSAGE(count == 1, session);
  std::filesystem::remove_all(folder);
}

TEST_CASE("a holder stopped past its expiry is refused by its fence, once another has the step") {
  const std::string folder = fast_folder();
  DirectWorkspace sleeper(folder + "/store.db", "sleeper", "s1");
  DirectWorkspace other(folder + "/store.db", "other", "s1");
  REQUIRE(sleeper->create("s1", one_step()).ok());
  REQUIRE(sleeper->execute(CompleteStep{}).ok());
  const auto claim = [](DirectWorkspace& who, Duration ttl) {
    return who->execute(SessionId("s1"), [=](const Session&) {
      return Result<std::vector<Intent>>(std::vector<Intent>{
          ClaimStep{StepId{2}, ttl}
      });
    });
  };
  const auto first = claim(sleeper, seconds(1));
  REQUIRE(first.ok());
  const uint32_t fence = first->after.last_fence;
  const auto deadline = first->after.find(StepId{2})->lease->expires_at;
  while (other->now() <= deadline) {
  }
  const auto second = claim(other, minutes(5));
  REQUIRE(second.ok());
  CHECK(second->after.last_fence > fence);
  CompleteStep stale;
  stale.step = StepId{2};
  stale.fence = fence;
  const auto refused = sleeper->execute(stale);
  REQUIRE(!refused.ok());
  CHECK(refused.error().code == ErrorCode::kConflict);
  CompleteStep fresh;
  fresh.step = StepId{2};
  fresh.fence = second->after.last_fence;
  CHECK(other->execute(fresh).ok());
  std::filesystem::remove_all(folder);
}

}  // namespace clew
