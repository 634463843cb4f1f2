#pragma once
// What clew remembers of a session's view: where it is, which event it shows, and what it wrote
// there. Kept in the store beside the session, in the same turn as the events it shows.

#include "dialect/dialect.h"
#include "dialect/travel.h"
#include "store/event_store.h"

namespace clew {

struct ViewFile {
  std::string path;  // relative to the view's folder
  Hash digest;       // of the text written last
  Hash previous;     // of what it replaced: on disk after a crash between commit and writing
  // Blob: the text last taken in from outside, as clew wrote it then; zero: clew wrote all of it,
  // or the text had to go with what was redacted.
  Hash base;
  // Which file that was (inode and time of its last change); empty: none. The same one is what a
  // crash left; another one with the same text was put there by git.
  std::string stood;
  bool operator==(const ViewFile&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "path", &ViewFile::path), field(2, "digest", &ViewFile::digest),
                      field(3, "previous", &ViewFile::previous), field(4, "base", &ViewFile::base),
                      field(5, "stood", &ViewFile::stood));
  }
};

// A file of the work that was put aside (base/file_set.h), or goes back where it was because what
// it holds is archived no longer, or stands beside what was written over it.
enum class MoveWay { kQuarantined, kBack, kBeside };
template <>
struct EnumNames<MoveWay> {
  static constexpr const char* names[] = {"aside", "back", "beside"};
};
struct ViewMove {
  std::string from;
  std::string to;      // as the dialect names it
  std::string placed;  // where it is: there, or under the next name that was free
  Hash content;        // what is moved; empty: there was nothing, or it is done with
  MoveWay way = MoveWay::kQuarantined;
  bool operator==(const ViewMove&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "from", &ViewMove::from), field(2, "to", &ViewMove::to),
                      field(3, "placed", &ViewMove::placed),
                      field(4, "content", &ViewMove::content), field(5, "way", &ViewMove::way));
  }
};

struct ViewState {
  std::string dialect;
  std::string folder;  // absolute
  std::string entry;   // the session's id in the dialect
  Seq seq;             // the event the files show
  std::vector<ViewFile> files;
  std::string held;  // why the files are left alone at present; empty: they are not
  std::vector<ViewMove> moves;
  std::string root;  // of the project, when the folder was last known in it; empty: of another one
  // What the files say that is no event: how the session travels, and where its project is, when
  // that is on this machine and the session says another's.
  std::optional<Travel> travel;
  std::string project;
  bool operator==(const ViewState&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "dialect", &ViewState::dialect),
                      field(2, "folder", &ViewState::folder), field(3, "entry", &ViewState::entry),
                      field(4, "seq", &ViewState::seq), field(5, "files", &ViewState::files),
                      field(6, "held", &ViewState::held), field(7, "moves", &ViewState::moves),
                      field(8, "root", &ViewState::root), field(9, "travel", &ViewState::travel),
                      field(10, "project", &ViewState::project));
  }
  ViewFile* find(const std::string& path);
  const ViewFile* find(const std::string& path) const;
  // "feature oauth-2026-01-01 in /home/ana/app/.ai-session"
  std::string in_words() const;
  // What a person gives to `clew repair`: the session's own folder or file.
  std::string own_path() const;
  ViewFile& file(const std::string& path);  // made when missing
};

// The session under the id that the view's dialect has for it.
Session named_as(const ViewState& view, Session session);

// {dialect, folder, entry}
Value view_fields(const ViewState& state);

// When a view that is behind is written: an open session's by its next change; a closed one has
// none any more.
std::string when_written(const SessionId& session, Lifecycle status);

// What helps when its files are of a version that this clew does not know.
std::string leave_version(const SessionId& session);

Result<std::optional<ViewState>> load_view(StoreReader& store, const SessionId& session);
Status save_view(Transaction& transaction, const SessionId& session, const ViewState& state);
Status drop_view(Transaction& transaction, const SessionId& session);
Result<std::vector<SessionId>> sessions_with_views(StoreReader& store);

// Every text clew writes is remembered by its digest, so that one which git puts back is known.
Status remember_text(Transaction& transaction, const SessionId& session, const std::string& path,
                     const Hash& digest, Seq seq);
Result<std::optional<Seq>> written_at(StoreReader& store, const SessionId& session,
                                      const std::string& path, const Hash& digest);

// Files that sessions share, by their whole path: whichever session wrote them.
Status remember_shared(Transaction& transaction, const std::string& path, const Hash& digest);
Result<bool> was_written(StoreReader& store, const std::string& path, const Hash& digest);

}  // namespace clew
