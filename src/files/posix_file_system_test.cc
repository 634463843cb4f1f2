#include "files/posix_file_system.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/io_error.h"
#include "files/open_beneath.h"
#include "files/whole_file.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

struct Tree {
  Tree() {
    write_text(temp / "outside/secret", "secret");
    write_text(temp / "root/real/file", "fine");
    link("../outside/secret", "root/file-link");
    link("../outside", "root/folder-link");
    link("real", "root/harmless-link");
    link("nowhere", "root/dangling");
  }

  void link(const char* to, const char* at) { REQUIRE(::symlink(to, (temp / at).c_str()) == 0); }
  std::unique_ptr<Folder> root() {
    auto folder = PosixFileSystem().open_folder(temp / "root");
    REQUIRE(folder.ok());
    return *std::move(folder);
  }

  TempFolder temp;
};

}  // namespace

TEST_CASE("a symbolic link is refused beneath a folder, wherever it leads") {
  Tree tree;
  const auto root = tree.root();
  for (const char* path :
       {"file-link", "folder-link/secret", "harmless-link/file", "dangling", "dangling/x"}) {
    CAPTURE(path);
    for (const OpenMode mode : {OpenMode::kRead, OpenMode::kAppend}) {
      const auto file = root->open(path, mode);
      REQUIRE_FALSE(file.ok());
      CHECK(file.error().code == ErrorCode::kNotAllowed);
      CHECK(file.error().subject == tree.temp.path() + "/root/" + path);
    }
  }
  CHECK(root->open_folder("folder-link").error().code == ErrorCode::kNotAllowed);
  CHECK(root->info("folder-link/secret").error().code == ErrorCode::kNotAllowed);
  CHECK(root->info("file-link")->kind == FileKind::kSymlink);
  CHECK(*read_whole_file(*root, "real/file") == "fine");
}

TEST_CASE("a path that the person gave may lead through symbolic links") {
  Tree tree;
  PosixFileSystem files;
  CHECK(*read_whole_file(files, tree.temp / "root/folder-link/secret") == "secret");
  CHECK(*files.real_path(tree.temp / "root/folder-link") == tree.temp / "outside");
  CHECK(files.info(tree.temp / "root/harmless-link")->kind == FileKind::kFolder);
  CHECK(files.open_file(tree.temp / std::string("root\0x", 6)).error().code ==
        ErrorCode::kNotAllowed);
}

TEST_CASE("walking by steps answers as the kernel does") {
  Tree tree;
  const UniqueFd root(::open((tree.temp / "root").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (const char* path : {"real/file", "real", "real/none", "none/file", "real/file/x",
                           "file-link", "folder-link/secret", "harmless-link/file", "dangling"}) {
    for (const int flags : {O_RDONLY, O_RDONLY | O_DIRECTORY, O_RDWR}) {
      CAPTURE(path);
      CAPTURE(flags);
      errno = 0;
      const bool kernel = open_beneath(root.get(), path, flags).valid();
      const int kernel_errno = kernel ? 0 : errno;
      const bool steps = open_beneath_by_steps(root.get(), path, flags).valid();
      const int steps_errno = steps ? 0 : errno;
      CHECK(kernel == steps);
      CHECK(kernel_errno == steps_errno);
    }
  }
}

TEST_CASE("only regular files open; a named pipe does not make us wait") {
  TempFolder temp;
  REQUIRE(::mkfifo((temp / "pipe").c_str(), 0600) == 0);
  PosixFileSystem files;
  CHECK(files.open_file(temp / "pipe").error().code == ErrorCode::kInvalid);
  CHECK(files.open_file(temp.path()).error().code == ErrorCode::kInvalid);
  CHECK(files.info("/dev/null")->kind == FileKind::kOther);
}

TEST_CASE("what is made is private whatever the umask allows") {
  const mode_t before = ::umask(0);
  TempFolder temp;
  PosixFileSystem files;
  const auto folder = files.open_folder(temp.path());
  REQUIRE((*folder)->make_folder("sub").ok());
  REQUIRE((*folder)->open("sub/file", OpenMode::kAppend).ok());
  CHECK((*folder)->info("sub")->mode == 0700);
  CHECK((*folder)->info("sub/file")->mode == 0600);
  CHECK((*folder)->info("sub/file")->owner == ::geteuid());
  ::umask(before);
}

TEST_CASE("a folder that may not be written says so") {
  if (::geteuid() == 0) {
    MESSAGE("skipped: root may write everywhere");
    return;
  }
  TempFolder temp;
  const auto folder = PosixFileSystem().open_folder(temp.path());
  REQUIRE(::chmod(temp.path().c_str(), 0500) == 0);
  CHECK((*folder)->open("a", OpenMode::kAppend).error().code == ErrorCode::kNotAllowed);
  ::chmod(temp.path().c_str(), 0700);
}

TEST_CASE("errors speak the reader's words and name their subject") {
  const Error full = io_error(ENOSPC, "write", "/a/b");
  CHECK(full.code == ErrorCode::kFailed);
  CHECK(full.message == "cannot write: the disk is full");
  CHECK(full.subject == "/a/b");
  CHECK(full.next == "df -h");
  CHECK(io_error(EACCES, "open", "/a").code == ErrorCode::kNotAllowed);
  CHECK(io_error(EROFS, "open", "/a").code == ErrorCode::kNotAllowed);
  CHECK(io_error(ENOENT, "open", "/a").code == ErrorCode::kNotFound);
  CHECK(io_error(EIO, "read", "/a").message == "cannot read: the disk reported an error");
  CHECK(io_error(EPROTO, "read", "/a").code == ErrorCode::kFailed);
}

}  // namespace clew
