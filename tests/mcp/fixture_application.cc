#include "mcp/fixture_application.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/hash.h"
#include "document/json/json.h"
#include "document/json/lenient_json.h"

namespace clew {
namespace {

constexpr std::string_view kTemplateStart = "test://template/";
constexpr std::string_view kTemplateEnd = "/data";

Value contents(Value one) {
  return Value::Object{
      {"contents", Value::List{std::move(one)}}
  };
}

// The id in test://template/{id}/data.
std::optional<std::string> template_id(std::string_view uri) {
  if (!uri.starts_with(kTemplateStart) || !uri.ends_with(kTemplateEnd)) return std::nullopt;
  if (uri.size() <= kTemplateStart.size() + kTemplateEnd.size()) return std::nullopt;
  uri.remove_prefix(kTemplateStart.size());
  uri.remove_suffix(kTemplateEnd.size());
  return std::string(uri);
}

Value user(Value content) {
  return Value::Object{
      {"role",    "user"            },
      {"content", std::move(content)}
  };
}

Value messages(Value::List list) {
  return Value::Object{
      {"messages", std::move(list)}
  };
}

}  // namespace

Value fixture_json(std::string_view text) {
  auto value = parse_cut_json(text);
  CLEW_CHECK(value.ok());
  return std::move(*value);
}

Value text_block(std::string text) {
  return Value::Object{
      {"type", "text"         },
      {"text", std::move(text)}
  };
}

Value image_block() {
  return Value::Object{
      {"type",     "image"    },
      {"data",     kFixturePng},
      {"mimeType", "image/png"}
  };
}

Value resource_block(std::string uri, std::string mime_type, std::string text) {
  Value resource = Value::Object{
      {"uri",      std::move(uri)      },
      {"mimeType", std::move(mime_type)},
      {"text",     std::move(text)     }
  };
  return Value::Object{
      {"type",     "resource"         },
      {"resource", std::move(resource)}
  };
}

McpInfo FixtureApplication::info() const { return {"fixture", "Conformance fixture", "1.0.0"}; }

McpFeatures FixtureApplication::features() const {
  return {.tools = true,
          .resources = true,
          .prompts = true,
          .completions = true,
          .logging = true,
          .subscribe = true,
          .tools_change = true,
          .resources_change = false,
          .prompts_change = true};
}

std::string FixtureApplication::instructions() const {
  return "Offers what the conformance suite asks for.";
}

McpCaching FixtureApplication::caching(McpCacheable what) const {
  if (what == McpCacheable::kResource) return {1000, McpCaching::Scope::kPrivate};
  return {60'000, McpCaching::Scope::kPublic};
}

McpPage<McpResource> FixtureApplication::resources(size_t offset, size_t most) {
  const std::vector<McpResource> all = {
      {"test://static-text",      "static-text",      "", "A text that never changes",   "text/plain"},
      {"test://static-binary",    "static-binary",    "", "An image that never changes", "image/png" },
      {"test://watched-resource", "watched-resource", "", "A text to subscribe to",      "text/plain"},
  };
  McpPage<McpResource> page;
  for (size_t i = offset; i < std::min(all.size(), offset + most); ++i)
    page.items.push_back(all[i]);
  page.more = offset + most < all.size();
  return page;
}

std::vector<McpTemplate> FixtureApplication::templates() {
  return {
      {"test://template/{id}/data", "template", "", "Data by id", "application/json"}
  };
}

McpReply FixtureApplication::read_resource(const std::string& uri, McpCall&) {
  if (uri == "test://static-text" || uri == "test://watched-resource") {
    const bool fixed = uri == "test://static-text";
    return contents(Value::Object{
        {"uri",      uri                                            },
        {"mimeType", "text/plain"                                   },
        {"text",     fixed ? "This is the content of the static text resource."
                       : "Nothing has happened yet."}
    });
  }
  if (uri == "test://static-binary") {
    return contents(Value::Object{
        {"uri",      uri        },
        {"mimeType", "image/png"},
        {"blob",     kFixturePng}
    });
  }
  if (const auto id = template_id(uri)) {
    const Value data = Value::Object{
        {"id",           *id                  },
        {"templateTest", true                 },
        {"data",         "Data for ID: " + *id}
    };
    return contents(Value::Object{
        {"uri",      uri               },
        {"mimeType", "application/json"},
        {"text",     write_json(data)  }
    });
  }
  return unknown_resource(uri);
}

std::optional<std::string> FixtureApplication::resource_version(const std::string& uri) {
  const auto page = resources(0, 100);
  const bool known = std::any_of(page.items.begin(), page.items.end(),
                                 [&](const McpResource& one) { return one.uri == uri; });
  return known || template_id(uri) ? std::optional<std::string>("1") : std::nullopt;
}

std::vector<McpPrompt> FixtureApplication::prompts() {
  std::vector<McpPrompt> out = {
      {"test_simple_prompt",                 "", "A prompt without arguments",     {} },
      {"test_prompt_with_arguments",
       "",                                       "A prompt with two arguments",
       {{"arg1", "First test argument", true}, {"arg2", "Second test argument", true}}},
      {"test_prompt_with_embedded_resource",
       "",                                       "A prompt with a resource in it",
       {{"resourceUri", "URI of the resource to embed", true}}                        },
      {"test_prompt_with_image",             "", "A prompt with an image in it",   {} },
      {"test_input_required_result_prompt",  "", "A prompt that asks back",        {} },
  };
  if (versions_.prompts % 2 == 1) out.push_back({"test_extra_prompt", "", "Comes and goes", {}});
  return out;
}

McpReply FixtureApplication::get_prompt(const std::string& name, const Value& arguments,
                                        McpCall& call) {
  const auto argument = [&](std::string_view key) {
    const Value* found = arguments.find(key);
    return found == nullptr ? std::string() : found->as_string();
  };
  if (name == "test_prompt_with_arguments") {
    return messages({user(text_block("Prompt with arguments: arg1='" + argument("arg1") +
                                     "', arg2='" + argument("arg2") + "'"))});
  }
  if (name == "test_prompt_with_embedded_resource") {
    return messages({user(resource_block(argument("resourceUri"), "text/plain",
                                         "Embedded resource content for testing.")),
                     user(text_block("Please process the embedded resource above."))});
  }
  if (name == "test_prompt_with_image") {
    return messages({user(image_block()), user(text_block("Please analyze the image above."))});
  }
  if (name == "test_input_required_result_prompt") {
    const Value* answer = call.input("user_context");
    if (answer == nullptr) {
      return McpInputRequired{
          {{"user_context", "elicitation/create",
            fixture_json(R"({"message": "What context should the prompt use?", "requestedSchema":
              {"type": "object", "properties": {"context": {"type": "string"}},
               "required": ["context"]}})")}}};
    }
    return messages({user(text_block("With this context: " + write_json(*answer)))});
  }
  return messages({user(text_block("This is a simple prompt for testing."))});
}

std::variant<McpCompletion, McpError> FixtureApplication::complete(
    const McpCompletionRequest& request) {
  McpCompletion out;
  for (const char* word : {"paris", "park", "party", "test", "testing"}) {
    if (std::string_view(word).starts_with(request.value)) out.values.emplace_back(word);
  }
  return out;
}

std::string FixtureApplication::seal(std::string_view state) const {
  return std::string(state) + "." + sha256(secret_ + std::string(state) + secret_).hex();
}

std::optional<std::string> FixtureApplication::open(std::string_view sealed) const {
  const size_t dot = sealed.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view state = sealed.substr(0, dot);
  if (seal(state) != sealed) return std::nullopt;
  return std::string(state);
}

}  // namespace clew
