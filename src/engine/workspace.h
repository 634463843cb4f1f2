#pragma once
// Workspace: the one way through a command. It finds the session, takes its turn at the store,
// decides, appends, and answers. Load, lock, decide, append live here once for every verb.
// A command has happened when append's commit returns.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "brief/world.h"
#include "command/verb.h"
#include "engine/answer.h"
#include "files/file_system.h"
#include "project/git_repository.h"
#include "session/decide.h"
#include "store/event_store.h"

namespace clew {

class OpenView;
struct TakeBackActor;

enum class Surface { kPlain, kTerminal };

// Who is asking, and how.
struct Caller {
  ActorId actor;
  Via via = Via::kCli;
  std::string verb;     // for the idempotency digest
  Value request;        // the request as it came, for the same
  std::string key;      // idempotency key; may be empty
  std::string session;  // -s, or the first argument: ID, ID@SEQ, "@" or empty
  bool agreed = false;  // --yes: what would be asked is agreed to
  Surface surface = Surface::kPlain;
  size_t columns = 80;
  std::function<Result<std::string>()> read_input;                 // all of standard input
  std::function<std::optional<bool>(const std::string&)> confirm;  // unset: nobody can be asked
  // The person's own words; unset: nobody can be asked.
  std::function<std::optional<std::string>(const std::string&)> ask;
  std::function<void(const Value&, const std::string&)> emit;  // one item of a stream
  std::function<bool(Duration)> wait;  // sleeps; false when a stream should end
  // Unset: nobody looks. A total of 0: nobody knows how many there will be.
  std::function<void(size_t done, size_t total)> progress;
  CommandWording wording;  // how a command of clew is said to this caller; unset: as it is typed
};

// Where clew runs. Read once, in app; nothing below it looks at the environment.
struct Surroundings {
  std::string cwd;
  std::string home;           // may be empty
  std::string device;         // host name
  std::string session;        // CLEW_SESSION
  std::string store_url;      // as opened
  std::string store_path;     // the same, for people
  std::string cache_folder;   // what can be found out again; may be empty
  std::string state_folder;   // what is kept for the user; may be empty
  std::string shared_folder;  // where everybody keeps temporary files; may be empty
  uint32_t user = 0;          // whose files are one's own
  std::string program;        // this binary, for the tour
  bool off = false;           // CLEW_OFF
  // Any other variable of the environment, empty when it is not set. Unset: there are none.
  std::function<std::string(const std::string& name)> variable;
};

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

struct SessionRef {
  SessionId id;
  std::optional<Seq> at;
};

class Workspace {
 public:
  using Clock = std::function<Time()>;
  // What a verb wants, once it has seen the session in its turn.
  using Wishes = std::function<Result<std::vector<Wish>>(const Session& session)>;
  // What a command appends to the session, decided in its turn; asked again when somebody was
  // faster.
  using Deciding = std::function<Result<Drafts>(const Loaded& now)>;

  Workspace(EventStore& store, FileSystem& files, Clock clock, RandomSource random, Caller caller,
            std::shared_ptr<const Surroundings> surroundings);
  Workspace(EventStore& store, FileSystem& files, Clock clock, RandomSource random, Caller caller,
            Surroundings surroundings);
  ~Workspace();

  EventStore& store() { return store_; }
  FileSystem& files() { return files_; }
  const Caller& caller() const { return caller_; }
  const Surroundings& surroundings() const { return *surroundings_; }
  Time now() const { return clock_(); }
  Bytes random(size_t bytes) const;

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

  // The project of the current folder: stable id and where it stands.
  struct Project {
    std::string id;
    std::string repository;           // id of the whole repository; empty without one
    std::string root;                 // absolute path of the checkout or folder
    std::vector<std::string> ids;     // this folder's id, then those further up, then former ones
    std::vector<std::string> former;  // ids under which this very folder was known before
    std::optional<GitRepository> checkout;  // the one at `root`; unset without git
    bool is_or_was(const std::string& project) const;
  };
  const Project& project();

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
  std::vector<SessionCard> open_sessions();
  Result<Loaded> load(const SessionRef& ref);
  // What the session was when that command came; it has appended something.
  Result<Session> before(const Done& done);

  // Finds the session, then: lock, load, decide every wish in turn, append, commit.
  Result<Done> execute(const Wishes& wishes);
  Result<Done> execute(const Wish& wish);
  Result<Done> execute(const SessionId& session, const Wishes& wishes);
  // The same for a verb that decides for itself.
  Result<Done> in_turn(const SessionId& session, const Deciding& deciding);
  // As execute, for what follows from a command that has already taken its key.
  Result<Done> execute_unkeyed(const SessionId& session, std::vector<Wish> wishes);
  // The first events of a new session, under an id made from its goal unless one is given. `then`
  // belongs to the same command.
  Result<Done> create(const std::string& id, const StartSession& start,
                      std::vector<Wish> then = {});
  Result<Done> fork(const SessionRef& from, const std::string& id, const std::string& reason);
  Result<Done> undo(const std::string& reason);
  // Takes back everything one actor recorded (undo_actor.h).
  Result<Done> take_back(const TakeBackActor& what);
  // A new session as foreign files tell it, told by the actor `by`; events that files tell of a
  // session already here. Both in the caller's turn.
  Result<Done> adopt(WriteTurn& turn, const Session& told, const ActorId& by);
  Result<Head> append_told(WriteTurn& turn, const SessionId& id, const Loaded& loaded,
                           Drafts drafts, const ActorId& by);
  // What the view's files say, also where git put them back, becomes what the session says.
  Result<Done> accept_view(const SessionId& id);

  // Content kept by its hash, in the same turn as the events that name it.
  void keep_blob(Blob blob) { blobs_.push_back(std::move(blob)); }

 private:
  struct Plan;
  Result<Done> commit(WriteTurn& turn, const SessionId& id, Loaded loaded, Drafts drafts,
                      const std::optional<Fork>& fork, OpenView* view);
  Result<std::unique_ptr<OpenView>> open_view(const SessionId& id,
                                              std::vector<std::string>& notices);
  Status take_in(WriteTurn& turn, const SessionId& id, OpenView& view, Drafts edits,
                 Loaded& loaded);
  void finish_view(OpenView& view, Done& done);
  Result<std::optional<SessionId>> chosen_by(const std::string& setting);
  Result<std::optional<SessionId>> session_of_key();
  Result<std::optional<SessionId>> briefed_of(const std::vector<SessionCard>& open);
  Result<std::optional<Done>> replay_of_key(WriteTurn& turn);
  Result<std::unique_ptr<WriteTurn>> begin();

  EventStore& store_;
  FileSystem& files_;
  Clock clock_;
  RandomSource random_;
  Caller caller_;
  std::shared_ptr<const Surroundings> surroundings_;
  std::optional<Project> project_;
  std::optional<SessionId> found_;
  bool folder_remembered_ = false;  // one import takes in many sessions
  std::vector<Blob> blobs_;
  std::vector<Hash> contents_;
  std::optional<Idempotency> key_;  // once it was asked for
};

// session, seq, hash and changed, as every changing verb answers.
Value done_fields(const Done& done);

}  // namespace clew
