#include "agent_client/codex/transcript_patch.h"

#include <optional>

#include "agent_client/transcript/line_feed.h"
#include "agent_client/transcript/slashes.h"
#include "agent_client/transcript/value_access.h"
#include "document/members.h"

namespace clew::transcript {
namespace {

std::string whole_path(std::string_view path, const std::string& folder) {
  const bool is_whole = path.starts_with('/') || is_of_windows(path);
  if (is_whole || folder.empty() || path.empty()) return std::string(path);
  return folder + (folder.ends_with('/') ? "" : "/") + std::string(path);
}

// Names of files may stand above the first hunk; inside, "--- a" is a line "-- a" that went.
void count_diff(std::string_view diff, Touched& touched) {
  bool in_hunk = false;
  while (!diff.empty()) {
    const size_t end = diff.find('\n');
    const std::string_view line = diff.substr(0, end);
    in_hunk = in_hunk || line.starts_with("@@");
    if (line.starts_with('+') && (in_hunk || !line.starts_with("+++ "))) ++touched.added;
    if (line.starts_with('-') && (in_hunk || !line.starts_with("--- "))) ++touched.removed;
    if (end == std::string_view::npos) break;
    diff.remove_prefix(end + 1);
  }
}

class PatchText {
 public:
  PatchText(std::string_view text, const std::string& folder) : rest_(text), folder_(folder) {}

  std::vector<Touched> run() {
    while (const auto line = next()) {
      if (*line == "*** End Patch") break;
      if (begins(*line, "*** Add File: ", FileAction::kCreated) ||
          begins(*line, "*** Update File: ", FileAction::kModified) ||
          begins(*line, "*** Delete File: ", FileAction::kDeleted)) {
        continue;
      }
      body(*line);
    }
    finish();
    return std::move(out_);
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

  bool begins(std::string_view line, std::string_view start, FileAction action) {
    if (!line.starts_with(start)) return false;
    finish();
    Touched touched;
    touched.path = whole_path(line.substr(start.size()), folder_);
    touched.action = action;
    out_.push_back(std::move(touched));
    content_.clear();
    moved_ = false;
    return true;
  }

  void body(std::string_view line) {
    constexpr std::string_view kMove = "*** Move to: ";
    if (out_.empty() || line.empty()) return;
    if (line.starts_with(kMove)) {
      const std::string to = whole_path(line.substr(kMove.size()), folder_);
      out_.back().action = FileAction::kDeleted;
      Touched moved;
      moved.path = to;
      moved.action = FileAction::kCreated;
      out_.push_back(std::move(moved));
      moved_ = true;
    } else if (line.front() == '+') {
      ++out_.back().added;
      content_.append(line.substr(1)).push_back('\n');
    } else if (line.front() == '-') {
      ++out_.back().removed;
    }
  }

  // Only of a file that is new is the whole content known, and not of one that was moved.
  void finish() {
    if (out_.empty() || out_.back().action != FileAction::kCreated || moved_) return;
    out_.back().after = sha256(content_);
  }

  std::string_view rest_;
  const std::string& folder_;
  std::string content_;
  bool moved_ = false;
  std::vector<Touched> out_;
};

}  // namespace

std::vector<Touched> read_patch(std::string_view text, const std::string& folder) {
  const size_t start = text.find("*** Begin Patch");
  if (start == std::string_view::npos) return {};
  return PatchText(text.substr(start), folder).run();
}

std::vector<Touched> read_changes(const Value& changes, const std::string& folder) {
  std::vector<Touched> out;
  for (const auto& [path, change] : changes.as_object()) {
    const std::string type = text_in(change, "type");
    const std::string content = text_in(change, "content");
    Touched touched;
    touched.path = whole_path(path, folder);
    if (type == "add") {
      touched.action = FileAction::kCreated;
      touched.added = count_lines(content);
      if (member(change, "content").is_string()) touched.after = sha256(content);
    } else if (type == "delete") {
      touched.action = FileAction::kDeleted;
      touched.removed = count_lines(content);
      if (member(change, "content").is_string()) touched.before = sha256(content);
    } else {
      count_diff(text_in(change, "unified_diff"), touched);
    }
    if (const std::string to = text_in(change, "move_path"); !to.empty()) {
      Touched moved = touched;
      moved.path = whole_path(to, folder);
      moved.action = FileAction::kCreated;
      touched = {touched.path, FileAction::kDeleted, 0, 0, {}, {}};
      out.push_back(std::move(touched));
      touched = std::move(moved);
    }
    out.push_back(std::move(touched));
  }
  return out;
}

}  // namespace clew::transcript
