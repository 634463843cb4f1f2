#include "command/sync/hand_off_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "command/sync/own_device.h"
#include "command/sync/shared_realms.h"
#include "engine/arrival/side_session.h"
#include "engine/reply.h"

namespace clew {
namespace {

constexpr size_t kMinKeyLetters = 8;

// A remote that the session can travel by, as far as it can be had now.
struct Way {
  RemoteRecord record;
  std::unique_ptr<OpenRemote> remote;  // null: it cannot be reached
  std::optional<Error> trouble;        // why
  std::vector<Member> members;
  Bytes own_key;

  void look(const Membership& membership) {
    members = membership.epoch().members;
    own_key = membership.device().signing_key();
  }
};

struct Device {
  SessionHandedOff to;
  bool is_this = false;
  Way* way = nullptr;  // null: it needs none
};

class HandingOff {
 public:
  HandingOff(Workspace& workspace, const HandOffRequest& request)
      : workspace_(workspace), request_(request) {}

  Result<Answer> run() {
    CLEW_ASSIGN(const SessionRef ref, workspace_.find_session(Effect::kChanges));
    const std::string& id = ref.id.text;
    if (request_.to.empty()) {
      return make_error(ErrorCode::kUsage, "name the device that goes on with it", "--to",
                        fmt::format("clew handoff {} --to DEVICE", shell_word(id)));
    }
    CLEW_ASSIGN(const SessionId from, moved_out_of(workspace_.store(), ref.id));
    if (!from.empty()) {
      return make_error(
          ErrorCode::kInvalid,
          fmt::format("it holds what was moved out of {}, and stays", from.text), id,
          fmt::format("clew handoff {} --to {}", shell_word(from.text), shell_word(request_.to)));
    }
    CLEW_TRY(find_ways(ref.id));
    CLEW_ASSIGN(const Device device, find_device());
    CLEW_ASSIGN(const Done done, workspace_.execute(ref.id, [&](const Session&) {
      return Result<std::vector<Intent>>(std::vector<Intent>{HandOff{device.to}});
    }));
    return told(done, device, device.way == nullptr ? std::nullopt : send(*device.way, ref.id));
  }

 private:
  // Those that have it already; all of them when none has. Before anything is recorded: a bucket is
  // reached by another program, which begins anew.
  Status find_ways(const SessionId& session) {
    CLEW_ASSIGN(auto records, remote_records(workspace_.store()));
    std::vector<RemoteRecord> having;
    for (const auto& record : records) {
      CLEW_ASSIGN(const auto heads, remote_heads(workspace_.store(), record.name));
      const bool has = std::any_of(heads.begin(), heads.end(),
                                   [&](const auto& each) { return each.second.here == session; });
      if (has) having.push_back(record);
    }
    for (auto& record : having.empty() ? records : having) {
      Way way;
      way.record = record;
      auto remote = OpenRemote::open(workspace_, record);
      if (remote) {
        way.remote = std::move(*remote);
        way.look(way.remote->membership());
      } else {
        way.trouble = remote.error();
        CLEW_TRY(look_at_kept(way));
      }
      ways_.push_back(std::move(way));
    }
    return success();
  }

  // Its members as this device knows them.
  Status look_at_kept(Way& way) {
    CLEW_ASSIGN(const std::string folder, own_state_folder(workspace_));
    CLEW_ASSIGN(const DeviceKey own, own_device_key(workspace_));
    const auto kept = Membership::load(workspace_.files(), folder, way.record.remote, own,
                                       workspace_.surroundings().user, machine_of(workspace_));
    if (kept) way.look(*kept);
    return success();
  }

  Device device_of(const std::string& name, BytesView key, Way* way) const {
    Device device;
    device.to.device = name;
    device.to.signing_key = to_hex(key);
    if (way != nullptr) device.to.remote = way->record.remote;
    device.to.from = workspace_.surroundings().device;
    device.is_this = way != nullptr && key == way->own_key;
    device.way = way;
    return device;
  }

  bool is_meant(const std::string& name, BytesView key) const {
    const std::string& wanted = request_.to;
    return name == wanted || (wanted.size() >= kMinKeyLetters && to_hex(key).starts_with(wanted));
  }

  // The one that is meant, each once, by a remote that can be reached where there is one.
  std::vector<Device> meant() {
    std::vector<Device> found;
    for (auto& way : ways_) {
      for (const auto& member : way.members) {
        if (!is_meant(member.name, member.signing_key)) continue;
        Device device = device_of(member.name, member.signing_key, &way);
        const auto same = std::find_if(found.begin(), found.end(), [&](const Device& each) {
          return each.to.signing_key == device.to.signing_key;
        });
        if (same == found.end()) {
          found.push_back(std::move(device));
        } else if (same->way->trouble && !way.trouble) {
          *same = std::move(device);
        }
      }
    }
    return found;
  }

