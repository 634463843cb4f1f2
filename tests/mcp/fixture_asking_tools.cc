// The tools that need the client's input, each as the suite describes it.

#include <utility>

#include "document/json/json.h"
#include "mcp/fixture_tools.h"

namespace clew {
namespace {

// A intent for a form with one field.
McpInputRequired::Request form(std::string key, std::string message, std::string_view property) {
  Value params = Value::Object{
      {"message", std::move(message)}
  };
  params.set("requestedSchema", fixture_json(property));
  return {std::move(key), "elicitation/create", std::move(params)};
}

McpInputRequired::Request sampling(std::string key, std::string prompt, int most_tokens) {
  Value message = Value::Object{
      {"role",    "user"                       },
      {"content", text_block(std::move(prompt))}
  };
  return {
      std::move(key), "sampling/createMessage",
      Value::Object{{"messages", Value::List{std::move(message)}}, {"maxTokens", most_tokens}}
  };
}

constexpr const char* kName =
    R"({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]})";
constexpr const char* kOk =
    R"({"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]})";
constexpr const char* kColor =
    R"({"type": "object", "properties": {"color": {"type": "string"}}, "required": ["color"]})";

// Asks with a form and says what came back.
McpReply elicit(FixtureUse use, std::string message, std::string_view schema,
                std::string_view opening) {
  const Value* answer = use.call.input("form");
  if (answer == nullptr) return McpInputRequired{{form("form", std::move(message), schema)}};
  const Value* action = answer->find("action");
  const Value* filled = answer->find("content");
  return text_content(std::string(opening) +
                      "action=" + (action == nullptr ? "" : action->as_string()) +
                      ", content=" + write_json(filled == nullptr ? Value() : *filled));
}

McpReply sample(FixtureUse use) {
  const Value* answer = use.call.input("sample");
  if (answer == nullptr) {
    return McpInputRequired{{sampling("sample", use.argument("prompt"), 100)}};
  }
  const Value* said = answer->find("content");
  const Value* words = said == nullptr ? nullptr : said->find("text");
  return text_content("LLM response: " +
                      (words == nullptr ? write_json(*answer) : words->as_string()));
}

McpReply elicitation(FixtureUse use) {
  return elicit(use, use.argument("message"), R"({"type": "object", "properties": {
      "username": {"type": "string", "description": "User's response"},
      "email": {"type": "string", "description": "User's email address"}},
      "required": ["username", "email"]})",
                "User response: ");
}

McpReply defaults(FixtureUse use) {
  return elicit(use, "Please check these values", R"({"type": "object", "properties": {
      "name": {"type": "string", "default": "John Doe"},
      "age": {"type": "integer", "default": 30},
      "score": {"type": "number", "default": 95.5},
      "status": {"type": "string", "enum": ["active", "inactive", "pending"],
                 "default": "active"},
      "verified": {"type": "boolean", "default": true}}, "required": []})",
                "Elicitation completed: ");
}

McpReply enums(FixtureUse use) {
  return elicit(use, "Please choose", R"({"type": "object", "properties": {
      "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
      "titledSingle": {"type": "string", "oneOf": [
        {"const": "value1", "title": "First Option"},
        {"const": "value2", "title": "Second Option"},
        {"const": "value3", "title": "Third Option"}]},
      "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                     "enumNames": ["Option One", "Option Two", "Option Three"]},
      "untitledMulti": {"type": "array",
                        "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
      "titledMulti": {"type": "array", "items": {"anyOf": [
        {"const": "value1", "title": "First Choice"},
        {"const": "value2", "title": "Second Choice"},
        {"const": "value3", "title": "Third Choice"}]}}}, "required": []})",
                "Elicitation completed: ");
}

McpReply ask_name(FixtureUse use) {
  const Value* answer = use.call.input("user_name");
  const Value* filled = answer == nullptr ? nullptr : answer->find("content");
  const Value* name = filled == nullptr ? nullptr : filled->find("name");
  if (name == nullptr) return McpInputRequired{{form("user_name", "What is your name?", kName)}};
  return text_content("Hello, " + name->as_string() + "!");
}

McpReply ask_capital(FixtureUse use) {
  const Value* answer = use.call.input("capital_question");
  if (answer == nullptr) {
    return McpInputRequired{{sampling("capital_question", "What is the capital of France?", 100)}};
  }
  return text_content(write_json(*answer));
}

