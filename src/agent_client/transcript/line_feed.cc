#include "agent_client/transcript/line_feed.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "document/json/json_without_long_strings.h"
#include "document/json/lenient_json.h"

namespace clew::transcript {
namespace {

// More of them say nothing new.
constexpr size_t kMaxDamaged = 20;
// A line that is longer than others may be is read without its longest texts. Clients send twenty
// pictures with a prompt, and at most 32 MB.
constexpr Limits kWholeLine{.line_bytes = size_t{64} << 20};
constexpr size_t kMaxText = size_t{64} << 10;

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

void LineFeed::begin(const std::string& file) {
  reader_.emplace(kWholeLine);
  file_ = file;
  line_ = 0;
  damaged_ = 0;
}

void LineFeed::add(BytesView piece) {
  reader_->add(piece);
  drain();
}

void LineFeed::end() {
  reader_->finish();
  drain();
  if (damaged_ > kMaxDamaged) {
    report(Severity::kWarning, "damaged-line",
           fmt::format("cannot read {} more lines", damaged_ - kMaxDamaged));
  }
}

void LineFeed::drain() {
  while (true) {
    const auto next = reader_->next();
    if (!next) {
      ++line_;
      pass_over_long(kWholeLine.line_bytes);
      continue;
    }
    if (!*next) return;
    line_ = (*next)->number;
    if ((*next)->text.size() > Limits().line_bytes) {
      take_long_line(**next);
    } else if (!is_blank((*next)->text)) {
      take_line(**next);
    }
  }
}

void LineFeed::pass_over_long(size_t limit) {
  ++counts_.lines;
  ++counts_.unreadable;
  report(Severity::kWarning, "long-line",
         fmt::format("skipped a line longer than the limit of {} bytes", limit), {}, line_);
}

void LineFeed::take_long_line(const JsonLine& line) {
  LeanJson lean(kMaxText);
  lean.take(line.text);
  if (lean.text().size() > Limits().line_bytes) return pass_over_long(Limits().line_bytes);
  report(Severity::kNote, "long-text",
         fmt::format("{} text{} of more than {} bytes, such as images, {} left out of this line; "
                     "the rest of it was read",
                     lean.left_out(), lean.left_out() == 1 ? "" : "s", kMaxText,
                     lean.left_out() == 1 ? "was" : "were"),
         {}, line_);
  JsonLine shorter = line;
  shorter.text = lean.text();
  take_line(shorter);
}

void LineFeed::take_line(const JsonLine& line) {
  ++counts_.lines;
  auto tree = parse_json_line(line);
  if (!tree) {
    if (auto repaired = parse_cut_json(line.text)) tree = std::move(repaired);
  }
  if (tree && tree->is_object()) return take_(*tree);
  ++counts_.unreadable;
  if (line.end == LineEnd::kMissing) {
    report(Severity::kWarning, "torn-line",
           "the last line is incomplete; everything before it was read",
           "import it again when the session has ended", line.number);
    return;
  }
  damaged(line.number, tree ? "it is not an object" : tree.error().message);
}

void LineFeed::damaged(size_t line, const std::string& what) {
  if (++damaged_ > kMaxDamaged) return;
  report(Severity::kWarning, "damaged-line",
         fmt::format("cannot read this line ({}); the others were read", cut(one_line(what), 120)),
         {}, line);
}

void LineFeed::unknown(const std::string& type) {
  ++counts_.unknown;
  Unknown& known = unknown_[cut(one_line(type), 60)];
  if (known.count++ > 0) return;
  known.file = file_;
  known.line = line_;
}

void LineFeed::end_all() {
  for (const auto& [type, reported] : unknown_) {
    file_ = reported.file;
    report(Severity::kWarning, "unknown-type",
           fmt::format("{} line{} of the unknown type \"{}\" {} skipped", reported.count,
                       reported.count == 1 ? "" : "s", type, reported.count == 1 ? "was" : "were"),
           {}, reported.line);
  }
  unknown_.clear();
}

void LineFeed::report(Severity severity, const std::string& rule, std::string message,
                      std::string next, size_t line) {
  Finding finding;
  finding.severity = severity;
  finding.rule = client_ + "." + rule;
  finding.message = std::move(message);
  finding.next = std::move(next);
  finding.file = file_;
  if (line > 0) finding.position = TextPosition{line, 1};
  findings_.push_back(std::move(finding));
}

std::string call_words(const std::string& tool, const std::string& subject) {
  return subject.empty() ? tool : fmt::format("{}: {}", tool, cut(one_line(subject), 200));
}

int64_t count_lines(std::string_view text) {
  if (text.empty()) return 0;
  const auto breaks = std::count(text.begin(), text.end(), '\n');
  return breaks + (text.ends_with('\n') ? 0 : 1);
}

}  // namespace clew::transcript
