#include "agent_client/opencode/settings.h"

#include <fmt/format.h>

#include "agent_client/hook_command.h"
#include "agent_client/opencode/plugin_text.h"
#include "agent_client/read_fields.h"
#include "document/json/json.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr const char* kServers = "mcp";
constexpr const char* kServer = "clew";
constexpr const char* kStandIn = "clew-stand-in";
constexpr const char* kPackage = "@opencode-ai/plugin";
constexpr const char* kSchema = "https://opencode.ai/config.json";

Value wanted_local_server(const std::string& program) {
  Value server = Value::object();
  server.set("type", "local");
  server.set("command", Value::List{program, "mcp"});
  server.set("enabled", true);
  return server;
}

// The words of its command; empty when it is none of this computer.
std::vector<std::string> words_of_server(const Value& server) {
  std::vector<std::string> words;
  for (const Value& word : value_at(server, {"command"}).as_list()) {
    words.push_back(word.as_string());
  }
  return words;
}

bool runs_clew(const Value& server) {
  const auto words = words_of_server(server);
  return words.size() >= 2 && is_clew_program(words[0]) && words[1] == "mcp";
}

Value one_package(const std::string& version) {
  Value packages = Value::object();
  packages.set(kPackage, version);
  return packages;
}

std::string package_text(const std::string& version) {
  Value package = Value::object();
  package.set("name", kStandIn);
  package.set("dependencies", one_package(version));
  return write_json(package) + "\n";
}

std::string lock_text(const std::string& version) {
  Value root = Value::object();
  root.set("name", kStandIn);
  root.set("dependencies", one_package(version));
  Value installed = Value::object();
  installed.set("version", version);
  Value packages = Value::object();
  packages.set("", std::move(root));
  packages.set(fmt::format("node_modules/{}", kPackage), std::move(installed));
  Value lock = Value::object();
  lock.set("name", kStandIn);
  lock.set("lockfileVersion", 3);
  lock.set("requires", true);
  lock.set("packages", std::move(packages));
  return write_json(lock) + "\n";
}

std::string module_text(const std::string& version) {
  Value module = Value::object();
  module.set("name", kPackage);
  module.set("version", version);
  module.set("description", kStandIn);
  return write_json(module) + "\n";
}

// Somebody has packages of their own there, or opencode has installed its.
bool has_other_packages(const FileParts& parts) {
  for (const char* name : {"package.json", "node_modules/@opencode-ai/plugin/package.json"}) {
    const auto text = read_whole_file(parts.files, join_path(parts.folder, name), kMaxSettings);
    if (text && !is_own_opencode_file(*text)) return true;
  }
  return false;
}

}  // namespace

Status add_to_opencode(SettingsEdit& text, const ConfigParts& parts,
                       std::vector<std::string>& notes) {
  CLEW_ASSIGN(Value tree, parse_settings(text.text()));
  const bool is_new = tree.as_object().empty();
  TreeChange change(std::move(tree));
  if (is_new) change.insert({"$schema"}, kSchema);
  const Value* servers = change.tree().find(kServers);
  if (servers == nullptr) {
    change.insert({kServers}, Value::object());
  } else if (!servers->is_object()) {
    return make_error(ErrorCode::kInvalid, "/mcp must be of type object");
  }
  const TreePath path{kServers, kServer};
  const Value wanted = wanted_local_server(parts.program);
  const Value* there = find_value(change.tree(), path);
  if (there == nullptr) {
    change.insert(path, wanted);
  } else if (!runs_clew(*there)) {
    notes.push_back("mcp.clew is another server; left unchanged");
  } else if (value_at(*there, {"command"}) != value_at(wanted, {"command"})) {
    change.set(path / "command", value_at(wanted, {"command"}));
  }
  return text.edit_json_tree(change.edits());
}

Status remove_from_opencode(SettingsEdit& text, const ConfigParts&,
                            std::vector<std::string>& notes) {
  CLEW_ASSIGN(Value tree, parse_settings(text.text()));
  TreeChange change(std::move(tree));
  const Value* there = find_value(change.tree(), {kServers, kServer});
  if (there == nullptr) return success();
  if (!runs_clew(*there)) {
    notes.push_back("mcp.clew is another server; left unchanged");
    return success();
  }
  const Value made = wanted_local_server("");
  for (const auto& [name, value] : there->as_object()) {
    if (made.find(name) != nullptr) continue;
    notes.push_back(
        fmt::format("mcp.clew has \"{}\", which clew did not write; left unchanged", name));
    return success();
  }
  change.remove({kServers, kServer});
  if (count_items(*change.tree().find(kServers)) == 0) change.remove({kServers});
  return text.edit_json_tree(change.edits());
}

ServerOwner find_opencode_server(const std::string& text, std::string& program) {
  const auto tree = parse_settings(text);
  const Value* there = tree ? find_value(*tree, {kServers, kServer}) : nullptr;
  if (there == nullptr) return ServerOwner::kNone;
  if (!runs_clew(*there)) return ServerOwner::kOther;
  program = words_of_server(*there).front();
  return ServerOwner::kOwn;
}

std::optional<std::string> opencode_file_text(const SettingsLocation& location,
                                              const FileParts& parts) {
  const std::string_view name = location.user;
  if (name.ends_with(".js")) return opencode_plugin_text(parts.program);
  if (parts.version.empty() || has_other_packages(parts)) return std::nullopt;
  if (name == "package.json") return package_text(parts.version);
  if (name == "package-lock.json") return lock_text(parts.version);
  return module_text(parts.version);
}

bool is_own_opencode_file(const std::string& text) {
  if (is_opencode_plugin(text)) return true;
  const auto tree = parse_settings(text);
  if (!tree) return false;
  const bool is_stand_in =
      text_at(*tree, {"name"}) == kStandIn || text_at(*tree, {"description"}) == kStandIn;
  return is_stand_in && value_at(*tree, {"dependencies"}).as_object().size() <= 1;
}

Value find_opencode_handler(const std::string& text) {
  const std::string program = program_of_opencode_plugin(text);
  if (program.empty()) return Value();
  Value handler = Value::object();
  handler.set("command", program);
  handler.set("args", Value::List{"hook", "opencode"});
  return handler;
}

}  // namespace clew
