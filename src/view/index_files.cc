#include "view/index_files.h"

#include <algorithm>

#include "dialect/carry.h"
#include "engine/context.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

void put_file(FileSet& set, const NamedFile& file) {
  for (auto& present : set.files) {
    if (present.path != file.path) continue;
    present.text = file.text;
    return;
  }
  set.files.push_back(file);
}

// Whether the files were made from this very session. They carry its id where they lack anything
// of it.
bool is_reported_of(const Session& session, const Dialect& target, const FileSet& files,
                    const Session& read) {
  const auto carried = find_carried(target, files);
  const Value reported = !carried              ? Value()
                         : carried->is_whole() ? carried->session
                                               : carried->facts;
  const Value* identity = reported.find("identity");
  const Value* id = identity == nullptr ? nullptr : identity->find("id");
  if (id != nullptr) return id->as_string() == session.identity.id.text;
  return read.identity.goal == session.identity.goal &&
         read.identity.created_at == session.identity.created_at;
}

}  // namespace

bool SharedFiles::is_shared(const Dialect& target, const std::string& path) {
  const std::string name = last_part_of(path);
  const auto& documents = target.documents();
  return std::any_of(documents.begin(), documents.end(), [&](const DocumentShape& document) {
    const std::string usual = last_part_of(document.path);
    if (document.owner == FileOwner::kFolder) return usual == name;
    if (document.count != DocumentCount::kOneOrSeveral) return false;
    // Also NAME_more.json, where such a list may be kept as well.
    const size_t dot = usual.rfind('.');
    return name.starts_with(usual.substr(0, dot)) && name.ends_with(usual.substr(dot));
  });
}

void SharedFiles::put_into(FileSet& base, const Dialect& target, const Session& session) {
  for (const auto& path : target.files_of(session)) {
    if (met_.insert(path).second && is_shared(target, path)) {
      if (auto text = on_disk(path)) shared_.files.push_back({path, std::move(*text)});
    }
    if (const NamedFile* file = shared_.find(path)) put_file(base, *file);
  }
}

void SharedFiles::keep(const Dialect& target, const FileSet& files) {
  for (const auto& file : files.files) {
    if (is_shared(target, file.path)) {
      put_file(shared_, file);
    } else {
      written_.insert(file.path);
    }
  }
}

// A file written for an earlier session is always in the way; one on the disk is not when it was
// made from this very session.
bool SharedFiles::is_taken(const Dialect& target, const Session& named) {
  FileSet present;
  put_into(present, target, named);
  bool stands_there = false;
  for (const auto& path : target.files_of(named)) {
    if (is_shared(target, path)) continue;
    if (written_.contains(path)) return true;
    if (auto text = on_disk(path)) {
      put_file(present, {path, std::move(*text)});
      stands_there = true;
    }
  }
  const std::string* entry = external_id(named.root(), target.name());
  for (const auto& reading : target.read(present).sessions) {
    if (entry == nullptr || reading.entry != *entry) continue;
    return !is_reported_of(named, target, present, reading.session);
  }
  return stands_there;
}

Result<std::string> SharedFiles::on_disk(const std::string& path) {
  if (out_.empty()) return Error();
  return read_whole_file(context_.files(), join_path(caller_path(context_, out_), path));
}

}  // namespace clew
