#pragma once
// How this store and its remotes stand, as the last look found it: what waits to be sent and why,
// what is newer there, and whether work is sent by itself. Written by every sync; read by whoever
// has no time to ask the remote: hooks, `clew status`, `clew doctor`.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/fields.h"
#include "engine/context.h"

namespace clew {

// The last entry of the journal that a device has written.
struct DeviceEntry {
  std::string device;
  int64_t n = 0;
  bool operator==(const DeviceEntry&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "device", &DeviceEntry::device, "its name"),
                      field(2, "n", &DeviceEntry::n, "the entry"));
  }
};

struct RemoteState {
  bool automatic = false;          // `clew remote auto on`
  bool is_folder = false;          // else it is behind a network
  std::string looked_at;           // the last time that it was reached
  std::vector<std::string> newer;  // sessions that have newer work there; the first of them
  int64_t newer_count = 0;
  // Since when it could not be reached, and why; empty while it can.
  std::string waiting_since;
  std::string why;
  std::string next;    // the command that may help
  int64_t queued = 0;  // sessions that had something to send then
  int64_t failures = 0;
  std::string next_try;  // not by itself before that time
  // What was redacted or forgotten is still in objects of the remote.
  bool must_erase = false;
  int64_t erased_in = 0;  // the entry that told others of the last one
  std::vector<DeviceEntry> devices;
  std::vector<std::string> unneeded;  // packs that are to go, unless a row names them
  bool operator==(const RemoteState&) const = default;
  static constexpr auto fields() {
    using R = RemoteState;
    return field_list(
        field(1, "automatic", &R::automatic, "whether work is sent by itself"),
        field(2, "is_folder", &R::is_folder, "whether it is a folder"),
        field(3, "looked_at", &R::looked_at, "when it was last reached"),
        field(4, "newer", &R::newer, "sessions with newer work there"),
        field(5, "newer_count", &R::newer_count, "how many"),
        field(6, "waiting_since", &R::waiting_since, "since when it cannot be reached"),
        field(7, "why", &R::why, "why"), field(8, "next", &R::next, "what may help"),
        field(9, "failures", &R::failures, "how often in a row"),
        field(10, "next_try", &R::next_try, "not by itself before that time"),
        field(11, "must_erase", &R::must_erase, "what was redacted is still there"),
        field(12, "erased_in", &R::erased_in, "the entry that told of the last redaction"),
        field(13, "devices", &R::devices, "the last entry of each device"),
        field(14, "unneeded", &R::unneeded, "packs that are to go"),
        field(15, "queued", &R::queued, "sessions that wait"));
  }
};

// By the name of the remote. What cannot be read is as if nothing were known.
std::map<std::string, RemoteState> remote_states(SettingReader& store);
RemoteState remote_state(SettingReader& store, const std::string& name);
// In a transaction of its own.
Status change_remote_state(Context& context, const std::string& name,
                           const std::function<void(RemoteState&)>& change);
// That something was redacted or forgotten here, which remotes and other devices are to hear of.
Status note_erasure(Transaction& transaction);
// That it was tried and could not be reached: the more often, the longer until the next try.
void note_failure(RemoteState& state, const Error& error, Time now);

// "newer work at home: oauth-7f3a and 2 more; run: clew pull home"; empty when there is none.
std::string newer_words(const std::string& name, const RemoteState& state);
// "2 sessions not sent since 14:32: remote home: cannot be reached"; empty when it can.
std::string waiting_words(const RemoteState& state);

}  // namespace clew
