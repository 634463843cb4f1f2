#include "interface/http/http_guard.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

HttpPolicy policy_with_token() {
  HttpPolicy policy;
  policy.port = 8080;
  policy.token = "secret";
  policy.body_bytes = 100;
  return policy;
}

const HttpRule kRule{
    {{"POST", {"application/json", "text/event-stream"}}, {"GET"}}
};

HttpRequest good() {
  return {
      "POST",
      "/mcp",
      "",
      {{"Host", "localhost:8080"},
        {"Authorization", "Bearer secret"},
        {"Content-Type", "application/json; charset=utf-8"},
        {"Accept", "application/json, text/event-stream"}},
      ""
  };
}

HttpRequest with(HttpRequest request, const std::string& name, const std::string& value) {
  std::erase_if(request.headers,
                [&](const HttpHeader& header) { return same_header_name(header.name, name); });
  if (!value.empty()) request.headers.push_back({name, value});
  return request;
}

int status_of(const HttpRequest& request, std::optional<uint64_t> length = 10) {
  const auto reply = refuse(request, {length}, policy_with_token(), &kRule);
  return reply ? reply->status : 200;
}

TEST_CASE("a request that shows everything is let through") {
  CHECK(status_of(good()) == 200);
  CHECK(status_of(good(), std::nullopt) == 200);
}

TEST_CASE("only our own names with our own port are a Host of ours") {
  struct Row {
    const char* host;
    int status;
  };
  constexpr Row kRows[] = {
      {"localhost:8080",           200},
      {"LocalHost:8080",           200},
      {"127.0.0.1:8080",           200},
      {"[::1]:8080",               200},
      {"localhost",                403},
      {"localhost:80",             403},
      {"localhost:8081",           403},
      {"127.0.0.1.evil.com:8080",  403},
      {"evil.com",                 403},
      {"evil.com:8080",            403},
      {"localhost:8080@evil.com",  403},
      {"user@localhost:8080",      403},
      {"localhost:8080, evil.com", 403},
      {"",                         403},
  };
  for (const auto& row : kRows) {
    INFO(row.host);
    CHECK(status_of(with(good(), "Host", row.host)) == row.status);
  }
}

TEST_CASE("at HTTP's own port the Host may come without it") {
  HttpPolicy policy = policy_with_token();
  policy.port = 80;
  CHECK_FALSE(refuse(with(good(), "Host", "localhost"), {}, policy, &kRule));
}

TEST_CASE("an Origin is absent, our own or on the list") {
  CHECK(status_of(with(good(), "Origin", "http://localhost:8080")) == 200);
  CHECK(status_of(with(good(), "Origin", "http://127.0.0.1:8080")) == 200);
  CHECK(status_of(with(good(), "Origin", "http://[::1]:8080")) == 200);
  for (const char* origin : {"null", "http://evil.com", "https://localhost:8080",
                             "http://localhost:3000", "http://localhost:8080.evil.com"}) {
    INFO(origin);
    CHECK(status_of(with(good(), "Origin", origin)) == 403);
  }
  HttpPolicy policy = policy_with_token();
  policy.origins = {"http://localhost:3000"};
  CHECK_FALSE(refuse(with(good(), "Origin", "http://localhost:3000"), {}, policy, &kRule));
}

TEST_CASE("without the token nobody gets further, and is told what is asked for") {
  for (const char* given : {"", "secret", "Basic secret", "Bearer", "Bearer ", "Bearer secre",
                            "Bearer secrets", "Bearer Secret", "Bearer secret secret"}) {
    INFO(given);
    const auto reply =
        refuse(with(good(), "Authorization", given), {}, policy_with_token(), &kRule);
    REQUIRE(reply);
    CHECK(reply->status == 401);
    REQUIRE(reply->headers.size() == 1);
    CHECK(reply->headers[0].name == "WWW-Authenticate");
    CHECK(reply->headers[0].value.starts_with("Bearer realm="));
  }
  CHECK(status_of(with(good(), "Authorization", "bearer secret")) == 200);
  CHECK(status_of(with(good(), "Authorization", "Bearer  secret ")) == 200);
}

