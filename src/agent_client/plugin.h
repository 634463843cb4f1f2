#pragma once
// Whether an agent has clew as a plugin or an extension (integrations/), which brings the same
// hooks and server as `clew setup`. Where it stands was seen with the clients' own install
// commands:
//
//   Claude Code   settings.json, of the user or the project: "enabledPlugins": {"clew@…": true}
//   Codex         config.toml: [plugins."clew@…"] with enabled = true
//   Gemini CLI    extensions/clew/gemini-extension.json in its folder

#include "agent_client/installed.h"

namespace clew {

bool has_plugin(Context& context, const SetupWorld& world, const KnownAgent& agent);

}  // namespace clew
