#include "view/rebuild_index.h"

#include <algorithm>

#include "discovery/claimed_files.h"
#include "files/list_tree.h"
#include "files/whole_file.h"
#include "view/repair_writer.h"
#include "view/salvage_index.h"
#include "view/view_record.h"

namespace clew {
namespace {

constexpr TreeBounds kFolderAndBelow{2, 20'000};

class SharedRebuilding {
 public:
  SharedRebuilding(StoreReader& store, FileSystem& files, const SharedLocation& location)
      : store_(store), files_(files), location_(location) {}

  // Every entry is told by the best source there is: the index as far as it can be read, then the
  // logs of views, then the files that lie there, and last the views whose files are gone. An entry
  // that none of them can tell is named in `unread`.
  Result<RebuiltShared> run() {
    CLEW_TRY(load_views());
    CLEW_ASSIGN(const auto folder, files_.open_folder(location_.folder));
    CLEW_ASSIGN(const TreeListing listing, list_tree(*folder, kFolderAndBelow));
    keep_readable(*folder);
    for (const auto& each : location_.dialect.locations(listing.names)) {
      if (View* view = view_of(each)) {
        tell(*view);
      } else {
        tell_files(*folder, each);
      }
    }
    for (auto& view : views_) tell(view);  // whose files are gone
    return std::move(rebuilt_);
  }

 private:
  struct View {
    std::string entry;
    Session session;
    bool reported = false;
  };

  // As their own files show them.
  // The session at the event that its files show, not at its head: the index has to agree with the
  // files beside it.
  Status load_views() {
    CLEW_ASSIGN(const auto ids, sessions_with_views(store_));
    for (const auto& id : ids) {
      CLEW_ASSIGN(const auto state, load_view(store_, id));
      const bool is_here =
          state && state->dialect == location_.dialect.name() && state->folder == location_.folder;
      if (!is_here) continue;
      CLEW_TRY(know_text(*state));
      const bool is_new = state->seq.number == 0;
      auto loaded = store_.load(id, is_new ? std::nullopt : std::optional(state->seq));
      if (!loaded) continue;  // a log that cannot be read: its files have to tell
      set_external_id(loaded->session.steps[0], state->dialect, state->entry);
      views_.push_back({state->entry, std::move(loaded->session)});
    }
    return success();
  }

  // What a view last knew of the file: it may be all that tells of an entry, or of how far the
  // others' sessions are.
  Status know_text(const ViewState& state) {
    const ViewFile* file = state.find(location_.path);
    if (file == nullptr || file->base.empty()) return success();
    CLEW_ASSIGN(Bytes text, store_.blob(file->base));
    NamedFile known{location_.path, std::move(text)};
    if (!is_broken(location_.dialect, known)) known_ = std::move(known.text);
    return success();
  }

  void keep_readable(Folder& folder) {
    const auto present = read_whole_file(folder, location_.path);
    if (present) {
      SharedRemains remains = readable_entries(location_.dialect, {location_.path, *present});
      rebuilt_.text = std::move(remains.text);
      rebuilt_.kept = std::move(remains.entries);
    }
    if (rebuilt_.text.empty()) rebuilt_.text = known_;
  }

  bool is_kept(const std::string& entry) const {
    return std::find(rebuilt_.kept.begin(), rebuilt_.kept.end(), entry) != rebuilt_.kept.end();
  }

  View* view_of(const Location& location) {
    for (auto& view : views_) {
      const auto own = location_.dialect.files_of(view.session);
      const bool is_its = !location.files.empty() &&
                          std::find(own.begin(), own.end(), location.files.front()) != own.end();
      if (is_its || view.entry == location.entry) return &view;
    }
    return nullptr;
  }

  void tell(View& view) {
    if (view.reported) return;
    view.reported = true;
    if (is_kept(view.entry)) return;
    if (!add(view.session, view.entry)) rebuilt_.unread.push_back(view.entry);
  }

  void tell_files(Folder& folder, const Location& location) {
    if (is_kept(location.entry)) return;
    FileSet files = read_claim(folder, {&location_.dialect, location_.folder, location}).files;
    std::erase_if(files.files, [&](const NamedFile& file) { return file.path == location_.path; });
    if (!known_.empty()) files.files.push_back({location_.path, known_});
    Readings readings = location_.dialect.read(files);
    if (readings.sessions.empty()) {
      readings = location_.dialect.reconstruct(location_.dialect.readable(files, {}).files);
    }
    for (auto& reading : readings.sessions) add(reading.session, reading.entry);
    const auto& listed = rebuilt_.entries;
    if (std::find(listed.begin(), listed.end(), location.entry) == listed.end()) {
      rebuilt_.unread.push_back(location.entry);
    }
  }

  // Without the session's own files, which would seem to have told its entry already.
  bool add(const Session& session, const std::string& entry) {
    FileSet base;
    if (!rebuilt_.text.empty()) base.files.push_back({location_.path, rebuilt_.text});
    const auto reported = location_.dialect.write(session, base);
    const NamedFile* shared = reported ? reported->find(location_.path) : nullptr;
    if (shared == nullptr) return false;
    rebuilt_.text = with_known_times(location_.dialect, *shared);
    rebuilt_.entries.push_back(entry);
    return true;
  }

  StoreReader& store_;
  FileSystem& files_;
  const SharedLocation& location_;
  std::vector<View> views_;
  std::string known_;  // the text of the file as a view last had it; empty: none did
  RebuiltShared rebuilt_;
};

}  // namespace

Result<RebuiltShared> rebuild_shared(StoreReader& store, FileSystem& files,
                                     const SharedLocation& location) {
  return SharedRebuilding(store, files, location).run();
}

}  // namespace clew
