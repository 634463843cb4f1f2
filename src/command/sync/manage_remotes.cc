#include "command/sync/manage_remotes.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "base/text.h"
#include "brief/standing.h"
#include "command/sync/own_device.h"
#include "command/sync/shared_realms.h"
#include "engine/confirm.h"
#include "files/make_folders.h"
#include "files/relative_path.h"

namespace clew {
namespace {

Status check_free(Workspace& workspace, const std::string& name) {
  CLEW_TRY(check_remote_name(name));
  CLEW_ASSIGN(const auto there, remote_record(workspace.store(), name));
  if (!there) return success();
  return make_error(ErrorCode::kConflict,
                    fmt::format("there is a remote {} already, at {}", name, there->url), name,
                    "clew remote list");
}

// The last folder of the path may be missing, not those above: a disk that is not mounted is no
// place to begin.
Status make_last_folder(Workspace& workspace, const RemoteAddress& address) {
  if (address.kind != RemoteAddress::Kind::kFolder) return success();
  if (workspace.files().info(address.path)) return success();
  CLEW_TRY(workspace.files().open_folder(parent_of(address.path)));
  CLEW_TRY(make_folders(workspace.files(), address.path));
  return success();
}

// --endpoint, else what the environment names, as for every program that speaks to S3. It is kept
// and shown: afterwards no variable, which a project can set, leads a remote elsewhere.
std::string endpoint_for(Workspace& workspace, const std::string& url, const std::string& given) {
  const auto& variable = workspace.surroundings().variable;
  const bool is_asked = given.empty() && url.starts_with("s3://") && variable;
  if (!is_asked) return given;
  const std::string of_s3 = variable("AWS_ENDPOINT_URL_S3");
  return of_s3.empty() ? variable("AWS_ENDPOINT_URL") : of_s3;
}

// s3://bucket/prefix on https://host
std::string place_text(const RemoteRecord& record) {
  return record.endpoint.empty() ? record.url : record.url + " on " + visible(record.endpoint);
}

// The realms that hang on a remote: what is shared, and with whom.
Result<Value> shared_fields(Workspace& workspace, const RemoteRecord& remote,
                            const std::vector<SharedRealm>& realms, std::string& text) {
  Value list = Value::list();
  for (const auto& realm : realms) {
    if (realm.record.hangs_on != remote.name) continue;
    CLEW_ASSIGN(const auto sessions, sessions_of(workspace, realm.record));
    CLEW_ASSIGN(const size_t queued, RemoteSync::count_queued(workspace, realm.record));
    Value names = Value::list();
    std::string said;
    for (const auto& each : sessions) {
      names.push(each.text);
      said += (said.empty() ? "" : ", ") + each.text;
    }
    Value fields = Value::object();
    fields.set("sessions", names);
    fields.set("shared_with", shared_with(realm.guests()));
    fields.set("queued", static_cast<int64_t>(queued));
    list.push(fields);
    text += fmt::format("\n  shared     {} with {}", said, names_of(realm.guests()));
  }
  return list;
}

}  // namespace

Result<Answer> add_remote(Workspace& workspace, const AddRemoteRequest& request) {
  if (request.words.size() != 2) {
    return make_error(ErrorCode::kUsage, "a remote has a name and an address", "URL",
                      "clew remote add home /mnt/stick/clew");
  }
  const std::string& name = request.words[0];
  const std::string& url = request.words[1];
  CLEW_TRY(check_free(workspace, name));
  CLEW_ASSIGN(const RemoteAddress address,
              parse_remote_address(url, endpoint_for(workspace, url, request.endpoint),
                                   workspace.surroundings().cwd));
  CLEW_ASSIGN(const JoiningDevice device, joining_device(workspace));
  CLEW_ASSIGN(const std::string folder, own_state_folder(workspace));
  RemoteRecord record;
  record.name = name;
  record.url = address.url;
  record.endpoint = address.endpoint;
  if (const Status made = make_last_folder(workspace, address); !made) {
    return about_remote(made.error(), record);
  }
  auto store = reach_place(workspace, address);
  if (!store) return about_remote(store.error(), record);
  const auto epochs = create_remote(**store, device);
  if (!epochs) {
    Error error = epochs.error();
    if (error.code == ErrorCode::kConflict) {
      error.subject = address.url;
      error.next = fmt::format(
          "clew remote invite NAME   on a device that uses it, then clew remote join {} --code …",
          shell_word(name));
    }
    return about_remote(error, record);
  }
  CLEW_ASSIGN(const Membership membership,
              Membership::keep(workspace.files(), folder, device.key, *epochs, {},
                               workspace.surroundings().user, machine_of(workspace)));
  record.remote = membership.remote();
  CLEW_TRY(keep_record(workspace, record));
  if (const Status marked = write_marker(**store, record.remote); !marked) {
    return about_remote(marked.error(), record);
  }
  Answer answer;
  answer.data.set("remote", record.name);
  answer.data.set("url", record.url);
  if (!record.endpoint.empty()) answer.data.set("endpoint", record.endpoint);
  answer.data.set("id", record.remote);
  answer.text = fmt::format(
      "{}  ready at {}\nnext  clew sync                 to send what is here\n      clew remote "
      "invite {}   for another device",
      record.name, place_text(record), shell_word(record.name));
  return answer;
}

Result<Answer> list_remotes(Workspace& workspace, const NoRequest&) {
  CLEW_ASSIGN(const auto records, remote_records(workspace.store()));
  CLEW_ASSIGN(const auto realms, shared_realms(workspace));
  Answer answer;
  Value remotes = Value::list();
  for (const auto& record : records) {
    CLEW_ASSIGN(const size_t queued, RemoteSync::count_queued(workspace, record));
    Value devices = Value::list();
    std::string names;
    CLEW_ASSIGN(const std::string folder, own_state_folder(workspace));
    CLEW_ASSIGN(const DeviceKey own, own_device_key(workspace));
    const auto membership = Membership::load(workspace.files(), folder, record.remote, own,
                                             workspace.surroundings().user, machine_of(workspace));
    if (membership) {
      for (const auto& member : membership->epoch().members) {
        Value device = Value::object();
        device.set("name", member.name);
        device.set("key", member.key.text());
        device.set("this", member.signing_key == membership->device().signing_key());
        devices.push(device);
        names += (names.empty() ? "" : ", ") + member.name;
      }
    }
    Value fields = Value::object();
    fields.set("name", record.name);
    fields.set("url", record.url);
    if (!record.endpoint.empty()) fields.set("endpoint", record.endpoint);
    fields.set("devices", devices);
    fields.set("last_sync", record.last_sync.empty() ? Value() : Value(record.last_sync));
    fields.set("queued", static_cast<int64_t>(queued));
    std::string said;
    CLEW_ASSIGN(const Value shared, shared_fields(workspace, record, realms, said));
    fields.set("shared", shared);
    const RemoteState state = remote_state(workspace.store(), record.name);
    fields.set("auto", state.automatic);
    if (!state.waiting_since.empty()) {
      fields.set("waiting_since", state.waiting_since);
      fields.set("why", state.why);
    }
    fields.set("newer", to_value(state.newer));
    if (!membership) fields.set("error", membership.error().message);
    remotes.push(fields);
    answer.text +=
        fmt::format("{}{}  {}\n  devices    {}\n  last sync  {}\n  queued     {}\n  auto       {}",
                    answer.text.empty() ? "" : "\n", record.name, place_text(record),
                    membership ? names : membership.error().message,
                    record.last_sync.empty() ? "never" : record.last_sync,
                    queued == 0 ? "nothing" : counted(queued, "session", "sessions"),
                    state.automatic ? "on" : "off");
    answer.text += said;
    const std::string waiting = waiting_words(state);
    if (!waiting.empty()) answer.text += "\n  " + waiting;
    const std::string newer = newer_words(record.name, state);
    if (!newer.empty()) answer.text += "\n  " + newer;
  }
  answer.data.set("remotes", remotes);
  if (records.empty()) {
    answer.text =
        "No remote yet.\nnext  clew remote add NAME URL   or  clew remote join NAME "
        "--code …";
  }
  return answer;
}

Result<Answer> remove_remote(Workspace& workspace, const RemoteNameRequest& request) {
  CLEW_ASSIGN(const RemoteRecord record, chosen_remote(workspace, request.name));
  CLEW_TRY(agree(workspace,
                 fmt::format("forget {} at {}? Without its key this device cannot read it again "
                             "unless it is invited; what is there stays.",
                             record.name, record.url),
                 record.name, "clew remote remove " + shell_word(record.name)));
  CLEW_ASSIGN(const std::string folder, own_state_folder(workspace));
  CLEW_ASSIGN(const auto realms, realm_records(workspace.store(), record.name));
  CLEW_TRY(transact(workspace, workspace.write_deadline(),
                    [&](Transaction& transaction) -> Result<Unit> {
                      CLEW_TRY(drop_remote(transaction, record.name));
                      return Unit{};
                    }));
  CLEW_TRY(forget_membership(workspace.files(), folder, record.remote));
  for (const auto& realm : realms) {
    CLEW_TRY(forget_membership(workspace.files(), folder, realm.remote));
  }
  Answer answer;
  answer.data.set("remote", record.name);
  answer.data.set("changed", true);
  answer.text = fmt::format("{}  forgotten here; {} is as it was", record.name, record.url);
  return answer;
}

}  // namespace clew
