#include "dialect/feature/feature_dialect.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "dialect/feature/dialect_class.h"
#include "dialect/feature/fix_known_slips.h"
#include "document/merge_conflict.h"
#include "document/yaml/write_yaml.h"
#include "document/yaml/yaml.h"

namespace clew {
namespace feature {
namespace {

bool is_in_view(const std::string& folder) {
  return is_feature_id(last_part(folder)) || last_part(folder_of(folder)) == ".ai-session";
}

// Of the contract, in the folder that the features lie in.
bool is_acknowledgment(const std::string& path, const std::string& tree) {
  const AgentContract& contract = agent_contract();
  return path == join_path(tree, contract.latest_path()) ||
         (path.ends_with(".md") &&
          folder_of(path) == join_path(tree, folder_of(contract.own_path("x"))));
}

bool starts_line(const std::string& text, const std::string& word) {
  return text.starts_with(word) || text.find("\n" + word) != std::string::npos;
}

// "Ensure timestamps are monotonic": the session as it is to be told over `base`, which did not
// change before the time that its state says there, also when another program's clock is ahead of
// ours.
Session not_before(const Session& session, const FileSet& base) {
  Session reported = session;
  const NamedFile* file = base.find(join_path(id_of(session), kStateFile));
  const auto state = parse_yaml(file == nullptr ? std::string() : file->text);
  const Value* current = state ? state->value.find("current_state") : nullptr;
  const auto said = current == nullptr ? std::nullopt : time_in(*current, "last_updated");
  if (said && *said > last_change(session)) reported.last_activity = *said;
  return reported;
}

}  // namespace

// By the name of the file. README.md counts only in the folder of the features, since others are
// everywhere.
const DocumentShape* FeatureDialect::document_of(const std::string& path) const {
  const std::string file = last_part(path);
  const std::string folder = last_part(folder_of(path));
  const char* wanted = file == kStateFile     ? kState
                       : file == kPlanFile    ? kPlan
                       : file == kHistoryFile ? kHistory
                       : file == kIndexFile   ? kIndex
                       : file == kReadmeFile && (folder.empty() || folder == ".ai-session")
                           ? kReadme
                           : "";
  for (const auto& document : documents_) {
    if (document.name == wanted) return &document;
  }
  return nullptr;
}

// A folder is a session's when it has a feature's id, lies in .ai-session, or has both the state
// and the plan.
std::vector<Location> FeatureDialect::locations(const std::vector<std::string>& names) const {
  std::vector<std::string> folders;
  std::unordered_set<std::string> met;
  const std::unordered_set<std::string_view> all(names.begin(), names.end());
  const auto has = [&](const std::string& path) { return all.contains(path); };
  for (const auto& path : names) {
    const std::string file = last_part(path);
    if (file != kStateFile && file != kPlanFile && file != kHistoryFile) continue;
    const std::string folder = folder_of(path);
    const bool is_whole = has(join_path(folder, kStateFile)) && has(join_path(folder, kPlanFile));
    if (!is_in_view(folder) && !is_whole) continue;
    if (met.insert(folder).second) folders.push_back(folder);
  }
  std::vector<Location> locations;
  for (const auto& folder : folders) {
    // The primary is named even when it is gone: that is how its absence is seen.
    Location location{last_part(folder), {join_path(folder, kStateFile)}};
    for (const char* file : {kPlanFile, kHistoryFile}) {
      if (has(join_path(folder, file))) location.files.push_back(join_path(folder, file));
    }
    if (!folder.empty()) {
      for (const char* file : {kIndexFile, kReadmeFile}) {
        const std::string path = join_path(folder_of(folder), file);
        if (has(path)) location.files.push_back(path);
      }
      for (const auto& path : names) {
        if (is_acknowledgment(path, folder_of(folder))) location.files.push_back(path);
      }
    }
    locations.push_back(std::move(location));
  }
  return locations;
}

bool FeatureDialect::recognises(const std::string& path, const std::string& text) const {
  const DocumentShape* shape = document_of(path);
  if (shape == nullptr || shape->name == kReadme) return false;
  if (shape->name == kState) {
    return starts_line(text, "feature_id:") || starts_line(text, "current_state:");
  }
  if (shape->name == kPlan) return starts_line(text, "feature:") || starts_line(text, "phases:");
  if (shape->name == kIndex) return starts_line(text, "active_features:");
  return text.empty() || (text.find("\"timestamp\"") != std::string::npos &&
                          text.find("\"command\"") != std::string::npos);
}

// Slips that agents make again and again in these files, which are no valid YAML. Each is put right
// in memory and reported; the file is only changed when it is written anyway.
std::string FeatureDialect::repair(const DocumentShape& shape, const std::string& path,
                                   const std::string& text, FindingSink& sink) const {
  const Document document{&shape, path, {}, {}};
  if (shape.name == kIndex && !parse_yaml(text)) {
    std::string readable = text;
    if (auto repaired = repair_orphans(readable)) {
      sink.rule("index-orphans", document, {},
                fmt::format("line {}: this does not belong to any entry", repaired->line));
      readable = std::move(repaired->text);
    }
    if (auto repaired = repair_index(readable)) {
      sink.rule("index-list", document, {},
                fmt::format("line {}: `active_features: []` has entries below it", repaired->line));
      readable = std::move(repaired->text);
    }
    return readable;
  }
  if (shape.name == kState) {
    if (auto repaired = repair_state(text)) {
      sink.rule("state-status", document, {},
                fmt::format("line {}: `status:` is indented below feature_id", repaired->line));
      return std::move(repaired->text);
    }
  }
  return text;
}

// A folder may allow other models than the usual three: then a dialect with that list does the
// work.
std::optional<FeatureDialect> FeatureDialect::as_folder_says(const FileSet& files) const {
  for (const auto& file : files.files) {
    if (last_part(file.path) != kIndexFile || !starts_line(file.text, "models:")) continue;
    const auto index = parse_yaml(repaired(file));
    if (!index) continue;
    std::vector<std::string> models = texts_in(index->value, "models");
    std::erase(models, "");
    if (!models.empty() && models != models_) return FeatureDialect(std::move(models));
  }
  return std::nullopt;
}

std::unique_ptr<Dialect> FeatureDialect::as_configured(const FileSet& files) const {
  const auto other = as_folder_says(files);
  return other ? std::make_unique<FeatureDialect>(other->models_) : nullptr;
}

// A file that cannot be read takes its session out of the readings, or all of them when it belongs
// to the folder.
Readings FeatureDialect::read(const FileSet& files) const {
  if (const auto other = as_folder_says(files)) return other->read(files);
  Readings readings = TreeDialect::read(files);
  for (const auto& finding : readings.findings) {
    if (finding.rule != "feature.syntax" && finding.rule != "feature.merge-conflict") continue;
    const DocumentShape* shape = document_of(finding.file);
    // A line that cannot be read takes nothing from the others.
    const bool is_line = finding.rule == "feature.syntax" && shape != nullptr &&
                         shape->kind == DocumentKind::kJsonLines;
    if (is_line) continue;
    const bool is_shared = shape != nullptr && shape->owner == FileOwner::kFolder;
    const std::string folder = last_part(folder_of(finding.file));
    std::erase_if(readings.sessions, [&](const Reading& reading) {
      return is_shared || folder.empty() || !is_feature_id(folder) || reading.entry == folder;
    });
  }
  // What is there and cannot be read is not missing.
  std::erase_if(readings.findings, [&](const Finding& finding) {
    constexpr std::string_view kMissing = " is missing";
    const bool says_so = finding.rule.ends_with("-missing") || finding.rule == "feature.not-listed";
    if (!says_so || !finding.message.ends_with(kMissing)) return false;
    std::string path = finding.message.substr(0, finding.message.size() - kMissing.size());
    if (path == kIndexFile) path = join_path(folder_of(folder_of(finding.file)), path);
    return files.find(path) != nullptr;
  });
  return readings;
}

// What may not be written over: conflict markers, and a version that is not known.
std::optional<Error> FeatureDialect::refuse_base(const FileSet& base) const {
  for (const auto& file : base.files) {
    const DocumentShape* shape = document_of(file.path);
    if (shape == nullptr || shape->kind == DocumentKind::kText) continue;
    if (const auto conflict = read_conflict(file.text)) {
      return make_error(ErrorCode::kInvalid,
                        fmt::format("line {}: {}", conflict->line, to_text(*conflict)), file.path,
                        "clew validate " + file.path);
    }
    if (shape->name != kState) continue;
    const auto repaired = repair_state(file.text);
    const auto document = parse_yaml(repaired ? repaired->text : file.text);
    if (!document) continue;
    if (const auto version = unknown_version(document->value)) {
      return make_error(
          ErrorCode::kInvalid,
          fmt::format("version {} is not supported; the file is left unchanged", *version),
          file.path, "use a version of clew that supports it");
    }
  }
  return std::nullopt;
}

std::string FeatureDialect::repaired(const NamedFile& file) const {
  FindingSink unheard(kName, rules());
  const DocumentShape* shape = document_of(file.path);
  const bool is_yaml = shape != nullptr && shape->kind == DocumentKind::kYaml;
  return is_yaml ? repair(*shape, file.path, file.text, unheard) : file.text;
}

// The base as it has to be for the difference to be seen: mended, and with a state.yaml, without
// which plan and history would not be known as this session's.
FileSet FeatureDialect::prepare(const Document& state, const FileSet& base) const {
  const std::string folder = folder_of(state.path);
  FileSet prepared;
  bool needs_state = false;
  bool has_state = false;
  for (const auto& file : base.files) {
    NamedFile& copy = prepared.files.emplace_back(file);
    copy.text = repaired(file);
    if (file.path != state.path) {
      needs_state |= folder_of(file.path) == folder;
      continue;
    }
    const auto parsed = parse_yaml(copy.text);
    if (!parsed || parsed->value.is_object()) {
      has_state = true;
    } else {
      prepared.files.pop_back();
    }
  }
  if (needs_state && !has_state) prepared.files.push_back({state.path, write_yaml(state.tree)});
  return prepared;
}

// A file in which only a slip would be put right stays as it was, so that nothing changes without a
// reason.
Result<FileSet> FeatureDialect::write(const Session& session, const FileSet& base) const {
  if (const auto other = as_folder_says(base)) return other->write(session, base);
  if (auto refusal = refuse_base(base)) return std::move(*refusal);
  const Session forward = not_before(session, base);
  CLEW_ASSIGN(const Documents reported, express(forward));
  const FileSet prepared = prepare(*find_document(reported, kState), base);
  CLEW_ASSIGN(FileSet files, TreeDialect::write(forward, prepared));
  // A file that nothing is due in stays as it was, slips included.
  for (auto& file : files.files) {
    const NamedFile* present = base.find(file.path);
    if (present != nullptr && repaired(*present) == file.text) file.text = present->text;
  }
  return files;
}

// Slips are put right; the index has an entry for each session, with the status of its state.yaml.
FileSet FeatureDialect::in_agreement(FileSet files) const {
  for (auto& file : files.files) file.text = repaired(file);
  const Readings readings = read(files);
  const auto complains = [&](const std::string& entry, std::string_view rule) {
    return std::any_of(readings.findings.begin(), readings.findings.end(),
                       [&](const Finding& finding) {
                         return finding.rule == rule && last_part(folder_of(finding.file)) == entry;
                       });
  };
  for (const auto& reading : readings.sessions) {
    if (!complains(reading.entry, "feature.not-listed") &&
        !complains(reading.entry, "feature.status-differs")) {
      continue;
    }
    for (auto& file : files.files) {
      if (last_part(file.path) != kIndexFile) continue;
      // Without the session's own files, which would seem to have told its entry already.
      auto reported = write(reading.session, FileSet{{file}});
      const NamedFile* index = reported ? reported->find(file.path) : nullptr;
      if (index != nullptr) file.text = index->text;
    }
  }
  return files;
}

}  // namespace feature

const Dialect& feature_dialect() {
  static const feature::FeatureDialect dialect(feature::default_models());
  return dialect;
}

std::unique_ptr<Dialect> make_feature_dialect(std::vector<std::string> models) {
  return std::make_unique<feature::FeatureDialect>(std::move(models));
}

}  // namespace clew
