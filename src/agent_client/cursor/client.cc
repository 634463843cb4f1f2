// Hooks are flat entries of hooks.json; it has no switch for all of them, and no plugins.

#include "agent_client/cursor/client.h"

#include "agent_client/cursor/hook_event.h"
#include "document/json/json.h"

namespace clew {
namespace {

// {"additional_context", "env"}, when a session starts; nothing at other events.
std::string write_cursor_reply(const HookEvent& event, const HookReply& reply) {
  if (event.kind != HookEventKind::kSessionStart) return {};
  Value out = Value::object();
  if (!reply.context.empty()) out.set("additional_context", reply.context);
  if (!reply.actor.empty()) {
    Value variables = Value::object();
    variables.set("CLEW_ACTOR", reply.actor);
    out.set("env", std::move(variables));
  }
  return out.as_object().empty() ? std::string() : write_json(out) + "\n";
}

void fill_cursor_work(Value& event, const std::string& file) {
  event.set("file_path", file);
  event.set("edits", Value::List{
                         Value::Object{{"old_string", ""}, {"new_string", "hello"}}
  });
}

}  // namespace

AgentClient cursor_client() {
  using Kind = SettingsKind;
  return {
      .name = "cursor",
      .title = "Cursor",
      .program = "cursor",
      .folder = ".cursor",
      .shape = HookShape::kFlat,
      .time_unit = 0,
      .hooks = {{"sessionStart", "", kReadSeconds},
                {"beforeSubmitPrompt", "", kRecordSeconds},
                {"afterFileEdit", "", kRecordSeconds},
                {"afterShellExecution", "", kRecordSeconds},
                {"afterAgentResponse", "", kRecordSeconds},
                {"preCompact", "", kReadSeconds},
                {"stop", "", kReadSeconds},
                {"sessionEnd", "", kEndSeconds}},
      .locations = {{Kind::kHooks, "hooks.json", ".cursor/hooks.json"},
                {Kind::kServers, "mcp.json", ".cursor/mcp.json"}},
      .afterwards = "restart Cursor; its settings show clew under Hooks and under MCP",
      .read_hook = read_cursor_hook,
      .write_reply = write_cursor_reply,
      .trial = {"beforeSubmitPrompt", "afterFileEdit", "sessionStart", fill_cursor_work},
  };
}

}  // namespace clew
