#pragma once
// Settings files of other programs: read with care, replaced as a whole, put back exactly. A
// symbolic link is followed to the file it means, which is edited where it is; files of other
// people and, in a project, files outside of it are refused.

#include <optional>
#include <string>
#include <vector>

#include "agent_client/clients.h"
#include "document/json/jsonc_edit.h"
#include "engine/context.h"

namespace clew {

struct SettingsText {
  std::string path;      // as the agent knows it
  std::string location;  // where it really is
  std::string within;    // the folder that it must not leave; empty: any
  bool exists = false;
  std::string text;  // empty when it is not there
  uint32_t mode = 0600;
};

// `within`: the folder it must not leave; empty for any.
Result<SettingsText> read_settings(Context& context, const std::string& path,
                                   const std::string& within);

struct SettingsChange {
  const AgentClient* agent = nullptr;
  const SettingsLocation* location = nullptr;  // of the agent's
  SettingsText before;
  std::optional<std::string> after;  // without: the file goes
  std::string record;                // for keep_records; empty: forget what was kept

  bool changes() const { return before.exists ? after != before.text : after.has_value(); }
};

// All or none: when one fails, those before it are put back. kConflict when a file is no longer
// what `before` says.
Status write_settings(Context& context, const std::vector<SettingsChange>& changes);

// What clew remembers of a file it changed, in the store, so that --remove gives back the very
// bytes. It holds what stood in the place of clew's own parts: blanks, as a rule nothing.
struct SettingsRecord {
  bool made = false;  // there was no file
  bool exact = false;
  std::string after;  // hash of what clew wrote
  std::vector<Splice> undo;
};
std::optional<SettingsRecord> find_record(Context& context, const std::string& location);
std::string write_record(const SettingsRecord& record);
// Records of all changes that were made. A store that cannot be written is no reason to fail.
void keep_records(Context& context, const std::vector<SettingsChange>& changes);

}  // namespace clew
