// The transaction of a command, with the files of the session's view around it.

#include <fmt/format.h>

#include "engine/project/relocate_project.h"
#include "engine/remote/background_sync.h"
#include "engine/remote/handed_off.h"
#include "engine/session_writer.h"
#include "session/progress.h"
#include "view/view_record.h"

namespace clew {

// The command has happened: what goes wrong with its view now is said, and mended by the next one.
void Workspace::finish_view(OpenView& view, Done& done) {
  const Status written = view.write();
  for (auto& notice : view.take_notices()) done.notices.push_back(std::move(notice));
  if (written) return;
  done.view_behind = fmt::format("view files are out of date: {} ({}); {}", written.error().message,
                                 written.error().subject,
                                 when_written(done.after.identity.id, done.after.lifecycle.status));
  done.notices.push_back(done.view_behind);
}

// A hook waits 50 ms for the view's locks, anybody else two seconds: an agent is waiting for the
// hook.
Result<std::unique_ptr<OpenView>> Workspace::open_view(const SessionId& id,
                                                       std::vector<std::string>& notices) {
  const Duration deadline = caller_.via == Via::kHook ? Duration{50} : seconds(2);
  CLEW_TRY(follow_project(*this, id));
  CLEW_ASSIGN(auto view, OpenView::open(store(), files(), surroundings().cache_folder, id, now(),
                                        deadline, notices));
  if (view) view->keep_damaged_copies();
  return view;
}

// Read once per command and kept; write_session renews it inside its transaction.
Result<std::shared_ptr<const ViewState>> Workspace::view_record(const SessionId& session) {
  if (!view_ || view_->session != session) {
    CLEW_ASSIGN(auto record, load_view(store(), session));
    view_ = KnownView{session,
                      record ? std::make_shared<const ViewState>(std::move(*record)) : nullptr};
  }
  return view_->record;
}

// What came of one transaction.
struct Workspace::Recorded {
  Result<Done> done = Error();
  bool is_written = false;
  bool ends_stretch = false;  // beside what `done` has
  bool needs_view = false;  // nothing was done: the session has a view, which is to be locked first
};

// The whole transaction, once its view is at hand.
Result<WithOutcome<Workspace::Recorded>> Workspace::record_with(SessionWriter& writer,
                                                                const Recording& recording) {
  auto done = recording(writer);
  // What was edited by hand, or came before in the transaction, has happened whatever becomes of a
  // command that is refused.
  if (!done && !writer.was_refused()) return done.error();
  const bool is_replayed = done && done->repeated;
  if (!is_replayed && (done || writer.has_written())) {
    CLEW_TRY(writer.render(done ? &*done : nullptr));
  }
  const bool writes = writer.has_written();
  return WithOutcome<Recorded>{
      {std::move(done), writes, writer.has_ended_stretch(), false},
      writes ? Outcome::kCommit : Outcome::kRollBack
  };
}

Result<Done> Workspace::finish(Recorded recorded, OpenView* view) {
  if (!recorded.is_written) return std::move(recorded.done);
  Done refused;  // what was edited by hand has happened all the same
  Done& done = recorded.done ? *recorded.done : refused;
  if (done.repeated) return std::move(recorded.done);
  if (!done.events.empty()) {
    for (auto& notice : store().notices()) done.notices.push_back(std::move(notice));
  }
  if (view != nullptr) finish_view(*view, done);
  if (recorded.ends_stretch || ends_a_stretch(done.events)) send_in_background(*this);
  tell_holder(done);
  return std::move(recorded.done);
}

// Whoever goes on with a session that another device has is told what becomes of it.
void Workspace::tell_holder(Done& done) {
  elsewhere_.reset();
  // The handoff itself is no news.
  const auto& handoff = done.after.handoff;
  if (!done.changed || !handoff || handoff->origin.id == done.after.head) return;
  if (holder_of(*this, store(), done.after) != Holder::kElsewhere) return;
  elsewhere_ = Elsewhere{done.after.identity.id, *handoff};
  done.notices.push_back(handed_off_words(*handoff, now()));
}

// Two transactions when the session has a view: the first finds out that it has one, since locks of
// files must be taken outside of a transaction; the second does the work. Everything said to a
// person comes after the commit.
Result<Done> Workspace::write_session(const SessionId& id, const Recording& recording) {
  static_cast<void>(idempotency());  // it looks for the project, which no transaction waits for
  using Ended = WithOutcome<Recorded>;
  // Most sessions have no view, and to see that takes no transaction of its own.
  auto recorded = transact(*this, write_deadline(), [&](Transaction& transaction) -> Result<Ended> {
    CLEW_ASSIGN(auto shown, load_view(transaction, id));
    view_ = KnownView{id, shown ? std::make_shared<const ViewState>(*shown) : nullptr};
    if (!shown) {
      SessionWriter writer(transaction, id, nullptr);
      return record_with(writer, recording);
    }
    // Hooks record by several callers, each with a key of its own.
    std::optional<Done> seen;
    if (caller_.via != Via::kHook) {
      CLEW_ASSIGN(seen, replay_of_key(transaction));
    }
    Recorded nothing;
    nothing.needs_view = !seen;
    if (seen) nothing.done = std::move(*seen);
    return Ended{std::move(nothing), Outcome::kRollBack};
  });
  if (!recorded) return recorded.error();
  if (!recorded->needs_view) return finish(std::move(*recorded), nullptr);

  // Outside of it: whoever holds the files' locks may be waiting to write.
  std::vector<std::string> notices;
  CLEW_ASSIGN(const auto view, open_view(id, notices));
  view_.reset();
  recorded = transact(*this, write_deadline(), [&](Transaction& transaction) {
    if (view) view->start_over();
    SessionWriter writer(transaction, id, view.get());
    return record_with(writer, recording);
  });
  if (!recorded) return recorded.error();
  auto done = finish(std::move(*recorded), view.get());
  view_.reset();
  if (!done || done->repeated) return done;
  for (auto& notice : notices) {
    if (notice.starts_with(kBehindWords)) {
      notice += "; " + when_written(id, done->after.lifecycle.status);
    }
    if (!view) done->view_behind = notice;
    done->notices.push_back(std::move(notice));
  }
  return done;
}

// A new session has no view yet.
Result<Done> Workspace::write_new_session(const Recording& recording) {
  static_cast<void>(idempotency());
  auto recorded = transact(*this, write_deadline(), [&](Transaction& transaction) {
    SessionWriter writer(transaction);
    return record_with(writer, recording);
  });
  return recorded ? finish(std::move(*recorded), nullptr) : Result<Done>(recorded.error());
}

Result<Done> Workspace::in_transaction(const SessionId& id, const Deciding& deciding) {
  return write_session(id, [&](SessionWriter& writer) { return writer.record(*this, deciding); });
}

// Takes in what the files say even where a command would leave them alone: what git put back, and
// edits over the usual limits.
Result<Done> Workspace::accept_view(const SessionId& id) {
  std::vector<std::string> notices;
  CLEW_ASSIGN(const auto view, open_view(id, notices));
  if (!view) {
    return make_error(ErrorCode::kInvalid,
                      notices.empty() ? "the session has no view" : notices.front(), id.text,
                      "clew view list");
  }
  static_cast<void>(idempotency());
  CLEW_ASSIGN(Recorded recorded, transact(*this, write_deadline(), [&](Transaction& transaction) {
                view->start_over();
                SessionWriter writer(transaction, id, view.get(), OpenView::PutBack::kTake);
                return record_with(writer, [&](SessionWriter&) -> Result<Done> {
                  CLEW_ASSIGN(Done done, writer.record(*this, [](const Loaded&) {
                    return Result<Drafts>(Drafts());
                  }));
                  if (!done.repeated) done.changed = writer.took_in_edits();
                  return done;
                });
              }));
  return finish(std::move(recorded), view.get());
}

Result<Done> Workspace::create(const std::string& given, const StartSession& start,
                               std::vector<Intent> then) {
  return write_new_session(
      [&](SessionWriter& writer) { return writer.begin(*this, given, start, then); });
}

Result<Done> Workspace::fork(const SessionRef& from, const std::string& given,
                             const std::string& reason) {
  return write_new_session([&](SessionWriter& writer) -> Result<Done> {
    return writer.fork(*this, from, given, reason);
  });
}

}  // namespace clew
