// docs/format-remote.md is true: its vector opens and says what the page says.

#include <map>
#include <sstream>

#include "base/base64.h"
#include "remote/entry.h"
#include "remote/epoch.h"
#include "remote/remote_fixture_test.h"
#include "testing/kept_text.h"

namespace clew {
namespace {

// The lines of the page's fenced block of this kind.
std::vector<std::string> block_of(const std::string& page, const std::string& kind) {
  std::vector<std::string> found;
  std::istringstream lines(page);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      inside = line == "```" + kind;
    } else if (inside) {
      found.push_back(line);
    }
  }
  return found;
}

Bytes sealed_in(const std::string& page, const std::string& kind) {
  std::string text;
  for (const auto& line : block_of(page, kind)) text += line;
  const auto bytes = from_base64(text);
  REQUIRE(bytes.has_value());
  return *bytes;
}

TEST_CASE("the epoch and the entry on the format's page open and hold what the page says") {
  const std::string page = read_all(source_folder() + "/docs/format-remote.md");
  std::map<std::string, std::string> said;
  for (const auto& line : block_of(page, "remote")) {
    const size_t space = line.find(' ');
    said[line.substr(0, space)] = line.substr(space + 1);
  }
  auto identity = read_identity(said["secret"]);
  REQUIRE(identity.ok());
  const DeviceKey key(std::move(*identity));
  CHECK(key.recipient().text() == said["key"]);
  CHECK(to_hex(key.signing_key()) == said["signing_key"]);

  const Bytes sealed_epoch = sealed_in(page, "epoch");
  CHECK(sha256(sealed_epoch).hex() == said["epoch_sealed"]);
  const auto epoch = open_epoch(sealed_epoch, {key.identity()});
  REQUIRE(epoch.ok());
  CHECK(epoch->remote == said["remote"]);
  CHECK(epoch->key().text() == said["epoch_key"]);
  CHECK(epoch->find(key.signing_key()) != nullptr);

  const Bytes sealed_entry = sealed_in(page, "entry");
  CHECK(sha256(sealed_entry).hex() == said["entry_sealed"]);
  const auto entry = open_entry(sealed_entry, epoch->keys);
  REQUIRE(entry.ok());
  CHECK(std::to_string(entry->n) == said["n"]);
  CHECK(entry->remote == said["remote"]);
  CHECK(entry->signed_by == key.signing_key());
  REQUIRE(entry->rows.size() == 1);
  CHECK(entry->rows[0].session == said["session"]);
  CHECK(entry->text == said["text"]);
}

}  // namespace
}  // namespace clew
