// Which session a request means.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "agent_client/binding.h"
#include "agent_client/presence.h"
#include "engine/session_list.h"
#include "engine/workspace.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr Lifecycle kOpen[] = {Lifecycle::kActive, Lifecycle::kPaused};

// The error lists the ids as its subject, so that a caller can show them.
Error several(const std::vector<SessionSummary>& open) {
  std::string ids;
  for (const auto& summary : open) ids += (ids.empty() ? "" : ", ") + summary.id.text;
  return make_error(ErrorCode::kUsage, "several sessions are open here: " + ids, ids,
                    "name one with -s, or  clew use " + open.front().id.text);
}

// For agents: a session that somebody else is at is not joined without saying so.
Error held(const SessionSummary& summary, const ActorId& by) {
  return make_error(
      ErrorCode::kUsage,
      fmt::format("{} is open here, and {} is working in it", summary.id.text, by.text),
      summary.id.text,
      fmt::format("clew start \"…\"   or, to join it:  clew resume {}", summary.id.text));
}

std::string newest_of(StoreReader& store, const std::string& project) {
  ListQuery query;
  query.project = project;
  query.limit = 1;
  const auto found = store.list(query);
  return found && !found->empty() ? found->front().id.text : std::string();
}

// What has ended here is told by its name: it is what somebody who comes right after looks for. A
// folder without git is a project by itself; work begun further up is not its own, but is told of.
Error none_open(StoreReader& store, const Project& project) {
  std::vector<std::string> ids = project.ids;
  if (project.id.starts_with("path:")) {
    for (std::string folder = project.root; folder.size() > 1;) {
      folder = parent_of(folder);
      ids.push_back("path:" + folder);
    }
  }
  std::string other = "clew list --all";
  for (const auto& id : ids) {
    const std::string newest = newest_of(store, id);
    if (newest.empty()) continue;
    other = "clew status " + newest;
    break;
  }
  return make_error(ErrorCode::kNotFound, "there is no open session here", project.root,
                    "clew start \"…\"   or  " + other);
}

}  // namespace

// ID, a prefix of one, "@" for the default, each with "@17" behind it for a point in time. The
// point must exist.
Result<SessionRef> Workspace::parse_ref(const std::string& text) {
  const size_t at = text.rfind('@');
  SessionRef ref;
  std::string name = text;
  if (at != std::string::npos && text != "@") {
    name = text.substr(0, at);
    const std::string digits = text.substr(at + 1);
    uint32_t seq = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), seq);
    if (code != std::errc() || end != digits.data() + digits.size() || seq == 0) {
      return make_error(
          ErrorCode::kUsage,
          fmt::format("invalid point in time \"{}\"; use ID@SEQ, for example ID@17", text), text,
          "clew log " + name);
    }
    ref.at = Seq{seq};
  }
  const bool is_default = name.empty() || name == "@";
  // "@17" beside -s is a moment of the session named there.
  const std::string& named = caller_.session;
  if (is_default && !named.empty() && named[0] != '@') name = named.substr(0, named.find('@'));
  CLEW_ASSIGN(ref.id, name.empty() || name == "@" ? default_session() : store().resolve(name));
  if (ref.at) {
    CLEW_ASSIGN(const SessionSummary summary, store().summary(ref.id));
    if (*ref.at > summary.head.seq) {
      return make_error(ErrorCode::kNotFound,
                        fmt::format("{} has {} events, there is no event {}", ref.id.text,
                                    summary.head.seq.number, ref.at->number),
                        text, "clew log " + ref.id.text);
    }
  }
  return ref;
}

// Sessions of this project under all the names it has had; failing those, of the folders that share
// its identity. Those that were put away are left out unless there are no others.
std::vector<SessionSummary> Workspace::open_sessions() {
  const auto open_in = [&](const std::string& id) {
    ListQuery query;
    query.project = id;
    query.statuses.assign(std::begin(kOpen), std::end(kOpen));
    query.limit = 50;
    return store().list(query).value_or({});
  };
  // What this folder was before it was renamed it still is.
  std::vector<SessionSummary> open = open_in(project().id);
  for (const auto* ids : {&project().former, &project().known_as}) {
    for (const auto& id : *ids) {
      for (auto& summary : open_in(id)) open.push_back(std::move(summary));
    }
  }
  if (!project().former.empty() || !project().known_as.empty()) {
    std::stable_sort(open.begin(), open.end(),
                     [](const SessionSummary& a, const SessionSummary& b) {
                       return b.touched_at < a.touched_at;
                     });
  }
  for (const auto& id : project().ids) {
    if (!open.empty()) break;
    if (!project().is_or_was(id)) open = open_in(id);
  }
  // Those that were put away count only when there is nothing else.
  const auto kept = std::stable_partition(
      open.begin(), open.end(),
      [&](const SessionSummary& summary) { return !is_put_away(summary, now()); });
  if (kept != open.begin()) open.erase(kept, open.end());
  return open;
}

