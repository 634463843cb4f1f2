// Run by tests/s3/certificates_are_verified.test.sh, which starts a server at $CLEW_TEST_PORT with
// a certificate for localhost that only $CLEW_TEST_CA vouches for. It is no S3 server: to hear so
// is to have talked to it.

#include <doctest/doctest.h>

#include <cstdlib>

#include "remote/s3/s3_store.h"
#include "testing/fake_machine.h"

namespace clew {
namespace {

struct Heard {
  Error error;
  int sleeps = 0;
};

Heard hear(const std::string& host, const std::string& ca_file) {
  FakeMachine machine;
  S3Options options;
  options.keys = {"ID", "secret", ""};
  options.http.ca_file = ca_file;
  const std::string endpoint = "https://" + host + ":" + std::getenv("CLEW_TEST_PORT");
  S3Store store(parse_s3_place("notes", endpoint).value(), options, [] { return Time{}; }, machine);
  const auto names = store.list("", "", 1);
  REQUIRE_FALSE(names.ok());
  return {names.error(), machine.sleeps};
}

TEST_CASE("a certificate that nobody vouches for, or of another name, ends it at once") {
  const std::string ca = std::getenv("CLEW_TEST_CA");
  for (const Heard& heard : {hear("localhost", ""), hear("127.0.0.1", ca)}) {
    CHECK(heard.error.code == ErrorCode::kFailed);
    CHECK(heard.error.message.find("certificate is not trusted") != std::string::npos);
    CHECK(heard.error.next.find("AWS_CA_BUNDLE") != std::string::npos);
    CHECK(heard.sleeps == 0);
  }
}

TEST_CASE("one that the given file vouches for is talked to") {
  const Heard heard = hear("localhost", std::getenv("CLEW_TEST_CA"));
  CHECK(heard.error.code == ErrorCode::kInvalid);
  CHECK(heard.error.message.find("not one of S3") != std::string::npos);
}

}  // namespace
}  // namespace clew
