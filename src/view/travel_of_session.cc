#include "view/travel_of_session.h"

#include <algorithm>

#include "document/json/json.h"
#include "store/settings.h"

namespace clew {
namespace {

std::string text_of(const Value& value, const char* name) {
  const Value* found = value.find(name);
  return found == nullptr ? std::string() : found->as_string();
}

bool flag_of(const Value& value, const char* name) {
  const Value* found = value.find(name);
  return found != nullptr && found->as_bool(false);
}

std::vector<std::string> texts_of(const Value& value, const char* name) {
  std::vector<std::string> texts;
  const Value* found = value.find(name);
  if (found == nullptr) return texts;
  for (const auto& each : found->as_list()) texts.push_back(each.as_string());
  return texts;
}

void add_new(std::vector<std::string> names, std::vector<std::string>& to) {
  for (auto& name : names) {
    if (std::find(to.begin(), to.end(), name) == to.end()) to.push_back(std::move(name));
  }
}

// Whether the remote of that name has the session's events up to `seq`.
Result<bool> has_all(StoreReader& store, const std::string& remote, const Hash& genesis, Seq seq) {
  CLEW_ASSIGN(const auto text, store.setting(remote_head_setting(remote, genesis)));
  const auto head = text.empty() ? Result<Value>(Value()) : parse_json(text);
  const Value* there = head ? head->find("seq") : nullptr;
  return there != nullptr && there->as_int() >= static_cast<int64_t>(seq.number);
}

// Where a session that is shared travels instead of the remote itself.
Result<std::optional<Value>> realm_of(StoreReader& store, const std::string& remote,
                                      const Hash& genesis) {
  CLEW_ASSIGN(const auto rows, store.settings(remote_realm_prefix(remote)));
  for (const auto& row : rows) {
    auto realm = parse_json(row.value);
    if (!realm) continue;
    const auto sessions = texts_of(*realm, "sessions");
    if (std::find(sessions.begin(), sessions.end(), genesis.hex()) == sessions.end()) continue;
    return std::optional(std::move(*realm));
  }
  return std::optional<Value>();
}

// By which every remote knows the session.
Result<Hash> genesis_of(StoreReader& store, const SessionId& session) {
  CLEW_ASSIGN(const SessionSummary summary, store.summary(session));
  const Seq first{(summary.parent.empty() ? 0 : summary.parent_seq.number) + 1};
  CLEW_ASSIGN(const auto events, store.read_raw(session, first, 1));
  return events.empty() ? Hash() : events.front().hash;
}

}  // namespace

Result<std::optional<Travel>> travel_of_session(StoreReader& store, const SessionId& session,
                                                Seq seq) {
  CLEW_ASSIGN(const auto rows, store.settings(std::string(kRemoteSettings)));
  if (rows.empty()) return std::optional<Travel>();
  CLEW_ASSIGN(const Hash genesis, genesis_of(store, session));
  Travel travel;
  travel.status = TravelStatus::kSuccess;
  std::vector<std::string> guests;
  bool is_shared = false;
  bool travels = false;
  for (const auto& row : rows) {
    const auto remote = parse_json(row.value);
    if (!remote) continue;
    std::string name = text_of(*remote, "name");
    // What others share has the sessions that came by it, and no more.
    if (flag_of(*remote, "shared")) {
      CLEW_ASSIGN(const auto head, store.setting(remote_head_setting(name, genesis)));
      if (head.empty()) continue;
    }
    travels = true;
    add_new(texts_of(*remote, "devices"), travel.devices);
    CLEW_ASSIGN(const auto realm, realm_of(store, name, genesis));
    if (realm) {
      is_shared = true;
      name = text_of(*realm, "name");
      add_new(texts_of(*realm, "devices"), guests);
    }
    const std::string last = text_of(*remote, "last_sync");
    if (last >= travel.last_sync) {
      travel.last_sync = last;
      travel.in_bucket = text_of(*remote, "url").starts_with("s3://");
    }
    if (const std::string error = text_of(*remote, "last_error"); !error.empty()) {
      travel.status = TravelStatus::kError;
      travel.error = error;
      continue;
    }
    CLEW_ASSIGN(const bool has, has_all(store, name, genesis, seq));
    if (!has && travel.status == TravelStatus::kSuccess) travel.status = TravelStatus::kPending;
  }
  if (!travels) return std::optional<Travel>();
  if (is_shared) {
    const auto& own = travel.devices;
    std::erase_if(guests, [&](const std::string& guest) {
      return std::find(own.begin(), own.end(), guest) != own.end();
    });
    travel.shared_with = std::move(guests);
  }
  return std::optional(std::move(travel));
}

}  // namespace clew
