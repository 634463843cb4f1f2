#include "base/hash.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

namespace clew {
namespace {

TEST_CASE("SHA-256 gives the published answers") {
  struct Row {
    std::string text;
    const char* hex;
  };
  const Row kRows[] = {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {std::string(1'000'000, 'a'),
       "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
  };
  for (const auto& row : kRows) CHECK(sha256(row.text).hex() == row.hex);
}

TEST_CASE("hashing in pieces gives the hash of the whole") {
  CHECK(rc::check([](const std::vector<std::string>& pieces) {
    Hasher hasher;
    std::string whole;
    for (const auto& piece : pieces) {
      hasher.add(piece);
      whole += piece;
    }
    RC_ASSERT(hasher.finish() == sha256(whole));
  }));
}

TEST_CASE("the processor's own way and the library's agree, wherever a block ends") {
  std::string text;
  for (int size = 0; size < 300; ++size) {
    CAPTURE(size);
    CHECK(sha256(text) == Hasher().add(text).finish());
    text += static_cast<char>(size * 37 + 11);
  }
}

TEST_CASE("a hash is read back from its bytes and from its hex") {
  const Hash hash = sha256("abc");
  CHECK(Hash::from_bytes(hash.view()) == hash);
  CHECK(Hash::from_hex(hash.hex()) == hash);
  CHECK(hash.brief() == "ba7816bf");
  CHECK_FALSE(hash.empty());
}

TEST_CASE("what is no hash becomes the empty one") {
  CHECK(Hash().empty());
  CHECK(Hash::from_bytes("too short").empty());
  CHECK(Hash::from_hex("").empty());
  CHECK(Hash::from_hex(std::string(64, 'g')).empty());
  CHECK(Hash::from_hex(std::string(40, 'a')).empty());
}

TEST_CASE("hex goes both ways, in either case") {
  CHECK(to_hex(std::string("\x00\x7f\xff", 3)) == "007fff");
  CHECK(from_hex("007FfF") == std::string("\x00\x7f\xff", 3));
  CHECK(rc::check([](const std::string& bytes) { RC_ASSERT(from_hex(to_hex(bytes)) == bytes); }));
}

TEST_CASE("what is no hex is empty") {
  for (const char* text : {"", "a", "abc", "0g", "zz", "0 ", "é"}) CHECK(from_hex(text).empty());
}

}  // namespace
}  // namespace clew
