// docs/format-bundle.md is true: its vector opens and says what the page says.

#include <doctest/doctest.h>

#include <map>
#include <sstream>

#include "base/base64.h"
#include "bundle/bundle_file.h"
#include "testing/kept_text.h"

namespace clew {
namespace {

// The lines of all fenced blocks of this kind.
std::vector<std::string> blocks_of(const std::string& page, const std::string& kind) {
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

TEST_CASE("the bundle on the format's page opens and holds what the page says") {
  const std::string page = read_all(source_folder() + "/docs/format-bundle.md");
  std::map<std::string, std::string> said;
  for (const auto& line : blocks_of(page, "vector")) {
    const size_t space = line.find(' ');
    said[line.substr(0, space)] = line.substr(space + 1);
  }
  std::string text;
  for (const auto& line : blocks_of(page, "bundle")) text += line;
  const auto file = from_base64(text);
  REQUIRE(file.has_value());
  auto identity = read_identity(said["secret"]);
  REQUIRE(identity.ok());
  const DeviceKey key(std::move(*identity));
  CHECK(key.recipient().text() == said["key"]);
  CHECK(to_hex(key.signing_key()) == said["signing_key"]);

  const auto bundle = verify_bundle(*file, {{key.identity()}, {}});
  REQUIRE(bundle.ok());
  const Manifest& manifest = bundle->manifest;
  CHECK(manifest.device == said["device"]);
  CHECK(to_hex(manifest.signing_key) == said["signed_by"]);
  REQUIRE(manifest.sessions.size() == 1);
  CHECK(manifest.sessions[0].session == said["session"]);
  CHECK(std::to_string(manifest.sessions[0].events) == said["events"]);
  CHECK(manifest.sessions[0].head.hex() == said["head"]);
  CHECK(manifest.sessions[0].genesis.hex() == said["genesis"]);
  const auto logs = expand_logs(*bundle);
  REQUIRE(logs.ok());
  CHECK(sha256(*logs).hex() == said["log_sha256"]);
}

}  // namespace
}  // namespace clew
