#include "files/append_file.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <set>

#include "files/posix_file_system.h"
#include "testing/fake_machine.h"
#include "testing/faulty_file_system.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

const std::string kBefore = "{\"n\":1}\n{\"n\":2}\n";
const std::string kLines = "{\"n\":3}\n{\"n\":4}\n";
const std::string kCut = "{\"n\":3,\"te";
const std::string kQuarantined = "/home/log.cut-20261115T143201.250Z";
constexpr Time kNow{1'794'753'121'250};

bool is_whole(BytesView line) { return line.ends_with('}'); }

struct FileOfLines {
  explicit FileOfLines(const std::string& content = kBefore) {
    disk.put("/home/log", content);
    disk.put("/home/.log.clew-lock", "");
    folder = *disk.open_folder("/home");
  }

  Result<AppendOutcome> append() {
    return append_lines(*folder, {"log", kLines, kNow, is_whole}, machine);
  }
  std::string log() { return disk.content("/home/log").value_or("(gone)"); }

  FaultyFileSystem disk;
  std::unique_ptr<Folder> folder;
  FakeMachine machine;
};

int calls_of_an_append(const std::string& content) {
  FileOfLines location(content);
  const int before = location.disk.calls();
  REQUIRE(location.append().ok());
  return location.disk.calls() - before;
}

}  // namespace

TEST_CASE("lines are appended, to a file that is made when missing") {
  FileOfLines location;
  CHECK(location.append()->offset == kBefore.size());
  CHECK(location.log() == kBefore + kLines);
  const auto fresh = append_lines(*location.folder, {"fresh", kLines, kNow}, location.machine);
  REQUIRE(fresh.ok());
  location.disk.power_cut(0);
  CHECK(location.disk.content("/home/fresh") == kLines);
}

TEST_CASE("a cut-off last line is cut, and kept aside") {
  FileOfLines location(kBefore + kCut);
  const auto appended = location.append();
  REQUIRE(appended.ok());
  CHECK("/home/" + appended->quarantined == kQuarantined);
  CHECK(location.log() == kBefore + kLines);
  CHECK(location.disk.content(kQuarantined) == kCut);
}

TEST_CASE("a second cut in the same moment does not overwrite the first") {
  FileOfLines location(kBefore + kCut);
  location.disk.put(kQuarantined, "earlier");
  CHECK(location.append()->quarantined == "log.cut-20261115T143201.250Z-2");
  CHECK(location.disk.content(kQuarantined) == "earlier");
}

TEST_CASE("a last line that only lacks its end is given one") {
  FileOfLines location(kBefore + "{\"n\":2.5}");
  const auto appended = location.append();
  REQUIRE(appended.ok());
  CHECK(appended->quarantined.empty());
  CHECK(appended->offset == location.log().size() - kLines.size());
  CHECK(location.log() == kBefore + "{\"n\":2.5}\n" + kLines);
}

TEST_CASE("damage before the last line is never touched") {
  const std::string damaged = std::string("{\"n\":1\n\0\0\0garbage\n{\"n\":2}\n", 26);
  FileOfLines location(damaged);
  REQUIRE(location.append().ok());
  CHECK(location.log() == damaged + kLines);
}

