#include <doctest/doctest.h>

#include "dialect/json.h"
#include "interface/mcp/sample_application_test.h"
#include "interface/mcp/server.h"

namespace clew {

TEST_CASE("a result that is text already is sent as its tree would be") {
  SampleApplication application;
  McpServer server(application);
  const Value result = Value::Object{
      {"content",           Value::List{Value::Object{{"type", "text"}, {"text", "said"}}}},
      {"structuredContent", Value::Object{{"number", 3}}                                  }
  };
  const McpResultText text{std::make_shared<const std::string>(write_json(result))};
  for (const McpEra era : {McpEra::kHandshake, McpEra::kModern}) {
    CHECK(server.result_text(era, text) == server.result_text(era, result));
  }
}

}  // namespace clew
