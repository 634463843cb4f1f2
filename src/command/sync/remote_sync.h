#pragma once
// One sync with a remote: what is new there is taken in, what is new here is sent. Each session
// stands for itself: one in trouble is reported and tried again the next time.

#include <set>

#include "command/sync/open_remote.h"
#include "engine/arrival/arrival.h"
#include "engine/remote/remote_state.h"

namespace clew {

struct SyncScope {
  std::vector<std::string> sessions;  // none: all
  bool takes = true;
  bool sends = true;
  bool repairs = false;  // goes on although an older copy is there
  std::string again;     // the command, for whoever has to agree
  // For whoever shares: they were asked, and all that is sent is where sessions travel from now on.
  bool agreed = false;
  std::vector<RealmNote> realms;
  bool sends_sessions = true;
};

struct SyncedSession {
  std::string session;  // its handle here; its id there when it could not be taken in
  LogRelation was = LogRelation::kEqual;
  uint32_t sent = 0;  // events
  uint32_t received = 0;
  uint32_t reappended = 0;
  std::string fork;
  std::string handed_to;  // the device that had the session when what is in the fork was recorded
  std::optional<Error> error;
};

struct SyncReport {
  std::vector<SyncedSession> sessions;
  std::vector<std::string> notices;
  JournalPosition at;
  bool changed = false;  // anything was taken in or sent
};

class RemoteSync {
 public:
  RemoteSync(Workspace& workspace, OpenRemote& remote, SyncScope scope)
      : workspace_(workspace), remote_(remote), scope_(std::move(scope)) {}

  Result<SyncReport> run();
  // Shows what is sent by itself from now on, and asks.
  Status agree_to_automatic();
  // How many sessions have something that the remote lacks, from what is known of it.
  static Result<size_t> count_queued(Workspace& workspace, const RemoteRecord& record);

 private:
  // A session of this store.
  struct Local {
    SessionId id;
    Head head;
    SessionId parent;
    bool forgotten = false;
    Hash moved_from;  // of one that holds what a merge moved: the session that it was moved from
  };
  struct Outgoing {
    Hash genesis;
    SentRow row;
    Bytes text;
  };

  Status find_local();
  Status find_moved();
  bool in_scope(const RemoteHead& head) const;
  bool in_scope(const Hash& genesis, const Local& local) const;
  // Whether it travels by this remote, and not by a realm or another one.
  bool travels_here(const Hash& genesis) const;
  SyncedSession& report_of(const Hash& genesis);
  Result<bool> has_event(const SessionId& id, Seq seq, const Hash& hash);

  Status look();
  enum class Reading { kOn, kFromStart };
  Status follow(JournalNews news, Reading reading = Reading::kOn);
  Status go_on_from_older_copy();
  void note_rows(const std::vector<SentRow>& rows);
  void note_forgotten(const std::vector<ForgottenSession>& sessions);
  void note_entry(const Entry& entry);
  bool may_bring(const SentRow& row) const;
  void note_realms(const std::vector<RealmNote>& notes);
  void withdraw(const Hash& genesis);
  void tell_what_was_withdrawn(const RemoteHeads& before);
  void note_seen(SeenEntry entry);
  Status start_over();
  void forget_heads();
  Status change_identity();

  Status take_all();
  Result<bool> lacks_something(const Hash& genesis, RemoteHead& head);
  // False: it could not be taken in, and is reported.
  Result<bool> take(const Hash& genesis, RemoteHead& head);
  Result<ArrivingSession> fetch(const std::vector<SentRow>& rows, const std::string& device);
  Result<std::vector<SentRow>> whole_history(const Hash& genesis);
  Status take_once(const Hash& genesis, RemoteHead& head, const std::vector<SentRow>& rows);
  // What others take out of this store, redact_elsewhere.cc.
  Status agree_to_redactions(const ArrivingSession& session, const SessionId& here);
  Status forget_what_others_forgot();
  Status forget_as_elsewhere(const Hash& genesis, const RemoteHead& head);

  Status send_all();
  Status move_handed_tails();
  Result<std::vector<Hash>> to_send();
  Status agree_to_send(const std::vector<Hash>& sessions);
  Result<std::string> question_for(const std::vector<Hash>& sessions);
  Result<Outgoing> prepare(const Hash& genesis);
  Result<Outgoing> prepare_whole(const Hash& genesis);
  Result<Outgoing> prepare_after(const Hash& genesis, Seq after);
  // Whether it was written; if not, somebody else's entry came first and was taken in.
  Result<bool> send(std::vector<Outgoing> batch);
  enum class TextPlace { kWhereItFits, kInPacks };
  Result<JournalDraft> draft_of(std::vector<Outgoing>& batch, TextPlace where);
  Status write_heads();
  std::vector<ForgottenSession> newly_forgotten();
  // What was redacted or forgotten goes from the remote, erase_from_remote.cc.
  Status look_for_unclean();
  Status erase_from_remote();
  struct KnownRemote;
  Result<std::optional<KnownRemote>> read_all_rows();
  Result<bool> is_unclean_beside(const KnownRemote& known);
  Result<std::set<Hash>> sessions_to_clean(const KnownRemote& known);
  Result<HeadsDraft> clean_heads(const KnownRemote& known, const std::set<Hash>& unclean);
  Status drop_unneeded(const KnownRemote& known, const std::vector<SentRow>& rows);
  Status put_in_packs(std::vector<Outgoing> batch, std::vector<SentRow>& rows);
  Status save();
  // What whoever does not look at the remote is to know of it.
  Result<RemoteState> standing();
  Status forget_ended_realms();

  Status begin_rewriting();
  Status finish_rewriting();

  Workspace& workspace_;
  OpenRemote& remote_;
  SyncScope scope_;
  SyncReport report_;
  RemoteHeads heads_;
  RemoteHeads saved_heads_;
  std::map<Hash, Local> local_;  // by genesis
  std::map<Hash, size_t> reported_;
  std::map<uint64_t, SeenEntry> seen_;          // all that are kept
  std::set<uint64_t> unsaved_;                  // of these
  std::vector<Hash> lost_;                      // for the next entry
  std::vector<RealmNote> announced_;            // the same
  std::map<std::string, RemoteRecord> realms_;  // that hang on this remote, by id
  std::set<std::string> changed_realms_;        // of these, those to be saved
  std::set<Hash> elsewhere_;                    // sessions that others carry
  std::set<Hash> rewriting_;                    // sessions to be sent whole, whatever is there
  uint64_t rewritten_from_ = 0;                 // the first entry of that
  bool has_side_sessions_ = false;              // new ones, of a merge
  bool must_write_ = false;                     // an entry, though no session has anything
  std::vector<SentRow> noted_;                  // that were read or written, without their text
  bool must_erase_ = false;                     // something was redacted or forgotten
  std::set<Hash> unneeded_packs_;               // that are to go, unless a row names them
  bool is_left_unclean_ = false;                // because it is not all here
  bool is_erased_ = false;                      // and is not there any more
  size_t redacted_by_others_ = 0;               // events, in this sync
  bool agreed_to_redactions_ = false;
  uint64_t erased_in_ = 0;                        // the entry that told of it
  std::map<std::string, uint64_t> last_entries_;  // by the name of their device
};

}  // namespace clew
