#include "command/sync/share_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "brief/standing.h"
#include "command/sync/own_device.h"
#include "command/sync/shared_realms.h"
#include "command/sync/travel_preview.h"
#include "engine/confirm.h"
#include "engine/idempotency.h"
#include "remote/member_key.h"

namespace clew {
namespace {

bool has_key(const std::vector<Member>& members, const Member& member) {
  return std::any_of(members.begin(), members.end(), [&](const Member& each) {
    return each.key == member.key || each.signing_key == member.signing_key;
  });
}

Result<std::vector<Member>> read_keys(const std::vector<std::string>& lines) {
  std::vector<Member> members;
  for (const auto& line : lines) {
    CLEW_ASSIGN(Member member, read_member_key(line));
    member.guest = true;
    if (!has_key(members, member)) members.push_back(std::move(member));
  }
  return members;
}

// What a merge moved is shared with the session that it was moved from.
Result<SessionId> whole_session(StoreReader& store, SessionId session) {
  while (true) {
    CLEW_ASSIGN(const SessionSummary summary, store.summary(session));
    if (summary.parent.empty()) return session;
    CLEW_ASSIGN(const SessionId own, store.hashed_id(session));
    CLEW_ASSIGN(const SessionId of_parent, store.hashed_id(summary.parent));
    if (own != of_parent) return session;
    session = summary.parent;
  }
}

// The session, those that it goes on from, and those in the same realm that go on from one of
// these: they are shared and withdrawn together.
struct Lineage {
  std::vector<SessionId> sessions;
  std::vector<Hash> genesis;
  bool has(const SessionId& id) const {
    return std::find(sessions.begin(), sessions.end(), id) != sessions.end();
  }
};

Result<Lineage> lineage_of(Workspace& workspace, const SessionId& session,
                           const std::vector<SessionId>& in_realm) {
  StoreReader& store = workspace.store();
  Lineage lineage;
  for (SessionId at = session; !at.empty();) {
    lineage.sessions.insert(lineage.sessions.begin(), at);
    CLEW_ASSIGN(const SessionSummary summary, store.summary(at));
    at = summary.parent;
  }
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& other : in_realm) {
      CLEW_ASSIGN(const SessionSummary summary, store.summary(other));
      if (lineage.has(other) || !lineage.has(summary.parent)) continue;
      lineage.sessions.push_back(other);
      grows = true;
    }
  }
  for (const auto& each : lineage.sessions) {
    CLEW_ASSIGN(const Hash genesis, genesis_of(store, each));
    lineage.genesis.push_back(genesis);
  }
  return lineage;
}

// Whether nothing else is shared in that realm.
bool is_all_of(const RemoteRecord& realm, const Lineage& lineage) {
  return std::all_of(realm.sessions.begin(), realm.sessions.end(), [&](const std::string& each) {
    return std::find(lineage.genesis.begin(), lineage.genesis.end(), Hash::from_hex(each)) !=
           lineage.genesis.end();
  });
}

std::string listed(const std::vector<SessionId>& sessions) {
  std::string names;
  for (const auto& each : sessions) names += (names.empty() ? "" : ", ") + each.text;
  return names;
}

Error shared_by_others(const SessionId& session, const RemoteRecord& record) {
  return make_error(ErrorCode::kNotAllowed,
                    fmt::format("{} is shared with this device by {}; only a device of those who "
                                "shared it decides with whom else",
                                session.text, record.name),
                    session.text, "ask who shared it");
}

// One session being shared or withdrawn, with the remote that it is shared below.
class Sharing {
 public:
  static Result<Sharing> open(Workspace& workspace, const SessionId& session,
                              const RemoteRecord& remote) {
    CLEW_ASSIGN(auto outer, OpenRemote::open(workspace, remote));
    return Sharing(workspace, session, std::move(outer));
  }

  OpenRemote& outer() { return *outer_; }
  const Lineage& lineage() const { return lineage_; }
  OpenRemote* realm() { return realm_.get(); }
  std::vector<Member> guests() const {
    return realm_ ? guests_of(realm_->membership().epoch()) : std::vector<Member>();
  }
  bool shares_more() const { return realm_ && !is_all_of(realm_->record(), lineage_); }

