#pragma once
// Devices with stores of their own that share one place between them, which is as unkind as it is
// told to be.

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "testing/memory_place.h"
#include "testing/workspace_fixture.h"

namespace clew {

class Device : public WorkspaceFixture {
 public:
  Device(const std::string& name, uint64_t seed, MemoryPlace& place);

  // The answer of a sync; of one that found an older copy, with --repair.
  Result<Answer> sync();
  // Every event of every session, with its payload as it stands now.
  std::vector<RawEvent> rows();
  std::vector<SessionId> sessions();
  // Every event of that session by its hash.
  std::set<Hash> hashes();
  // Every event of every session, whatever the handle of that is, by its hash.
  std::map<Hash, Bytes> rows_by_hash();
  // All that is in the place, opened with the keys of this device: what a member could still read.
  std::string all_that_opens(const MemoryPlace& place);

 private:
  MemoryPlaceFactory factory_;
};

// The first makes the remote "home", the others join it.
std::vector<std::unique_ptr<Device>> devices_at(MemoryPlace& place, size_t count, uint64_t seed);

}  // namespace clew