TEST_CASE("other methods are refused with those that are possible") {
  HttpRequest request = good();
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "post", "PATCH", "HEAD"}) {
    request.method = method;
    const auto reply = refuse(request, {}, policy_with_token(), &kRule);
    REQUIRE(reply);
    CHECK(reply->status == 405);
    CHECK(reply->headers == HttpHeaders{
                                {"Allow", "POST, GET"}
    });
  }
  request.method = "GET";
  CHECK(status_of(with(with(request, "Content-Type", ""), "Accept", "text/html")) == 200);
}

TEST_CASE("only JSON is taken") {
  for (const char* type :
       {"", "text/plain", "application/json5", "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=application/json"}) {
    INFO(type);
    CHECK(status_of(with(good(), "Content-Type", type)) == 415);
  }
  CHECK(status_of(with(good(), "Content-Type", "Application/JSON")) == 200);
}

TEST_CASE("a body that says it is packed is not read as if it were not") {
  for (const char* encoding : {"gzip", "br", "gzip, identity", "x"}) {
    INFO(encoding);
    CHECK(status_of(with(good(), "Content-Encoding", encoding)) == 415);
  }
  CHECK(status_of(with(good(), "Content-Encoding", "identity")) == 200);
}

TEST_CASE("the client must accept all that may be sent") {
  CHECK(status_of(with(good(), "Accept", "")) == 200);
  CHECK(status_of(with(good(), "Accept", "*/*")) == 200);
  CHECK(status_of(with(good(), "Accept", "text/*;q=0.5 , application/*")) == 200);
  CHECK(status_of(with(good(), "Accept", "application/json")) == 406);
  CHECK(status_of(with(good(), "Accept", "text/event-stream")) == 406);
  CHECK(status_of(with(good(), "Accept", "text/html")) == 406);
  CHECK(status_of(with(good(), "Accept", "application/json, text/event-stream;q=0")) == 406);
}

TEST_CASE("what is declared too long is refused before it is read") {
  CHECK(status_of(good(), 100) == 200);
  CHECK(status_of(good(), 101) == 413);
}

TEST_CASE("headers that decide may not stand there twice") {
  for (const char* name : {"Host", "Origin", "Authorization", "Content-Type"}) {
    HttpRequest request = good();
    if (request.count(name) == 0) request.headers.push_back({name, "http://localhost:8080"});
    request.headers.push_back({name, *request.header(name)});
    CHECK(status_of(request) == 400);
  }
  HttpRequest request = good();
  request.path = "http://localhost:8080/mcp";
  CHECK(status_of(request) == 400);
}

TEST_CASE("the first thing wrong is the one that is told") {
  HttpRequest request = good();
  request.method = "PUT";
  std::vector<int> statuses;
  request.headers = {};
  const HttpPolicy policy = policy_with_token();
  const auto add = [&](const HttpRule* rule) {
    const auto reply = refuse(request, {1000}, policy, rule);
    statuses.push_back(reply ? reply->status : 200);
  };
  add(nullptr);
  request = with(request, "Host", "localhost:8080");
  request = with(request, "Origin", "http://evil.com");
  add(nullptr);
  request = with(request, "Origin", "");
  add(nullptr);
  request = with(request, "Authorization", "Bearer secret");
  add(nullptr);
  add(&kRule);
  request.method = "POST";
  request = with(request, "Accept", "image/png");
  add(&kRule);
  request = with(request, "Content-Type", "application/json");
  add(&kRule);
  request = with(request, "Accept", "");
  add(&kRule);
  CHECK(statuses == std::vector<int>{403, 403, 401, 404, 405, 415, 406, 413});
}

TEST_CASE("a refusal says its subject and what to do, as every error of clew") {
  const auto reply = refuse(with(good(), "Host", "evil.com"), {}, policy_with_token(), &kRule);
  REQUIRE(reply);
  CHECK(reply->content_type == "application/json");
  CHECK(reply->body.find("\"code\":\"not_allowed\"") != std::string::npos);
  CHECK(reply->body.find("evil.com") != std::string::npos);
  CHECK(reply->body.find("http://127.0.0.1:8080") != std::string::npos);
}

TEST_CASE("tokens are compared whole") {
  CHECK(equal_in_constant_time("", ""));
  CHECK(equal_in_constant_time("abc", "abc"));
  CHECK_FALSE(equal_in_constant_time("abc", "abd"));
  CHECK_FALSE(equal_in_constant_time("abc", "ab"));
  CHECK_FALSE(equal_in_constant_time("", "a"));
}

}  // namespace
}  // namespace clew