  // What other devices did meanwhile, so that all that is at the remote comes before what is at the
  // realm.
  Status update() {
    SyncScope scope;
    scope.sends = false;
    CLEW_TRY(sync_outer(std::move(scope)));
    CLEW_ASSIGN(const Hash genesis, genesis_of(workspace_.store(), session_));
    CLEW_ASSIGN(const auto shared, realm_of(workspace_, genesis));
    std::vector<SessionId> in_realm;
    if (shared) {
      CLEW_ASSIGN(realm_, OpenRemote::open_realm(workspace_, *outer_, shared->record));
      CLEW_TRY(realm_->membership().refresh(realm_->store()));
      CLEW_ASSIGN(in_realm, sessions_of(workspace_, realm_->record()));
    }
    CLEW_ASSIGN(lineage_, lineage_of(workspace_, session_, in_realm));
    return success();
  }

  // With these from now on, whoever it was before. When it is so already, what was cut off the last
  // time is finished.
  Status share_with(const std::vector<Member>& guests) {
    CLEW_TRY(check_lineage(guests));
    const bool is_own_realm = realm_ && (!shares_more() || same_guests(guests, this->guests()));
    if (is_own_realm) {
      CLEW_TRY(set_guests(guests));
      return sync_realm(*realm_);
    }
    CLEW_ASSIGN(auto target, realm_for(workspace_, *outer_, guests,
                                       realm_ ? realm_->record().remote : std::string()));
    if (realm_) {
      CLEW_TRY(sync_realm(*realm_));
      CLEW_TRY(seal_again_without(lineage_.genesis));
    }
    CLEW_TRY(announce({target->record().remote, lineage_.genesis, {}}));
    CLEW_TRY(reload(workspace_, *target));
    CLEW_TRY(sync_realm(*target));
    if (realm_) {
      CLEW_TRY(reload(workspace_, *realm_));
      CLEW_TRY(sync_realm(*realm_));
    }
    realm_ = std::move(target);
    return success();
  }

  // With nobody else any more.
  Status withdraw() {
    CLEW_TRY(sync_realm(*realm_));
    if (!shares_more()) {
      CLEW_TRY(set_guests({}));
      const RemoteRecord record = realm_->record();
      realm_.reset();
      return end_realm(workspace_, *outer_, record);
    }
    CLEW_TRY(seal_again_without(lineage_.genesis));
    CLEW_TRY(announce({realm_->record().remote, {}, lineage_.genesis}));
    CLEW_TRY(reload(workspace_, *realm_));
    return sync_realm(*realm_);
  }

  std::string join_line() const {
    const ShareCode code{outer_->record().address(), realm_->record().remote,
                         sha256(realm_->membership().sealed_epochs().at(1))};
    return write_share_code(code);
  }

 private:
  Sharing(Workspace& workspace, SessionId session, std::unique_ptr<OpenRemote> outer)
      : workspace_(workspace), session_(std::move(session)), outer_(std::move(outer)) {}

  // A session has one journal: what it goes on from cannot be shared with other people than it.
  Status check_lineage(const std::vector<Member>& wanted) {
    for (size_t i = 0; i < lineage_.sessions.size(); ++i) {
      CLEW_ASSIGN(const auto shared, realm_of(workspace_, lineage_.genesis[i]));
      if (!shared || (realm_ && shared->record.remote == realm_->record().remote)) continue;
      if (shared->is_guest) return shared_by_others(lineage_.sessions[i], shared->record);
      if (same_guests(shared->guests(), wanted)) continue;
      return make_error(
          ErrorCode::kInvalid,
          fmt::format("{} goes on from {}, which is shared with {} alone", session_.text,
                      lineage_.sessions[i].text, names_of(shared->guests())),
          session_.text, "clew unshare " + lineage_.sessions[i].text + " --with KEY");
    }
    return success();
  }

