#include "interface/mcp/wire.h"

#include <algorithm>
#include <utility>

namespace clew {
namespace {

constexpr size_t kMaxCompletions = 100;  // the protocol's own limit

void set_text(Value& object, std::string_view key, const std::string& text) {
  if (!text.empty()) object.set(key, text);
}

void set_tree(Value& object, std::string_view key, const Value& tree) {
  if (!tree.is_null()) object.set(key, tree);
}

}  // namespace

Value info_value(const McpInfo& info) {
  Value out = Value::Object{
      {"name", info.name}
  };
  set_text(out, "title", info.title);
  out.set("version", info.version);
  return out;
}

Value tool_value(const McpTool& tool) {
  Value out = Value::Object{
      {"name", tool.name}
  };
  set_text(out, "title", tool.title);
  set_text(out, "description", tool.description);
  out.set("inputSchema", tool.input_schema);
  set_tree(out, "outputSchema", tool.output_schema);
  set_tree(out, "annotations", tool.annotations);
  set_tree(out, "_meta", tool.meta);
  return out;
}

Value resource_value(const McpResource& resource) {
  Value out = Value::Object{
      {"uri",  resource.uri },
      {"name", resource.name}
  };
  set_text(out, "title", resource.title);
  set_text(out, "description", resource.description);
  set_text(out, "mimeType", resource.mime_type);
  set_tree(out, "annotations", resource.annotations);
  set_tree(out, "_meta", resource.meta);
  return out;
}

Value template_value(const McpTemplate& shape) {
  Value out = Value::Object{
      {"uriTemplate", shape.uri_template},
      {"name",        shape.name        }
  };
  set_text(out, "title", shape.title);
  set_text(out, "description", shape.description);
  set_text(out, "mimeType", shape.mime_type);
  return out;
}

Value prompt_value(const McpPrompt& prompt) {
  Value out = Value::Object{
      {"name", prompt.name}
  };
  set_text(out, "title", prompt.title);
  set_text(out, "description", prompt.description);
  Value arguments = Value::list();
  for (const auto& argument : prompt.arguments) {
    Value item = Value::Object{
        {"name", argument.name}
    };
    set_text(item, "description", argument.description);
    if (argument.required) item.set("required", true);
    arguments.push(std::move(item));
  }
  if (!prompt.arguments.empty()) out.set("arguments", std::move(arguments));
  return out;
}

Value completion_value(const McpCompletion& completion) {
  const size_t count = std::min(completion.values.size(), kMaxCompletions);
  const auto total = completion.total.value_or(static_cast<int64_t>(completion.values.size()));
  Value values = Value::list();
  for (size_t i = 0; i < count; ++i) values.push(completion.values[i]);
  return Value::Object{
      {"values",  std::move(values)                  },
      {"total",   total                              },
      {"hasMore", total > static_cast<int64_t>(count)}
  };
}

}  // namespace clew
