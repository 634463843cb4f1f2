#include "bundle/device_key.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "files/posix_file_system.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

RandomSource drawing(char fill) {
  return [fill](Bytes& bytes) { bytes.assign(bytes.size(), fill); };
}

struct KeyLocation {
  TempFolder folder;
  PosixFileSystem files;
  std::string state = folder / "state";
  uint32_t user = files.info(folder / "")->owner;
  void set_mode(int mode) const {
    std::filesystem::permissions(file(), static_cast<std::filesystem::perms>(mode));
  }
  std::string file() const { return state + "/" + kDeviceKeyFile; }
};

TEST_CASE("a device's key is made once and read back, in a file of its owner alone") {
  KeyLocation at;
  CHECK(read_device_key(at.files, at.state, at.user).error().code == ErrorCode::kNotFound);
  const auto made = make_device_key(at.files, at.state, "laptop", drawing('a'));
  REQUIRE(made.ok());
  CHECK(at.files.info(at.file())->mode == 0600);
  const auto read = read_device_key(at.files, at.state, at.user);
  REQUIRE(read.ok());
  CHECK(read->recipient() == made->recipient());
  CHECK(read->signing_key() == made->signing_key());
  CHECK(make_device_key(at.files, at.state, "laptop", drawing('b')).error().code ==
        ErrorCode::kConflict);
  CHECK(read_device_key(at.files, at.state, at.user)->recipient() == made->recipient());
  CHECK(std::distance(std::filesystem::directory_iterator(at.state), {}) == 1);
}

TEST_CASE("a key file that others can read, or that is none, is not used") {
  KeyLocation at;
  REQUIRE(make_device_key(at.files, at.state, "laptop", drawing('a')).ok());
  CHECK(read_device_key(at.files, at.state, at.user + 1).error().code == ErrorCode::kNotAllowed);
  at.set_mode(0640);
  CHECK(read_device_key(at.files, at.state, at.user).error().code == ErrorCode::kNotAllowed);
  at.set_mode(0600);
  std::ofstream(at.file()) << "# nothing\nAGE-SECRET-KEY-1QQ\n";
  const auto read = read_device_key(at.files, at.state, at.user);
  REQUIRE(!read.ok());
  CHECK(read.error().code == ErrorCode::kCorrupt);
  CHECK(read.error().message.find("SECRET") == std::string::npos);
}

TEST_CASE("a signature holds for its key and message only") {
  const DeviceKey ana(AgeIdentity{Key(Bytes(32, 'a'))});
  const DeviceKey ben(AgeIdentity{Key(Bytes(32, 'b'))});
  const Bytes signature = ana.sign("words");
  CHECK(is_signed_by(ana.signing_key(), "words", signature));
  CHECK_FALSE(is_signed_by(ana.signing_key(), "Words", signature));
  CHECK_FALSE(is_signed_by(ben.signing_key(), "words", signature));
  CHECK_FALSE(is_signed_by(ana.signing_key(), "words", signature.substr(1)));
  CHECK_FALSE(is_signed_by(Bytes(32, '\0'), "words", Bytes(64, '\0')));
}

}  // namespace
}  // namespace clew
