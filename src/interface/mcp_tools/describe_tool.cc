// A tool as clients see it: schemas from its request struct, and the four hints.

#include <fmt/format.h>

#include <cstring>

#include "document/json/lenient_json.h"
#include "interface/mcp_tools/tool_parameters.h"

namespace clew {
namespace {

Value typed(const char* type) {
  Value schema = Value::object();
  schema.set("type", type);
  return schema;
}

Value schema_of(const ParamInfo& param) {
  Value schema;
  switch (param.type) {
    case ParamType::kFlag:
      schema = typed("boolean");
      break;
    case ParamType::kInteger:
      schema = typed("integer");
      break;
    case ParamType::kTexts:
      schema = typed("array");
      schema.set("items", typed("string"));
      break;
    case ParamType::kPairs: {
      auto parsed = parse_cut_json(param.placeholder);
      CLEW_CHECK(parsed.ok());
      schema = std::move(*parsed);
      break;
    }
    case ParamType::kText:
    case ParamType::kDuration:
      schema = typed("string");
      break;
  }
  if (const auto choices = choices_of(param); !choices.empty()) {
    Value names = Value::list();
    for (const auto& choice : choices) names.push(choice);
    schema.set("enum", std::move(names));
  }
  if (std::strlen(param.doc) > 0) schema.set("description", param.doc);
  return schema;
}

Value input_schema(const SessionTool& tool) {
  Value properties = Value::object();
  Value required = Value::list();
  for (const auto& param : all_params(tool)) {
    properties.set(param.name, schema_of(param));
    if (param.need == Need::kRequired) required.push(param.name);
  }
  Value schema = typed("object");
  schema.set("properties", std::move(properties));
  if (!required.as_list().empty()) schema.set("required", std::move(required));
  return schema;
}

// Nothing is ever erased, but a step or session that is ended or taken back is changed.
Value hints(const SessionTool& tool) {
  Value out = Value::object();
  out.set("readOnlyHint", tool.effect == ToolEffect::kReads);
  out.set("destructiveHint", tool.effect == ToolEffect::kChanges);
  out.set("idempotentHint",
          tool.effect == ToolEffect::kReads || tool.effect == ToolEffect::kResumes);
  out.set("openWorldHint", false);
  return out;
}

}  // namespace

McpTool describe_tool(const SessionTool& tool) {
  McpTool out;
  out.name = tool.name;
  out.description = tool.description;
  out.input_schema = input_schema(tool);
  out.annotations = hints(tool);
  if (std::strlen(tool.output) > 0) {
    auto parsed = parse_cut_json(tool.output);
    CLEW_CHECK(parsed.ok());
    out.output_schema = std::move(*parsed);
  }
  // The one tool whose schema every request of Claude Code should carry; the others it looks up.
  if (tool.effect == ToolEffect::kResumes) {
    out.meta = Value::object();
    out.meta.set("anthropic/alwaysLoad", true);
  }
  return out;
}

}  // namespace clew
