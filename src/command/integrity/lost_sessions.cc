#include "command/integrity/lost_sessions.h"

#include "dialect/registry.h"
#include "files/canonical_path.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "view/repair_writer.h"

namespace clew {
namespace {

void add_lost(Folder& folder, const Dialect& dialect, const NamedFile& list,
              std::vector<FoundSession>& out) {
  for (const auto& reading : dialect.reconstruct(dialect.readable({{list}}, {}).files).sessions) {
    const auto files = dialect.files_of(reading.session);
    const bool is_gone = !files.empty() && !folder.info(files.front());
    if (is_gone) {
      out.push_back({
          &dialect, folder.path(), Location{reading.entry, files},
            FileSet{{list}}
      });
    }
  }
}

}  // namespace

std::vector<FoundSession> find_lost_sessions(Context& context, const std::string& path,
                                             const Dialect* only) {
  const std::string whole = canonical_path(context.files(), caller_path(context, path));
  const auto info = context.files().info(whole);
  const bool is_folder = info && info->kind == FileKind::kFolder;
  const auto folder = context.files().open_folder(is_folder ? whole : parent_of(whole));
  std::vector<FoundSession> lost;
  if (!folder) return lost;
  for (const Dialect* dialect : all_dialects()) {
    if (only != nullptr && dialect != only) continue;
    for (const auto& document : dialect->documents()) {
      if (!is_index(*dialect, document.path)) continue;
      const std::string name = last_part_of(document.path);
      // A file that is there is not one that is gone, and says nothing of those beside it.
      if (info && !is_folder && name != last_part_of(whole)) continue;
      auto text = read_whole_file(**folder, name);
      if (text) add_lost(**folder, *dialect, {name, std::move(*text)}, lost);
    }
  }
  if (!info) {
    std::erase_if(lost, [&](const FoundSession& each) {
      return join_path(each.folder, each.location.files.front()) != whole;
    });
  }
  return lost;
}

}  // namespace clew