  // A new key whenever somebody goes; what is there is then sealed again with it.
  Status set_guests(const std::vector<Member>& wanted) {
    const auto is_gone = [&](const Member& each) { return each.guest && !has_key(wanted, each); };
    const auto now = guests();
    const bool loses = std::any_of(now.begin(), now.end(), is_gone);
    if (loses && !realm_->record().rewrites) {
      CLEW_TRY(sync_realm(*realm_));  // the last that they had to say
      CLEW_TRY(seal_again_without({}));
    }
    const RandomSource random = random_of(workspace_);
    const auto edit = [&](Epoch& next) {
      const size_t before = next.members.size();
      const bool rotates = std::erase_if(next.members, is_gone) > 0;
      if (rotates) {
        Bytes drawn(Key::size(), '\0');
        random(drawn);
        next.keys.push_back(AgeIdentity{Key(drawn)});
        wipe(drawn.data(), drawn.size());
      }
      for (const auto& guest : wanted) {
        if (!has_key(next.members, guest)) next.members.push_back(guest);
      }
      return rotates || next.members.size() != before;
    };
    CLEW_TRY(realm_->membership().change(realm_->store(), edit, to_iso(workspace_.now()), random));
    return success();
  }

  // Remembered before anything happens: cut off, the next sync does it.
  Status seal_again_without(const std::vector<Hash>& withdrawn) {
    RemoteRecord& record = realm_->record();
    record.rewrites = true;
    record.withdraws.clear();
    for (const auto& genesis : withdrawn) record.withdraws.push_back(genesis.hex());
    return keep_record(workspace_, record);
  }

  Status announce(RealmNote note) {
    SyncScope scope;
    scope.realms.push_back(std::move(note));
    scope.sends_sessions = false;
    return sync_outer(std::move(scope));
  }

  Status sync_outer(SyncScope scope) {
    scope.sessions.push_back(session_.text);
    scope.agreed = true;
    return sync(*outer_, std::move(scope));
  }

  Status sync_realm(OpenRemote& realm) {
    SyncScope scope;
    scope.agreed = true;
    return sync(realm, std::move(scope));
  }

  Status sync(OpenRemote& remote, SyncScope scope) {
    const auto report = RemoteSync(workspace_, remote, std::move(scope)).run();
    if (!report) return about_remote(report.error(), remote.record());
    for (const auto& each : report->sessions) {
      if (each.error && each.session == session_.text) return *each.error;
    }
    return success();
  }

  Workspace& workspace_;
  SessionId session_;
  std::unique_ptr<OpenRemote> outer_;
  std::unique_ptr<OpenRemote> realm_;
  Lineage lineage_;
};

// session, seq, hash and changed, as every changing verb answers; then who has it.
Result<Answer> answer_about(Workspace& workspace, const SessionId& session, bool changed,
                            const std::vector<Member>& guests) {
  CLEW_ASSIGN(const SessionSummary summary, workspace.store().summary(session));
  Answer answer;
  answer.data.set("session", session.text);
  answer.data.set("seq", summary.head.seq.number);
  answer.data.set("hash", summary.head.hash.hex());
  answer.data.set("changed", changed);
  answer.data.set("shared_with", shared_with(guests));
  return answer;
}

Result<Answer> tell_who_has_it(Workspace& workspace, const SessionId& session) {
  CLEW_ASSIGN(const Hash genesis, genesis_of(workspace.store(), session));
  CLEW_ASSIGN(const auto shared, realm_of(workspace, genesis));
  const auto guests = shared ? shared->guests() : std::vector<Member>();
  CLEW_ASSIGN(Answer answer, answer_about(workspace, session, false, guests));
  if (!shared) {
    answer.text = session.text + "  not shared\nnext  clew share " + session.text + " --with KEY";
    return answer;
  }
  const RemoteRecord& record = shared->record;
  answer.data.set("remote", record.hangs_on.empty() ? record.name : record.hangs_on);
  answer.data.set("by", Value());
  answer.text =
      fmt::format("{}  shared with {}, below {}", session.text, names_of(guests), record.hangs_on);
  if (shared->is_guest) {
    const std::string by = shared->members.empty() ? "others" : shared->members.front().name;
    answer.data.set("by", by);
    answer.text = fmt::format("{}  shared with {} by {}, as {}", session.text, names_of(guests), by,
                              record.name);
  }
  for (const auto& guest : guests) {
    answer.text += fmt::format("\n  {}  {}", guest.name, guest.key.text());
  }
  return answer;
}

