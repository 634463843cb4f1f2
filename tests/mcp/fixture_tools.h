#pragma once
// How the fixture's tools are written: a function each, that is given all it may use.

#include <span>
#include <string>
#include <string_view>

#include "mcp/fixture_application.h"

namespace clew {

struct FixtureUse {
  FixtureApplication& fixture;
  const Value& arguments;
  McpCall& call;

  std::string argument(std::string_view key) const;
};

struct FixtureTool {
  const char* name;
  const char* description;
  McpReply (*run)(FixtureUse use);
  const char* schema = R"({"type": "object", "properties": {}})";
};

std::span<const FixtureTool> asking_tools();  // those that need the client's input
std::span<const FixtureTool> plain_tools();   // the others

Value text_content(std::string words);  // a result of one text

}  // namespace clew
