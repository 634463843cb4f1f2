#include "testing/real_s3_server.h"

#include <chrono>
#include <cstdlib>

namespace clew {
namespace {

std::string test_variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace

std::string real_server() { return test_variable("CLEW_TEST_S3"); }

uint16_t real_server_port() {
  const std::string url = real_server();
  return static_cast<uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
}

AwsKeys real_server_keys() {
  return {test_variable("AWS_ACCESS_KEY_ID"), test_variable("AWS_SECRET_ACCESS_KEY"), ""};
}

Time real_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return Time{std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
}

bool make_test_bucket() {
  S3Call call;
  call.method = "PUT";
  call.host = real_server().substr(std::string("http://").size());
  call.path = "/clew-test";
  HttpClient client({});
  OutgoingRequest request;
  request.method = call.method;
  request.url = real_server() + call.path;
  request.headers = signed_headers(call, real_server_keys(), kUsualRegion, real_clock());
  request.max_answer = 10'000;
  return client.send(request).status == 200;
}

std::unique_ptr<ObjectStore> open_test_bucket(const std::string& prefix) {
  static SystemMachine machine;
  S3Options options;
  options.keys = real_server_keys();
  return std::make_unique<S3Store>(parse_s3_place("clew-test/" + prefix, real_server()).value(),
                                   std::move(options), real_clock, machine);
}

}  // namespace clew
