#include "interface/hooks/command_output.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "brief/command_key.h"

namespace clew {
namespace {

// They print variables, files or what a server answers.
constexpr std::string_view kNeverKept[] = {
    "aws",     "az",     "base64",    "bat",         "cat",      "curl",    "docker",  "env",
    "export",  "gcloud", "gh",        "head",        "heroku",   "history", "http",    "jq",
    "kubectl", "less",   "more",      "mysql",       "op",       "openssl", "pass",    "printenv",
    "ps",      "psql",   "redis-cli", "secret-tool", "security", "set",     "sqlite3", "ssh",
    "strings", "tail",   "terraform", "vault",       "wget",     "xxd",
};

// "sudo A=1 /bin/cat" is cat.
std::string_view program_of(std::string_view part) {
  for (;;) {
    part.remove_prefix(std::min(part.find_first_not_of(" \t$\"'"), part.size()));
    std::string_view word = part.substr(0, part.find_first_of(" \t"));
    part.remove_prefix(word.size());
    const bool goes_before = word == "sudo" || word == "time" || word == "nohup" ||
                             word == "xargs" || word.find('=') != std::string_view::npos;
    if (goes_before && !part.empty()) continue;
    const size_t slash = word.rfind('/');
    return slash == std::string_view::npos ? word : word.substr(slash + 1);
  }
}

// Looks at every part of the line but filters: what `pytest | tail` prints is pytest's.
bool is_private_output(std::string_view line) {
  bool is_filter = false;
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find_first_of("|&;()`\n", at), line.size());
    const std::string_view part = line.substr(at, end - at);
    const bool is_looked_at = !is_filter || part.find("xargs") != std::string_view::npos;
    const auto* found = std::find(std::begin(kNeverKept), std::end(kNeverKept), program_of(part));
    if (is_looked_at && found != std::end(kNeverKept)) return true;
    const bool is_pipe = end < line.size() && line[end] == '|' && line.substr(end, 2) != "||";
    is_filter = is_pipe;
    at = end + (line.substr(end, 2) == "||" ? 2 : 1);
  }
  return false;
}

bool is_measuring(std::string_view line) { return measures(read_command(line).key.kind); }

}  // namespace

std::string output_to_keep(const ShellCommand& command) {
  const bool matters = command.outcome == RunOutcome::kFailure || is_measuring(command.text);
  if (!matters || command.output.empty() || is_private_output(command.text)) return {};
  std::vector<std::string> lines;
  const std::string text = to_utf8(command.output);
  for (size_t end = text.size(); end > 0 && lines.size() < kMaxOutputLines;) {
    const size_t line_end = text.rfind('\n', end - 1);
    const size_t from = line_end == std::string::npos ? 0 : line_end + 1;
    std::string line =
        cut(one_line(std::string_view(text).substr(from, end - from)), kMaxOutputLine);
    if (!line.empty()) lines.push_back(std::move(line));
    end = line_end == std::string::npos ? 0 : line_end;
  }
  std::string out;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    out += (out.empty() ? "" : "\n") + *line;
  }
  return out;
}

}  // namespace clew
