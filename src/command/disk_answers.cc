#include "command/disk_answers.h"

#include <algorithm>

#include "files/relative_path.h"

namespace clew {

DiskAnswers::DiskAnswers(FileSystem& files, const FoundSession& found) : files_(files) {
  const std::string below = parent_of(found.place.files.front());
  for (const auto& path :
       {below == "." ? found.folder : join_path(found.folder, below), found.folder}) {
    if (auto folder = files_.open_folder(path)) folders_.push_back(std::move(*folder));
  }
}

bool DiskAnswers::answer(std::string path) {
  while (path.starts_with("./")) path.erase(0, 2);
  if (path.find('\0') != std::string::npos) return false;
  if (!path.starts_with('/')) return anywhere(path);
  if (files_.info(path)) return true;
  for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    if (anywhere(path.substr(at + 1))) return true;
  }
  return false;
}

bool DiskAnswers::anywhere(const std::string& path) {
  return std::any_of(folders_.begin(), folders_.end(),
                     [&](const auto& folder) { return folder->info(path).ok(); });
}

void tell_disk(FileSystem& files, const FoundSession& found, Readings& readings) {
  std::unique_ptr<DiskAnswers> disk;
  for (const auto& reading : readings.sessions) {
    for (const auto& question : reading.disk) {
      if (!disk) disk = std::make_unique<DiskAnswers>(files, found);
      if (!disk->answer(question.path)) readings.findings.push_back(question.finding);
    }
  }
}

}  // namespace clew
