// Eight processes writing at once all get their turn. How fast is bench/'s business; here only that
// nobody is left out.

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "testing/child_process.h"
#include "testing/direct_workspace.h"

namespace clew {

TEST_CASE("of eight processes writing at once none starves") {
  const std::string folder = fast_folder();
  const std::string path = folder + "/store.db";
  {
    DirectWorkspace workspace(path, "maker", "");
    StartSession start;
    start.opening.goal = "share";
    for (int i = 0; i < 8; ++i) REQUIRE(workspace->create("s" + std::to_string(i), start).ok());
  }
  std::vector<std::unique_ptr<ChildProcess>> writers;
  for (int i = 0; i < 8; ++i) {
    writers.push_back(std::make_unique<ChildProcess>(
        std::vector<std::string>{child_path("crash_writer_child"), path, "s" + std::to_string(i),
                                 "w" + std::to_string(i), std::to_string(i)}));
  }
  // Every one of them gets its first turn while the seven others go on writing.
  for (auto& writer : writers) writer->wait_for_output();
  usleep(500'000);
  for (auto& writer : writers) writer->kill();
  for (auto& writer : writers) {
    const std::string text = writer->finish();
    CHECK(std::count(text.begin(), text.end(), '\n') > 1);
    CHECK(text.find("failed") == std::string::npos);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace clew
