#include "interface/http/mcp_headers.h"

#include <doctest/doctest.h>

#include "document/json/lenient_json.h"
#include "interface/mcp/protocol.h"

namespace clew {
namespace {

Value json(const std::string& text) {
  auto value = parse_cut_json(text);
  REQUIRE_MESSAGE(value.ok(), text);
  return *value;
}

constexpr const char* kMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";

Value call(const std::string& name, const std::string& arguments = "{}") {
  return json(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":")" + name +
              R"(","arguments":)" + arguments + "," + kMeta + "}}");
}

HttpHeaders good_headers() {
  return {
      {"mcp-protocol-version", "2026-07-28"},
      {"MCP-METHOD",           "tools/call"},
      {"Mcp-Name",             "greet"     }
  };
}

HttpRequest with_headers(HttpHeaders headers) {
  HttpRequest request;
  request.headers = std::move(headers);
  return request;
}

bool agrees(const HttpHeaders& headers, const Value& message, const Value* schema = nullptr) {
  const auto fault = mcp_header_fault(with_headers(headers), message, schema);
  if (!fault) return true;
  CHECK(fault->http_status == 400);
  CHECK(fault->error == kMcpHeaderMismatch);
  CHECK(fault->text.find("-32020") != std::string::npos);
  return false;
}

TEST_CASE("headers that repeat the message agree with it, whatever the case of their names") {
  CHECK(agrees(good_headers(), call("greet")));
}

TEST_CASE("a header that is missing or says something else is refused, with the request's id") {
  const HttpHeaders good = good_headers();
  for (size_t left_out = 0; left_out < good.size(); ++left_out) {
    HttpHeaders headers = good;
    headers.erase(headers.begin() + static_cast<ptrdiff_t>(left_out));
    CHECK_FALSE(agrees(headers, call("greet")));
    headers = good;
    headers[left_out].value = "other";
    CHECK_FALSE(agrees(headers, call("greet")));
    headers = good;
    headers.push_back(headers[left_out]);
    CHECK_FALSE(agrees(headers, call("greet")));
  }
  HttpHeaders shouting = good;
  shouting[1].value = "TOOLS/CALL";
  CHECK_FALSE(agrees(shouting, call("greet")));
  const auto fault = mcp_header_fault(with_headers({}), call("greet"), nullptr);
  REQUIRE(fault);
  CHECK(fault->text.find("\"id\":7") != std::string::npos);
}

TEST_CASE("only methods with a name want Mcp-Name") {
  const HttpHeaders headers = {
      {"MCP-Protocol-Version", "2026-07-28"},
      {"Mcp-Method",           "tools/list"}
  };
  CHECK(agrees(headers,
               json(R"({"id":1,"method":"tools/list","params":{)" + std::string(kMeta) + "}}")));
  const Value read = json(R"({"id":1,"method":"resources/read","params":{"uri":"clew://a",)" +
                          std::string(kMeta) + "}}");
  CHECK(agrees(
      {
          {"MCP-Protocol-Version", "2026-07-28"    },
          {"Mcp-Method",           "resources/read"},
          {"Mcp-Name",             "clew://a"      }
  },
      read));
  CHECK_FALSE(agrees(
      {
          {"MCP-Protocol-Version", "2026-07-28"    },
          {"Mcp-Method",           "resources/read"}
  },
      read));
}

TEST_CASE("what is wrong with the message itself is left to the connection") {
  const Value bare = json(R"({"id":1,"method":"tools/list","params":{}})");
  CHECK(agrees(
      {
          {"MCP-Protocol-Version", "2026-07-28"}
  },
      bare));
  const Value strange = json(
      R"({"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"v999"}}})");
  CHECK(agrees(
      {
          {"MCP-Protocol-Version", "v999"}
  },
      strange));
  CHECK_FALSE(agrees(
      {
          {"MCP-Protocol-Version", "2026-07-28"}
  },
      strange));
}

