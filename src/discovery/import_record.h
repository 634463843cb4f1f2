#pragma once
// What is remembered of an import, to know the files again: a setting of the store, by the id that
// the session has in its dialect.

#include <string>
#include <vector>

#include "base/file_set.h"
#include "store/event_store.h"
#include "store/settings.h"

namespace clew {

struct KnownFile {
  std::string path;
  Hash digest;
  Hash base = {};  // blob: its text as it is kept, where that is another: words were redacted
  const Hash& kept() const { return base.empty() ? digest : base; }
  // The same file with the same text.
  bool operator==(const KnownFile& other) const {
    return path == other.path && digest == other.digest;
  }
  static constexpr auto fields() {
    return field_list(field(1, "path", &KnownFile::path), field(2, "digest", &KnownFile::digest),
                      field(3, "base", &KnownFile::base));
  }
};
struct KnownImport {
  SessionId session;
  std::string folder;
  std::vector<KnownFile> files;
  static constexpr auto fields() {
    return field_list(field(1, "session", &KnownImport::session),
                      field(2, "folder", &KnownImport::folder),
                      field(3, "files", &KnownImport::files));
  }
};

// Several when sessions in different folders have the same id.
Result<std::vector<KnownImport>> known_imports(StoreReader& store, const std::string& key);
// What is known of the same files: of several that tell of one session, such as a migrated file
// beside the old, those with the same primary; else any in the folder. Null: none.
const KnownImport* find_import(const std::vector<KnownImport>& known, const std::string& folder,
                               const std::vector<KnownFile>& files);
// `now` takes the place of what was known of its session under the same primary file.
Status remember_import(Transaction& transaction, const std::string& key,
                       std::vector<KnownImport> known, KnownImport now);

}  // namespace clew
