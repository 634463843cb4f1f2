// Run by tests/s3/a_real_server.test.sh, which starts the server that $CLEW_TEST_S3 names: what is
// particular to a real one. The conformance suite of object stores runs beside it.

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "files/machine.h"
#include "testing/loopback_server.h"
#include "testing/real_s3_server.h"

namespace clew {
namespace {

// Between client and server: passes on what they send, until told to cut.
class Relay {
 public:
  // How many bytes of the next connections' answers get through, one number each; then all.
  explicit Relay(std::vector<size_t> cuts)
      : cuts_(std::move(cuts)), server_([this](LoopbackConnection& client) { pass_on(client); }) {}

  std::string url() const { return server_.url(); }
  size_t connections() const { return next_; }

 private:
  void pass_on(LoopbackConnection& client) {
    const size_t number = next_++;
    size_t left = number < cuts_.size() ? cuts_[number] : SIZE_MAX;
    const auto upstream = connect_to(real_server_port());
    if (upstream == nullptr) return;
    std::thread forward([&] {
      for (std::string some; !(some = client.read_some()).empty();) {
        if (!upstream->send(some)) break;
      }
      upstream->shut();
    });
    for (std::string some; !(some = upstream->read_some()).empty();) {
      const bool is_cut = some.size() > left;
      some.resize(std::min(some.size(), left));
      left -= some.size();
      if (!client.send(some) || is_cut) break;
    }
    client.shut();
    forward.join();
  }

  std::vector<size_t> cuts_;
  std::atomic<size_t> next_{0};
  LoopbackServer server_;
};

S3Options with_keys() {
  S3Options options;
  options.keys = real_server_keys();
  return options;
}

std::unique_ptr<S3Store> open_real(const std::string& path, S3Options options = with_keys(),
                                   std::function<Time()> clock = real_clock,
                                   const std::string& endpoint = real_server()) {
  static SystemMachine machine;
  return std::make_unique<S3Store>(parse_s3_place(path, endpoint).value(), std::move(options),
                                   std::move(clock), machine);
}

Error error_of(ObjectStore& store) {
  const auto outcome = store.put_if_absent("j/1", "x");
  REQUIRE_FALSE(outcome.ok());
  const Error error = outcome.error();
  const auto listed = store.list("j/", "", 10);
  REQUIRE_FALSE(listed.ok());
  CHECK(listed.error().code == error.code);
  CHECK((error.message + error.subject + error.next).find(real_server_keys().secret) ==
        std::string::npos);
  return error;
}

TEST_CASE("the bucket of these tests is made") { REQUIRE(make_test_bucket()); }

TEST_CASE("a wrong secret and an unknown key are refused, each by its name") {
  S3Options wrong = with_keys();
  wrong.keys.secret += "x";
  Error error = error_of(*open_real("clew-test/wrong", wrong));
  CHECK(error.code == ErrorCode::kNotAllowed);
  CHECK(error.message.find("secret does not belong") != std::string::npos);
  wrong.keys.id = "NOBODY";
  error = error_of(*open_real("clew-test/wrong", wrong));
  CHECK(error.code == ErrorCode::kNotAllowed);
  CHECK(error.message.find("does not know this access key id") != std::string::npos);
}

TEST_CASE("a clock that is wrong is named as the reason") {
  for (const Duration off : {hours(2), Duration{-hours(2).ms}}) {
    const Error error =
        error_of(*open_real("clew-test/clock", with_keys(), [off] { return real_clock() + off; }));
    CHECK(error.code == ErrorCode::kNotAllowed);
    CHECK(error.message.find("clocks") != std::string::npos);
  }
}

TEST_CASE("a bucket that is not there is named as the reason") {
  const Error error = error_of(*open_real("clew-nowhere"));
  CHECK(error.code == ErrorCode::kNotFound);
  CHECK(error.subject.find("s3://clew-nowhere at 127.0.0.1:") == 0);
}

TEST_CASE("a region that is not the server's own does no harm where it does not matter") {
  S3Options options = with_keys();
  options.region = "eu-central-7";
  const auto store = open_real("clew-test/region", options);
  CHECK(store->put("p/1", "x").ok());
  CHECK(**store->get("p/1", 10) == "x");
}

TEST_CASE("a bucket in the host's name works as one in the path") {
  // The server knows its own name as that of the loopback address; see rgw dns name.
  const auto by_path = open_real("clew-test/style");
  REQUIRE(by_path->put("p/1", "x").ok());
  std::string host = real_server();
  host.replace(host.find("127.0.0.1"), 9, "clew-test.localhost");
  const auto by_host = open_real("clew-test/style", with_keys(), real_clock, host);
  CHECK(**by_host->get("p/1", 10) == "x");
  CHECK(*by_host->list("p/", "", 10) == std::vector<std::string>{"p/1"});
}

TEST_CASE(
    "an answer cut anywhere is asked for again, and the lost answer of a creation is kExists") {
  const Bytes content(100'000, 'c');
  REQUIRE(open_real("clew-test/cut")->put("p/1", content).ok());
  for (const size_t cut : {0, 1, 100, 300, 5'000, 99'999}) {
    CAPTURE(cut);
    Relay relay({cut});
    const auto store = open_real("clew-test/cut", with_keys(), real_clock, relay.url());
    const auto bytes = store->get("p/1", 200'000);
    REQUIRE(bytes.ok());
    CHECK(**bytes == content);
    CHECK(relay.connections() == 2);
  }
  Relay relay({0});
  S3Options options = with_keys();
  options.is_proven = [] { return true; };
  const auto store = open_real("clew-test/cut", options, real_clock, relay.url());
  CHECK(*store->put_if_absent("j/1", "mine") == PutOutcome::kExists);
  CHECK(**store->get("j/1", 10) == "mine");
}

TEST_CASE("a server that is killed at work loses nothing that it acknowledged") {
  const std::string mark = std::getenv("CLEW_TEST_MARK");
  std::atomic<int> created{0};
  std::vector<std::thread> writers;
  std::array<std::vector<std::string>, 4> acknowledged;
  for (size_t writer = 0; writer < acknowledged.size(); ++writer) {
    writers.emplace_back([&, writer] {
      const auto store = open_real("clew-test/killed");
      for (int i = 0; i < 400; ++i) {
        const std::string name = "j/" + std::to_string(writer) + "-" + std::to_string(1000 + i);
        const auto outcome = store->put_if_absent(name, name);
        if (!outcome.ok()) continue;  // out of reach for longer than it was waited for
        acknowledged[writer].push_back(name);
        if (++created == 20) std::ofstream(mark) << "at work";
      }
    });
  }
  for (auto& writer : writers) writer.join();
  const auto store = open_real("clew-test/killed");
  size_t all = 0;
  for (const auto& names : acknowledged) {
    CHECK(names.size() > 100);
    for (const auto& name : names) {
      const auto bytes = store->get(name, 100);
      REQUIRE(bytes.ok());
      REQUIRE(bytes->has_value());
      CHECK(**bytes == name);
      ++all;
    }
  }
  CHECK(store->list("j/", "", 10'000)->size() >= all);
}

}  // namespace
}  // namespace clew
