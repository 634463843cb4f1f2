#include "interface/mcp_tools/session_tool.h"
#include "interface/mcp_tools/toolbox_test.h"

namespace clew {
namespace {

class Listener : public McpOutlet {
 public:
  explicit Listener(std::vector<std::string>& sent) : sent_(sent) {}
  void send(McpMessage message) override { sent_.push_back(std::move(message.text)); }

 private:
  std::vector<std::string>& sent_;
};

bool is_of_type(const Value& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_list();
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_int();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_bool();
  return false;
}

}  // namespace

std::string schema_problem(const Value& value, const Value& schema, const std::string& where) {
  const Value* type = schema.find("type");
  if (type != nullptr && !is_of_type(value, type->as_string())) {
    return where + " is no " + type->as_string();
  }
  if (const Value* choices = schema.find("enum")) {
    bool found = false;
    for (const auto& choice : choices->as_list()) found = found || choice == value;
    if (!found) return where + " is not among the choices";
  }
  if (const Value* required = schema.find("required")) {
    for (const auto& name : required->as_list()) {
      if (value.find(name.as_string()) == nullptr)
        return where + "." + name.as_string() + " is missing";
    }
  }
  if (const Value* properties = schema.find("properties")) {
    for (const auto& [name, shape] : properties->as_object()) {
      const Value* member = value.find(name);
      if (member == nullptr) continue;
      const std::string problem = schema_problem(*member, shape, where + "." + name);
      if (!problem.empty()) return problem;
    }
  }
  if (const Value* items = schema.find("items")) {
    for (const auto& item : value.as_list()) {
      const std::string problem = schema_problem(item, *items, where + "[]");
      if (!problem.empty()) return problem;
    }
  }
  return {};
}

std::string text_of(const Value& result) {
  for (const char* list : {"content", "contents", "messages"}) {
    const Value* items = result.find(list);
    if (items == nullptr || items->as_list().empty()) continue;
    const Value& first = items->as_list().front();
    const Value* inner = first.find("content");
    const Value* text = inner == nullptr ? first.find("text") : inner->find("text");
    return text == nullptr ? std::string() : text->as_string();
  }
  return {};
}

ToolboxFixture::ToolboxFixture(std::string actor, std::string handed_on, ProcessMark process)
    : toolbox(parts(std::move(actor), std::move(handed_on), process)) {}

ToolboxParts ToolboxFixture::parts(std::string actor, std::string handed_on,
                                   const ProcessMark& process) {
  ToolboxParts parts;
  parts.actor = std::move(actor);
  parts.handed_on = std::move(handed_on);
  if (process.pid > 0) parts.find_process = [process] { return process; };
  parts.version = "1.2.3";
  parts.connection = "8f1c";
  parts.open = [this](Caller caller) -> Result<std::unique_ptr<Workspace>> {
    if (store_error) return *store_error;
    return std::make_unique<Workspace>(
        w.store(), files_, [this] { return w.now; },
        [this](Bytes& bytes) {
          for (char& c : bytes) c = static_cast<char>(chance_());
        },
        std::move(caller), w.surroundings);
  };
  parts.on_trouble = [this](const Error& error) { troubles.push_back(error); };
  return parts;
}

Value ToolboxFixture::call(const std::string& tool, Value::Object arguments) {
  Listener outlet(sent);
  McpCall::Context context;
  context.client = &client;
  context.meta = &meta;
  context.connection = connection;
  context.outlet = &outlet;
  McpCall asked(context);
  McpReply reply = toolbox.call_tool(tool, Value(std::move(arguments)), asked);
  REQUIRE(std::holds_alternative<Value>(reply));
  return std::get<Value>(std::move(reply));
}

Value ToolboxFixture::must(const std::string& tool, Value::Object arguments) {
  const Value result = call(tool, std::move(arguments));
  if (result.find("isError") != nullptr) FAIL(tool, ": ", text_of(result));
  const Value* fields = result.find("structuredContent");
  REQUIRE(fields != nullptr);
  const McpTool described = describe_tool(*find_session_tool(tool));
  CHECK(schema_problem(*fields, described.output_schema) == "");
  CHECK(!text_of(result).empty());
  return *fields;
}

std::string ToolboxFixture::text(const std::string& tool, Value::Object arguments) {
  const Value result = call(tool, std::move(arguments));
  if (result.find("isError") != nullptr) FAIL(tool, ": ", text_of(result));
  return text_of(result);
}

std::string ToolboxFixture::error(const std::string& tool, Value::Object arguments) {
  const Value result = call(tool, std::move(arguments));
  const Value* is_error = result.find("isError");
  REQUIRE_MESSAGE(is_error != nullptr, tool, " was not refused: ", text_of(result));
  CHECK(is_error->as_bool());
  CHECK(result.find("structuredContent") == nullptr);
  const std::string text = text_of(result);
  CHECK_MESSAGE(has(text, "\nnext: "), text);
  return text;
}

std::string ToolboxFixture::start_plan() {
  const auto step = [](const char* title, const char* gate) {
    Value out = Value::object();
    out.set("title", title);
    if (gate != nullptr) out.set("gate", gate);
    return out;
  };
  const Value fields =
      must("session_start",
           {
               {"goal",  "Add OAuth"                                                 },
               {"steps", Value::List{step("Plan", nullptr), step("Build", "coverage >= 80"),
                                     step("Review", nullptr)}}
  });
  return fields.find("session")->as_string();
}

McpReply ToolboxFixture::read(const std::string& uri) {
  Listener outlet(sent);
  McpCall::Context context;
  context.client = &client;
  context.outlet = &outlet;
  McpCall asked(context);
  return toolbox.read_resource(uri, asked);
}

McpReply ToolboxFixture::prompt(const std::string& name, Value::Object arguments) {
  Listener outlet(sent);
  McpCall::Context context;
  context.client = &client;
  context.outlet = &outlet;
  McpCall asked(context);
  return toolbox.get_prompt(name, Value(std::move(arguments)), asked);
}

std::vector<StoredEvent> ToolboxFixture::events(const std::string& id) {
  auto read = w.store().read(SessionId(id), Seq{1}, 100'000);
  REQUIRE(read.ok());
  return std::move(*read);
}

size_t ToolboxFixture::count_events(const std::string& id) { return events(id).size(); }

}  // namespace clew
