#pragma once
// What `clew setup` is about to do, in a few lines for each agent: which files, which hooks, which
// server. The differences have every line of it, but likely secrets are left out and long lines
// cut: they are shown, not applied.

#include <string>
#include <vector>

#include "agent_client/settings_files.h"

namespace clew {

// "~/.claude/settings.json", and what it really is when it is a link.
std::string shown_path(const SettingsText& file, const std::string& home);
const char* change_word(const SettingsChange& change);  // "created", "changed" …

// The differences of all files, as `diff -u` shows them; empty when nothing changes.
std::string setup_difference(const std::vector<SettingsChange>& changes, const std::string& home);

struct SummaryFrame {
  std::string home;
  std::string store_folder;  // which a sandbox may be let write
  size_t columns = 80;
};
std::string setup_summary(const std::vector<SettingsChange>& changes, const SummaryFrame& frame);

}  // namespace clew