// Who is meant by what somebody typed.
Result<std::vector<Member>> named_guests(const std::vector<std::string>& words,
                                         const std::vector<Member>& guests,
                                         const SessionId& session) {
  std::vector<Member> named;
  for (const auto& word : words) {
    const auto line = read_member_key(word);
    const auto is_meant = [&](const Member& each) {
      return line ? each.key == line->key : each.name == word || each.key.text() == word;
    };
    const auto count = std::count_if(guests.begin(), guests.end(), is_meant);
    if (count > 1) {
      return make_error(ErrorCode::kUsage, "several of those it is shared with are called that",
                        word, "clew share " + session.text + "   lists their keys");
    }
    if (count == 0) {
      return make_error(ErrorCode::kNotFound,
                        fmt::format("{} is not shared with {}", session.text,
                                    line ? line->name : visible(cut(word, 80))),
                        session.text, "clew share " + session.text + "   says with whom it is");
    }
    named.push_back(*std::find_if(guests.begin(), guests.end(), is_meant));
  }
  return named;
}

std::string again(const char* verb, const SessionId& session,
                  const std::vector<std::string>& with) {
  std::string command = fmt::format("clew {} {}", verb, session.text);
  for (const auto& each : with) command += " --with " + shell_word(each);
  return command;
}

Result<SessionId> meant_session(Workspace& workspace, Effect effect) {
  CLEW_ASSIGN(const SessionRef ref, workspace.find_session(effect));
  return whole_session(workspace.store(), ref.id);
}

Result<RemoteRecord> remote_for(Workspace& workspace, const std::optional<SharedRealm>& shared,
                                const std::string& named) {
  if (!shared) {
    CLEW_ASSIGN(RemoteRecord record, chosen_remote(workspace, named));
    if (!record.shared) return record;
    return make_error(ErrorCode::kNotAllowed,
                      record.name + " was shared with this device; it is no place to share from",
                      record.name, "clew remote add NAME URL");
  }
  const std::string& remote = shared->record.hangs_on;
  if (named.empty() || named == remote) return chosen_remote(workspace, remote);
  return make_error(ErrorCode::kConflict, "it is shared below " + remote + " already", named,
                    "clew share SESSION --with KEY --remote " + shell_word(remote));
}

}  // namespace

Result<Answer> share_session(Workspace& workspace, const ShareRequest& request) {
  if (request.with.empty()) {
    CLEW_ASSIGN(const SessionId session, meant_session(workspace, Effect::kReads));
    return tell_who_has_it(workspace, session);
  }
  CLEW_ASSIGN(const auto members, read_keys(request.with));
  CLEW_ASSIGN(const SessionId session, meant_session(workspace, Effect::kChanges));
  const KeyedAnswer key(workspace, {session.text});
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  CLEW_ASSIGN(const Hash genesis, genesis_of(workspace.store(), session));
  CLEW_ASSIGN(const auto shared, realm_of(workspace, genesis));
  if (shared && shared->is_guest) return shared_by_others(session, shared->record);
  CLEW_ASSIGN(const RemoteRecord record, remote_for(workspace, shared, request.remote));
  CLEW_ASSIGN(Sharing sharing, Sharing::open(workspace, session, record));
  for (const auto& member : members) {
    if (!has_key(sharing.outer().membership().epoch().members, member)) continue;
    return make_error(
        ErrorCode::kInvalid,
        fmt::format("{} is a device of {} and has what is there", member.name, record.name),
        "--with", "clew sync   on that device");
  }
  const auto known = shared ? shared->guests() : std::vector<Member>();
  const bool is_new = !std::all_of(members.begin(), members.end(),
                                   [&](const Member& member) { return has_key(known, member); });
  if (is_new) {
    CLEW_ASSIGN(const Lineage lineage, lineage_of(workspace, session, {}));
    CLEW_ASSIGN(const TravelPreview preview, preview_travel(workspace, lineage.sessions));
    const std::string question = fmt::format(
        "share {} ({}, and all that follows) with {}? They can read it and append to it.{}",
        listed(lineage.sessions), counted(preview.events, "event", "events"), names_of(members),
        preview.secrets);
    CLEW_TRY(agree(workspace, question, session.text, again("share", session, request.with)));
  }
  CLEW_TRY(sharing.update());
  std::vector<Member> guests = sharing.guests();
  bool changed = false;
  for (const auto& member : members) {
    if (has_key(guests, member)) continue;
    guests.push_back(member);
    changed = true;
  }
  CLEW_TRY(sharing.share_with(guests));
  CLEW_ASSIGN(Answer answer, answer_about(workspace, session, changed, guests));
  const std::string line = sharing.join_line();
  answer.data.set("remote", record.name);
  answer.data.set("join", line);
  answer.text = line;
  answer.warnings = fmt::format(
      "{} is {}shared with {}; nothing in this line is secret\nnext  clew remote join NAME   on "
      "their device, with the line on its standard input",
      listed(sharing.lineage().sessions), changed ? "" : "already ", names_of(guests));
  CLEW_TRY(key.keep_alone(answer));
  return answer;
}