TEST_CASE("a notification may come without the headers, but not with wrong ones") {
  const Value notification = json(R"({"method":"notifications/x","params":{}})");
  CHECK(agrees(
      {
          {"MCP-Protocol-Version", "2026-07-28"}
  },
      notification));
  CHECK(agrees(
      {
          {"MCP-Protocol-Version", "2026-07-28"     },
          {"Mcp-Method",           "notifications/x"}
  },
      notification));
  CHECK_FALSE(agrees(
      {
          {"MCP-Protocol-Version", "2026-07-28"     },
          {"Mcp-Method",           "notifications/y"}
  },
      notification));
}

TEST_CASE("names may stand in base64") {
  CHECK(decode_mcp_header("plain") == "plain");
  CHECK(decode_mcp_header("=?base64?SGVsbG8=?=") == "Hello");
  CHECK(decode_mcp_header("=?base64?R3LDvMOfZQ==?=") == "Grüße");
  CHECK(decode_mcp_header("=?base64?"
                          "?=") == "");
  CHECK(decode_mcp_header("SGVsbG8=") == "SGVsbG8=");
  CHECK(decode_mcp_header("=?base64?SGVsbG8=") == "=?base64?SGVsbG8=");
  CHECK_FALSE(decode_mcp_header("=?base64?SGVsbG8?="));   // padding left out
  CHECK_FALSE(decode_mcp_header("=?base64?SGVs!G8=?="));  // no digit
  CHECK_FALSE(decode_mcp_header("=?base64?====?="));
  CHECK_FALSE(decode_mcp_header("=?base64?/w==?="));  // no UTF-8
  HttpHeaders headers = good_headers();
  headers[2].value = "=?base64?Z3JlZXQ=?=";
  CHECK(agrees(headers, call("greet")));
  headers[2].value = "=?base64?Z3JlZX!=?=";
  CHECK_FALSE(agrees(headers, call("greet")));
}

TEST_CASE("arguments that a schema sends into headers must be there and the same") {
  const Value schema = json(R"({"type":"object","properties":{
      "region":{"type":"string","x-mcp-header":"Region"},
      "count":{"type":"integer","x-mcp-header":"Count"},
      "dry":{"type":"boolean","x-mcp-header":"Dry"},
      "free":{"type":"string"},
      "deep":{"type":"object","properties":{"key":{"type":"string","x-mcp-header":"Key"}}}}})");
  const auto check = [&](HttpHeaders more, const std::string& arguments) {
    HttpHeaders headers = good_headers();
    headers.insert(headers.end(), more.begin(), more.end());
    return agrees(headers, call("greet", arguments), &schema);
  };
  CHECK(check({}, R"({"free":"x"})"));
  CHECK(check({}, R"({"region":null})"));
  CHECK(check(
      {
          {"Mcp-Param-Region", "eu"}
  },
      R"({"region":"eu"})"));
  CHECK(check(
      {
          {"mcp-param-region", "=?base64?ZXU=?="}
  },
      R"({"region":"eu"})"));
  CHECK_FALSE(check({}, R"({"region":"eu"})"));
  CHECK_FALSE(check(
      {
          {"Mcp-Param-Region", "us"}
  },
      R"({"region":"eu"})"));
  CHECK_FALSE(check(
      {
          {"Mcp-Param-Region", "=?base64?ZXU?="}
  },
      R"({"region":"eu"})"));
  CHECK(check(
      {
          {"Mcp-Param-Count", "42"}
  },
      R"({"count":42})"));
  CHECK(check(
      {
          {"Mcp-Param-Count", "42.0"}
  },
      R"({"count":42})"));
  CHECK_FALSE(check(
      {
          {"Mcp-Param-Count", "42x"}
  },
      R"({"count":42})"));
  CHECK_FALSE(check(
      {
          {"Mcp-Param-Count", "43"}
  },
      R"({"count":42})"));
  CHECK(check(
      {
          {"Mcp-Param-Dry", "true"}
  },
      R"({"dry":true})"));
  CHECK_FALSE(check(
      {
          {"Mcp-Param-Dry", "True"}
  },
      R"({"dry":true})"));
  CHECK(check(
      {
          {"Mcp-Param-Key", "k"}
  },
      R"({"deep":{"key":"k"}})"));
  CHECK_FALSE(check(
      {
          {"Mcp-Param-Key", "l"}
  },
      R"({"deep":{"key":"k"}})"));
}

}  // namespace
}  // namespace clew
