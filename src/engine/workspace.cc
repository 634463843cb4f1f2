#include "engine/workspace.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/binding.h"
#include "base/text.h"
#include "engine/kept_answer.h"
#include "engine/project/change_locations.h"
#include "engine/project/renamed_folders.h"
#include "engine/session_id.h"
#include "secrets/secrets.h"
#include "session/adopt.h"
#include "session/apply.h"
#include "session/decide.h"
#include "session/progress.h"

namespace clew {
namespace {

Session fold(Session session, const std::vector<Event>& events) {
  for (const auto& event : events) apply_to(session, event);
  return session;
}

Status check_actor(const ActorId& actor) {
  constexpr size_t kMaxActor = 200;
  if (actor.text.size() <= kMaxActor) return success();
  return make_error(ErrorCode::kUsage,
                    fmt::format("the actor's name has {} bytes, over the limit of {}",
                                actor.text.size(), kMaxActor),
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
// Of one command: `part` counts from 0, and all events share actor and way.
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

// The session before the first event of what was done, for showing what changed.
Result<Session> Workspace::before(const Done& done) {
  CLEW_CHECK(!done.events.empty());
  const uint32_t first = done.events.front().header.seq.number;
  if (first == 1) return Session();
  CLEW_ASSIGN(Loaded then, store().load(done.after.identity.id, Seq{first - 1}));
  return std::move(then.session);
}

// Hand edits are recorded by the actor "file:NAME", in front of the command that found them. A
// secret in them is only named, because replacing it would change a file that somebody else wrote.
Status Workspace::append_edits(Transaction& transaction, const SessionId& id,
                               const std::string& file, Drafts edits, Loaded& loaded,
                               std::vector<std::string>& notices) {
  const auto events =
      number_events(loaded, std::move(edits), now(), ActorId("file:" + file), Via::kView);
  for (const auto& event : events) {
    if (!holds_secret(event.data)) continue;
    notices.push_back(
        fmt::format("event {0} of {1}, an edit of its files, looks like it holds a secret; it is "
                    "kept unchanged: clew redact {0} -s {1}",
                    event.header.seq.number, id.text));
  }
  loaded.session = fold(std::move(loaded.session), events);
  const Append append{id, loaded.head.seq, events, &loaded.session, std::nullopt};
  CLEW_ASSIGN(loaded.head, transaction.append(append));
  return success();
}

Status Workspace::remember_project(Transaction& transaction, const Session& session) {
  const std::string& id = session.identity.project;
  if (id != project().id) return success();
  return remember_folder(transaction, surroundings().device, id);
}

// The one place where drafts become events: clamp the clock, replace secrets, number, fold, append,
// and record what goes with it in the same transaction (places of changes, the folder of the
// project, which agent works on what). Nothing is written to files and nothing is printed, so the
// transaction can be tried again.
Result<Done> Workspace::append_drafts(Transaction& transaction, const SessionId& id, Loaded loaded,
                                      Drafts drafts, const std::optional<Fork>& fork) {
  Done done;
  if (drafts.empty()) {  // nothing to record: the answer is the state as it is
    done.after = std::move(loaded.session);
    done.head = loaded.head;
    done.changed = false;
    const auto& key = idempotency();
    if (key) CLEW_TRY(keep_answer(transaction, *key, {done_fields(done), {}, 0, {}}));
    return done;
  }
  CLEW_TRY(check_actor(caller_.actor));
  const Time now = this->now();
  clamp_times(loaded.session, now, drafts);
  // What imports say is kept as they say it; they name what looks like a secret.
  if (caller_.via != Via::kImport) {
    CLEW_TRY(redact_secrets(drafts, done.notices));
  }
  const bool begins = fork || !loaded.session.exists();
  const std::string project = loaded.session.identity.project;
  done.events = number_events(loaded, std::move(drafts), now, caller_.actor, caller_.via);
  done.after = fold(std::move(loaded.session), done.events);
  done.after.identity.id = id;
  for (const auto& blob : blobs_) CLEW_TRY(transaction.put_blob(blob));
  const Append append{id, loaded.head.seq, done.events, &done.after, idempotency()};
  CLEW_ASSIGN(done.head,
              fork ? transaction.append_fork(*fork, append) : transaction.append(append));
  CLEW_TRY(fork ? keep_parent_locations(transaction, fork->parent, id)
                : keep_change_locations(*this, caller_.via, transaction, done.after, done.events));
  if (done.after.identity.project != project) {
    CLEW_TRY(remember_project(transaction, done.after));
  }
  // Hooks bind their agents themselves. What was ended by a tool is nothing to go on with.
  const bool binds = caller_.via == Via::kCli ||
                     (caller_.via == Via::kMcp && !is_closed(done.after.lifecycle.status) &&
                      !done.after.lifecycle.archived);
  if (binds) {
    CLEW_TRY(bind_agent(transaction, caller_.actor, id,
                        begins ? AgentBinding::kTakenUp : AgentBinding::kFirstWork, caller_.self));
  }
  // What a person starts is what they mean from now on, here.
  const bool is_person = caller_.via == Via::kCli && !is_agent_actor(caller_.actor);
  if (begins && !fork && is_person) {
    CLEW_TRY(transaction.put_setting(use_setting(this->project().root), id.text));
  }
  return done;
}

Result<Done> Workspace::execute(const SessionId& id, const Intents& intents) {
  return in_transaction(id, [&](const Loaded& loaded) -> Result<Drafts> {
    CLEW_ASSIGN(const std::vector<Intent> wanted, intents(loaded.session));
    return decide_all(loaded.session, wanted, now(), caller_.actor);
  });
}

Result<Done> Workspace::execute(const Intents& intents) {
  CLEW_ASSIGN(const SessionRef ref, find_session(Effect::kChanges));
  return execute(ref.id, intents);
}

Result<Done> Workspace::execute(const Intent& intent) {
  return execute(
      [&](const Session&) { return Result<std::vector<Intent>>(std::vector<Intent>{intent}); });
}

// Without the caller's idempotency key: the command that the key belongs to has been answered
// already.
Result<Done> Workspace::execute_unkeyed(const SessionId& id, std::vector<Intent> intents) {
  const std::string key = std::exchange(caller_.key, {});
  auto done = execute(id, [&](const Session&) { return Result<std::vector<Intent>>(intents); });
  caller_.key = key;
  return done;
}

// A session read from files gets an id of this store and the time of its files; its events are the
// import's.
Result<Done> Workspace::adopt(Transaction& transaction, const Session& reported,
                              const ActorId& by) {
  CLEW_ASSIGN(const SessionId id, new_session_id(transaction, "", reported.identity.goal,
                                                 [this] { return random(2); }));
  // As of when the files were written: adopting is no work on the session.
  const Time then =
      reported.last_activity.ms == 0 ? now() : std::min(reported.last_activity, now());
  Adopted adopted = adopt_as(reported, id, {Seq{1}, then, by, Via::kImport, 0, {}});
  Append append{id, Seq{}, std::move(adopted.events), &adopted.after, std::nullopt};
  Done done;
  CLEW_ASSIGN(done.head, transaction.append(append));
  CLEW_TRY(remember_project(transaction, reported));
  done.events = std::move(append.events);
  done.after = std::move(adopted.after);
  return done;
}

Result<Head> Workspace::append_reported(Transaction& transaction, const SessionId& id,
                                        const Loaded& loaded, Drafts drafts, const ActorId& by) {
  const auto events = number_events(loaded, std::move(drafts), now(), by, Via::kImport);
  const Session after = fold(loaded.session, events);
  return transaction.append(Append{id, loaded.head.seq, events, &after, std::nullopt});
}

}  // namespace clew
