#include "project/file_history.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "project/git_command.h"

namespace clew {
namespace {

constexpr size_t kContentsAtOnce = 8;
constexpr size_t kMaxContentBytes = size_t{16} << 20;  // of those together

std::vector<std::string> commits_with(const GitRepository& repository, const std::string& path) {
  const auto result = run_git(
      repository, {
                      .question = GitQuestion::kFileCommits, .arguments = {"HEAD", "--", path}
  });
  std::vector<std::string> commits;
  if (!result || !result->succeeded()) return commits;
  std::string_view text = result->output.head();
  while (!text.empty() && commits.size() < kMaxEarlierContents) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) commits.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return commits;
}

// "OBJECT blob SIZE", a line end, the content and another line end; a commit that removed the file
// has "COMMIT:PATH missing" in its place. Nothing: it ends here, or is something else.
std::optional<std::string_view> next_content(std::string_view& text, bool& is_missing) {
  const size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view about = text.substr(0, end);
  text.remove_prefix(end + 1);
  is_missing = about.ends_with(" missing");
  if (is_missing) return std::string_view();
  const size_t space = about.rfind(' ');
  if (space == std::string_view::npos || !about.substr(0, space).ends_with(" blob")) {
    return std::nullopt;
  }
  size_t size = 0;
  const char* last = about.data() + about.size();
  const auto [stop, fault] = std::from_chars(about.data() + space + 1, last, size);
  if (fault != std::errc() || stop != last || text.size() <= size) return std::nullopt;
  const std::string_view content = text.substr(0, size);
  text.remove_prefix(size + 1);
  return content;
}

}  // namespace

void read_earlier_contents(const GitRepository& repository, const std::string& path,
                           const std::function<bool(std::string_view content)>& take) {
  // Objects are asked for a line each.
  if (path.empty() || path.find('\n') != std::string::npos) return;
  const std::vector<std::string> commits = commits_with(repository, path);
  for (size_t from = 0; from < commits.size(); from += kContentsAtOnce) {
    const size_t to = std::min(commits.size(), from + kContentsAtOnce);
    GitCall call{.question = GitQuestion::kContents};
    for (size_t i = from; i < to; ++i) call.input += commits[i] + ":" + path + "\n";
    call.bounds = {.head = kMaxContentBytes, .tail = 0};
    const auto result = run_git(repository, call);
    if (!result || !result->succeeded()) return;
    std::string_view rest = result->output.head();
    for (size_t i = from; i < to; ++i) {
      bool is_missing = false;
      const auto content = next_content(rest, is_missing);
      if (!content) return;
      if (!is_missing && !take(*content)) return;
    }
  }
}

}  // namespace clew
