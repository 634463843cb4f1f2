#pragma once
// Recording in one session within one transaction: the commands of one or several callers, each
// decided on what the one before it left. Hand edits of the session's view come first.
// Workspace::write_session makes one.

#include <optional>

#include "engine/workspace.h"
#include "view/open_view.h"

namespace clew {

class SessionWriter {
 public:
  // `view`: of that session, opened; null when it has none.
  SessionWriter(Transaction& transaction, SessionId session, OpenView* view,
                OpenView::PutBack put_back = OpenView::PutBack::kIgnore);
  // For a session that is yet to begin.
  explicit SessionWriter(Transaction& transaction);

  const SessionId& session() const { return session_; }
  StoreReader& reader() { return transaction_; }
  // To write beside the session, as settings: it is then committed.
  Transaction& writing() {
    has_written_ = true;
    return transaction_;
  }

  // The first command of a new session, under an id made from its goal unless one is given.
  Result<Done> begin(Workspace& by, const std::string& given, const StartSession& start,
                     std::vector<Intent> then = {});
  // The first command of a session that goes on from another.
  Result<Done> fork(Workspace& by, const SessionRef& from, const std::string& given,
                    const std::string& reason);
  // One command by that workspace's caller, the last in this transaction. What its key did before
  // is answered and not done again.
  Result<Done> record(Workspace& by, const Workspace::Deciding& deciding);
  // The same for a command that others follow.
  Status add(Workspace& by, const Workspace::Deciding& deciding);
  Status add_begin(Workspace& by, const StartSession& start);
  // What became of the session by the commands that were added.
  Done finish();

  // Whether it needs a commit.
  bool has_written() const { return has_written_; }
  bool took_in_edits() const { return took_in_edits_; }
  // A command was refused before anything of it was written: what came before it has happened.
  bool was_refused() const { return was_refused_; }
  // Whether work is sent after one of the commands that were added (background_sync.h).
  bool has_ended_stretch() const { return has_ended_stretch_; }
  // The view's files for that state, or for the latest known here.
  Status render(const Done* done);

 private:
  Result<const Loaded*> now(Workspace& by);
  void go_on_from(Done done);

  Transaction& transaction_;
  SessionId session_;
  OpenView* view_ = nullptr;
  OpenView::PutBack put_back_ = OpenView::PutBack::kIgnore;
  std::optional<Loaded> now_;
  bool has_written_ = false;
  bool took_in_edits_ = false;
  bool was_refused_ = false;
  bool has_ended_stretch_ = false;
  bool has_changed_ = false;          // by commands that were added
  std::vector<std::string> notices_;  // about the edits that were taken in
};

}  // namespace clew
