#include "command/integrity/diagnosis.h"

#include <algorithm>

#include "engine/workspace.h"
#include "files/relative_path.h"
#include "files/replace_file.h"
#include "files/whole_file.h"
#include "view/lost_lines.h"
#include "view/rebuild_index.h"
#include "view/repair_writer.h"

namespace clew {
namespace {

constexpr uint64_t kMaxSideFile = uint64_t{1} << 20;

}  // namespace

std::vector<const NamedFile*> RepairSurvey::damaged(Kind kind) const {
  std::vector<const NamedFile*> out;
  for (const auto& file : found_.files.files) {
    const bool is_kind = kind(*found_.dialect, file.path);
    const bool is_short = is_broken(*found_.dialect, file) || has_better_backup(file);
    if (is_kind && is_short) out.push_back(&file);
  }
  return out;
}

std::optional<std::string> RepairSurvey::backup_of(const std::string& path) const {
  const std::string whole = join_path(found_.folder, path);
  const auto opened = workspace_.files().open_folder(parent_of(whole));
  if (!opened) return std::nullopt;
  auto backup = read_whole_file(**opened, backup_name_of(last_part_of(whole)));
  if (!backup || is_broken(*found_.dialect, {path, *backup})) return std::nullopt;
  return std::move(*backup);
}

// What was cut off deep inside, or between two lines, looks like a document of few words: the
// backup tells.
bool RepairSurvey::has_better_backup(const NamedFile& file) const {
  const auto backup = backup_of(file.path);
  if (!backup) return false;
  if (find_early_end(*backup, file.text)) return true;
  return has_gaps(*found_.dialect, file) && !has_gaps(*found_.dialect, {file.path, *backup});
}

std::vector<std::string> RepairSurvey::broken_files() const {
  std::vector<std::string> out;
  for (const NamedFile* file : damaged([](const Dialect& dialect, const std::string& path) {
         return !is_index(dialect, path) && !is_append_only(dialect, path);
       })) {
    out.push_back(file->path);
  }
  if (missing_primary(*found_.dialect, found_.location, found_.files)) {
    out.push_back(found_.location.files.front());
    return out;
  }
  for (const auto& reading : found_.dialect->read(found_.files).sessions) {
    if (reading.entry != found_.location.entry) continue;
    for (const auto& path : found_.dialect->files_of(reading.session)) {
      if (is_expected(*found_.dialect, path) && found_.files.find(path) == nullptr) {
        out.push_back(path);
      }
    }
  }
  return out;
}

std::vector<std::string> RepairSurvey::broken_shared() const {
  std::vector<std::string> out;
  for (const NamedFile* file : damaged(is_index)) out.push_back(file->path);
  for (auto& path : missing_shared(found_.files)) out.push_back(std::move(path));
  return out;
}

std::vector<std::string> RepairSurvey::missing_shared(const FileSet& files) const {
  std::vector<std::string> out;
  const Readings readings = found_.dialect->read(files);
  for (const auto& finding : readings.findings) {
    constexpr std::string_view kMissing = " is missing";
    if (!finding.message.ends_with(kMissing)) continue;
    const std::string path = finding.message.substr(0, finding.message.size() - kMissing.size());
    if (is_index(*found_.dialect, path)) out.push_back(path);
  }
  return out;
}

FileSet RepairSurvey::disagreeing(const FileSet& files) const {
  FileSet agreed = found_.dialect->in_agreement(files);
  std::erase_if(agreed.files,
                [&](const NamedFile& file) { return files.find(file.path)->text == file.text; });
  return agreed;
}

FileSet RepairSurvey::everything() const {
  FileSet set = found_.files;
  const std::string primary = found_.location.files.empty() ? "" : found_.location.files.front();
  const size_t slash = primary.rfind('/');
  const std::string below = slash == std::string::npos ? "" : primary.substr(0, slash + 1);
  const auto opened = workspace_.files().open_folder(found_.folder + "/" + below);
  const auto names = opened ? (*opened)->list() : Result<std::vector<std::string>>(opened.error());
  if (!names) return set;
  for (const auto& name : *names) {
    if (set.find(below + name) != nullptr) continue;
    auto text = read_whole_file(**opened, name, kMaxSideFile);
    if (!text || found_.dialect->recognises(below + name, *text)) continue;
    set.files.push_back({below + name, std::move(*text)});
  }
  return set;
}

}  // namespace clew
