#include "command/sync/join_remotes.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "command/sync/open_remote.h"
#include "command/sync/own_device.h"
#include "command/sync/shared_realms.h"

namespace clew {

Result<Answer> invite_to_remote(Workspace& workspace, const RemoteNameRequest& request) {
  CLEW_ASSIGN(const RemoteRecord record, chosen_remote(workspace, request.name));
  if (record.shared) {
    return make_error(ErrorCode::kNotAllowed,
                      "it is shared with this device, which cannot let others in", record.name,
                      "ask who shared it: clew share SESSION --with KEY");
  }
  CLEW_ASSIGN(const auto remote, OpenRemote::open(workspace, record));
  CLEW_ASSIGN(const JoiningDevice device, joining_device(workspace));
  // Whoever joins must know the members as they are now.
  if (const auto newer = remote->membership().refresh(remote->store()); !newer) {
    return about_remote(newer.error(), record);
  }
  const auto code = invite_device(remote->store(), record.address(), remote->membership(), device);
  if (!code) return about_remote(code.error(), record);
  const std::string line = write_join_code(*code);
  Answer answer;
  answer.data.set("remote", record.name);
  answer.data.set("join", line);
  answer.data.set("expires", to_iso(device.now + kInvitationLife));
  answer.text = line;
  answer.warnings = fmt::format(
      "for one device, until {}; whoever has this line can read everything there\nnext  clew "
      "remote "
      "join {}   on the other device, with the line on its standard input",
      to_iso_minutes(device.now + kInvitationLife), shell_word(record.name));
  return answer;
}

namespace {

// What others share: no invitation, because it was sealed for the key of this device.
Result<Answer> join_shared(Workspace& workspace, const JoinRemoteRequest& request,
                           const std::string& line) {
  CLEW_ASSIGN(ShareCode code, read_share_code(line));
  if (request.words.size() == 2) {
    CLEW_ASSIGN(code.address, parse_remote_address(request.words[1], code.address.endpoint,
                                                   workspace.surroundings().cwd));
  }
  const RemoteAddress address = realm_address(code.address, code.realm);
  RemoteRecord record;
  record.name = request.words[0];
  record.url = address.url;
  record.endpoint = address.endpoint;
  record.remote = code.realm;
  record.shared = true;
  CLEW_ASSIGN(const DeviceKey device, own_device_key(workspace));
  CLEW_ASSIGN(const std::string folder, own_state_folder(workspace));
  const auto store = reach_place(workspace, address);
  if (!store) return about_remote(store.error(), record);
  const auto found = read_shared_realm(**store, code, device);
  if (!found) return about_remote(found.error(), record);
  const auto membership =
      Membership::keep(workspace.files(), folder, device, found->epochs, found->openers,
                       workspace.surroundings().user, machine_of(workspace));
  if (!membership) return about_remote(membership.error(), record);
  CLEW_TRY(keep_record(workspace, record));
  const std::string by = found->newest.members.front().name;
  Answer answer;
  answer.data.set("remote", record.name);
  answer.data.set("url", record.url);
  answer.data.set("invited_by", by);
  answer.data.set("devices", static_cast<int64_t>(found->newest.members.size()));
  answer.text = fmt::format(
      "{}  joined at {}, shared by {}\nnext  clew sync {}   brings what is shared, and sends what "
      "is appended to it; nothing else goes there",
      record.name, record.url, by, record.name);
  return answer;
}

}  // namespace

Result<Answer> join_remote_verb(Workspace& workspace, const JoinRemoteRequest& request) {
  if (request.words.size() > 2) {
    return make_error(ErrorCode::kUsage, "a remote has a name and an address", request.words[2],
                      "clew remote join home --code clew-join-…");
  }
  const std::string& name = request.words[0];
  CLEW_TRY(check_remote_name(name));
  CLEW_ASSIGN(const auto there, remote_record(workspace.store(), name));
  if (there) {
    return make_error(ErrorCode::kConflict,
                      fmt::format("there is a remote {} already, at {}", name, there->url), name,
                      "clew remote list");
  }
  std::string line = request.code;
  if (line.empty() || line == "-") {
    CLEW_ASSIGN(line, workspace.read_input());
  }
  if (is_share_code(line)) return join_shared(workspace, request, line);
  CLEW_ASSIGN(JoinCode code, read_join_code(line));
  if (request.words.size() == 2) {
    CLEW_ASSIGN(code.address, parse_remote_address(request.words[1], code.address.endpoint,
                                                   workspace.surroundings().cwd));
  }
  CLEW_ASSIGN(const JoiningDevice device, joining_device(workspace));
  CLEW_ASSIGN(const std::string folder, own_state_folder(workspace));
  RemoteRecord record;
  record.name = name;
  record.url = code.address.url;
  record.endpoint = code.address.endpoint;
  record.remote = code.remote;
  const auto store = reach_place(workspace, code.address);
  if (!store) return about_remote(store.error(), record);
  const auto joined = join_remote(**store, code, device);
  if (!joined) return about_remote(joined.error(), record);
  CLEW_ASSIGN(
      const Membership membership,
      Membership::keep(workspace.files(), folder, device.key, joined->epochs, joined->openers,
                       workspace.surroundings().user, machine_of(workspace)));
  CLEW_TRY(transact(workspace, workspace.write_deadline(),
                    [&](Transaction& transaction) -> Result<Unit> {
                      CLEW_TRY(put_remote(transaction, record));
                      return Unit{};
                    }));
  if (const Status used = use_up_invitation(**store, code); !used) {
    return about_remote(used.error(), record);
  }
  Answer answer;
  answer.data.set("remote", record.name);
  answer.data.set("url", record.url);
  answer.data.set("invited_by", joined->invited_by);
  answer.data.set("devices", static_cast<int64_t>(membership.epoch().members.size()));
  answer.text = fmt::format(
      "{}  joined at {}, invited by {}\nnext  clew sync   to bring what is "
      "there, and send what is here",
      record.name, record.url, joined->invited_by);
  return answer;
}

}  // namespace clew