TEST_CASE("a file without any line end is cut from its beginning; an endless one is refused") {
  FileOfLines short_line(std::string(10'000, 'x'));
  REQUIRE(short_line.append().ok());
  CHECK(short_line.log() == kLines);
  CHECK(short_line.disk.content(kQuarantined)->size() == 10'000);

  FileOfLines endless(std::string((size_t{8} << 20) + 4096, 'x'));
  CHECK(endless.append().error().code == ErrorCode::kCorrupt);
  CHECK(endless.log().size() == (size_t{8} << 20) + 4096);
}

TEST_CASE("only whole lines can be appended") {
  FileOfLines location;
  for (const char* lines : {"", "no end", "one\ntwo"}) {
    CHECK(append_lines(*location.folder, {"log", lines, kNow}, location.machine).error().code ==
          ErrorCode::kInvalid);
  }
  CHECK(location.log() == kBefore);
}

TEST_CASE("each call failing in turn leaves all lines or none, and an error") {
  for (const std::string& tail : {std::string(), kCut}) {
    const int calls = calls_of_an_append(kBefore + tail);
    for (int n = 1; n <= calls; ++n) {
      for (const Fault fault : {Fault::kIoError, Fault::kDiskFull, Fault::kShortWriteThenFull}) {
        CAPTURE(n);
        FileOfLines location(kBefore + tail);
        location.disk.fail_call(n, fault);
        const auto appended = location.append();
        if (fault != Fault::kShortWriteThenFull) REQUIRE_FALSE(appended.ok());
        const std::string log = location.log();
        if (appended.ok()) {
          CHECK(log == kBefore + kLines);
        } else {
          CHECK((log == kBefore || log == kBefore + tail));
        }
      }
    }
  }
}

TEST_CASE("a power cut at each call loses no line that was acknowledged, and no cut byte") {
  for (const std::string& tail : {std::string(), kCut}) {
    const int calls = calls_of_an_append(kBefore + tail);
    for (int n = 1; n <= calls + 1; ++n) {
      for (uint64_t seed = 0; seed < 40; ++seed) {
        CAPTURE(n);
        CAPTURE(seed);
        FileOfLines location(kBefore + tail);
        location.disk.fail_call(n, Fault::kPowerOff);
        const bool acknowledged = location.append().ok();
        location.disk.power_cut(seed);
        CHECK(location.log().starts_with(acknowledged ? kBefore + kLines : kBefore));
        const bool still_there = location.log().starts_with(kBefore + tail);
        CHECK((still_there || location.disk.content(kQuarantined) == tail));
      }
    }
  }
}

TEST_CASE("two processes that append 500 lines each lose none") {
  TempFolder temp;
  PosixFileSystem files;
  SystemMachine machine;
  constexpr int kCount = 500;
  const auto append_all = [&](const char* who) {
    const auto folder = files.open_folder(temp.path());
    for (int i = 0; i < kCount; ++i) {
      const std::string line = std::string(who) + " " + std::to_string(i) + "\n";
      if (!append_lines(**folder, {"log", line, kNow}, machine, minutes(2)).ok()) return false;
    }
    return true;
  };
  const pid_t child = ::fork();
  if (child == 0) ::_exit(append_all("child") ? 0 : 1);
  CHECK(append_all("parent"));
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);

  const std::string log = read_text(temp / "log");
  std::set<std::string> lines;
  for (size_t start = 0; start < log.size();) {
    const size_t end = log.find('\n', start);
    lines.insert(log.substr(start, end - start));
    start = end + 1;
  }
  CHECK(lines.size() == 2 * kCount);
  CHECK(lines.contains("child 499"));
  CHECK(lines.contains("parent 0"));
}

TEST_CASE("a file with another name is replaced under this one, and the other keeps what it had") {
  for (const std::string& end : {std::string(), kCut, std::string("{\"n\":3}")}) {
    CAPTURE(end);
    TempFolder temp;
    write_text(temp / "elsewhere/log", kBefore + end);
    std::filesystem::permissions(temp / "elsewhere/log", std::filesystem::perms(0640));
    std::filesystem::create_directory(temp / "here");
    std::filesystem::create_hard_link(temp / "elsewhere/log", temp / "here/log");
    PosixFileSystem files;
    FakeMachine machine;
    const auto folder = *files.open_folder(temp / "here");
    for (const Durability durability : {Durability::kDerived, Durability::kDurable}) {
      REQUIRE(append_lines(*folder, {"log", kLines, kNow, is_whole, durability}, machine));
      CHECK(read_text(temp / "elsewhere/log") == kBefore + end);
    }
    const std::string kept = end == kCut || end.empty() ? kBefore : kBefore + end + "\n";
    CHECK(read_text(temp / "here/log") == kept + kLines + kLines);
    CHECK(folder->info("log")->mode == 0640);
    CHECK(folder->info("log")->links == 1);
    CHECK(read_text(temp / "here/log.cut-20261115T143201.250Z") == (end == kCut ? kCut : ""));
  }
}

}  // namespace clew
