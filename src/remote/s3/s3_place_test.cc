#include "remote/s3/s3_place.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

S3Place place(const std::string& path, const std::string& endpoint = "") {
  const auto parsed = parse_s3_place(path, endpoint);
  REQUIRE(parsed.ok());
  return *parsed;
}

TEST_CASE("a bucket of Amazon is a part of the host, unless dots would leave the certificate") {
  const S3Place plain = place("notes/home/clew/");
  CHECK(plain.prefix == "home/clew/");
  CHECK(host_of(plain, "eu-central-1") == "notes.s3.eu-central-1.amazonaws.com");
  CHECK(path_of(plain, "home/clew/j/1") == "/home/clew/j/1");
  CHECK(path_of(plain, "") == "/");
  CHECK(plain.scheme == "https");
  const S3Place dotted = place("my.notes");
  CHECK(host_of(dotted, "us-east-1") == "s3.us-east-1.amazonaws.com");
  CHECK(path_of(dotted, "j/1") == "/my.notes/j/1");
  CHECK(path_of(dotted, "") == "/my.notes");
}

TEST_CASE("a bucket of another server stands in the path, unless the endpoint begins with it") {
  const S3Place path = place("notes", "http://127.0.0.1:9000/");
  CHECK(path.scheme == "http");
  CHECK(host_of(path, "any") == "127.0.0.1:9000");
  CHECK(path_of(path, "j/1") == "/notes/j/1");
  const S3Place host = place("notes/p", "https://Notes.S3.example.org:443");
  CHECK(host_of(host, "any") == "notes.s3.example.org");
  CHECK(path_of(host, "p/j/1") == "/p/j/1");
  CHECK(host_of(place("notes", "https://[::1]:8443"), "any") == "[::1]:8443");
}

TEST_CASE("what is no bucket, prefix or endpoint is refused, and says which") {
  for (const char* path :
       {"", "ab", "Notes", "-notes", "notes-", "no..tes", "no_tes", "192.168.0.1", "notes/a//b",
        "notes/../b", "notes/./b", "notes/a b", "notes/a?b", "notes/%2e", "notes/a\nb"}) {
    CAPTURE(path);
    const auto parsed = parse_s3_place(path, "");
    REQUIRE_FALSE(parsed.ok());
    CHECK(parsed.error().code == ErrorCode::kUsage);
  }
  CHECK_FALSE(parse_s3_place(std::string(64, 'a'), "").ok());
  CHECK_FALSE(parse_s3_place("notes/" + std::string(513, 'a'), "").ok());
  for (const char* endpoint :
       {"example.org", "ftp://example.org", "https://", "https://a/b", "https://u:p@a",
        "https://a:0", "https://a:65536", "https://a:", "https://a?b", "https://a\r\nX: y",
        "https://[::1", "https://[]", "https://.a", "file:///etc"}) {
    CAPTURE(endpoint);
    const auto parsed = parse_s3_place("notes", endpoint);
    REQUIRE_FALSE(parsed.ok());
    CHECK(parsed.error().code == ErrorCode::kUsage);
  }
}

TEST_CASE("a region is a word that may stand in a host's name") {
  for (const char* good : {"us-east-1", "auto", "eu1"}) CHECK(is_region(good));
  for (const char* bad : {"", "-a", "a-", "a.b", "a/b", "US", "a b"}) CHECK_FALSE(is_region(bad));
  CHECK_FALSE(is_region(std::string(33, 'a')));
}

}  // namespace
}  // namespace clew
