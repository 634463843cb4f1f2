// The table of agent clients is complete: what a row promises is there, for every client.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "agent_client/clients.h"
#include "agent_client/transcript/recognise.h"
#include "document/json/lenient_json.h"

namespace clew {
namespace {

std::string source_folder() {
  const char* folder = std::getenv("CLEW_SOURCE_DIR");
  REQUIRE_MESSAGE(folder != nullptr, "CLEW_SOURCE_DIR is not set");
  return folder;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// What clients sent, by the names of their events; `folder` is a client's own, or all of them.
std::multimap<std::string, Value> fixtures_in(const std::string& folder) {
  std::multimap<std::string, Value> events;
  const std::string path = source_folder() + "/tests/fixtures/hooks/" + folder;
  REQUIRE_MESSAGE(std::filesystem::is_directory(path), path);
  for (const auto& file : std::filesystem::recursive_directory_iterator(path)) {
    if (!file.is_regular_file()) continue;
    auto tree = parse_cut_json(text_of(file.path()));
    REQUIRE_MESSAGE(tree.ok(), file.path().string());
    const Value* name = tree->find("hook_event_name");
    if (name != nullptr) events.emplace(name->as_string(), std::move(*tree));
  }
  return events;
}

// "a, b or c"
std::string in_words(const std::vector<std::string>& names) {
  std::string out;
  for (size_t i = 0; i < names.size(); ++i) {
    out += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  }
  return out;
}

TEST_CASE("every client has a name, a folder of settings and what the user does next") {
  std::set<std::string> names;
  for (const AgentClient& client : agent_clients()) {
    CAPTURE(client.name);
    CHECK(names.insert(client.name).second);
    CHECK(find_client(client.name) == &client);
    CHECK(name_like(client.title) == client.name);
    for (const char* text : {client.title, client.program, client.folder, client.afterwards}) {
      CHECK(std::string(text) != "");
    }
    CHECK_FALSE(client.locations.empty());
  }
}

TEST_CASE("every hook that setup registers is one that the client's reader takes") {
  const auto all = fixtures_in("");  // clients share events
  for (const AgentClient& client : agent_clients()) {
    CAPTURE(client.name);
    REQUIRE((client.read_hook != nullptr));
    REQUIRE((client.write_reply != nullptr));
    CHECK(client.hooks.empty() == (client.own_files != nullptr));
    CHECK_FALSE(fixtures_in(client.name).empty());
    for (const HookRegistration& hook : client.hooks) {
      const auto [first, last] = all.equal_range(hook.event);
      const bool is_read = std::any_of(first, last, [&](const auto& fixture) {
        return read_hook_event(client, fixture.second).has_value();
      });
      CHECK_MESSAGE(is_read, hook.event, " is read from no fixture");
      CHECK(hook.seconds > 0);
    }
  }
}

TEST_CASE("the help names every client") {
  std::vector<std::string> names;
  std::vector<std::string> with_transcripts;
  for (const AgentClient& client : agent_clients()) {
    names.push_back(client.name);
    if (client.transcripts != nullptr) with_transcripts.push_back(client.name);
  }
  const std::string help = text_of(source_folder() + "/docs/cli.md");  // made from the catalogue
  CHECK(help.find("| `AGENT` | " + in_words(names)) != std::string::npos);
  CHECK(help.find("| `AGENT` | " + in_words(names) + " |") != std::string::npos);
  CHECK(help.find("transcripts of " + in_words(with_transcripts)) != std::string::npos);
}

TEST_CASE("what setup --check tries is an event that the client's own reader takes") {
  for (const AgentClient& client : agent_clients()) {
    CAPTURE(client.name);
    Value work = Value::object();
    work.set("hook_event_name", client.trial.work);
    client.trial.fill_work(work, "/tmp/trial/hello.txt");
    const auto event = read_hook_event(client, work);
    REQUIRE(event.has_value());
    CHECK(event->client == client.name);
    REQUIRE(event->edits.size() == 1);
    CHECK(event->edits[0].path.ends_with("hello.txt"));
    Value start = Value::object();
    start.set("hook_event_name", client.trial.start);
    const auto begins = read_hook_event(client, start);
    REQUIRE(begins.has_value());
    CHECK(begins->kind == HookEventKind::kSessionStart);
    HookReply reply;
    reply.context = "the brief";
    CHECK(client.write_reply(*begins, reply).find("the brief") != std::string::npos);
    CHECK(client.write_reply(*begins, {}).empty());
  }
}

TEST_CASE("a place or a switch that needs a function of the client has it") {
  for (const AgentClient& client : agent_clients()) {
    CAPTURE(client.name);
    for (const SettingsLocation& location : client.locations) {
      if (location.kind == SettingsKind::kConfig) CHECK(client.config != nullptr);
      if (location.kind == SettingsKind::kFile) CHECK(client.own_files != nullptr);
      if (std::string(location.user).empty()) CHECK((client.servers_file != nullptr));
    }
    CHECK((client.read_switch != nullptr) == !client.switches.empty());
    CHECK((client.has_plugin != nullptr) == !std::string(client.unplug).empty());
    CHECK((client.has_no_outcome != nullptr) == (client.add_outcome != nullptr));
  }
}

TEST_CASE("transcripts are found by the name of their client, and read by their own format") {
  size_t formats = 0;
  for (const AgentClient& client : agent_clients()) {
    CAPTURE(client.name);
    CHECK(find_transcript_format(client.name) == client.transcripts);
    if (client.transcripts == nullptr) continue;
    ++formats;
    CHECK(std::string(client.transcripts->client) == client.name);
    CHECK(client.transcripts->make_reader({})->take().entry.empty());
  }
  CHECK(formats > 0);
  CHECK(find_transcript_format("nobody") == nullptr);
}

TEST_CASE("an actor belongs to the client whose name it begins with") {
  for (const AgentClient& client : agent_clients()) {
    CHECK(client_of(ActorId(std::string(client.name) + ":0a88102e")) == &client);
  }
  CHECK(client_of(ActorId("ana@laptop")) == nullptr);
}

}  // namespace
}  // namespace clew
