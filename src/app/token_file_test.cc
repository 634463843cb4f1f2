#include "app/token_file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "testing/temp_folder.h"

namespace clew {
namespace {

void count_up(Bytes& bytes) {
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i);
}

TEST_CASE("a token is made once, long, random and readable by its owner only") {
  const TempFolder folder;
  const std::string path = folder.path() + "/new/token";
  const auto token = read_or_make_token(path, count_up);
  REQUIRE_MESSAGE(token.ok(), token.error().message);
  CHECK(token->size() == 64);
  CHECK(token->starts_with("08090a"));
  struct stat status{};
  REQUIRE(stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path() + "/new"), {}) == 1);
  CHECK(*read_or_make_token(path, [](Bytes&) { FAIL("made again"); }) == *token);
}

TEST_CASE("what is no secret, or no longer one, is refused with the way out") {
  const TempFolder folder;
  const std::string path = folder.path() + "/token";
  const auto write = [&](const std::string& text, std::filesystem::perms mode) {
    std::ofstream(path) << text;
    std::filesystem::permissions(path, mode);
    return read_or_make_token(path, count_up);
  };
  using std::filesystem::perms;
  const perms own = perms::owner_read | perms::owner_write;
  CHECK(write(std::string(32, 'a') + "\n", own).ok());
  for (const std::string text :
       {"", "\n", "short", "with a space in it, and more than long enough"}) {
    const auto token = write(text, own);
    REQUIRE_FALSE(token.ok());
    CHECK(token.error().code == ErrorCode::kInvalid);
    CHECK(token.error().next.find("--token-file") != std::string::npos);
    CHECK(token.error().next.find("rm ") == std::string::npos);  // it may be somebody's key
  }
  const auto shared = write(std::string(64, 'a'), own | perms::group_read);
  REQUIRE_FALSE(shared.ok());
  CHECK(shared.error().code == ErrorCode::kNotAllowed);
  CHECK(shared.error().next.find("rm ") == std::string::npos);
  std::filesystem::remove(path);
  std::filesystem::create_symlink(folder.path() + "/elsewhere", path);
  CHECK_FALSE(read_or_make_token(path, count_up).ok());
  CHECK_FALSE(std::filesystem::exists(folder.path() + "/elsewhere"));
  const auto nowhere = read_or_make_token("/proc/no/token", count_up);
  REQUIRE_FALSE(nowhere.ok());
  CHECK(nowhere.error().next.find("--token-file") != std::string::npos);
}

}  // namespace
}  // namespace clew
