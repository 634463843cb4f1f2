#include "dialect/essay/salvage.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "dialect/essay/log_text.h"
#include "dialect/essay/paths.h"
#include "dialect/essay/shapes.h"

namespace clew::essay {
namespace {

constexpr int64_t kMaxSections = 1000;

// essay-pipeline-20260214-143022 says when it began.
std::optional<Time> time_in_name(std::string_view entry) {
  constexpr std::string_view kPrefix = "essay-pipeline-";
  if (!entry.starts_with(kPrefix)) return std::nullopt;
  const std::string_view stamp = entry.substr(kPrefix.size());
  if (stamp.size() != 15 || stamp[8] != '-') return std::nullopt;
  const auto part = [&](size_t at, size_t length) { return stamp.substr(at, length); };
  const auto time = parse_time(fmt::format("{}-{}-{}T{}:{}:{}Z", part(0, 4), part(4, 2), part(6, 2),
                                           part(9, 2), part(11, 2), part(13, 2)));
  return time ? std::optional(time->time) : std::nullopt;
}

void add_file(Remains& remains, const NamedFile& file, const std::string& name) {
  remains.names.insert(name);
  if (const auto section = argument_section(name); section && *section <= kMaxSections) {
    remains.argued.insert(*section);
  }
  if (name == kStages[1].artifact) remains.outlined = sections_of_outline(file.text);
  if (name == kStages[3].artifact) remains.draft = sections_of_draft(file.text);
  for (size_t i = 0; i < std::size(kLogs); ++i) {
    if (name != kLogs[i].file) continue;
    remains.logs.push_back({&document_shapes()[i + 1], file.path, Value(), file.text});
    for (const auto& entry : parse_log(file.text)) {
      remains.began = std::min(remains.began.value_or(entry.at), entry.at);
      remains.last = std::max(remains.last.value_or(entry.at), entry.at);
    }
  }
}

}  // namespace

bool Remains::has_artifact() const {
  return !argued.empty() || has(kStages[0].artifact) || has(kStages[1].artifact) ||
         has(kStages[3].artifact) || has(kFinalEssay);
}

int64_t Remains::draft_number(size_t i) const {
  return draft[i].number.value_or(static_cast<int64_t>(i) + 1);
}

int64_t Remains::total_sections() const {
  int64_t total = outlined;
  if (!argued.empty()) total = std::max(total, *argued.rbegin());
  for (size_t i = 0; i < draft.size(); ++i) total = std::max(total, draft_number(i));
  return std::min(total, kMaxSections);
}

std::vector<Remains> find_remains(const FileSet& files) {
  std::map<std::string, Remains> found;
  for (const auto& file : files.files) {
    const size_t slash = file.path.rfind('/');
    const std::string entry = slash == std::string::npos ? "" : file.path.substr(0, slash);
    Remains& remains = found[entry];
    remains.entry = entry;
    add_file(remains, file, slash == std::string::npos ? file.path : file.path.substr(slash + 1));
  }
  std::vector<Remains> out;
  for (auto& [entry, remains] : found) {
    if (const auto named = time_in_name(base_name(entry))) remains.began = named;
    if (!remains.last || (remains.began && *remains.last < *remains.began)) {
      remains.last = remains.began;
    }
    out.push_back(std::move(remains));
  }
  return out;
}

}  // namespace clew::essay