McpReply ask_roots(FixtureUse use) {
  const Value* answer = use.call.input("client_roots");
  if (answer == nullptr) return McpInputRequired{{{"client_roots", "roots/list"}}};
  return text_content(write_json(*answer));
}

// A sealed state that must come back as it was given.
McpReply ask_with_state(FixtureUse use) {
  const Value* answer = use.call.input("confirm");
  if (answer == nullptr) {
    return McpInputRequired{{form("confirm", "Please confirm", kOk)}, use.fixture.seal("confirm")};
  }
  const auto state = use.call.state() ? use.fixture.open(*use.call.state()) : std::nullopt;
  if (state != "confirm") {
    return McpError{McpFault::kInvalidParams, "requestState is not what this server gave out"};
  }
  return text_content("state-ok");
}

McpReply ask_several(FixtureUse use) {
  if (use.call.input("user_name") && use.call.input("greeting") && use.call.input("client_roots")) {
    return text_content("All three answers are here.");
  }
  return McpInputRequired{
      {form("user_name", "What is your name?", kName),
       sampling("greeting", "Generate a greeting", 50),
       {"client_roots", "roots/list"}},
      use.fixture.seal("several")
  };
}

McpReply ask_twice(FixtureUse use) {
  const auto state = use.call.state() ? use.fixture.open(*use.call.state()) : std::nullopt;
  if (state == "round 1" && use.call.input("step1")) {
    return McpInputRequired{{form("step2", "Step 2: What is your favorite color?", kColor)},
                            use.fixture.seal("round 2")};
  }
  if (state == "round 2" && use.call.input("step2")) return text_content("Both steps are done.");
  return McpInputRequired{{form("step1", "Step 1: What is your name?", kName)},
                          use.fixture.seal("round 1")};
}

McpReply ask_what_can_be_asked(FixtureUse use) {
  McpInputRequired intent;
  if (use.call.client_can("sampling")) intent.requests.push_back(sampling("greeting", "Greet", 50));
  if (use.call.client_can("elicitation")) intent.requests.push_back(form("name", "Name?", kName));
  for (const auto& request : intent.requests) {
    if (use.call.input(request.key) != nullptr) return text_content("Answered.");
  }
  if (intent.requests.empty()) return text_content("There is nobody to ask.");
  return intent;
}

McpReply needs_sampling(FixtureUse use) {
  if (use.call.input("sample") != nullptr) return text_content("Sampled.");
  return McpInputRequired{{sampling("sample", "Anything", 10)}};
}

McpReply elicits_on_a_stream(FixtureUse use) {
  if (use.call.input("name") != nullptr) return text_content("Answered.");
  use.call.progress(1, 2);
  return McpInputRequired{{form("name", "What is your name?", kName)}};
}

constexpr FixtureTool kAskingTools[] = {
    {"test_sampling", "Asks the client's model", sample,
     R"({"type": "object", "properties": {"prompt": {"type": "string"}}, "required": ["prompt"]})"},
    {"test_elicitation", "Asks the user", elicitation,
     R"({"type": "object", "properties": {"message": {"type": "string"}},
         "required": ["message"]})"},
    {"test_elicitation_sep1034_defaults", "Asks with default values", defaults},
    {"test_elicitation_sep1330_enums", "Asks with choices", enums},
    {"test_input_required_result_elicitation", "Asks for a name", ask_name},
    {"test_input_required_result_sampling", "Asks for a capital", ask_capital},
    {"test_input_required_result_list_roots", "Asks for roots", ask_roots},
    {"test_input_required_result_request_state", "Asks, with state", ask_with_state},
    {"test_input_required_result_tampered_state", "Asks, with sealed state", ask_with_state},
    {"test_input_required_result_multiple_inputs", "Asks for three things", ask_several},
    {"test_input_required_result_multi_round", "Asks twice", ask_twice},
    {"test_input_required_result_capabilities", "Asks what can be asked", ask_what_can_be_asked},
    {"test_missing_capability", "Needs sampling", needs_sampling},
    {"test_streaming_elicitation", "Asks after some progress", elicits_on_a_stream},
};

}  // namespace

std::span<const FixtureTool> asking_tools() { return kAskingTools; }

}  // namespace clew
