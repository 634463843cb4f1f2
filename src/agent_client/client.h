#pragma once
// What clew knows of one agent client: a row of the table in clients.h. Each client's row, and the
// functions that it points to, are in the client's own folder; other code asks the row and names no
// client. Data and pure functions, apart from what is said to look at files.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent_client/hook_event.h"
#include "agent_client/hook_reply.h"
#include "agent_client/process.h"
#include "agent_client/transcript/transcript.h"
#include "base/result.h"
#include "base/value.h"
#include "files/file_system.h"

namespace clew {

class SettingsEdit;

enum class SetupScope {
  kUser,     // this user's settings: absolute paths
  kProject,  // files that are committed: nothing happens where clew is not installed
};

// An event of the client that clew registers a hook for.
struct HookRegistration {
  const char* event;
  const char* matcher;  // which tools; empty: all there are
  int seconds;          // after which the client continues without an answer
};
// Seconds by what clew does at the event.
inline constexpr int kReadSeconds = 10;   // reads the session, or looks at files
inline constexpr int kRecordSeconds = 5;  // one append
inline constexpr int kEndSeconds = 3;     // no client waits longer

enum class HookShape {
  kArguments,  // program and arguments apart; the client starts it without a shell
  kShell,      // one line for a shell
  kFlat,       // the same, directly in the event's list
};

// kConfig: a format of the client's own, written through AgentClient::config.
// kFile: as a whole clew's own, by AgentClient::own_files.
enum class SettingsKind { kHooks, kServers, kHooksAndServers, kConfig, kFile };

struct SettingsLocation {
  SettingsKind kind;
  const char* user;     // relative to the client's folder of the user; empty: servers_file
  const char* project;  // relative to the project; empty: only the user has it
};

// A settings file besides those that clew writes to.
struct SwitchLocation {
  enum class Base { kUser, kProject, kMachine };
  Base base;
  const char* path;  // relative to the client's folder of the user or to the project; or absolute
};

// What one file says of hooks.
struct HookSwitch {
  std::optional<bool> runs;  // of all of them; stronger files say otherwise
  std::string setting;       // that says no
  std::string besides;       // what keeps clew's from running whatever the others say; may be empty
};

// clew's own parts of a settings file in a format of the client's own.
struct ConfigParts {
  std::string program;
  std::string store_folder;  // empty: it is not made writable
};
// kByHand: it runs clew, and is written in a way of which clew corrects the program alone.
enum class ServerOwner { kNone, kOwn, kByHand, kOther };
struct ConfigFormat {
  // kInvalid, with what to write by hand as `next`, when the text is too unusual to be edited.
  Status (*add)(SettingsEdit& text, const ConfigParts& parts, std::vector<std::string>& notes);
  Status (*remove)(SettingsEdit& text, const ConfigParts& parts, std::vector<std::string>& notes);
  // Whose the server is; `program` is what it runs.
  ServerOwner (*find_server)(const std::string& text, std::string& program);
};

struct FileParts {
  FileSystem& files;
  std::string folder;  // of the client's settings
  std::string program;
  std::string version;  // of the client; empty: unknown
};
// Files that are clew's own as a whole, where a client's hooks are a program in its language.
struct OwnFiles {
  // None: nothing is to be written there. Looks at files.
  std::optional<std::string> (*text)(const SettingsLocation& location, const FileParts& parts);
  bool (*is_own)(const std::string& text);  // of any version of clew
  // How it calls clew, as a handler (hook_command.h); null when it does not.
  Value (*find_handler)(const std::string& text);
};

// Where a plugin may be, and how settings are read: nothing for a file that is not there or may not
// be read.
struct PluginSearch {
  FileSystem& files;
  std::string folder;   // of the client's settings
  std::string project;  // its root
  std::function<std::string(const std::string& path)> text_at;
};

using ReadVariable = std::function<std::string(const std::string& name)>;

// Hook input as the client would send it, for `clew setup --check`.
struct TrialEvents {
  const char* prompt;
  const char* work;
  const char* start;
  // Fills in that `file`, a new hello.txt, was written with "hello\n", in the client's words.
  void (*fill_work)(Value& event, const std::string& file);
  // In the client's own shape; unset where the common fields are that.
  Value (*in_shape)(const Value& event) = nullptr;
};

struct AgentClient {
  // Names.
  const char* name;     // "claude-code", as in `clew setup` and `clew hook`; begins its actors
  const char* title;    // "Claude Code"
  const char* program;  // as found in PATH
  const char* min_version = "";  // of the client, where older ones would call clew in a wrong way

  // Settings.
  const char* folder;              // of its settings, in the home folder
  const char* variable = "";       // that names another folder
  const char* home_variable = "";  // that names another home folder
  HookShape shape = HookShape::kShell;
  int time_unit = 1;                         // of timeouts, as parts of a second; 0: it takes none
  std::vector<HookRegistration> hooks = {};  // empty where a file of clew's own registers them
  std::vector<SettingsLocation> locations;
  const char* afterwards;  // what the user does next
  // Of the user's MCP servers, where that is not one of `places`. Looks at files.
  std::string (*servers_file)(FileSystem& files, const std::string& home, const std::string& folder,
                              const ReadVariable& variable) = nullptr;
  const ConfigFormat* config = nullptr;  // set where a place is of SettingsKind::kConfig
  const OwnFiles* own_files = nullptr;   // set where a place is of SettingsKind::kFile
  // Files that may switch all hooks off (hook_switch.h), the weaker first; each replaces
  // what those before it say. Empty where the client has no such switch.
  std::vector<SwitchLocation> switches = {};
  HookSwitch (*read_switch)(const std::string& text, SwitchLocation::Base base) = nullptr;
  // Whether it has clew as a plugin or an extension (integrations/), and what takes that out. Unset
  // where there is none. Looks at files.
  bool (*has_plugin)(const PluginSearch& search) = nullptr;
  const char* unplug = "";

  // Hooks.
  std::optional<HookEvent> (*read_hook)(const Value& input);
  std::string (*write_reply)(const HookEvent& event, const HookReply& reply) = write_common_reply;
  ContextLimit context_limit = {};
  TrialEvents trial;
  ProcessUse process_use = ProcessUse::kMany;
  const char* pid_variable = "";          // its own process, as it tells its hooks
  const char* environment_variable = "";  // a file: the environment of the commands it runs
  const char* started_variable = "";      // the folder that it was started in
  // A hook that keeps the agent from ending its turn gives a reason, which comes back as a prompt.
  bool repeats_reasons = false;
  const char* other_variable = "";  // set when another client, with hooks of its own, calls
  // Whether a hook does not say how a tool ended, and the end of the transcript may.
  bool (*has_no_outcome)(const HookEvent& event) = nullptr;
  // Without a line about this call the event stays as it is.
  void (*add_outcome)(HookEvent& event, std::string_view transcript_end) = nullptr;

  // Unset: clew reads no transcripts of it.
  const TranscriptFormat* transcripts = nullptr;
};

}  // namespace clew
