#include "engine/workspace.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/binding.h"
#include "base/text.h"
#include "engine/change_locations.h"
#include "engine/idempotency.h"
#include "engine/relocate_project.h"
#include "engine/renamed_folders.h"
#include "engine/session_id.h"
#include "secrets/secrets.h"
#include "session/adopt.h"
#include "session/apply.h"
#include "session/decide.h"
#include "session/progress.h"
#include "view/open_view.h"
#include "view/view_record.h"

namespace clew {
namespace {

constexpr Duration kTurnDeadline = seconds(10);
constexpr int kMostTries = 20;  // where the database has no lock of its own to wait in

Session fold(Session session, const std::vector<Event>& events) {
  for (const auto& event : events) apply_to(session, event);
  return session;
}

Status check_actor(const ActorId& actor) {
  constexpr size_t kMostActor = 200;
  if (actor.text.size() <= kMostActor) return success();
  return make_error(ErrorCode::kUsage,
                    fmt::format("the actor's name has {} bytes, over the limit of {}",
                                actor.text.size(), kMostActor),
                    cut(actor.text, 40), "set the name with --as NAME, or CLEW_ACTOR");
}

// A clock that goes backwards is clamped; more than a moment of it is noted.
void clamp_times(const Session& session, Time now, Drafts& drafts) {
  constexpr Duration kJitter = seconds(1);
  if (session.exists() && now + kJitter < session.last_activity) {
    drafts.push_back({ClockCorrected{now}, {}});
  }
}

// Each after the last, none earlier than the one before it.
std::vector<Event> number_events(const Loaded& loaded, Drafts drafts, Time now,
                                 const ActorId& actor, Via via) {
  std::vector<Event> events;
  Time last = loaded.session.last_activity;
  uint32_t part = 0;
  for (auto& draft : drafts) {
    Event event;
    event.header.seq = Seq{loaded.head.seq.number + part + 1};
    event.header.at = last = std::max(last, draft.at.value_or(now));
    event.header.actor = actor;
    event.header.via = via;
    event.header.part = part++;
    event.data = std::move(draft.data);
    events.push_back(std::move(event));
  }
  return events;
}

}  // namespace

Workspace::Workspace(EventStore& store, FileSystem& files, Clock clock, RandomSource random,
                     Caller caller, std::shared_ptr<const Surroundings> surroundings)
    : Context(store, files, std::move(clock), std::move(random), std::move(surroundings)),
      caller_(std::move(caller)) {}

Workspace::Workspace(EventStore& store, FileSystem& files, Clock clock, RandomSource random,
                     Caller caller, Surroundings surroundings)
    : Workspace(store, files, std::move(clock), std::move(random), std::move(caller),
                std::make_shared<const Surroundings>(std::move(surroundings))) {}

Workspace::~Workspace() = default;

Result<std::string> Workspace::read_input() {
  if (!caller_.read_input) {
    return make_error(ErrorCode::kUsage, "there is no standard input to read", "-",
                      "clew help " + caller_.verb);
  }
  CLEW_ASSIGN(std::string text, caller_.read_input());
  count_as_request(text);
  return text;
}

Result<Loaded> Workspace::load(const SessionRef& ref) { return store().load(ref.id, ref.at); }

Result<Session> Workspace::before(const Done& done) {
  CLEW_CHECK(!done.events.empty());
  const uint32_t first = done.events.front().header.seq.number;
  if (first == 1) return Session();
  CLEW_ASSIGN(Loaded then, store().load(done.after.identity.id, Seq{first - 1}));
  return std::move(then.session);
}

Result<std::unique_ptr<Transaction>> Workspace::begin() {
  // An agent waits for its hook: fifty in line lose nothing in two seconds, and a lock that is
  // never given back costs no more than that.
  return store().begin_write(caller_.via == Via::kHook ? seconds(2) : kTurnDeadline);
}

// Hand edits come first, as a command of their own by the file.
Status Workspace::take_in(Transaction& turn, const SessionId& id, OpenView& view, Drafts edits,
                          Loaded& loaded) {
  if (edits.empty()) return success();
  const auto events = number_events(loaded, std::move(edits), now(),
                                    ActorId("file:" + view.state().entry), Via::kView);
  loaded.session = fold(std::move(loaded.session), events);
  const Append append{id, loaded.head.seq, events, &loaded.session, std::nullopt};
  CLEW_ASSIGN(loaded.head, turn.append(append));
  return success();
}

Result<Done> Workspace::commit(Transaction& turn, const SessionId& id, Loaded loaded, Drafts drafts,
                               const std::optional<Fork>& fork, OpenView* view) {
  Done done;
  if (drafts.empty()) {  // nothing to record: the answer is the state as it is
    done.after = std::move(loaded.session);
    done.head = loaded.head;
    done.changed = false;
    const auto& key = idempotency();
    if (key) CLEW_TRY(keep_answer(turn, *key, {done_fields(done), {}, 0, {}}));
    if (view != nullptr) CLEW_TRY(view->render(done.after, done.head.seq, turn));
    if (key || view != nullptr) CLEW_TRY(turn.commit());
    if (view != nullptr) finish_view(*view, done);  // the files may still have to follow
    return done;
  }
  CLEW_TRY(check_actor(caller_.actor));
  const Time now = this->now();
  clamp_times(loaded.session, now, drafts);
  if (caller_.via == Via::kCli || caller_.via == Via::kMcp || caller_.via == Via::kHook) {
    CLEW_TRY(redact_secrets(drafts, done.notices));
  }
  const bool begins = fork || !loaded.session.exists();
  const std::string project = loaded.session.identity.project;
  done.events = number_events(loaded, std::move(drafts), now, caller_.actor, caller_.via);
  done.after = fold(std::move(loaded.session), done.events);
  done.after.identity.id = id;
  for (const auto& blob : blobs_) CLEW_TRY(turn.put_blob(blob));
  const Append append{id, loaded.head.seq, done.events, &done.after, idempotency()};
  CLEW_ASSIGN(done.head, fork ? turn.append_fork(*fork, append) : turn.append(append));
  CLEW_TRY(keep_change_places(*this, turn, done, fork));
  if (done.after.identity.project != project) {
    CLEW_TRY(remember_folder(*this, turn, done.after.identity.project));
  }
  if (view != nullptr) CLEW_TRY(view->render(done.after, done.head.seq, turn));
  if (caller_.via == Via::kCli) {  // hooks and tools bind their agents themselves
    CLEW_TRY(bind_agent(turn, caller_.actor, id,
                        begins ? AgentBinding::kTakenUp : AgentBinding::kFirstWork));
  }
  CLEW_TRY(turn.commit());
  for (auto& notice : store().notices()) done.notices.push_back(std::move(notice));
  if (view != nullptr) finish_view(*view, done);
  return done;
}

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

Result<std::unique_ptr<OpenView>> Workspace::open_view(const SessionId& id,
                                                       std::vector<std::string>& notices) {
  const Duration deadline = caller_.via == Via::kHook ? Duration{50} : seconds(2);
  CLEW_TRY(follow_project(*this, id));
  return OpenView::open(store(), files(), surroundings().cache_folder, id, now(), deadline,
                        notices);
}

Result<Done> Workspace::in_turn(const SessionId& id, const Deciding& deciding) {
  for (int attempt = 1;; ++attempt) {
    std::vector<std::string> notices;
    std::unique_ptr<OpenView> view;
    CLEW_ASSIGN(auto turn, begin());
    // Most sessions have no view, and to see that takes no reading of its own in here.
    CLEW_ASSIGN(const auto shown, load_view(*turn, id));
    if (shown) {
      turn.reset();  // whoever holds the files' locks may be waiting for a turn
      CLEW_ASSIGN(view, open_view(id, notices));
      CLEW_ASSIGN(turn, begin());
    }
    CLEW_ASSIGN(auto seen, replay_of_key(*turn));
    if (seen) return std::move(*seen);
    CLEW_ASSIGN(Loaded loaded, turn->load(id));
    const Seq before = loaded.head.seq;
    if (view) {
      CLEW_ASSIGN(Drafts edits, view->take_in(loaded.session));
      CLEW_TRY(take_in(*turn, id, *view, std::move(edits), loaded));
    }
    auto drafts = deciding(loaded);
    if (!drafts && loaded.head.seq != before) {
      // What the files said has happened, whatever becomes of the command that came along.
      CLEW_TRY(view->render(loaded.session, loaded.head.seq, *turn));
      CLEW_TRY(turn->commit());
      Done taken;
      taken.after = std::move(loaded.session);
      finish_view(*view, taken);
    }
    if (!drafts) return drafts.error();
    auto done = commit(*turn, id, std::move(loaded), std::move(*drafts), std::nullopt, view.get());
    if (done) {
      for (auto& notice : notices) {
        if (notice.starts_with(kBehindWords)) {
          notice += "; " + when_written(id, done->after.lifecycle.status);
        }
        if (shown && !view) done->view_behind = notice;
        done->notices.push_back(std::move(notice));
      }
    }
    const bool raced = !done && done.error().code == ErrorCode::kConflict;
    if (!raced || attempt == kMostTries) return done;
  }
}

Result<Done> Workspace::accept_view(const SessionId& id) {
  std::vector<std::string> notices;
  CLEW_ASSIGN(const auto view, open_view(id, notices));
  if (!view) {
    return make_error(ErrorCode::kInvalid,
                      notices.empty() ? "the session has no view" : notices.front(), id.text,
                      "clew view list");
  }
  CLEW_ASSIGN(const auto turn, begin());
  CLEW_ASSIGN(auto seen, replay_of_key(*turn));
  if (seen) return std::move(*seen);
  CLEW_ASSIGN(Loaded loaded, turn->load(id));
  const Seq before = loaded.head.seq;
  CLEW_ASSIGN(Drafts edits, view->take_in(loaded.session, OpenView::PutBack::kTake));
  CLEW_TRY(take_in(*turn, id, *view, std::move(edits), loaded));
  CLEW_ASSIGN(Done done, commit(*turn, id, std::move(loaded), {}, std::nullopt, view.get()));
  done.changed = done.head.seq != before;
  return done;
}

Result<Done> Workspace::execute(const SessionId& id, const Wishes& wishes) {
  return in_turn(id, [&](const Loaded& loaded) -> Result<Drafts> {
    CLEW_ASSIGN(const std::vector<Wish> wanted, wishes(loaded.session));
    return decide_all(loaded.session, wanted, now(), caller_.actor);
  });
}

Result<Done> Workspace::execute(const Wishes& wishes) {
  CLEW_ASSIGN(const SessionRef ref, find_session(Effect::kChanges));
  return execute(ref.id, wishes);
}

Result<Done> Workspace::execute(const Wish& wish) {
  return execute(
      [&](const Session&) { return Result<std::vector<Wish>>(std::vector<Wish>{wish}); });
}

Result<Done> Workspace::execute_unkeyed(const SessionId& id, std::vector<Wish> wishes) {
  const std::string key = std::exchange(caller_.key, {});
  auto done =
      execute(id, [&](const Session&) { return Result<std::vector<Wish>>(std::move(wishes)); });
  caller_.key = key;
  return done;
}

Result<Done> Workspace::create(const std::string& given, const StartSession& start,
                               std::vector<Wish> then) {
  CLEW_ASSIGN(const auto turn, begin());
  CLEW_ASSIGN(auto seen, replay_of_key(*turn));
  if (seen) return std::move(*seen);
  CLEW_ASSIGN(const SessionId id,
              new_session_id(*turn, given, start.opening.goal, [this] { return random(2); }));
  then.insert(then.begin(), start);
  CLEW_ASSIGN(Drafts drafts, decide_all(Session(), then, now(), caller_.actor));
  return commit(*turn, id, Loaded(), std::move(drafts), std::nullopt, nullptr);
}

Result<Done> Workspace::fork(const SessionRef& from, const std::string& given,
                             const std::string& reason) {
  CLEW_ASSIGN(const auto turn, begin());
  CLEW_ASSIGN(auto seen, replay_of_key(*turn));
  if (seen) return std::move(*seen);
  CLEW_ASSIGN(Loaded parent, turn->load(from.id, from.at));
  CLEW_ASSIGN(const SessionId id, new_session_id(*turn, given, parent.session.identity.goal,
                                                 [this] { return random(2); }));
  Drafts drafts{
      {SessionForked{from.id, parent.head.seq, reason}, {}}
  };
  const Fork fork{from.id, parent.head.seq};
  return commit(*turn, id, std::move(parent), std::move(drafts), fork, nullptr);
}

Result<Done> Workspace::adopt(Transaction& turn, const Session& told, const ActorId& by) {
  CLEW_ASSIGN(const SessionId id,
              new_session_id(turn, "", told.identity.goal, [this] { return random(2); }));
  // As of when the files were written: adopting is no work on the session.
  const Time then = told.last_activity.ms == 0 ? now() : std::min(told.last_activity, now());
  Adopted adopted = adopt_as(told, id, {Seq{1}, then, by, Via::kImport, 0, {}});
  Append append{id, Seq{}, std::move(adopted.events), &adopted.after, std::nullopt};
  Done done;
  CLEW_ASSIGN(done.head, turn.append(append));
  if (!folder_remembered_) CLEW_TRY(remember_folder(*this, turn, told.identity.project));
  folder_remembered_ = true;
  done.events = std::move(append.events);
  done.after = std::move(adopted.after);
  return done;
}

Result<Head> Workspace::append_told(Transaction& turn, const SessionId& id, const Loaded& loaded,
                                    Drafts drafts, const ActorId& by) {
  const auto events = number_events(loaded, std::move(drafts), now(), by, Via::kImport);
  const Session after = fold(loaded.session, events);
  return turn.append(Append{id, loaded.head.seq, events, &after, std::nullopt});
}

}  // namespace clew
