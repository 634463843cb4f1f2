#pragma once
// clew's own parts of Codex's config.toml. Codex rewrites this file and puts new tables wherever it
// likes, so a table is marked in its own header line. `codex mcp add` drops such marks from
// servers: one that runs `clew mcp` is clew's own without it.
//
//   [mcp_servers.clew]  # by clew setup
//   command = "/usr/bin/clew"
//   args = ["mcp"]
//
//   [sandbox_workspace_write]  # by clew setup
//   writable_roots = ["/home/ana/.local/share/clew"]
//
// In a table or list that is there already, a line or an element is added.

#include <string>
#include <vector>

#include "agent_client/client.h"
#include "document/json/jsonc_edit.h"

namespace clew {

// kInvalid, with what to write by hand as `next`, when the text is too unusual to be edited.
Status add_to_codex(SettingsEdit& text, const ConfigParts& parts, std::vector<std::string>& notes);
Status remove_from_codex(SettingsEdit& text, const ConfigParts& parts,
                         std::vector<std::string>& notes);

// Whose the server is; `program` is what it runs.
ServerOwner find_codex_server(const std::string& text, std::string& program);

}  // namespace clew
