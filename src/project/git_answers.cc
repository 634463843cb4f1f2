#include "project/git_answers.h"

#include "base/hash.h"
#include "files/machine.h"
#include "files/make_folders.h"
#include "files/replace_file.h"
#include "files/whole_file.h"

namespace clew {
namespace {

std::string name_of_key(const std::string& key) { return sha256(key).hex().substr(0, 32); }

}  // namespace

std::optional<std::string> GitAnswersInFolder::get(const std::string& key) {
  if (folder_.empty()) return std::nullopt;
  auto text = read_whole_file(files_, folder_ + "/" + name_of_key(key), kMaxGitAnswer);
  return text ? std::optional(*text) : std::nullopt;
}

void GitAnswersInFolder::put(const std::string& key, const std::string& value) {
  if (folder_.empty()) return;
  auto folder = make_folders(files_, folder_);
  if (!folder) return;
  SystemMachine machine;
  const auto written = replace_file(
      **folder, ReplaceRequest{name_of_key(key), value, Durability::kDerived, nullptr}, machine);
  static_cast<void>(written);  // not kept: asked again next time
}

}  // namespace clew
