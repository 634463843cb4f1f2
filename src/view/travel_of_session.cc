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

// Whether the remote of that name has the session's events up to `seq`.
Result<bool> has_all(StoreReader& store, const std::string& remote, const Hash& genesis, Seq seq) {
  CLEW_ASSIGN(const auto text, store.setting(remote_head_setting(remote, genesis)));
  const auto head = text.empty() ? Result<Value>(Value()) : parse_json(text);
  const Value* there = head ? head->find("seq") : nullptr;
  return there != nullptr && there->as_int() >= static_cast<int64_t>(seq.number);
}

// By which every remote knows the session.
Result<Hash> genesis_of(StoreReader& store, const SessionId& session) {
  CLEW_ASSIGN(const SessionSummary summary, store.summary(session));
  const Seq first{(summary.parent.empty() ? 0 : summary.parent_seq.number) + 1};
  CLEW_ASSIGN(const auto events, store.read_raw(session, first, 1));
  return events.empty() ? Hash() : events.front().hash;
}

// One that others share with this device, or that this device shares by.
bool is_realm(const Value& remote) {
  const Value* shared = remote.find("shared");
  return shared != nullptr && shared->as_bool();
}

struct SharedBy {
  std::string remote;  // by the name it has here
  std::string realm;   // what is remembered of it goes by that name
  std::vector<std::string> guests;
};

std::vector<std::string> texts_of(const Value& value, const char* name) {
  std::vector<std::string> texts;
  if (const Value* list = value.find(name)) {
    for (const auto& each : list->as_list()) texts.push_back(each.as_string());
  }
  return texts;
}

// What a session that is shared travels by; unset for one that is not.
Result<std::optional<SharedBy>> shared_by(StoreReader& store, const std::vector<StoreSetting>& rows,
                                          const Hash& genesis) {
  for (const auto& row : rows) {
    const auto remote = parse_json(row.value);
    if (!remote) continue;
    const std::string name = text_of(*remote, "name");
    if (is_realm(*remote)) {
      CLEW_ASSIGN(const auto head, store.setting(remote_head_setting(name, genesis)));
      if (!head.empty()) return std::optional(SharedBy{name, name, texts_of(*remote, "guests")});
      continue;
    }
    CLEW_ASSIGN(const auto realms, store.settings(remote_realm_prefix(name)));
    for (const auto& each : realms) {
      const auto realm = parse_json(each.value);
      if (!realm) continue;
      const auto sessions = texts_of(*realm, "sessions");
      if (std::find(sessions.begin(), sessions.end(), genesis.hex()) == sessions.end()) continue;
      return std::optional(SharedBy{name, text_of(*realm, "name"), texts_of(*realm, "guests")});
    }
  }
  return std::optional<SharedBy>();
}

}  // namespace

Result<std::optional<Travel>> travel_of_session(StoreReader& store, const SessionId& session,
                                                Seq seq) {
  CLEW_ASSIGN(const auto rows, store.settings(std::string(kRemoteSettings)));
  if (rows.empty()) return std::optional<Travel>();
  CLEW_ASSIGN(const Hash genesis, genesis_of(store, session));
  CLEW_ASSIGN(const auto shared, shared_by(store, rows, genesis));
  Travel travel;
  travel.status = TravelStatus::kSuccess;
  for (const auto& row : rows) {
    const auto remote = parse_json(row.value);
    if (!remote) continue;
    const std::string last = text_of(*remote, "last_sync");
    const bool is_latest = rows.size() == 1 || last > travel.last_sync;
    if (is_latest) {
      travel.last_sync = last;
      travel.in_bucket = text_of(*remote, "url").starts_with("s3://");
    }
    if (const Value* devices = remote->find("devices")) {
      for (const auto& each : devices->as_list()) {
        const std::string& name = each.as_string();
        const auto& known = travel.devices;
        if (std::find(known.begin(), known.end(), name) == known.end()) {
          travel.devices.push_back(name);
        }
      }
    }
    if (const std::string error = text_of(*remote, "last_error"); !error.empty()) {
      travel.status = TravelStatus::kError;
      travel.error = error;
      continue;
    }
    const std::string name = text_of(*remote, "name");
    if (shared && shared->remote != name) continue;  // it travels by that one alone
    if (!shared && is_realm(*remote)) continue;
    CLEW_ASSIGN(const bool has, has_all(store, shared ? shared->realm : name, genesis, seq));
    if (!has && travel.status == TravelStatus::kSuccess) travel.status = TravelStatus::kPending;
  }
  if (shared) travel.shared_with = shared->guests;
  return std::optional(std::move(travel));
}

}  // namespace clew
