#include "agent_client/hook_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr std::string_view kSafe =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-@";

// "…clew' hook NAME": the program, by whatever path and quotes, then the verb and this client.
bool calls_hook(std::string_view line, const std::string& client) {
  const std::string verb = " hook " + client;
  for (size_t at = line.find(verb); at != std::string_view::npos; at = line.find(verb, at + 1)) {
    const size_t end = at + verb.size();
    if (end < line.size() && kSafe.find(line[end]) != std::string_view::npos) continue;
    std::string_view before = line.substr(0, at);
    if (before.ends_with('\'') || before.ends_with('"')) before.remove_suffix(1);
    const size_t name = before.find_last_of("/ \t;&|('\"") + 1;
    if (is_clew_program(before.substr(name))) return true;
  }
  return false;
}

std::string hook_line(const AgentClient& client, SetupScope scope, const std::string& program) {
  if (scope == SetupScope::kUser)
    return fmt::format("{} hook {}", shell_word(program), client.name);
  return fmt::format("command -v clew >/dev/null 2>&1 && clew hook {} || true", client.name);
}

}  // namespace

bool is_clew_program(std::string_view path) {
  constexpr std::string_view kName = "clew";
  constexpr std::string_view kBehindIt = "-_.0123456789";
  const std::string name = last_part_of(path);
  if (!name.starts_with(kName)) return false;
  return name == kName || kBehindIt.find(name[kName.size()]) != std::string_view::npos;
}

Value wanted_handler(const AgentClient& client, const HookRegistration& hook, SetupScope scope,
                     const std::string& program) {
  Value handler = Value::object();
  if (client.time_unit == 1000) handler.set("name", "clew");
  if (client.shape != HookShape::kFlat) handler.set("type", "command");
  if (client.shape == HookShape::kArguments && scope == SetupScope::kUser) {
    handler.set("command", program);
    handler.set("args", Value::List{"hook", client.name});
  } else {
    handler.set("command", hook_line(client, scope, program));
  }
  if (client.time_unit > 0) handler.set("timeout", hook.seconds * client.time_unit);
  return handler;
}

bool is_own_handler(const Value& handler, const AgentClient& client) {
  const Value* command = handler.find("command");
  if (command == nullptr) return false;
  const Value* arguments = handler.find("args");
  if (arguments == nullptr) return calls_hook(command->as_string(), client.name);
  const Value::List& words = arguments->as_list();
  return words.size() >= 2 && words[0].as_string() == "hook" &&
         words[1].as_string() == client.name && is_clew_program(command->as_string());
}

std::string handler_program(const Value& handler, const AgentClient& client) {
  const Value* command = handler.find("command");
  std::string word = command == nullptr ? std::string() : command->as_string();
  if (handler.find("args") == nullptr) {
    const std::string verb = fmt::format(" hook {}", client.name);
    if (!word.ends_with(verb)) return "";
    word.resize(word.size() - verb.size());
    if (word.size() > 1 && word.front() == '\'' && word.back() == '\'') {
      constexpr std::string_view kQuote = "'\\''";
      word = word.substr(1, word.size() - 2);
      for (size_t at = 0; (at = word.find(kQuote, at)) != std::string::npos; ++at) {
        word.replace(at, kQuote.size(), "'");
      }
    }
  }
  return word.starts_with('/') ? word : "";
}

std::vector<std::string> handler_words(const Value& handler) {
  const Value* command = handler.find("command");
  const std::string text = command == nullptr ? std::string() : command->as_string();
  const Value* arguments = handler.find("args");
  if (arguments == nullptr) return {"/bin/sh", "-c", text};
  std::vector<std::string> words{text};
  for (const Value& word : arguments->as_list()) words.push_back(word.as_string());
  return words;
}

Value wanted_server(const AgentClient& client, SetupScope scope, const std::string& program) {
  Value server = Value::object();
  if (client.shape == HookShape::kArguments) server.set("type", "stdio");
  server.set("command", scope == SetupScope::kUser ? program : std::string("clew"));
  server.set("args", Value::List{"mcp"});
  return server;
}

bool is_own_server(const Value& server) {
  const Value* command = server.find("command");
  const Value* arguments = server.find("args");
  if (command == nullptr || arguments == nullptr) return false;
  const Value::List& words = arguments->as_list();
  return is_clew_program(command->as_string()) &&
         std::any_of(words.begin(), words.end(),
                     [](const Value& word) { return word.as_string() == "mcp"; });
}

}  // namespace clew
