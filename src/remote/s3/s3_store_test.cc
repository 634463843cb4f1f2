// How a bucket's store behaves with a server that is slow, broken, hostile or dishonest. With a
// real one: tests/s3.

#include "remote/s3/s3_store.h"

#include <doctest/doctest.h>

#include <atomic>

#include "base/hash.h"
#include "testing/fake_machine.h"
#include "testing/loopback_server.h"

namespace clew {
namespace {

const AwsKeys kKeys{"KEYID", "very-secret", "session-token"};

std::string fault_xml(const std::string& code, const std::string& more = "") {
  return "<Error><Code>" + code + "</Code>" + more + "</Error>";
}

// One store and a server that answers each request by a function; what it was asked is kept.
struct Bucket {
  using Reply = std::function<void(LoopbackConnection&, const LoopbackRequest&)>;
  std::mutex mutex;
  std::vector<LoopbackRequest> asked;  // guarded by mutex
  FakeMachine machine;
  Reply reply;
  LoopbackServer server;
  std::unique_ptr<S3Store> store;

  explicit Bucket(Reply how, S3Options options = {})
      : reply(std::move(how)), server([this](LoopbackConnection& connection) {
          while (const auto request = connection.read_request()) {
            {
              const std::lock_guard lock(mutex);
              asked.push_back(*request);
            }
            reply(connection, *request);
          }
        }) {
    options.keys = kKeys;
    if (!options.is_proven) options.is_proven = [] { return true; };
    store = std::make_unique<S3Store>(
        parse_s3_place("notes/home", server.url()).value(), std::move(options),
        [] { return Time{1'700'000'000'000}; }, machine);
  }
  size_t requests() {
    const std::lock_guard lock(mutex);
    return asked.size();
  }
};

Bucket::Reply always(int status, std::string body, std::string headers = "") {
  return [=](LoopbackConnection& connection, const LoopbackRequest&) {
    connection.answer(status, body, headers);
  };
}

// What an error shows never has a key in it.
void check_says_no_secret(const Error& error) {
  const std::string all = error.message + error.subject + error.next;
  for (const std::string& secret : {kKeys.id, kKeys.secret, kKeys.session_token}) {
    CHECK(all.find(secret) == std::string::npos);
  }
}

TEST_CASE("a creation is one signed PUT that waits for nothing") {
  Bucket bucket(always(200, ""));
  const Bytes large(size_t{3} << 20, 'x');
  REQUIRE(*bucket.store->put_if_absent("j/1", large) == PutOutcome::kCreated);
  REQUIRE(bucket.requests() == 1);
  const LoopbackRequest& request = bucket.asked[0];
  CHECK(request.method == "PUT");
  CHECK(request.target == "/notes/home/j/1");
  CHECK(request.body == large);
  CHECK(request.headers.at("if-none-match") == "*");
  CHECK(request.headers.at("x-amz-content-sha256") == sha256(large).hex());
  CHECK(request.headers.at("x-amz-security-token") == "session-token");
  CHECK(request.headers.at("authorization").find("/us-east-1/s3/aws4_request") !=
        std::string::npos);
  CHECK_FALSE(request.headers.contains("expect"));
  CHECK_FALSE(request.headers.contains("transfer-encoding"));
}

TEST_CASE("412 is an answer, and without If-None-Match it is not") {
  Bucket bucket(always(412, fault_xml("PreconditionFailed")));
  CHECK(*bucket.store->put_if_absent("j/1", "x") == PutOutcome::kExists);
  CHECK_FALSE(bucket.store->put("p/1", "x").ok());
  CHECK(bucket.requests() == 2);
  CHECK_FALSE(bucket.asked[1].headers.contains("if-none-match"));
}

TEST_CASE(
    "a busy server is asked again, with pauses that grow, and no longer than patience lasts") {
  for (const int status : {409, 429, 500, 503}) {
    CAPTURE(status);
    std::atomic<int> refusals{3};
    Bucket bucket([&](LoopbackConnection& connection, const LoopbackRequest&) {
      connection.answer(refusals-- > 0 ? status : 200, fault_xml("SlowDown"));
    });
    CHECK(*bucket.store->put_if_absent("j/1", "x") == PutOutcome::kCreated);
    CHECK(bucket.requests() == 4);
    CHECK(bucket.machine.sleeps == 3);
    CHECK(bucket.machine.now <= Duration{200 + 400 + 800});
  }
  Bucket bucket(always(503, fault_xml("SlowDown")));
  const auto outcome = bucket.store->put_if_absent("j/1", "x");
  REQUIRE_FALSE(outcome.ok());
  CHECK(outcome.error().code == ErrorCode::kFailed);
  CHECK(outcome.error().message.find("503 SlowDown") != std::string::npos);
  CHECK(bucket.machine.now == S3Options{}.patience);
  CHECK(bucket.requests() > 5);
  check_says_no_secret(outcome.error());
}

TEST_CASE("Retry-After is heeded, up to a limit") {
  for (const auto& [wish, pause] : {std::pair("2", seconds(2)), std::pair("86400", seconds(20))}) {
    std::atomic<int> refusals{1};
    Bucket bucket(
        [&, text = std::string(wish)](LoopbackConnection& connection, const LoopbackRequest&) {
          const bool is_refused = refusals-- > 0;
          connection.answer(is_refused ? 503 : 200, "",
                            is_refused ? "Retry-After: " + text + "\r\n" : "");
        });
    REQUIRE(bucket.store->put("p/1", "x").ok());
    CHECK(bucket.machine.now >= pause);
    CHECK(bucket.machine.now <= pause + Duration{200});
  }
}

TEST_CASE("what the server refuses is not tried again, and the error says what to do") {
  struct Row {
    int status;
    const char* code;
    ErrorCode error;
    const char* words;
  };
  for (const Row& row : {
           Row{403, "SignatureDoesNotMatch", ErrorCode::kNotAllowed, "secret does not belong"},
           Row{403, "InvalidAccessKeyId",    ErrorCode::kNotAllowed, "does not know"         },
           Row{403, "RequestTimeTooSkewed",  ErrorCode::kNotAllowed, "clocks"                },
           Row{400, "ExpiredToken",          ErrorCode::kNotAllowed, "expired"               },
           Row{403, "AccessDenied",          ErrorCode::kNotAllowed, "AccessDenied"          },
           Row{404, "NoSuchBucket",          ErrorCode::kNotFound,   "no such bucket"        },
           Row{501, "NotImplemented",        ErrorCode::kInvalid,    "501"                   },
           Row{404, "",                      ErrorCode::kInvalid,    "404"                   },
           Row{418, "",                      ErrorCode::kInvalid,    "418"                   }
  }) {
    CAPTURE(row.code);
    Bucket bucket(always(row.status, fault_xml(row.code)));
    for (const Error& error :
         {bucket.store->get("j/1", 100).error(), bucket.store->list("j/", "", 1).error(),
          bucket.store->put("p/1", "x").error(), bucket.store->remove("p/1").error()}) {
      CHECK(error.code == row.error);
      CHECK(error.message.find(row.words) != std::string::npos);
      CHECK(error.subject.find("s3://notes/home at 127.0.0.1:") == 0);
      CHECK_FALSE(error.next.empty());
      check_says_no_secret(error);
    }
    CHECK(bucket.requests() == 4);
    CHECK(bucket.machine.sleeps == 0);
  }
}

TEST_CASE("only the server's word that there is no such object counts for nothing") {
  Bucket none(always(404, fault_xml("NoSuchKey")));
  const auto nothing = none.store->get("j/1", 10);
  REQUIRE(nothing.ok());
  CHECK_FALSE(nothing->has_value());
  CHECK(none.store->remove("j/1").ok());
  Bucket page(always(404, "<html>not here</html>"));
  CHECK(page.store->get("j/1", 10).error().code == ErrorCode::kInvalid);
}

// An honest server or not: what it does with the second creation.
struct Probed {
  std::map<std::string, std::string> objects;
  bool is_honest = true;
  Bucket::Reply reply = [this](LoopbackConnection& connection, const LoopbackRequest& request) {
    const bool is_there = objects.contains(request.target);
    if (is_honest && is_there && request.headers.contains("if-none-match")) {
      connection.answer(412, fault_xml("PreconditionFailed"));
      return;
    }
    objects[request.target] = request.body;
    connection.answer(200, "");
  };
};

TEST_CASE("a server that ignores If-None-Match is refused before anything is put there") {
  Probed server;
  server.is_honest = false;
  bool was_noted = false;
  S3Options options;
  options.is_proven = [] { return false; };
  options.note_proven = [&] { was_noted = true; };
  Bucket bucket(server.reply, options);
  for (int i = 0; i < 2; ++i) {
    const auto outcome = bucket.store->put_if_absent("j/1", "x");
    REQUIRE_FALSE(outcome.ok());
    CHECK(outcome.error().code == ErrorCode::kInvalid);
    CHECK(outcome.error().message.find("ignores If-None-Match") != std::string::npos);
    CHECK_FALSE(outcome.error().next.empty());
  }
  CHECK(server.objects.size() == 1);
  CHECK(server.objects.contains(std::string("/notes/home/") + kProbeName));
  CHECK_FALSE(was_noted);
}

TEST_CASE("a server that cannot do it is refused by name") {
  S3Options options;
  options.is_proven = [] { return false; };
  Bucket bucket(always(501, fault_xml("NotImplemented")), options);
  const auto outcome = bucket.store->put_if_absent("j/1", "x");
  REQUIRE_FALSE(outcome.ok());
  CHECK(outcome.error().code == ErrorCode::kInvalid);
  CHECK(outcome.error().message.find("cannot create") != std::string::npos);
}

TEST_CASE("an honest server is tried out once, and where it is known not at all") {
  Probed server;
  int noted = 0;
  S3Options options;
  options.is_proven = [&] { return noted > 0; };
  options.note_proven = [&] { ++noted; };
  Bucket bucket(server.reply, options);
  CHECK(*bucket.store->put_if_absent("j/1", "x") == PutOutcome::kCreated);
  CHECK(bucket.requests() == 3);
  CHECK(*bucket.store->put_if_absent("j/1", "y") == PutOutcome::kExists);
  CHECK(bucket.requests() == 4);
  CHECK(noted == 1);
  Bucket again(server.reply, options);
  CHECK(*again.store->put_if_absent("j/2", "x") == PutOutcome::kCreated);
  CHECK(again.requests() == 1);
  // Where others have been, the probe itself is there already.
  noted = 0;
  Bucket third(server.reply, options);
  CHECK(*third.store->put_if_absent("j/3", "x") == PutOutcome::kCreated);
  CHECK(third.requests() == 2);
}

TEST_CASE("an answer that is cut off is asked for again, and is never taken for the whole") {
  std::atomic<int> cuts{2};
  Bucket bucket([&](LoopbackConnection& connection, const LoopbackRequest&) {
    if (cuts-- > 0) {
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
      connection.shut();
    } else {
      connection.answer(200, "whole-here");
    }
  });
  CHECK(**bucket.store->get("j/1", 100) == "whole-here");
  CHECK(bucket.requests() == 3);
}

TEST_CASE("an endless answer is cut off at the limit, whatever it is an answer to") {
  std::atomic<size_t> sent{0};
  Bucket bucket([&](LoopbackConnection& connection, const LoopbackRequest& request) {
    const bool is_list = request.target.find("list-type") != std::string::npos;
    const std::string status = request.method == "GET" ? "200 OK" : "500 No";
    connection.send("HTTP/1.1 " + status + "\r\nTransfer-Encoding: chunked\r\n\r\n");
    const std::string chunk = (is_list ? "1000\r\n" : "1000\r\n") + std::string(4096, 'x') + "\r\n";
    while (connection.send(chunk)) sent += chunk.size();
  });
  CHECK(bucket.store->get("j/1", 1000).error().code == ErrorCode::kInvalid);
  CHECK(bucket.store->list("j/", "", 10).error().code == ErrorCode::kInvalid);
  CHECK(bucket.store->put("p/1", "x").error().code == ErrorCode::kInvalid);
  CHECK(bucket.store->remove("p/1").error().code == ErrorCode::kInvalid);
  CHECK(bucket.requests() == 4);
  CHECK(sent < size_t{64} << 20);
}

TEST_CASE("headers that go on and on end the exchange") {
  S3Options options;
  options.patience = {};
  Bucket bucket(
      [](LoopbackConnection& connection, const LoopbackRequest&) {
        std::string headers;
        for (int i = 0; i < 100; ++i) headers += "X-More: " + std::string(1000, 'x') + "\r\n";
        connection.answer(200, "x", headers);
      },
      options);
  CHECK(bucket.store->get("j/1", 1000).error().code == ErrorCode::kFailed);
}

TEST_CASE("a server that stalls or cannot be reached is left soon, and said to be out of reach") {
  S3Options options;
  options.http.limits.stall = seconds(1);
  options.patience = {};
  Bucket bucket(
      [](LoopbackConnection& connection, const LoopbackRequest&) {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx");
        connection.read_some();  // until the other side leaves
      },
      options);
  const auto stalled = bucket.store->get("j/1", 10);
  REQUIRE_FALSE(stalled.ok());
  CHECK(stalled.error().code == ErrorCode::kFailed);

  uint16_t port = 0;
  {
    port = LoopbackServer([](LoopbackConnection&) {}).port();
  }
  FakeMachine machine;
  S3Store nobody(
      parse_s3_place("notes", "http://127.0.0.1:" + std::to_string(port)).value(),
      S3Options{.keys = kKeys}, [] { return Time{}; }, machine);
  const auto outcome = nobody.list("j/", "", 1);
  REQUIRE_FALSE(outcome.ok());
  CHECK(outcome.error().code == ErrorCode::kFailed);
  CHECK(outcome.error().message.find("cannot reach the server") == 0);
  CHECK(machine.sleeps == 2);
  check_says_no_secret(outcome.error());
}

TEST_CASE("a region that the server names is asked in, at the same host") {
  Bucket bucket([](LoopbackConnection& connection, const LoopbackRequest& request) {
    const bool is_right =
        request.headers.at("authorization").find("/eu-west-3/s3/") != std::string::npos;
    if (is_right) return connection.answer(200, "here");
    connection.answer(301, fault_xml("PermanentRedirect"),
                      "x-amz-bucket-region: eu-west-3\r\nLocation: http://evil.example/\r\n");
  });
  CHECK(**bucket.store->get("j/1", 10) == "here");
  CHECK(bucket.requests() == 2);
  CHECK(**bucket.store->get("j/2", 10) == "here");
  CHECK(bucket.requests() == 3);

  Bucket malformed([](LoopbackConnection& connection, const LoopbackRequest& request) {
    const bool is_right =
        request.headers.at("authorization").find("/eu-west-3/s3/") != std::string::npos;
    if (is_right) return connection.answer(200, "here");
    connection.answer(400, fault_xml("AuthorizationHeaderMalformed", "<Region>eu-west-3</Region>"));
  });
  CHECK(**malformed.store->get("j/1", 10) == "here");
}

TEST_CASE("a redirect is not followed, and a server that sends in circles is left") {
  std::atomic<int> visits{0};
  LoopbackServer thief([&](LoopbackConnection&) { ++visits; });
  for (const int status : {301, 302, 307, 308}) {
    CAPTURE(status);
    Bucket bucket(always(status, "", "Location: " + thief.url() + "/notes/home/j/1\r\n"));
    const auto bytes = bucket.store->get("j/1", 10);
    REQUIRE_FALSE(bytes.ok());
    CHECK(bytes.error().code == ErrorCode::kInvalid);
    CHECK(bytes.error().message.find("does not follow") != std::string::npos);
    CHECK(bucket.requests() == 1);
  }
  CHECK(visits == 0);
  std::atomic<int> turn{0};
  Bucket circles([&](LoopbackConnection& connection, const LoopbackRequest&) {
    connection.answer(
        301, "", turn++ % 2 == 0 ? "x-amz-bucket-region: a\r\n" : "x-amz-bucket-region: b\r\n");
  });
  CHECK(circles.store->get("j/1", 10).error().code == ErrorCode::kInvalid);
  CHECK(circles.requests() == 2);
  Bucket host(always(301, "", "x-amz-bucket-region: evil.example/\r\n"));
  CHECK_FALSE(host.store->get("j/1", 10).ok());
  CHECK(host.requests() == 1);
}

std::string list_xml(const std::vector<std::string>& keys, bool is_truncated) {
  std::string xml = "<ListBucketResult><IsTruncated>" +
                    std::string(is_truncated ? "true" : "false") + "</IsTruncated>";
  for (const auto& key : keys) xml += "<Contents><Key>" + key + "</Key></Contents>";
  return xml + "</ListBucketResult>";
}

TEST_CASE("a list goes on after the last name, and asks for no more than it needs") {
  Bucket bucket([](LoopbackConnection& connection, const LoopbackRequest& request) {
    const bool is_second = request.target.find("start-after=home%2Fj%2F2") != std::string::npos;
    connection.answer(
        200, is_second ? list_xml({"home/j/3"}, false) : list_xml({"home/j/1", "home/j/2"}, true));
  });
  CHECK(*bucket.store->list("j/", "j/0", 10) == std::vector<std::string>{"j/1", "j/2", "j/3"});
  REQUIRE(bucket.requests() == 2);
  CHECK(bucket.asked[0].target ==
        "/notes?list-type=2&max-keys=10&prefix=home%2Fj%2F&start-after=home%2Fj%2F0");
  CHECK(bucket.store->list("j/", "", 2)->size() == 2);
  CHECK(bucket.requests() == 3);
}

TEST_CASE("a list that cannot be right is refused, and an endless one ends") {
  for (const auto& keys : std::vector<std::vector<std::string>>{
           {"home/j/2", "home/j/1"},
           {"home/j/1", "home/j/1"},
           {"other/j/1"},
           {"home/j/0"},
           {}
  }) {
    Bucket bucket(always(200, list_xml(keys, true)));
    const auto names = bucket.store->list("j/", "j/0", 10);
    REQUIRE_FALSE(names.ok());
    CHECK(names.error().code == ErrorCode::kInvalid);
    CHECK(bucket.requests() <= 2);
  }
  std::atomic<int> next{1000};
  Bucket endless([&](LoopbackConnection& connection, const LoopbackRequest&) {
    connection.answer(200, list_xml({"home/j/_" + std::to_string(next++)}, true));
  });
  CHECK(endless.store->list("j/", "", 10).error().code == ErrorCode::kInvalid);
  CHECK(endless.requests() < 200);
}

}  // namespace
}  // namespace clew
