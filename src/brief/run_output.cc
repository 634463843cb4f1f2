#include "brief/run_output.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "brief/sentences.h"
#include "brief/words.h"

namespace clew {
namespace {

constexpr size_t kLongestError = 160;

bool is_decimal(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool is_count(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), is_decimal);
}

// "3 failed", "failed: 3", "Failures: 2", "3 errors"
std::optional<long> count_named(const std::vector<std::string>& words,
                                std::initializer_list<std::string_view> names) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (std::find(names.begin(), names.end(), words[i]) == names.end()) continue;
    if (i > 0 && is_count(words[i - 1]) && words[i - 1].size() < 7) return std::stol(words[i - 1]);
    if (i + 1 < words.size() && is_count(words[i + 1]) && words[i + 1].size() < 7) {
      return std::stol(words[i + 1]);
    }
    if (i > 1 && words[i - 1] == "tests" && is_count(words[i - 2]) && words[i - 2].size() < 7) {
      return std::stol(words[i - 2]);
    }
  }
  return std::nullopt;
}

std::string bare_line(std::string_view line) {
  std::string out = one_line(line);
  const size_t from = std::min(out.find_first_not_of("=-_* #"), out.size());
  const size_t to = out.find_last_not_of("=-_* #");
  return to == std::string::npos ? "" : out.substr(from, to + 1 - from);
}

bool has_any_of(std::string_view line, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return line.find(part) != std::string_view::npos;
  });
}

// A line that names a failed test.
bool names_test(std::string_view line) {
  const std::string_view bare = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
  return bare.starts_with("E ") || bare.starts_with("FAILED") || bare.starts_with("FAIL") ||
         bare.starts_with("not ok") || bare.starts_with("✗") || bare.starts_with("×") ||
         bare.starts_with("--- FAIL") || bare.starts_with("● ") || bare.ends_with(" FAILED") ||
         has_any_of(bare, {" FAILED:", " FAILED -"});
}

bool names_error(std::string_view line) {
  if (names_test(line)) return true;
  return has_any_of(line, {"error:",
                           "Error:",
                           "ERROR",
                           "fatal:",
                           "panic:",
                           "Exception",
                           "Killed",
                           "error[",
                           "ERR!",
                           "npm error",
                           "undefined reference",
                           "Segmentation",
                           "cannot ",
                           "Cannot ",
                           "not found",
                           "No such file",
                           "AssertionError",
                           "denied",
                           "refused",
                           "timed out"});
}

// "FAIL app/admin 0.2s", "FAILED (failures=1)": that something failed, but not what.
bool is_summary(std::string_view line) {
  if (line.starts_with("FAILED (") || line == "FAIL" || line == "FAILED") return true;
  const bool is_package = line.starts_with("FAIL") && line.ends_with('s') && line.size() > 2 &&
                          is_decimal(line[line.size() - 2]);
  const auto words = words_of(line);
  return is_package || (line.find("::") == std::string_view::npos && words.size() <= 10 &&
                        count_named(words, {"failed", "failures"}).has_value() &&
                        count_named(words, {"passed", "tests", "total", "completed"}).has_value());
}

}  // namespace

Counts counted_in(std::string_view output) {
  const auto lines = lines_of(output);
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    const auto words = words_of(*line);
    Counts out;
    out.passed = count_named(words, {"passed", "passing", "pass", "ok", "succeeded", "successful"});
    out.failed = count_named(
        words, {"failed", "failing", "failures", "failure", "fail", "errors", "error", "problems"});
    if (!out.passed && !out.failed) continue;
    // "12 ok" in prose is no count of tests: a runner says it in a short line.
    if (count_characters(*line) > 160) continue;
    out.line = std::string(*line);
    // Some tell passes and failures in two lines.
    if (!out.failed) {
      for (const auto& other : lines) {
        const auto more = count_named(words_of(other), {"failed", "failing", "failures", "fail"});
        if (more) out.failed = more;
      }
    }
    return out;
  }
  return {};
}

bool has_test_counts(std::string_view output) {
  const Counts counts = counted_in(output);
  const auto words = words_of(counts.line);
  return (counts.passed || counts.failed) &&
         std::any_of(words.begin(), words.end(), [](const std::string& word) {
           return word == "passed" || word == "tests" || word == "test" || word == "failures";
         });
}

std::string counts_in(std::string_view output) { return bare_line(counted_in(output).line); }

bool ends_well(std::string_view output) {
  std::string last;
  for (const auto& line : lines_of(output)) {
    if (std::string bare = bare_line(line); !bare.empty()) last = std::move(bare);
  }
  return last == "OK" || last == "PASS" || last == "PASSED" || last.starts_with("OK (") ||
         last.starts_with("BUILD SUCCESS") || last.starts_with("ok ");
}

std::string error_line_of(std::string_view output) {
  const auto lines = lines_of(output);
  std::string last;
  std::string named;
  std::string summed;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string line = bare_line(lines[i]);
    if (line.empty()) continue;
    last = line;
    if (!names_error(lines[i])) continue;
    if (is_summary(line)) {
      summed = line;
      continue;
    }
    named = line;
    // A name alone: the line below says what happened.
    const bool is_bare = line.ends_with("FAILED") || line.starts_with("FAIL:") ||
                         line.starts_with("FAIL ") || line.starts_with("●");
    if (is_bare && i + 1 < lines.size()) {
      const std::string below = bare_line(lines[i + 1]);
      if (!below.empty() && !is_summary(below) && !names_test(below)) {
        named += " · " + below;
        ++i;
      }
    }
  }
  return cut(!named.empty() ? named : !summed.empty() ? summed : last, kLongestError);
}

}  // namespace clew