// The session that a setting names, as long as it is open: one that has ended, or was put away,
// stands in nobody's way.
Result<std::optional<SessionId>> Workspace::chosen_by(const std::string& setting) {
  CLEW_ASSIGN(const std::string id, store().setting(setting));
  if (id.empty()) return std::optional<SessionId>();
  const auto summary = store().summary(SessionId(id));
  if (!summary && summary.error().code != ErrorCode::kNotFound) return summary.error();
  const bool open =
      summary && !is_closed(summary->status) && !summary->archived && !summary->forgotten;
  return open ? std::optional(SessionId(id)) : std::nullopt;
}

// The first of these wins: CLEW_SESSION, the session that this actor is bound to, the one this
// checkout uses, the one whose brief the agent opened with, the only open one. Several, or one in
// which somebody else is at work, need to be named.
Result<SessionId> Workspace::default_session() {
  if (const std::string& named = surroundings().session; !named.empty()) {
    if (named[0] == '@') return store().resolve(named);  // it would stand for itself
    CLEW_ASSIGN(const SessionRef ref, parse_ref(named));
    return ref.id;
  }
  CLEW_ASSIGN(std::optional<SessionId> chosen, chosen_by(binding_setting(caller_.actor)));
  if (!chosen) {
    CLEW_ASSIGN(chosen, chosen_by(use_setting(project().root)));
  }
  if (chosen) return *chosen;
  const std::vector<SessionSummary> open = open_sessions();
  if (is_agent_actor(caller_.actor)) {
    CLEW_ASSIGN(chosen, briefed_of(open));
    if (chosen) return *chosen;
  }
  if (open.size() > 1) return several(open);
  if (open.empty()) return none_open(store(), project());
  if (is_agent_actor(caller_.actor)) {
    // Two agents in one folder never mix by themselves.
    CLEW_ASSIGN(const auto holder, held_by_other(*this, open.front(), caller_.actor));
    if (holder) return held(open.front(), *holder);
  }
  return open.front().id;
}

// The session whose brief this agent opened with, while nobody else is at it.
Result<std::optional<SessionId>> Workspace::briefed_of(const std::vector<SessionSummary>& open) {
  CLEW_ASSIGN(const std::string briefed, store().setting(briefed_setting(caller_.actor)));
  const std::string id = briefed.substr(0, briefed.find(' '));
  for (const auto& summary : open) {
    if (summary.id.text != id) continue;
    CLEW_ASSIGN(const auto holder, held_by_other(*this, summary, caller_.actor));
    return holder ? std::nullopt : std::optional(summary.id);
  }
  return std::optional<SessionId>();
}

bool Workspace::names_session() const {
  return !surroundings().session.empty() || (!caller_.session.empty() && caller_.session[0] != '@');
}

// Whether the past may be named depends on the effect: it can be read, and not changed. An
// idempotency key that was used names its session by itself, which may have been closed since.
Result<SessionRef> Workspace::find_session(Effect effect) {
  SessionRef ref;
  if (!caller_.session.empty() && caller_.session != "@") {
    CLEW_ASSIGN(ref, parse_ref(caller_.session));
  } else if (!surroundings().session.empty()) {
    CLEW_ASSIGN(ref, parse_ref(surroundings().session));
  } else {
    std::optional<SessionId> then;  // it may have ended with that very command
    if (effect == Effect::kChanges) {
      CLEW_ASSIGN(then, session_of_key());
    }
    if (then) {
      ref.id = *then;
    } else {
      CLEW_ASSIGN(ref.id, default_session());
    }
  }
  if (effect == Effect::kChanges && ref.at) {
    const std::string moment = fmt::format("{}@{}", ref.id.text, ref.at->number);
    return make_error(ErrorCode::kUsage, "the past cannot be changed", moment,
                      "clew fork " + moment);
  }
  found_ = ref.id;
  return ref;
}

}  // namespace clew
