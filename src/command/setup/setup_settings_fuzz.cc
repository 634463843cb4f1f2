// Any bytes as the settings of another program: no crash, no hang; refused or changed in a way that
// can be taken back exactly, and the second time nothing is left to do.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "agent_client/clients.h"
#include "agent_client/codex/settings.h"
#include "agent_client/json_settings.h"
#include "base/check.h"

namespace clew {
namespace {

std::string take_back(const SettingsEdit& edit) {
  std::string text = edit.text();
  for (const Splice& splice : edit.undo()) text = apply_splice(text, splice);
  return text;
}

void check_toml(const std::string& text) {
  const ConfigParts parts{"/opt/clew", "/data/clew"};
  std::vector<std::string> notes;
  SettingsEdit edit(text);
  if (!add_to_codex(edit, parts, notes)) return;
  CLEW_CHECK(take_back(edit) == text);
  SettingsEdit again(edit.text());
  CLEW_CHECK(add_to_codex(again, parts, notes).ok());
  CLEW_CHECK(!again.changed());
  CLEW_CHECK(remove_from_codex(again, parts, notes).ok());
  CLEW_CHECK(take_back(again) == edit.text());
}

void check_json(const std::string& text, const char* name) {
  const OwnParts parts{*find_client(name), SetupScope::kUser, "/opt/clew"};
  auto tree = parse_settings(text);
  if (!tree) return;
  TreeChange change(std::move(*tree));
  std::vector<std::string> notes;
  SettingsEdit edit(text);
  if (!add_hooks(change, parts) || !add_server(change, parts, notes)) return;
  if (!edit.edit_json_tree(change.edits())) return;
  CLEW_CHECK(take_back(edit) == text);
  const auto made = parse_settings(edit.text());
  CLEW_CHECK(made.ok() && *made == change.tree());
  TreeChange again(*made);
  CLEW_CHECK(add_hooks(again, parts).ok() && again.edits().empty());
  remove_hooks(again, parts.agent);
  CLEW_CHECK(own_handlers(again.tree(), parts.agent).empty());
}

}  // namespace
}  // namespace clew

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  clew::check_toml(text);
  clew::check_json(text, "claude-code");
  clew::check_json(text, "cursor");
  return 0;
}
