#include "store/settings.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace clew {
namespace {

const SessionId kSession("walk");
const ActorId kActor("claude-code:1");
const Hash kDigest = sha256("text");

std::vector<std::string> one_of_each() {
  return {process_setting("laptop", 7, 1),
          folder_setting("laptop", "mark"),
          project_setting("laptop", "git:1"),
          setup_setting("/home/ana/settings.json"),
          import_setting("feature", "walk"),
          off_setting(),
          off_setting("/project"),
          use_setting("/project"),
          binding_setting(kActor),
          briefed_setting(kActor),
          prompt_setting(kActor),
          answers_setting(kActor),
          compaction_setting(kActor),
          handoff_setting(kActor),
          views_setting(),
          view_setting(kSession),
          written_setting(kSession, kDigest, "state.yaml"),
          locations_setting(kSession),
          agents_setting(kSession),
          entry_setting(kSession, "feature"),
          answer_setting("k"),
          remote_setting("home"),
          remote_head_setting("home", kDigest),
          remote_entry_setting("home", 7),
          remote_state_setting("home"),
          remote_realm_setting("home", "7f3a")};
}

// The one with the longest prefix that the key begins with.
const SettingFamily* family_of(const std::string& key) {
  const SettingFamily* found = nullptr;
  for (const auto& family : kSettingFamilies) {
    if (!key.starts_with(family.prefix)) continue;
    if (found == nullptr || family.prefix.size() > found->prefix.size()) found = &family;
  }
  return found;
}

}  // namespace

TEST_CASE("every key belongs to a family of its own, and every family has one") {
  std::vector<const SettingFamily*> seen;
  for (const auto& key : one_of_each()) {
    INFO(key);
    const SettingFamily* family = family_of(key);
    REQUIRE(family != nullptr);
    CHECK(std::find(seen.begin(), seen.end(), family) == seen.end());
    seen.push_back(family);
  }
  CHECK(seen.size() == std::size(kSettingFamilies));
}

TEST_CASE("keys are spelt as they are stored") {
  CHECK(process_setting("laptop", 7, 1) == "process:laptop:7:1");
  CHECK(import_setting("feature", "walk") == "imported:feature:walk");
  CHECK(off_setting("/project") == "off:/project");
  CHECK(written_setting(kSession, kDigest, "a.yaml") ==
        "wrote:walk:" + kDigest.hex().substr(0, 32) + ":a.yaml");
  CHECK(written_setting(kDigest, "/x/a.yaml") ==
        "wrote:" + kDigest.hex().substr(0, 32) + ":/x/a.yaml");
  CHECK(entry_setting(kSession, "feature") == "entry:walk:feature");
  CHECK(answer_setting("k") == "key:" + sha256("k").hex().substr(0, 32));
}

TEST_CASE("what is of a session dies with it") {
  for (const auto& family : kSettingFamilies) {
    INFO(std::string(family.prefix));
    const bool of_session =
        family.scope == SettingScope::kSessionHere || family.scope == SettingScope::kSession;
    CHECK((family.dies == DiesWithSession::kByKey) == of_session);
  }
}

}  // namespace clew
