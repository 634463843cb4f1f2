#include "store/settings.h"

#include "base/hash.h"
#include "store/event_store.h"

namespace clew {
namespace {

// Enough of a digest to be one of a kind.
constexpr size_t kDigestLetters = 32;

std::string joined(std::string_view prefix, std::string_view name) {
  return std::string(prefix).append(name);
}

std::string short_hex(const Hash& digest) { return digest.hex().substr(0, kDigestLetters); }

}  // namespace

std::string process_setting(const std::string& device, int64_t pid, int64_t began) {
  return joined(kProcessSettings, device) + ":" + std::to_string(pid) + ":" + std::to_string(began);
}
std::string folder_setting(const std::string& device, const std::string& mark) {
  return "folder:" + device + ":" + mark;
}
std::string project_setting(const std::string& device, const std::string& repository) {
  return "project:" + device + ":" + repository;
}
std::string setup_setting(const std::string& path) { return "setup:" + path; }
std::string import_setting(const std::string& source, const std::string& entry) {
  return joined(kImportSettings, source) + ":" + entry;
}
std::string off_setting() { return std::string(kOffSettings); }
std::string off_setting(const std::string& root) { return "off:" + root; }
std::string use_setting(const std::string& root) { return "use:" + root; }

std::string binding_setting(const ActorId& actor) { return "actor:" + actor.text; }
std::string briefed_setting(const ActorId& actor) { return "briefed:" + actor.text; }
std::string prompt_setting(const ActorId& actor) { return "prompt:" + actor.text; }
std::string answers_setting(const ActorId& actor) { return "answers:" + actor.text; }
std::string compaction_setting(const ActorId& actor) { return "compacted:" + actor.text; }

std::string handoff_setting(const ActorId& actor) { return "handed:" + actor.text; }

std::string views_setting() { return "views"; }
std::string view_setting(const SessionId& session) { return "view:" + session.text; }
std::string written_setting(const SessionId& session, const Hash& digest, const std::string& path) {
  return written_prefix(session) + short_hex(digest) + ":" + path;
}
std::string written_prefix(const SessionId& session) {
  return joined(kWrittenSettings, session.text) + ":";
}
std::string written_setting(const Hash& digest, const std::string& path) {
  return joined(kWrittenSettings, short_hex(digest)) + ":" + path;
}

std::string locations_setting(const SessionId& session) { return "places:" + session.text; }
std::string agents_setting(const SessionId& session) { return "agents:" + session.text; }
std::string entry_setting(const SessionId& session, const std::string& dialect) {
  return joined(kEntrySettings, session.text) + ":" + dialect;
}
std::string answer_setting(const std::string& key) {
  return joined(kAnswerSettings, short_hex(sha256(key)));
}
std::string remote_setting(const std::string& name) { return joined(kRemoteSettings, name); }
std::string remote_head_prefix(const std::string& name) { return "remote-head:" + name + ":"; }
std::string remote_head_setting(const std::string& name, const Hash& genesis) {
  return remote_head_prefix(name) + genesis.hex();
}
std::string remote_realm_prefix(const std::string& name) { return "remote-realm:" + name + ":"; }
std::string remote_realm_setting(const std::string& name, const std::string& realm) {
  return remote_realm_prefix(name) + realm;
}
std::string remote_entry_prefix(const std::string& name) { return "remote-entry:" + name + ":"; }
std::string remote_state_setting(const std::string& name) { return joined(kRemoteStates, name); }
// Twenty digits, so that keys sort as numbers do.
std::string remote_entry_setting(const std::string& name, uint64_t n) {
  std::string digits = std::to_string(n);
  return remote_entry_prefix(name) + std::string(20 - digits.size(), '0') + digits;
}

// Families whose key begins with the session's id; others are looked through by those who know
// them.
Status forget_settings(Transaction& transaction, const SessionId& session) {
  for (const SettingFamily& family : kSettingFamilies) {
    if (family.dies != DiesWithSession::kByKey) continue;
    const std::string key = joined(family.prefix, session.text);
    CLEW_TRY(transaction.put_setting(key, ""));
    CLEW_TRY(transaction.drop_settings(key + ":"));
  }
  return success();
}

}  // namespace clew
