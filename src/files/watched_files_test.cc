#include "files/watched_files.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "files/whole_file.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

constexpr Time kLongAfter{4'000'000'000'000};  // no file of a test is young then

struct Watching {
  Watching() {
    write_text(temp / "root/a/file", "one");
    write_text(temp / "root/other", "x");
  }
  // What looking like this notes.
  template <class Look>
  SeenFiles seen(Look&& look) {
    watched.watch();
    look(watched);
    return watched.take();
  }
  std::unique_ptr<Folder> root(FileSystem& in) {
    auto folder = in.open_folder(temp / "root");
    REQUIRE(folder.ok());
    return *std::move(folder);
  }
  bool holds(const SeenFiles& notes) { return notes.exact(kLongAfter) && notes.still_so(files); }

  TempFolder temp;
  PosixFileSystem files;
  WatchedFiles watched{files};
};

SeenFiles read_one(Watching& w) {
  return w.seen([&](FileSystem& files) {
    CHECK(*read_whole_file(*w.root(files), "a/file") == "one");
    CHECK(*read_whole_file(files, w.temp / "root/a/file") == "one");
    CHECK_FALSE(files.info(w.temp / "root/absent").ok());
    CHECK_FALSE(files.info("").ok());
    CHECK_FALSE(w.root(files)->open("a/absent", OpenMode::kRead).ok());
  });
}

}  // namespace

TEST_CASE("what was looked at still is so until something of it changes") {
  Watching w;
  const SeenFiles notes = read_one(w);
  CHECK(w.holds(notes));
  SUBCASE("another file is nobody's business") {
    write_text(w.temp / "root/other", "changed");
    write_text(w.temp / "root/a/new", "new");
    CHECK(w.holds(notes));
  }
  SUBCASE("other content") {
    write_text(w.temp / "root/a/file", "changed");
    CHECK_FALSE(w.holds(notes));
  }
  SUBCASE("touched") {
    std::filesystem::last_write_time(
        w.temp / "root/a/file",
        std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
    CHECK_FALSE(w.holds(notes));
  }
  SUBCASE("gone") {
    std::filesystem::remove(w.temp / "root/a/file");
    CHECK_FALSE(w.holds(notes));
  }
  SUBCASE("there where nothing was") {
    write_text(w.temp / "root/absent", "");
    CHECK_FALSE(w.holds(notes));
  }
  SUBCASE("there where nothing was, further down") {
    write_text(w.temp / "root/a/absent", "");
    CHECK_FALSE(w.holds(notes));
  }
  SUBCASE("another folder in its place") {
    std::filesystem::rename(w.temp / "root", w.temp / "before");
    std::filesystem::copy(w.temp / "before", w.temp / "root",
                          std::filesystem::copy_options::recursive);
    CHECK_FALSE(w.holds(notes));
  }
}

TEST_CASE("a path that leads elsewhere is seen") {
  Watching w;
  REQUIRE(::symlink("root", (w.temp / "link").c_str()) == 0);
  const SeenFiles notes = w.seen(
      [&](FileSystem& files) { CHECK(*files.real_path(w.temp / "link") == w.temp / "root"); });
  CHECK(w.holds(notes));
  REQUIRE(::unlink((w.temp / "link").c_str()) == 0);
  REQUIRE(::symlink("root/a", (w.temp / "link").c_str()) == 0);
  CHECK_FALSE(w.holds(notes));
}

TEST_CASE("a name that comes or goes changes a list") {
  Watching w;
  const SeenFiles notes = w.seen([&](FileSystem& files) {
    auto folder = w.root(files)->open_folder("a");
    REQUIRE(folder.ok());
    CHECK((*folder)->list()->size() == 1);
  });
  CHECK(w.holds(notes));
  write_text(w.temp / "root/a/new", "new");
  CHECK_FALSE(w.holds(notes));
}

TEST_CASE("a change, a lock and a symbolic link are nothing that looking again can judge") {
  Watching w;
  REQUIRE(::symlink("other", (w.temp / "root/link").c_str()) == 0);
  const auto inexact = [&](auto&& look) { CHECK_FALSE(w.seen(look).exact(kLongAfter)); };
  inexact(
      [&](FileSystem& files) { CHECK(w.root(files)->open("made", OpenMode::kCreateNew).ok()); });
  inexact([&](FileSystem& files) { CHECK(w.root(files)->rename("other", "moved").ok()); });
  inexact([&](FileSystem& files) { CHECK(w.root(files)->info("link").ok()); });
  inexact(
      [&](FileSystem& files) { CHECK_FALSE(w.root(files)->open("link", OpenMode::kRead).ok()); });
  inexact([&](FileSystem& files) {
    CHECK((*w.root(files)->open("a/file", OpenMode::kRead))->try_lock().ok());
  });
}

TEST_CASE("a file that changed just now may change again without its time showing it") {
  Watching w;
  const SeenFiles notes = read_one(w);
  const auto info = w.files.info(w.temp / "root/a/file");
  REQUIRE(info.ok());
  const Time changed{info->modified_ns / 1'000'000};
  CHECK_FALSE(notes.exact(changed + seconds(1)));
  CHECK(notes.exact(changed + seconds(3)));
}

TEST_CASE("nothing is noted while nobody watches") {
  Watching w;
  CHECK(*read_whole_file(w.watched, w.temp / "root/a/file") == "one");
  const SeenFiles notes = w.seen([](FileSystem&) {});
  write_text(w.temp / "root/a/file", "changed");
  CHECK(w.holds(notes));
  CHECK(notes.bytes() == 0);
}

}  // namespace clew
