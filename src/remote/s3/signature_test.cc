// Signatures against the answers that Amazon publishes with its description of them.

#include "remote/s3/signature.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

const AwsKeys kExampleKeys{"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", ""};
const Time kExampleTime = parse_time("2013-05-24T00:00:00Z").value().time;

std::string signature_of(const S3Call& call) {
  const auto lines = signed_headers(call, kExampleKeys, "us-east-1", kExampleTime);
  const std::string& line = lines.back();
  REQUIRE(
      line.starts_with("Authorization: AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/"
                       "20130524/us-east-1/s3/aws4_request, SignedHeaders="));
  return line.substr(line.rfind('=') + 1);
}

TEST_CASE("requests are signed as in Amazon's examples") {
  S3Call call;
  call.method = "GET";
  call.host = "examplebucket.s3.amazonaws.com";
  SUBCASE("an object, with a header of its own") {
    call.path = "/test.txt";
    call.headers = {
        {"range", "bytes=0-9"}
    };
    CHECK(signature_of(call) == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  }
  SUBCASE("a list, whose query is sorted") {
    call.path = "/";
    call.query = {
        {"prefix",   "J"},
        {"max-keys", "2"}
    };
    CHECK(signature_of(call) == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
  }
  SUBCASE("a body, and a path that is encoded") {
    call.method = "PUT";
    call.path = "/test$file.text";
    call.body = "Welcome to Amazon S3.";
    call.headers = {
        {"date",                "Fri, 24 May 2013 00:00:00 GMT"},
        {"x-amz-storage-class", "REDUCED_REDUNDANCY"           }
    };
    CHECK(signature_of(call) == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
  }
}

TEST_CASE("a session token is sent and signed, the secret is not sent") {
  AwsKeys keys = kExampleKeys;
  keys.session_token = "token/of+some=kind";
  S3Call call{.method = "GET", .host = "h", .path = "/b/k", .query = {}, .headers = {}, .body = {}};
  std::string all;
  for (const auto& line : signed_headers(call, keys, "eu-1", kExampleTime)) all += line + '\n';
  CHECK(all.find("x-amz-security-token: token/of+some=kind\n") != std::string::npos);
  CHECK(all.find("SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,") !=
        std::string::npos);
  CHECK(all.find(keys.secret) == std::string::npos);
  CHECK(all.find("x-amz-date: 20130524T000000Z\n") != std::string::npos);
}

TEST_CASE("a query is sorted as it is encoded") {
  CHECK(query_text({
            {"b",   "2 /"     },
            {"a",   "1"       },
            {"a-b", ""        },
            {"a",   "\xc3\xa9"}
  }) ==
        "a=%C3%A9&a=1&a-b=&b=2%20%2F");
  CHECK(percent_encoded("/j/0~_.-+", Slash::kKept) == "/j/0~_.-%2B");
}

}  // namespace
}  // namespace clew
