#include "agent_client/plugin.h"

#include <algorithm>

#include "agent_client/settings_files.h"
#include "document/toml/toml_spans.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr std::string_view kPluginName = "clew@";  // and the marketplace it came from

bool enables_plugin(const std::string& settings) {
  const auto tree = parse_settings(settings);
  const Value* plugins = tree ? tree->find("enabledPlugins") : nullptr;
  if (plugins == nullptr) return false;
  const auto& all = plugins->as_object();
  return std::any_of(all.begin(), all.end(), [](const auto& entry) {
    return std::string_view(entry.first).starts_with(kPluginName) && entry.second.as_bool(false);
  });
}

bool enables_codex_plugin(const std::string& config) {
  const auto document = scan_toml(config);
  if (!document) return false;
  for (const TomlTable& table : document->tables) {
    for (const TomlEntry& entry : table.entries) {
      const TomlPath& path = entry.path;
      const bool ours = path.size() == 3 && path[0] == "plugins" &&
                        path[1].starts_with(kPluginName) && path[2] == "enabled";
      const std::string_view value =
          std::string_view(config).substr(entry.value.begin, entry.value.end - entry.value.begin);
      if (ours && value == "true") return true;
    }
  }
  return false;
}

}  // namespace

bool has_plugin(Context& context, const SetupWorld& world, const KnownAgent& agent) {
  const std::string& folder = agent_folder(world, agent);
  if (folder.empty()) return false;
  const auto text_at = [&](const std::string& path) {
    const auto text = read_settings(context, path, "");
    return text && text->exists ? text->text : std::string();
  };
  const std::string_view name = agent.name;
  if (name == "gemini") {
    return context.files().info(join_path(folder, "extensions/clew/gemini-extension.json")).ok();
  }
  if (name == "codex") return enables_codex_plugin(text_at(join_path(folder, "config.toml")));
  if (name != "claude-code") return false;
  const std::string project = join_path(context.project().root, ".claude");
  for (const char* file : {"settings.json", "settings.local.json"}) {
    if (enables_plugin(text_at(join_path(folder, file))) ||
        enables_plugin(text_at(join_path(project, file)))) {
      return true;
    }
  }
  return false;
}

}  // namespace clew
