// The tools of the fixture, each as the suite describes it.

#include <chrono>
#include <thread>
#include <utility>

#include "document/json/json.h"
#include "mcp/fixture_application.h"
#include "mcp/fixture_tools.h"

namespace clew {
namespace {

constexpr const char* kAudio = "UklGRigAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQQAAACAgICA";

void wait_a_little() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }

Value content(Value::List blocks) {
  return Value::Object{
      {"content", std::move(blocks)}
  };
}

McpReply simple_text(FixtureUse) {
  return text_content("This is a simple text response for testing.");
}

McpReply image(FixtureUse) { return content({image_block()}); }

McpReply audio(FixtureUse) {
  return content({
      Value::Object{{"type", "audio"}, {"data", kAudio}, {"mimeType", "audio/wav"}}
  });
}

McpReply embedded_resource(FixtureUse) {
  return content({resource_block("test://embedded-resource", "text/plain",
                                 "This is an embedded resource content.")});
}

McpReply several_kinds(FixtureUse) {
  return content({text_block("Multiple content types test:"), image_block(),
                  resource_block("test://mixed-content-resource", "application/json",
                                 R"({"test":"data","value":123})")});
}

McpReply logging(FixtureUse use) {
  use.call.log(McpLogLevel::kInfo, "Tool execution started");
  wait_a_little();
  use.call.log(McpLogLevel::kInfo, "Tool processing data");
  wait_a_little();
  use.call.log(McpLogLevel::kInfo, "Tool execution completed");
  return text_content("Logged three messages.");
}

McpReply failing(FixtureUse) {
  Value result = text_content("This tool intentionally returns an error for testing");
  result.set("isError", true);
  return result;
}

McpReply progress(FixtureUse use) {
  use.call.progress(0, 100);
  wait_a_little();
  use.call.progress(50, 100);
  wait_a_little();
  use.call.progress(100, 100);
  return text_content("Done in three steps.");
}

McpReply log_once(FixtureUse use) {
  use.call.log(McpLogLevel::kInfo, "Called");
  return text_content("Called.");
}

McpReply change_tools(FixtureUse use) {
  use.fixture.change_tools();
  return text_content("The list of tools has changed.");
}

McpReply change_prompts(FixtureUse use) {
  use.fixture.change_prompts();
  return text_content("The list of prompts has changed.");
}

McpReply echo(FixtureUse use) { return text_content(write_json(use.arguments)); }

constexpr const char* kSchema2020 = R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {"address": {"$anchor": "addressDef", "type": "object",
    "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
  "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"},
    "contactMethod": {"type": "string", "enum": ["phone", "email"]},
    "phone": {"type": "string"}, "email": {"type": "string"}},
  "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
  "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
  "then": {"required": ["phone"]}, "else": {"required": ["email"]},
  "additionalProperties": false})";

constexpr FixtureTool kPlainTools[] = {
    {"test_simple_text", "Answers with a text", simple_text},
    {"test_image_content", "Answers with an image", image},
    {"test_audio_content", "Answers with a sound", audio},
    {"test_embedded_resource", "Answers with a resource", embedded_resource},
    {"test_multiple_content_types", "Answers with three kinds of content", several_kinds},
    {"test_tool_with_logging", "Logs while it works", logging},
    {"test_error_handling", "Always fails", failing},
    {"test_tool_with_progress", "Tells its progress", progress},
    {"test_logging_tool", "Logs once", log_once},
    {"test_trigger_tool_change", "Changes the list of tools", change_tools},
    {"test_trigger_prompt_change", "Changes the list of prompts", change_prompts},
    {"json_schema_2020_12_tool", "Has a schema with much in it", echo, kSchema2020},
    {"test_x_mcp_header", "Has an argument that is also a header", echo,
     R"({"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
         "required": ["region"]})"},
};
// In every other version of the list.
constexpr FixtureTool kExtraTool = {"test_extra_tool", "Comes and goes", echo};

}  // namespace

std::string FixtureUse::argument(std::string_view key) const {
  const Value* found = arguments.find(key);
  return found == nullptr ? std::string() : found->as_string();
}

Value text_content(std::string words) { return content({text_block(std::move(words))}); }

std::span<const FixtureTool> plain_tools() { return kPlainTools; }

std::vector<McpTool> FixtureApplication::tools() {
  std::vector<McpTool> out;
  const auto add = [&](const FixtureTool& tool) {
    out.push_back({tool.name, "", tool.description, fixture_json(tool.schema), {}, {}, {}});
  };
  for (const auto& tool : plain_tools()) add(tool);
  for (const auto& tool : asking_tools()) add(tool);
  if (versions_.tools % 2 == 1) add(kExtraTool);
  return out;
}

McpReply FixtureApplication::call_tool(const std::string& name, const Value& arguments,
                                       McpCall& call) {
  for (const auto tools : {plain_tools(), asking_tools()}) {
    for (const auto& tool : tools) {
      if (name == tool.name) return tool.run({*this, arguments, call});
    }
  }
  return kExtraTool.run({*this, arguments, call});
}

}  // namespace clew
