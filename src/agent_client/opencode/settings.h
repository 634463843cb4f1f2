#pragma once
// clew's own parts of opencode's settings, in ~/.config/opencode or in a project:
//
//   opencode.json     {"mcp": {"clew": {"type": "local", "command": ["clew", "mcp"], "enabled":
//   true}}} plugin/clew.js    the plugin, a file of clew's own
//
// With any plugin opencode installs the package @opencode-ai/plugin at its start, and waits minutes
// for it where there is no network. clew's plugin does not need it. Where nothing else was
// installed in the folder, stand-ins say that the package is there, in the version of opencode:
//
//   package.json, package-lock.json, node_modules/@opencode-ai/plugin/package.json

#include <string>
#include <vector>

#include "agent_client/client.h"
#include "document/json/jsonc_edit.h"

namespace clew {

Status add_to_opencode(SettingsEdit& text, const ConfigParts& parts,
                       std::vector<std::string>& notes);
Status remove_from_opencode(SettingsEdit& text, const ConfigParts& parts,
                            std::vector<std::string>& notes);
ServerOwner find_opencode_server(const std::string& text, std::string& program);

// Places of SettingsKind::kFile (client.h).
std::optional<std::string> opencode_file_text(const SettingsLocation& location,
                                              const FileParts& parts);
bool is_own_opencode_file(const std::string& text);
// The plugin's own call of clew; null of a file that calls nothing.
Value find_opencode_handler(const std::string& text);

}  // namespace clew
