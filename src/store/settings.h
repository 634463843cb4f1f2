#pragma once
// What clew remembers beside the sessions: one row per family of settings, and the one place that
// spells their keys. A stored key is never renamed.
//
// Whose a setting is:
//   machine          of this machine, whatever the project
//   checkout         of one folder with a checkout on this machine
//   actor            of one actor, as an agent's conversation is one
//   session_here     of one session on this machine, such as the files that show it
//   session          of one session, wherever it goes
//   store            of the store itself

#include <string>
#include <string_view>

#include "session/event.h"
#include "store/setting_rows.h"

namespace clew {

class Transaction;

enum class SettingScope { kMachine, kCheckout, kActor, kSessionHere, kSession, kStore };

// Where a family's keys name their session, and so how they go when it is forgotten.
enum class DiesWithSession {
  kNo,
  kByKey,    // the key is the prefix and the session, perhaps with more after a colon
  kByValue,  // the session stands in the value: whoever reads it takes it out
};
// Whether people's words may stand in the value: redact looks through it.
enum class HoldsWords { kNo, kYes };

struct SettingFamily {
  std::string_view prefix;
  SettingScope scope;
  DiesWithSession dies;
  HoldsWords words;
};

inline constexpr std::string_view kProcessSettings = "process:";
inline constexpr std::string_view kOffSettings = "off";
inline constexpr std::string_view kImportSettings = "imported:";
inline constexpr std::string_view kEntrySettings = "entry:";
inline constexpr std::string_view kWrittenSettings = "wrote:";
inline constexpr std::string_view kAnswerSettings = "key:";
inline constexpr std::string_view kRemoteSettings = "remote:";
inline constexpr std::string_view kRemoteStates = "remote-state:";

// clang-format off
inline constexpr SettingFamily kSettingFamilies[] = {
    {kProcessSettings, SettingScope::kMachine,     DiesWithSession::kNo,      HoldsWords::kNo },
    {"folder:",        SettingScope::kMachine,     DiesWithSession::kNo,      HoldsWords::kNo },
    {"project:",       SettingScope::kMachine,     DiesWithSession::kNo,      HoldsWords::kNo },
    {"setup:",         SettingScope::kMachine,     DiesWithSession::kNo,      HoldsWords::kNo },
    {kImportSettings,  SettingScope::kMachine,     DiesWithSession::kByValue, HoldsWords::kYes},
    {kOffSettings,     SettingScope::kMachine,     DiesWithSession::kNo,      HoldsWords::kNo },
    {"views",          SettingScope::kMachine,     DiesWithSession::kByValue, HoldsWords::kNo },
    {kRemoteSettings,  SettingScope::kMachine,     DiesWithSession::kNo,      HoldsWords::kNo },
    {"remote-head:",   SettingScope::kMachine,     DiesWithSession::kNo,      HoldsWords::kNo },
    {"remote-entry:",  SettingScope::kMachine,     DiesWithSession::kNo,      HoldsWords::kNo },
    {kRemoteStates,    SettingScope::kMachine,     DiesWithSession::kNo,      HoldsWords::kNo },
    {"remote-realm:",  SettingScope::kMachine,     DiesWithSession::kNo,      HoldsWords::kNo },
    {"use:",           SettingScope::kCheckout,    DiesWithSession::kNo,      HoldsWords::kNo },
    {"off:",           SettingScope::kCheckout,    DiesWithSession::kNo,      HoldsWords::kNo },
    {"actor:",         SettingScope::kActor,       DiesWithSession::kNo,      HoldsWords::kNo },
    {"briefed:",       SettingScope::kActor,       DiesWithSession::kNo,      HoldsWords::kNo },
    {"prompt:",        SettingScope::kActor,       DiesWithSession::kNo,      HoldsWords::kYes},
    {"answers:",       SettingScope::kActor,       DiesWithSession::kNo,      HoldsWords::kYes},
    {"compacted:",     SettingScope::kActor,       DiesWithSession::kNo,      HoldsWords::kYes},
    {"handed:",        SettingScope::kActor,       DiesWithSession::kNo,      HoldsWords::kNo },
    {"view:",          SettingScope::kSessionHere, DiesWithSession::kByKey,   HoldsWords::kYes},
    {kWrittenSettings, SettingScope::kSessionHere, DiesWithSession::kByKey,   HoldsWords::kNo },
    {"places:",        SettingScope::kSessionHere, DiesWithSession::kByKey,   HoldsWords::kNo },
    {"agents:",        SettingScope::kSessionHere, DiesWithSession::kByKey,   HoldsWords::kNo },
    {kEntrySettings,   SettingScope::kSession,     DiesWithSession::kByKey,   HoldsWords::kNo },
    {kAnswerSettings,  SettingScope::kStore,       DiesWithSession::kByValue, HoldsWords::kYes},
};
// clang-format on

// Of an agent's process: the conversations that go on in it.
std::string process_setting(const std::string& device, int64_t pid, int64_t began);
// Of a folder, by its mark: the projects it was.
std::string folder_setting(const std::string& device, const std::string& mark);
// Of a project on a machine: what it is called on others.
std::string project_setting(const std::string& device, const std::string& repository);
// Of a file of an agent's client: what `clew setup` changed in it.
std::string setup_setting(const std::string& path);
// Of something imported: the session that it became.
std::string import_setting(const std::string& source, const std::string& entry);
// That nothing is recorded, everywhere or in one checkout.
std::string off_setting();
std::string off_setting(const std::string& root);
// The session that is meant in a checkout.
std::string use_setting(const std::string& root);
// The session an actor is bound to, the one it was briefed on, and what is kept of a conversation
// before it has a session: the latest prompt, answers, and what it is told since a compaction.
std::string binding_setting(const ActorId& actor);
std::string briefed_setting(const ActorId& actor);
std::string prompt_setting(const ActorId& actor);
std::string answers_setting(const ActorId& actor);
std::string compaction_setting(const ActorId& actor);
// The handoff that an actor was told of: the session, and the event.
std::string handoff_setting(const ActorId& actor);
// The sessions that have a view, the record of one, and the texts that were written for it.
std::string views_setting();
std::string view_setting(const SessionId& session);
std::string written_setting(const SessionId& session, const Hash& digest, const std::string& path);
std::string written_setting(const Hash& digest, const std::string& path);  // shared by sessions
std::string written_prefix(const SessionId& session);
// Where the changes of a session were made, who is bound to it, and its id in a dialect.
std::string locations_setting(const SessionId& session);
std::string agents_setting(const SessionId& session);
std::string entry_setting(const SessionId& session, const std::string& dialect);
// What was answered to the request with an idempotency key.
std::string answer_setting(const std::string& key);
// A remote, by the name it has here; what it has of a session, known by the hash of its first
// event; an entry of its journal that was seen; and a realm that hangs on it, by its id.
std::string remote_setting(const std::string& name);
std::string remote_head_setting(const std::string& name, const Hash& genesis);
std::string remote_head_prefix(const std::string& name);
std::string remote_entry_setting(const std::string& name, uint64_t n);
std::string remote_entry_prefix(const std::string& name);
// How this store and that remote stand: what waits, what is newer there.
std::string remote_state_setting(const std::string& name);
std::string remote_realm_setting(const std::string& name, const std::string& realm);
std::string remote_realm_prefix(const std::string& name);

// Drops every setting that dies with the session by its key.
Status forget_settings(Transaction& transaction, const SessionId& session);

}  // namespace clew
