// opencode has no hooks that call programs: a plugin in its own language calls clew with what a
// plugin hook was given (hook_event.h). It is installed as a file (settings.h).

#include "agent_client/opencode/client.h"

#include "agent_client/opencode/hook_event.h"
#include "agent_client/opencode/settings.h"
#include "agent_client/opencode/transcript_reader.h"
#include "document/json/json.h"

namespace clew {
namespace {

constexpr ConfigFormat kOpencodeConfig{add_to_opencode, remove_from_opencode, find_opencode_server};
constexpr OwnFiles kOpencodeFiles{opencode_file_text, is_own_opencode_file, find_opencode_handler};

// {"context", "env"}, as the plugin takes it.
std::string write_opencode_reply(const HookEvent& event, const HookReply& reply) {
  const bool steers = event.kind == HookEventKind::kPreCompact;
  const std::string& context = steers ? reply.summariser : reply.context;
  Value out = Value::object();
  if (!context.empty()) out.set("context", context);
  if (event.kind == HookEventKind::kSessionStart && !reply.actor.empty()) {
    Value variables = Value::object();
    variables.set("CLEW_ACTOR", reply.actor);
    out.set("env", std::move(variables));
  }
  return out.as_object().empty() ? std::string() : write_json(out) + "\n";
}

void fill_opencode_work(Value& event, const std::string& file) {
  event.set("input", Value::Object{
                         {"tool",   "write"                                                  },
                         {"callID", "clew-check"                                             },
                         {"args",   Value::Object{{"filePath", file}, {"content", "hello\n"}}}
  });
  event.set("output", Value::Object{
                          {"metadata", Value::Object{{"filepath", file}, {"exists", false}}}
  });
}

// As the plugin tells it.
Value in_opencode_shape(const Value& event) {
  const auto given = [&](const char* name) {
    const Value* found = event.find(name);
    return found == nullptr ? Value() : *found;
  };
  Value input = given("input").is_object() ? given("input") : Value::object();
  input.set("sessionID", given("session_id"));
  Value out = Value::object();
  out.set("hook_event_name", given("hook_event_name"));
  out.set("directory", given("cwd"));
  out.set("input", std::move(input));
  out.set("output", given("output"));
  if (given("prompt").is_string()) {
    Value part = Value::object();
    part.set("type", "text");
    part.set("text", given("prompt"));
    out.set("output", Value::Object{
                          {"parts", Value::List{std::move(part)}}
    });
  }
  out.set("source", given("source"));
  return out;
}

constexpr TrialEvents kOpencodeTrial{"chat.message", "tool.execute.after",
                                     "experimental.chat.system.transform", fill_opencode_work,
                                     in_opencode_shape};

}  // namespace

AgentClient opencode_client() {
  using Kind = SettingsKind;
  return {
      .name = "opencode",
      .title = "opencode",
      .program = "opencode",
      .folder = ".config/opencode",
      .locations = {{Kind::kFile, "plugin/clew.js", ".opencode/plugin/clew.js"},
                    {Kind::kConfig, "opencode.json", "opencode.json"},
                    {Kind::kFile, "package.json", ""},
                    {Kind::kFile, "package-lock.json", ""},
                    {Kind::kFile, "node_modules/@opencode-ai/plugin/package.json", ""}},
      .afterwards = "restart opencode; `opencode mcp list` shows clew",
      .config = &kOpencodeConfig,
      .own_files = &kOpencodeFiles,
      .read_hook = read_opencode_hook,
      .write_reply = write_opencode_reply,
      .trial = kOpencodeTrial,
      .transcripts = &transcript::kOpencodeTranscripts,
  };
}

}  // namespace clew