  Result<Device> find_device() {
    auto found = meant();
    if (found.empty()) {
      // Somebody may have joined since.
      for (auto& way : ways_) {
        if (!way.remote) continue;
        const auto newer = way.remote->membership().refresh(way.remote->store());
        if (newer && *newer) way.look(way.remote->membership());
      }
      found = meant();
    }
    if (found.size() == 1) return std::move(found.front());
    if (!found.empty()) return several(found);
    if (ways_.empty() && request_.to == workspace_.surroundings().device) {
      CLEW_ASSIGN(const DeviceKey own, own_device_key(workspace_));
      Device device = device_of(request_.to, own.signing_key(), nullptr);
      device.is_this = true;
      return device;
    }
    return unknown();
  }

  Error several(const std::vector<Device>& devices) const {
    std::string keys;
    for (const auto& device : devices) {
      keys += (keys.empty() ? "" : ", ") + device.to.signing_key.substr(0, kMinKeyLetters);
    }
    return make_error(
        ErrorCode::kUsage,
        fmt::format("several devices are called {}; name one by its key: {}", request_.to, keys),
        request_.to, "clew handoff --to " + devices.front().to.signing_key.substr(0, 16));
  }

  Error unknown() const {
    std::string names;
    for (const auto& way : ways_) {
      for (const auto& member : way.members) {
        const char* const is_this = member.signing_key == way.own_key ? " (this device)" : "";
        names += fmt::format("{}{}{}", names.empty() ? "" : ", ", member.name, is_this);
      }
    }
    if (ways_.empty()) {
      return make_error(ErrorCode::kNotFound,
                        "there is no remote here, and so no other device to hand it to",
                        request_.to, "clew remote add NAME URL");
    }
    return make_error(
        ErrorCode::kNotFound,
        fmt::format("there is no device {}; there are: {}", request_.to, names), request_.to,
        "clew remote invite " + shell_word(ways_.front().record.name) + "   for another device");
  }

  // Why it has to wait; nothing when the remote has it.
  std::optional<Error> send(Way& way, const SessionId& session) {
    if (way.trouble) return way.trouble;
    SyncScope scope;
    scope.sessions = {session.text};
    scope.takes = false;
    scope.again =
        fmt::format("clew push {} {}", shell_word(session.text), shell_word(way.record.name));
    auto report = RemoteSync(workspace_, *way.remote, scope).run();
    // What is shared travels by a realm of that remote.
    if (report && !way.record.shared) {
      const Status shared = sync_realms(workspace_, *way.remote, scope, *report);
      if (!shared) return shared.error();
    }
    if (!report) {
      const bool is_asked =
          report.error().code == ErrorCode::kUsage || report.error().code == ErrorCode::kNotAllowed;
      if (!is_asked) return about_remote(report.error(), way.record);
      Error error = report.error();
      error.message = "nobody has agreed to what is sent there";
      return error;
    }
    for (const auto& each : report->sessions) {
      if (each.session == session.text && each.error) return each.error;
    }
    return std::nullopt;
  }

  Answer told(const Done& done, const Device& device, const std::optional<Error>& trouble) {
    const std::string& id = done.after.identity.id.text;
    std::string line = device.is_this ? fmt::format("{}  is held by this device", id)
                                      : fmt::format("{}  handed to {}", id, device.to.device);
    std::string next;
    std::string waits;
    if (device.way == nullptr) {
      line += " · it travels by no remote";
    } else if (trouble) {
      waits = trouble->message;
      line += fmt::format(" · not sent yet, it waits for the next sync: {}", waits);
      next = trouble->next.empty() ? "clew sync " + shell_word(device.way->record.name)
                                   : trouble->next;
    } else {
      line += " · sent to " + device.way->record.name;
      if (!device.is_this) next = fmt::format("clew sync   on {}", device.to.device);
    }
    Answer answer = said(workspace_, done, {line, next});
    answer.data.set("device", device.to.device);
    answer.data.set("signing_key", device.to.signing_key);
    answer.data.set("here", device.is_this);
    answer.data.set("remote", device.way == nullptr ? Value() : Value(device.way->record.name));
    answer.data.set("sent", device.way != nullptr && !trouble);
    answer.data.set("waits", trouble ? Value(waits) : Value());
    return answer;
  }

  Workspace& workspace_;
  const HandOffRequest& request_;
  std::vector<Way> ways_;
};

}  // namespace

Result<Answer> hand_off_session(Workspace& workspace, const HandOffRequest& request) {
  return HandingOff(workspace, request).run();
}

}  // namespace clew
