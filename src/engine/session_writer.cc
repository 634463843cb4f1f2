#include "engine/session_writer.h"

#include "engine/remote/background_sync.h"
#include "engine/session_id.h"

namespace clew {

SessionWriter::SessionWriter(Transaction& transaction, SessionId session, OpenView* view,
                             OpenView::PutBack put_back)
    : transaction_(transaction), session_(std::move(session)), view_(view), put_back_(put_back) {}

SessionWriter::SessionWriter(Transaction& transaction) : transaction_(transaction) {}

// The session as the next command is to see it: loaded once, with hand edits recorded in front of
// everything.
Result<const Loaded*> SessionWriter::now(Workspace& by) {
  if (now_) return &*now_;
  CLEW_ASSIGN(now_, transaction_.load(session_));
  if (view_ == nullptr) return &*now_;
  CLEW_ASSIGN(Drafts edits, view_->take_in(now_->session, put_back_));
  if (edits.empty()) return &*now_;
  // As a command of their own by the file.
  CLEW_TRY(by.append_edits(transaction_, session_, view_->state().entry, std::move(edits), *now_,
                           notices_));
  took_in_edits_ = has_written_ = true;
  return &*now_;
}

// The session and its first steps are one command.
Result<Done> SessionWriter::begin(Workspace& by, const std::string& given,
                                  const StartSession& start, std::vector<Intent> then) {
  CLEW_ASSIGN(auto seen, by.replay_of_key(transaction_));
  if (seen) {
    session_ = seen->after.identity.id;
    return std::move(*seen);
  }
  CLEW_ASSIGN(session_, new_session_id(transaction_, given, start.opening.goal,
                                       [&by] { return by.random(2); }));
  Intent begins(start);
  begins.at = start.at;
  then.insert(then.begin(), std::move(begins));
  CLEW_ASSIGN(Drafts drafts, decide_all(Session(), then, by.now(), by.caller().actor));
  has_written_ = true;
  return by.append_drafts(transaction_, session_, Loaded(), std::move(drafts), std::nullopt);
}

Result<Done> SessionWriter::fork(Workspace& by, const SessionRef& from, const std::string& given,
                                 const std::string& reason) {
  CLEW_ASSIGN(auto seen, by.replay_of_key(transaction_));
  if (seen) return std::move(*seen);
  CLEW_ASSIGN(Loaded parent, transaction_.load(from.id, from.at));
  CLEW_ASSIGN(session_, new_session_id(transaction_, given, parent.session.identity.goal,
                                       [&by] { return by.random(2); }));
  Drafts drafts{
      {SessionForked{from.id, parent.head.seq, reason}, {}}
  };
  has_written_ = true;
  const Fork fork{from.id, parent.head.seq};
  return by.append_drafts(transaction_, session_, std::move(parent), std::move(drafts), fork);
}

// A key that was seen before ends it here. `now_` is given away and comes back with go_on_from, so
// the session is not copied.
Result<Done> SessionWriter::record(Workspace& by, const Workspace::Deciding& deciding) {
  CLEW_ASSIGN(auto seen, by.replay_of_key(transaction_));
  if (seen) return std::move(*seen);
  CLEW_ASSIGN(const Loaded* const loaded, now(by));
  auto drafts = deciding(*loaded);
  if (!drafts) {
    was_refused_ = true;
    return drafts.error();
  }
  has_written_ = has_written_ || !drafts->empty() || by.idempotency();
  Loaded before = std::move(*now_);
  now_.reset();
  CLEW_ASSIGN(Done done, by.append_drafts(transaction_, session_, std::move(before),
                                          std::move(*drafts), std::nullopt));
  done.notices.insert(done.notices.begin(), notices_.begin(), notices_.end());
  notices_.clear();
  return done;
}

// A repeated command leaves the state as it is.
void SessionWriter::go_on_from(Done done) {
  if (done.repeated) return;
  has_changed_ = has_changed_ || done.changed;
  has_ended_stretch_ = has_ended_stretch_ || ends_a_stretch(done.events);
  notices_ = std::move(done.notices);
  now_ = Loaded{std::move(done.after), done.head};
}

Status SessionWriter::add(Workspace& by, const Workspace::Deciding& deciding) {
  CLEW_ASSIGN(Done done, record(by, deciding));
  go_on_from(std::move(done));
  return success();
}

Status SessionWriter::add_begin(Workspace& by, const StartSession& start) {
  CLEW_ASSIGN(Done done, begin(by, "", start));
  go_on_from(std::move(done));
  return success();
}

// For callers that recorded several commands: one answer for all of them.
Done SessionWriter::finish() {
  Done done;
  done.changed = has_changed_;
  done.notices = std::move(notices_);
  done.repeated = !now_;
  if (now_) done.after = std::move(now_->session);
  if (now_) done.head = now_->head;
  done.after.identity.id = session_;
  return done;
}

Status SessionWriter::render(const Done* done) {
  if (view_ == nullptr || (done == nullptr && !now_)) return success();
  has_written_ = true;
  return done == nullptr ? view_->render(now_->session, now_->head.seq, transaction_)
                         : view_->render(done->after, done->head.seq, transaction_);
}

}  // namespace clew
