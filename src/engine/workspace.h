#pragma once
// Workspace: the one way through a command. It finds the session, opens a transaction, decides,
// appends, and answers. Load, lock, decide, append live here once for every verb.
// A command has happened when the transaction's commit returns.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/answer.h"
#include "engine/caller.h"
#include "engine/context.h"
#include "engine/transact.h"
#include "session/decide.h"

namespace clew {

class OpenView;
class SessionWriter;
struct ViewState;

// What one command did.
struct Done {
  Session after;
  std::vector<Event> events;
  Head head;
  bool changed = true;               // false: nothing was appended now
  bool repeated = false;             // the key was seen before, this is what happened then
  std::vector<std::string> notices;  // redactions, clock corrections, migrations
  std::string view_behind;           // why the view's files were not written; empty when they were
};

// A session that another device has, though something was recorded in it here.
struct Elsewhere {
  SessionId session;
  Handoff handoff;
};

struct SessionRef {
  SessionId id;
  std::optional<Seq> at;
};

class Workspace : public Context {
 public:
  // What a verb wants, once it has seen the session in the transaction.
  using Intents = std::function<Result<std::vector<Intent>>(const Session& session)>;
  // What a command appends to the session, decided in the transaction; asked again when somebody
  // was faster.
  using Deciding = std::function<Result<Drafts>(const Loaded& now)>;
  // What is recorded in one transaction: transact.h says what it may do.
  using Recording = std::function<Result<Done>(SessionWriter& writer)>;

  Workspace(EventStore& store, FileSystem& files, Clock clock, RandomSource random, Caller caller,
            std::shared_ptr<const Surroundings> surroundings);
  Workspace(EventStore& store, FileSystem& files, Clock clock, RandomSource random, Caller caller,
            Surroundings surroundings);
  ~Workspace();

  const Caller& caller() const { return caller_; }
  // An agent waits for its hook.
  Deadline write_deadline() const {
    return {caller_.via == Via::kHook ? kHookDeadline : kWriteDeadline};
  }

  // All of standard input. It and files that a request names count as part of the request, so that
  // the same key with other content is another request.
  Result<std::string> read_input();
  void count_as_request(BytesView content);
  // The caller's key and what it stands for; nothing without a key. Verbs that do more than append
  // to one session: idempotency.h.
  const std::optional<Idempotency>& idempotency();
  // What a command with the caller's key did before; nothing when this is the first. For verbs that
  // do something outside the store, as running a program. kConflict: it was another request.
  Result<std::optional<Done>> earlier();

  // The session a request means: the one named, else CLEW_SESSION, else the one in use here, else
  // the only open one of this project, unless it is an agent that asks and another is at work in
  // it. A changing command whose key was used before means the one it meant then. kUsage when there
  // are several, kNotFound when there is none.
  Result<SessionRef> find_session(Effect effect);
  // The one that find_session found last.
  const std::optional<SessionId>& found_session() const { return found_; }
  Result<SessionRef> parse_ref(const std::string& text);
  // What `@` stands for, and whether this caller has said which session is meant.
  Result<SessionId> default_session();
  bool names_session() const;
  std::vector<SessionSummary> open_sessions();
  // What was recorded last was recorded in such a session.
  const std::optional<Elsewhere>& elsewhere() const { return elsewhere_; }
  Result<Loaded> load(const SessionRef& ref);
  // The record of the session's view, null when it has none. Read once, and again by whoever
  // writes in the session.
  Result<std::shared_ptr<const ViewState>> view_record(const SessionId& session);
  // What the session was when that command came; it has appended something.
  Result<Session> before(const Done& done);

  // Finds the session, then: lock, load, decide every intent in turn, append, commit.
  Result<Done> execute(const Intents& intents);
  Result<Done> execute(const Intent& intent);
  Result<Done> execute(const SessionId& session, const Intents& intents);
  // The same for a verb that decides for itself.
  Result<Done> in_transaction(const SessionId& session, const Deciding& deciding);
  // The same for one that records by several callers, or more than events. The files of the
  // session's view are locked before and written after the transaction.
  Result<Done> write_session(const SessionId& session, const Recording& recording);
  // For a session that begins in the transaction.
  Result<Done> write_new_session(const Recording& recording);
  // As execute, for what follows from a command that has already taken its key.
  Result<Done> execute_unkeyed(const SessionId& session, std::vector<Intent> intents);
  // The first events of a new session, under an id made from its goal unless one is given. `then`
  // belongs to the same command.
  Result<Done> create(const std::string& id, const StartSession& start,
                      std::vector<Intent> then = {});
  Result<Done> fork(const SessionRef& from, const std::string& id, const std::string& reason);
  // A new session as foreign files tell it, told by the actor `by`; events that files tell of a
  // session already here. Both in the caller's transaction.
  Result<Done> adopt(Transaction& transaction, const Session& reported, const ActorId& by);
  Result<Head> append_reported(Transaction& transaction, const SessionId& id, const Loaded& loaded,
                               Drafts drafts, const ActorId& by);
  // What the view's files say, also where git put them back, becomes what the session says.
  Result<Done> accept_view(const SessionId& id);

  // Content kept by its hash, in the same transaction as the events that name it.
  void keep_blob(Blob blob) { blobs_.push_back(std::move(blob)); }

 private:
  friend class SessionWriter;
  // The events of one command, or the kept answer of one that has none; nothing is committed.
  Result<Done> append_drafts(Transaction& transaction, const SessionId& id, Loaded loaded,
                             Drafts drafts, const std::optional<Fork>& fork);
  // What was edited by hand, as a command of its own by the file; `loaded` is then after it.
  // What looks like a secret is kept as the file has it, and `notices` names it.
  Status append_edits(Transaction& transaction, const SessionId& id, const std::string& file,
                      Drafts edits, Loaded& loaded, std::vector<std::string>& notices);
  // A session of the current project: its folder is known again when it is renamed.
  Status remember_project(Transaction& transaction, const Session& session);
  struct Recorded;
  Result<WithOutcome<Recorded>> record_with(SessionWriter& writer, const Recording& recording);
  Result<std::unique_ptr<OpenView>> open_view(const SessionId& id,
                                              std::vector<std::string>& notices);
  // After the commit.
  Result<Done> finish(Recorded recorded, OpenView* view);
  void finish_view(OpenView& view, Done& done);
  void tell_holder(Done& done);
  Result<std::optional<SessionId>> chosen_by(const std::string& setting);
  Result<std::optional<SessionId>> session_of_key();
  Result<std::optional<SessionId>> briefed_of(const std::vector<SessionSummary>& open);
  Result<std::optional<Done>> replay_of_key(StoreReader& store);

  struct KnownView {
    SessionId session;
    std::shared_ptr<const ViewState> record;
  };

  Caller caller_;
  std::optional<SessionId> found_;
  std::optional<Elsewhere> elsewhere_;
  std::optional<KnownView> view_;
  std::vector<Blob> blobs_;
  std::vector<Hash> contents_;
  std::optional<Idempotency> key_;  // once it was asked for
};

// session, seq, hash and changed, as every changing verb answers.
Value done_fields(const Done& done);

}  // namespace clew
