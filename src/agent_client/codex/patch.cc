#include "agent_client/codex/patch.h"

#include <map>
#include <optional>

#include "agent_client/transcript/line_feed.h"
#include "agent_client/transcript/slashes.h"
#include "agent_client/transcript/value_access.h"
#include "document/members.h"

namespace clew {
namespace {

using transcript::count_lines;
using transcript::member;

constexpr std::string_view kBegin = "*** Begin Patch";
constexpr std::string_view kEnd = "*** End Patch";
constexpr std::string_view kAdd = "*** Add File: ";
constexpr std::string_view kUpdate = "*** Update File: ";
constexpr std::string_view kDelete = "*** Delete File: ";
constexpr std::string_view kMove = "*** Move to: ";

std::string absolute_path(std::string_view path, const std::string& folder) {
  const bool is_absolute = path.starts_with('/') || transcript::is_of_windows(path);
  if (is_absolute || folder.empty() || path.empty()) return std::string(path);
  return folder + (folder.ends_with('/') ? "" : "/") + std::string(path);
}

// Names of files may stand above the first hunk; inside, "--- a" is a line "-- a" that went.
void count_diff_lines(std::string_view diff, FileEdit& edit) {
  bool in_hunk = false;
  while (!diff.empty()) {
    const size_t end = diff.find('\n');
    const std::string_view line = diff.substr(0, end);
    in_hunk = in_hunk || line.starts_with("@@");
    if (line.starts_with('+') && (in_hunk || !line.starts_with("+++ "))) ++edit.added;
    if (line.starts_with('-') && (in_hunk || !line.starts_with("--- "))) ++edit.removed;
    if (end == std::string_view::npos) break;
    diff.remove_prefix(end + 1);
  }
}

class PatchReader {
 public:
  PatchReader(std::string_view text, const std::string& folder) : rest_(text), folder_(folder) {}

  std::vector<FileEdit> run() {
    while (const auto line = next()) {
      if (*line == kEnd) break;
      read_line(*line);
    }
    finish();
    std::erase_if(edits_, [](const FileEdit& edit) { return edit.path.empty(); });
    return std::move(edits_);
  }

 private:
  std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    const size_t end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  void read_line(std::string_view line) {
    if (line.starts_with(kAdd)) {
      begin(path_in(line, kAdd), FileAction::kCreated);
      content_ = "";
    } else if (line.starts_with(kUpdate)) {
      update(path_in(line, kUpdate));
    } else if (line.starts_with(kDelete)) {
      begin(path_in(line, kDelete), FileAction::kDeleted);
    } else if (edits_.empty()) {
      return;
    } else if (line.starts_with(kMove)) {
      // A move is told as a file that went and one that came, of which the content is not known.
      const auto at_hand = open_.find(edits_[current_].path);
      if (at_hand != open_.end() && at_hand->second == current_) open_.erase(at_hand);
      edits_[current_].action = FileAction::kDeleted;
      edits_[current_].after = Hash();
      content_.reset();
      begin(path_in(line, kMove), FileAction::kCreated);
    } else if (line.starts_with('+')) {
      ++edits_[current_].added;
      if (content_) content_->append(line.substr(1)).push_back('\n');
    } else if (line.starts_with('-')) {
      ++edits_[current_].removed;
    }
  }

  std::string path_in(std::string_view line, std::string_view mark) const {
    line.remove_prefix(mark.size());
    while (line.ends_with(' ')) line.remove_suffix(1);
    return absolute_path(line, folder_);
  }

  void begin(std::string path, FileAction action) {
    finish();
    FileEdit edit;
    edit.path = std::move(path);
    edit.action = action;
    current_ = edits_.size();
    if (action != FileAction::kDeleted) open_.emplace(edit.path, current_);
    edits_.push_back(std::move(edit));
  }

  // A file may be updated in several places of the patch, or where it was added.
  void update(const std::string& path) {
    const auto known = open_.find(path);
    if (known == open_.end()) return begin(path, FileAction::kModified);
    finish();
    current_ = known->second;
    edits_[current_].after = Hash();
  }

  // Only of a file that is added, and not touched again, is the whole content known.
  void finish() {
    if (content_) edits_[current_].after = sha256(*content_);
    content_.reset();
  }

  std::string_view rest_;
  const std::string& folder_;
  std::vector<FileEdit> edits_;
  std::map<std::string, size_t> open_;  // those that are not deleted, by path
  size_t current_ = 0;                  // among them
  std::optional<std::string> content_;  // of the file that is being added
};

}  // namespace

bool has_patch(std::string_view text) { return text.find(kBegin) != std::string_view::npos; }

std::vector<FileEdit> read_patch(std::string_view text, const std::string& folder) {
  const size_t start = text.find(kBegin);
  if (start != std::string_view::npos) text.remove_prefix(start);
  return PatchReader(text, folder).run();
}

std::vector<FileEdit> read_applied_changes(const Value& changes, const std::string& folder) {
  std::vector<FileEdit> out;
  for (const auto& [path, change] : changes.as_object()) {
    const std::string type = text_in(change, "type");
    const std::string content = text_in(change, "content");
    FileEdit edit;
    edit.path = absolute_path(path, folder);
    if (type == "add") {
      edit.action = FileAction::kCreated;
      edit.added = count_lines(content);
      if (member(change, "content").is_string()) edit.after = sha256(content);
    } else if (type == "delete") {
      edit.action = FileAction::kDeleted;
      edit.removed = count_lines(content);
      if (member(change, "content").is_string()) edit.before = sha256(content);
    } else {
      count_diff_lines(text_in(change, "unified_diff"), edit);
    }
    if (const std::string to = text_in(change, "move_path"); !to.empty()) {
      FileEdit gone;
      gone.path = std::move(edit.path);
      gone.action = FileAction::kDeleted;
      out.push_back(std::move(gone));
      edit.path = absolute_path(to, folder);
      edit.action = FileAction::kCreated;
    }
    out.push_back(std::move(edit));
  }
  return out;
}

}  // namespace clew
