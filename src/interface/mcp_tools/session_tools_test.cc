#include <map>

#include "document/json/json.h"
#include "document/json/lenient_json.h"
#include "interface/mcp_tools/log_entries.h"
#include "interface/mcp_tools/session_tool.h"
#include "interface/mcp_tools/toolbox_test.h"

namespace clew {

TEST_CASE("there are eight tools, noun first, always in the same order") {
  ToolboxFixture t;
  std::vector<std::string> names;
  for (const auto& tool : t.toolbox.tools()) names.push_back(tool.name);
  CHECK(names == std::vector<std::string>{"session_start", "session_resume", "session_log",
                                          "session_checkpoint", "session_update", "session_find",
                                          "session_verify", "code_map"});
}

TEST_CASE("all schemas together are under 1,700 tokens in both eras") {
  ToolboxFixture t;
  McpServer server(t.toolbox);
  for (const McpEra era : {McpEra::kModern, McpEra::kHandshake}) {
    const std::string& text = server.tools_result(era);
    CHECK(text.size() > 2000);
    CHECK(text.size() / 4 < 1700);
  }
}

TEST_CASE("every tool has all four hints and a schema that clients with small subsets take") {
  ToolboxFixture t;
  for (const auto& tool : t.toolbox.tools()) {
    INFO(tool.name);
    for (const char* hint :
         {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}) {
      REQUIRE(tool.annotations.find(hint) != nullptr);
      CHECK(tool.annotations.find(hint)->is_bool());
    }
    CHECK(!tool.description.empty());
    CHECK(tool.input_schema.find("type")->as_string() == "object");
    const std::string text = write_json(tool.input_schema);
    for (const char* word : {"oneOf", "anyOf", "allOf", "$ref", "\"type\":["}) {
      CHECK_FALSE(has(text, word));
    }
    for (const auto& name : tool.input_schema.find("properties")->as_object()) {
      CHECK(name.second.find("type") != nullptr);
    }
    const bool reads = tool.annotations.find("readOnlyHint")->as_bool();
    const bool resumes = tool.name == "session_resume";
    CHECK(reads == (tool.name == "session_find" || tool.name == "session_verify" ||
                    tool.name == "code_map"));
    CHECK((tool.input_schema.find("properties")->find("key") != nullptr) == (!reads && !resumes));
    CHECK(tool.output_schema.is_null() == resumes);
    CHECK(tool.meta.is_null() == !resumes);
  }
}

TEST_CASE("the schema of session_resume is always loaded") {
  const McpTool tool = describe_tool(*find_session_tool("session_resume"));
  CHECK(tool.meta.find("anthropic/alwaysLoad")->as_bool());
}

TEST_CASE("the instructions are at most 600 characters and name every tool but none that is not") {
  ToolboxFixture t;
  const std::string text = t.toolbox.instructions();
  CHECK(text.size() <= 600);
  for (const auto& tool : session_tools()) CHECK(has(text, std::string(tool.name)));
}

TEST_CASE("every type of entry in the schema is understood, with the fields that the schema has") {
  const Value schema = *parse_cut_json(kEntriesSchema);
  const Value& properties = *schema.find("items")->find("properties");
  for (const auto& type : properties.find("type")->find("enum")->as_list()) {
    INFO(type.as_string());
    Value entry = Value::object();
    entry.set("type", type);
    entry.set("nonsense", 1);
    const auto lines = record_lines_of(Value::List{entry});
    REQUIRE_FALSE(lines.ok());
    CHECK(
        has(lines.error().message, "nonsense is not a field of " + type.as_string() + " entries"));
    // "an entry of type decision takes text, why, …": all of them are in the schema.
    const std::string& takes = lines.error().next;
    size_t from = takes.find(" takes ") + 7;
    while (from < takes.size()) {
      const size_t end = std::min(takes.find(", ", from), takes.size());
      CHECK(properties.find(takes.substr(from, end - from)) != nullptr);
      from = end + 2;
    }
  }
}

TEST_CASE("a field of an entry takes what the schema says, and nothing else") {
  const Value schema = *parse_cut_json(kEntriesSchema);
  const Value& properties = *schema.find("items")->find("properties");
  const std::map<std::string, std::string> words = {
      {"string",  "a string"         },
      {"integer", "an integer"       },
      {"number",  "a number"         },
      {"boolean", "true or false"    },
      {"array",   "a list of strings"}
  };
  size_t refused = 0;
  for (const auto& [name, property] : properties.as_object()) {
    if (name == "type") continue;
    for (const auto& type : properties.find("type")->find("enum")->as_list()) {
      Value entry = Value::object();
      entry.set("type", type);
      entry.set(name, Value::object());
      const auto lines = record_lines_of(Value::List{entry});
      REQUIRE_FALSE(lines.ok());
      if (has(lines.error().message, "is not a field of")) continue;
      CHECK(lines.error().message ==
            "entry 1: " + name + " must be " + words.at(property.find("type")->as_string()));
      ++refused;
    }
  }
  CHECK(refused >= properties.as_object().size() - 1);
}

TEST_CASE("arguments that no tool knows, miss or misspell are refused by name") {
  ToolboxFixture t;
  CHECK(has(t.error("session_log"), "entries is missing"));
  CHECK(has(t.error("session_find",
                    {
                        {"sesion", "x"}
  }),
            "unknown argument sesion\nnext: session_find takes query, status, all, limit, session, "
            "detail"));
  CHECK(has(t.error("session_find",
                    {
                        {"detail", "huge"}
  }),
            "detail must be one of concise, detailed, not \"huge\""));
  CHECK(has(t.error("session_find",
                    {
                        {"limit", "ten"}
  }),
            "limit must be an integer"));
  CHECK(has(t.error("session_find",
                    {
                        {"key", "k"}
  }),
            "unknown argument key"));
  CHECK(has(t.error("session_update",
                    {
                        {"action", "explode"}
  }),
            "action must be one of add, start"));
}

TEST_CASE("an argument that says nothing counts as left out") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  CHECK(t.must("session_find",
               {
                   {"session", ""     },
                   {"query",   ""     },
                   {"detail",  nullptr}
  })
            .find("sessions")
            ->as_list()
            .size() == 1);
}

}  // namespace clew
