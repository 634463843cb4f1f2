#pragma once
// A machine of its own: a store, a project folder and a device key.

#include "command/sync/own_device.h"
#include "testing/workspace_fixture.h"

namespace clew {

struct Fixture : WorkspaceFixture {
  explicit Fixture(const std::string& name) {
    surroundings.device = name;
    // All fixtures draw the same: a key of its own for each.
    PosixFileSystem files;
    const auto made = make_device_key(files, surroundings.state_folder, name,
                                      seeded_random(Bytes(sha256(name).view())));
    REQUIRE(made.ok());
  }
  std::string key() { return must("key show").data.find("key")->as_string(); }
  DeviceKey device() {
    PosixFileSystem files;
    auto key = read_device_key(files, surroundings.state_folder, surroundings.user);
    REQUIRE(key.ok());
    return std::move(*key);
  }
  // The bytes of a bundle of these sessions, sealed for that key.
  Bytes bundle(const Value::List& sessions, const std::string& to) {
    Value::List all = sessions;
    all.push_back("made.clew");
    caller.agreed = true;
    must("bundle create", "words", all, "to", words(to));
    return read_text(project() + "/made.clew");
  }
  Result<Answer> open(const Bytes& bytes, const char* verb = "bundle open") {
    write_text(project() + "/got.clew", bytes);
    return run(verb, "file", "got.clew");
  }
  ErrorCode refusal(const Bytes& bytes) {
    const auto answer = open(bytes);
    REQUIRE_FALSE(answer.ok());
    return answer.error().code;
  }
  // Every event of every session.
  std::vector<RawEvent> rows() {
    std::vector<RawEvent> all;
    ListQuery query;
    query.archived = true;
    const auto summaries = store().list(query);
    REQUIRE(summaries.ok());
    for (const auto& summary : *summaries) {
      const auto events = store().read_raw(summary.id, Seq{1}, 100'000);
      REQUIRE(events.ok());
      all.insert(all.end(), events->begin(), events->end());
    }
    return all;
  }
};

}  // namespace clew