Result<Answer> unshare_session(Workspace& workspace, const UnshareRequest& request) {
  CLEW_ASSIGN(const SessionId session, meant_session(workspace, Effect::kChanges));
  if (request.with.empty()) {
    return make_error(ErrorCode::kUsage, "--with is missing", "unshare",
                      "clew share " + session.text + "   says with whom it is shared");
  }
  const KeyedAnswer key(workspace, {session.text});
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  CLEW_ASSIGN(const Hash genesis, genesis_of(workspace.store(), session));
  CLEW_ASSIGN(const auto shared, realm_of(workspace, genesis));
  if (shared && shared->is_guest) return shared_by_others(session, shared->record);
  if (!shared) {
    return make_error(ErrorCode::kNotFound, session.text + " is not shared", session.text,
                      "clew share " + session.text + " --with KEY");
  }
  CLEW_ASSIGN(const RemoteRecord record, remote_for(workspace, shared, ""));
  CLEW_ASSIGN(Sharing sharing, Sharing::open(workspace, session, record));
  // With nobody: whoever removed the last one was cut off.
  const bool is_begun = shared->guests().empty();
  std::vector<Member> meant;
  if (!is_begun) {
    CLEW_ASSIGN(meant, named_guests(request.with, shared->guests(), session));
  }
  CLEW_ASSIGN(const auto in_realm, sessions_of(workspace, shared->record));
  CLEW_ASSIGN(const Lineage lineage, lineage_of(workspace, session, in_realm));
  CLEW_TRY(agree(workspace,
                 fmt::format("stop sharing {} with {}? What they have read they keep; nothing new "
                             "reaches them.",
                             listed(lineage.sessions), names_of(meant)),
                 session.text, again("unshare", session, request.with)));
  CLEW_TRY(sharing.update());
  if (sharing.realm() == nullptr) {
    return make_error(ErrorCode::kNotFound, "another device has stopped sharing it meanwhile",
                      session.text, "clew share " + session.text);
  }
  std::vector<Member> named;
  if (!sharing.guests().empty()) {
    CLEW_ASSIGN(named, named_guests(request.with, sharing.guests(), session));
  }
  std::vector<Member> left = sharing.guests();
  std::erase_if(left, [&](const Member& each) { return has_key(named, each); });
  const bool moves = sharing.shares_more() && !left.empty();
  if (left.empty()) {
    CLEW_TRY(sharing.withdraw());
  } else {
    CLEW_TRY(sharing.share_with(left));
  }
  CLEW_ASSIGN(Answer answer, answer_about(workspace, session, true, left));
  answer.data.set("remote", record.name);
  Value removed = shared_with(named);
  answer.data.set("removed", removed);
  answer.text = fmt::format("{}  not shared {}any more; what they have read they keep{}",
                            listed(sharing.lineage().sessions),
                            named.empty() ? "" : "with " + names_of(named) + " ",
                            left.empty() ? "" : "\nstill shared with " + names_of(left));
  if (moves) {
    // They share more than this session with whom was removed, and go on at a place of their own.
    const std::string line = sharing.join_line();
    answer.data.set("join", line);
    answer.text += "\nnext  send this line to " + names_of(left) +
                   ", for clew remote join NAME on their device:\n" + line;
  }
  CLEW_TRY(key.keep_alone(answer));
  return answer;
}

}  // namespace clew
