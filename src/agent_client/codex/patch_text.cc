#include "agent_client/codex/patch_text.h"

#include <algorithm>

namespace clew {
namespace {

constexpr std::string_view kAdd = "*** Add File: ";
constexpr std::string_view kUpdate = "*** Update File: ";
constexpr std::string_view kDelete = "*** Delete File: ";
constexpr std::string_view kMove = "*** Move to: ";
constexpr size_t kMostFiles = 500;

std::string path_in(std::string_view line, std::string_view mark) {
  line.remove_prefix(mark.size());
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  return std::string(line);
}

}  // namespace

std::vector<FileEdit> edits_in_patch(std::string_view patch) {
  std::vector<FileEdit> edits;
  size_t at_hand = 0;  // among them
  const auto begin = [&](std::string path, FileAction action) {
    FileEdit edit;
    edit.path = std::move(path);
    edit.action = action;
    at_hand = edits.size();
    edits.push_back(std::move(edit));
  };
  // A file may be updated in several places of the patch, or where it was added.
  const auto go_on = [&](const std::string& path) {
    const auto known = std::find_if(edits.begin(), edits.end(), [&](const FileEdit& edit) {
      return edit.path == path && edit.action != FileAction::kDeleted;
    });
    if (known == edits.end()) return begin(path, FileAction::kModified);
    at_hand = static_cast<size_t>(known - edits.begin());
  };
  for (size_t at = 0; at < patch.size() && edits.size() < kMostFiles;) {
    const size_t end = std::min(patch.find('\n', at), patch.size());
    const std::string_view line = patch.substr(at, end - at);
    at = end + 1;
    if (line.starts_with(kAdd)) {
      begin(path_in(line, kAdd), FileAction::kCreated);
    } else if (line.starts_with(kUpdate)) {
      go_on(path_in(line, kUpdate));
    } else if (line.starts_with(kDelete)) {
      begin(path_in(line, kDelete), FileAction::kDeleted);
    } else if (edits.empty()) {
      continue;
    } else if (line.starts_with(kMove)) {
      edits[at_hand].action = FileAction::kDeleted;
      begin(path_in(line, kMove), FileAction::kCreated);
    } else if (line.starts_with('+')) {
      ++edits[at_hand].added;
    } else if (line.starts_with('-')) {
      ++edits[at_hand].removed;
    }
  }
  std::erase_if(edits, [](const FileEdit& edit) { return edit.path.empty(); });
  return edits;
}

}  // namespace clew
