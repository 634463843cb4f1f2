// All of its settings stand in settings.json; an extension in
// extensions/clew/gemini-extension.json in its folder.

#include "agent_client/gemini/client.h"

#include "agent_client/gemini/hook_event.h"
#include "agent_client/gemini/transcript_reader.h"
#include "document/json/jsonc_edit.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr const char* kGeminiTools =
    "write_file|replace|run_shell_command|write_todos|exit_plan_mode|ask_user";

HookSwitch read_gemini_switch(const std::string& text, SwitchLocation::Base) {
  const auto tree = parse_settings(text);
  if (!tree) return {};
  HookSwitch found{{}, "hooksConfig.enabled = false", {}};
  const Value* enabled = find_value(*tree, {"hooksConfig", "enabled"});
  if (enabled != nullptr && enabled->is_bool()) found.runs = enabled->as_bool();
  const Value* disabled = find_value(*tree, {"hooksConfig", "disabled"});
  if (disabled == nullptr) return found;
  for (const Value& name : disabled->as_list()) {
    if (name.as_string() == "clew") found.besides = "hooksConfig.disabled: clew";
  }
  return found;
}

bool has_gemini_extension(const PluginSearch& search) {
  return search.files.info(join_path(search.folder, "extensions/clew/gemini-extension.json")).ok();
}

// The messages up to the summary, with the context behind it; the client keeps those that follow.
Value with_context(const HookEvent& event, const std::string& context) {
  Value messages = Value::list();
  for (size_t i = 0; i < event.opening.size(); ++i) {
    const RequestMessage& known = event.opening[i];
    const bool is_summary = i + 1 == event.opening.size();
    Value message = Value::object();
    message.set("role", known.role);
    message.set("content", is_summary ? known.text + "\n\n" + context : known.text);
    messages.push(std::move(message));
  }
  Value request = Value::object();
  request.set("messages", std::move(messages));
  return request;
}

// BeforeModel takes the messages that it is to replace.
std::string write_gemini_reply(const HookEvent& event, const HookReply& reply) {
  const bool is_request = event.kind == HookEventKind::kRequest && !reply.context.empty();
  if (!is_request) return write_common_reply(event, reply);
  return write_reply_with(event, reply, "llm_request", with_context(event, reply.context));
}

void fill_gemini_work(Value& event, const std::string& file) {
  event.set("tool_use_id", "clew-check");
  event.set("tool_name", "write_file");
  event.set("tool_input", Value::Object{
                              {"file_path", file     },
                              {"content",   "hello\n"}
  });
  event.set("tool_response", Value::Object{
                                 {"type",     "create"},
                                 {"filePath", file    }
  });
}

}  // namespace

AgentClient gemini_client() {
  using Kind = SettingsKind;
  using Base = SwitchLocation::Base;
  return {
      .name = "gemini",
      .title = "Gemini CLI",
      .program = "gemini",
      .folder = ".gemini",
      .home_variable = "GEMINI_CLI_HOME",
      .time_unit = 1000,
      .hooks = {{"SessionStart", "", kReadSeconds},
                {"BeforeAgent", "", kRecordSeconds},
                {"BeforeModel", "", kReadSeconds},
                {"AfterTool", kGeminiTools, kRecordSeconds},
                {"AfterAgent", "", kReadSeconds},
                {"SessionEnd", "", kEndSeconds}},
      .locations = {{Kind::kHooksAndServers, "settings.json", ".gemini/settings.json"}},
      .afterwards = "restart gemini in a trusted folder; /hooks panel and /mcp show clew",
      .switches = {{Base::kUser, "settings.json"},
                {Base::kProject, ".gemini/settings.json"},
                {Base::kMachine, "/etc/gemini-cli/settings.json"}},
      .read_switch = read_gemini_switch,
      .has_plugin = has_gemini_extension,
      .unplug = "gemini extensions uninstall clew",
      .read_hook = read_gemini_hook,
      .write_reply = write_gemini_reply,
      .trial = {"BeforeAgent", "AfterTool", "SessionStart", fill_gemini_work},
      .process_use = ProcessUse::kOneConversation,
      .repeats_reasons = true,
      .transcripts = &transcript::kGeminiTranscripts,
  };
}

}  // namespace clew
