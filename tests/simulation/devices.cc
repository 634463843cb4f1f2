#include "simulation/devices.h"

#include "document/json/json.h"
#include "remote/membership.h"
#include "testing/fake_machine.h"

namespace clew {

Device::Device(const std::string& name, uint64_t seed, MemoryPlace& place) : factory_(place) {
  draw_from(seed);
  surroundings.device = name;
  // No path of a temporary folder in what is hashed: a seed gives the same run each time.
  surroundings.cwd = "/home/" + name + "/shop";
  surroundings.remotes = &factory_;
  caller.actor = ActorId("ana@" + name);
  caller.agreed = true;
}

Result<Answer> Device::sync() {
  auto answer = run("sync");
  if (answer || answer.error().code != ErrorCode::kCorrupt) return answer;
  return run("sync", "repair", true);
}

std::vector<SessionId> Device::sessions() {
  ListQuery query;
  query.archived = true;
  query.limit = 10'000;
  const auto summaries = store().list(query);
  REQUIRE(summaries.ok());
  std::vector<SessionId> ids;
  for (const auto& summary : *summaries) ids.push_back(summary.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::vector<RawEvent> Device::rows() {
  std::vector<RawEvent> all;
  for (const auto& id : sessions()) {
    const auto events = store().read_raw(id, Seq{1}, 100'000);
    REQUIRE(events.ok());
    all.insert(all.end(), events->begin(), events->end());
  }
  return all;
}

std::set<Hash> Device::hashes() {
  std::set<Hash> all;
  for (const auto& event : rows()) all.insert(event.hash);
  return all;
}

std::map<Hash, Bytes> Device::rows_by_hash() {
  std::map<Hash, Bytes> all;
  for (const auto& event : rows()) all.emplace(event.hash, event.payload);
  return all;
}

std::string Device::all_that_opens(const MemoryPlace& place) {
  FakeMachine machine;
  PosixFileSystem files;
  const auto key = read_device_key(files, surroundings.state_folder, surroundings.user);
  REQUIRE(key.ok());
  const auto folder = files.open_folder(surroundings.state_folder + "/remotes");
  REQUIRE(folder.ok());
  const auto ids = (*folder)->list();
  REQUIRE(ids.ok());
  const auto membership = Membership::load(files, surroundings.state_folder, ids->front(), *key,
                                           surroundings.user, machine);
  REQUIRE(membership.ok());
  std::string all;
  for (const auto& [name, sealed] : place.objects) {
    if (name.starts_with("p/")) {
      const auto text = open_pack(sealed, membership->keys());
      if (text) all += *text;
    } else if (name.starts_with("j/")) {
      const auto entry = open_entry(sealed, membership->keys());
      if (entry) all += entry->text;
    } else if (name.starts_with("s/")) {
      const auto heads = open_heads(sealed, membership->keys());
      if (heads) {
        for (const auto& row : heads->rows) all += write_json(row_value(row));
      }
    }
  }
  return all;
}

std::vector<std::unique_ptr<Device>> devices_at(MemoryPlace& place, size_t count, uint64_t seed) {
  std::vector<std::unique_ptr<Device>> devices;
  for (size_t i = 0; i < count; ++i) {
    devices.push_back(
        std::make_unique<Device>("device" + std::to_string(i), seed * 100 + i, place));
    Device& device = *devices.back();
    if (i == 0) {
      device.must("remote add", "words", Value::List{"home", "s3://bucket/prefix"});
      continue;
    }
    const Answer invited = devices.front()->must("remote invite", "name", "home");
    device.must("remote join", "words", words("home"), "code",
                invited.data.find("join")->as_string());
  }
  return devices;
}

}  // namespace clew
