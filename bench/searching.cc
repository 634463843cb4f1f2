// Searching text for secrets: what a KiB of it costs, as a ratio to a hash that reads every byte
// (FNV-1a), and how often text without secrets is redacted.
//   searching [-v] PATH…   files and folders without secrets; -v shows every redaction

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "bench_store.h"
#include "secrets/find_secrets.h"

namespace clew::bench {
namespace {

namespace fs = std::filesystem;

uint64_t hash_of(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

// Text files below `root`; not what git keeps, and nothing that was built.
std::vector<fs::path> files_below(const fs::path& root) {
  if (fs::is_regular_file(root)) return {root};
  std::vector<fs::path> files;
  auto at = fs::recursive_directory_iterator(root, fs::directory_options::skip_permission_denied);
  for (; at != fs::recursive_directory_iterator(); ++at) {
    const std::string name = at->path().filename().string();
    if (at->is_symlink()) continue;
    if (at->is_directory() && (name == ".git" || name == "build")) at.disable_recursion_pending();
    if (at->is_regular_file()) files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

struct Counts {
  size_t lines = 0;
  size_t redactions = 0;
};

void show(const fs::path& file, const std::string& text, const SecretFinding& found) {
  constexpr size_t kMaxShown = 80;
  const size_t line = text.rfind('\n', found.start) + 1;
  const size_t from = std::max(line, found.start < kMaxShown ? 0 : found.start - kMaxShown);
  std::printf("  %s: %s: %s[%s]\n", file.c_str(), found.kind,
              text.substr(from, found.start - from).c_str(),
              text.substr(found.start, std::min(found.length, kMaxShown)).c_str());
}

volatile uint64_t sink = 0;

double ratio_of(const std::string& text) {
  constexpr int kRounds = 15;
  return paired_ratio(
      kRounds, [&] { sink = sink + find_secrets(text).size(); },
      [&] { sink = sink + hash_of(text); });
}

int run(int argc, char** argv) {
  constexpr size_t kMaxTimed = size_t{4} << 20;
  bool is_verbose = false;
  Counts counts;
  std::string timed;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "-v") {
      is_verbose = true;
      continue;
    }
    for (const auto& file : files_below(argv[i])) {
      const std::string text = text_of(file);
      if (text.find('\0') != std::string::npos) continue;
      counts.lines += static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
      for (const auto& found : find_secrets(text)) {
        ++counts.redactions;
        if (is_verbose) show(file, text, found);
      }
      if (timed.size() < kMaxTimed) timed += text;
    }
  }
  row_at_most("searching text for secrets, times FNV-1a over it", 7, ratio_of(timed), "x");
  std::string hostile;
  while (hostile.size() < (size_t{1} << 20)) hostile += "password=";
  row_at_most("searching 1 MiB of \"password=\", times FNV-1a over it", 40, ratio_of(hostile), "x");
  const double per_lines =
      static_cast<double>(counts.redactions) * 10'000 / static_cast<double>(counts.lines);
  row_at_most("redactions in 10,000 lines of harmless text", 1, per_lines, "");
  return 0;
}

}  // namespace
}  // namespace clew::bench

int main(int argc, char** argv) { return clew::bench::run(argc, argv); }
