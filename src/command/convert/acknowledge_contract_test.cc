// contract show, ack, verify, status.

#include <filesystem>

#include "base/hash.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

constexpr const char* kText = "# Session state\n\n**Version**: 1.2\n\nNever delete history.\n";

std::string text_at(const Answer& answer, const char* outer, const char* name) {
  const Value* object = answer.data.find(outer);
  REQUIRE(object != nullptr);
  const Value* found = object->find(name);
  return found == nullptr ? std::string() : found->as_string();
}

Answer contract_asked(WorkspaceFixture& w, const std::string& verb, Value::Object request = {}) {
  auto answer = w.run(verb, std::move(request));
  if (!answer) FAIL(verb, ": ", answer.error().message);
  return std::move(*answer);
}

TEST_CASE("the contract is the one that is named, or the one beside the files") {
  WorkspaceFixture w;
  const Error none = w.error("contract show");
  CHECK(none.code == ErrorCode::kUsage);
  CHECK(none.subject == "--contract");
  CHECK(none.message.find("--contract") != std::string::npos);
  w.write("docs/rules.md", "no version here");
  const Answer named = w.must("contract show", "contract", "docs/rules.md");
  CHECK(text_at(named, "contract", "version") == "1.0");
  CHECK(text_at(named, "contract", "sha256") == sha256("no version here").hex());
  w.write("session-state-spec.md", kText);
  CHECK(text_at(w.must("contract show"), "contract", "version") == "1.2");
  w.write(".ai-session/session-state-spec.md", "**Version**: 2.0\n");
  CHECK(text_at(w.must("contract show"), "contract", "version") == "2.0");
  CHECK(w.refused("contract show", "contract", "missing.md") == ErrorCode::kNotFound);
}

TEST_CASE("an acknowledgment holds until the document changes") {
  WorkspaceFixture w;
  w.write("session-state-spec.md", kText);
  const Answer before = contract_asked(w, "contract verify");
  REQUIRE(before.refusal);
  CHECK(before.refusal->code == ErrorCode::kInvalid);
  CHECK(before.data.find("state")->as_string() == "missing");
  CHECK(before.data.find("acknowledgment")->is_null());

  const Answer said = contract_asked(w, "contract ack");
  CHECK(said.data.find("changed")->as_bool());
  const std::string own =
      read_text(w.project() + "/.ai-session/contract-acknowledgments/ana%40laptop.md");
  CHECK(own.find("Agent: ana@laptop") != std::string::npos);
  CHECK(own.find("Checksum: " + sha256(kText).hex()) != std::string::npos);
  CHECK(read_text(w.project() + "/.ai-session/contract-acknowledgment.md") == own);
  CHECK_FALSE(contract_asked(w, "contract verify").refusal);

  // Said again, nothing is new.
  w.pass(minutes(5));
  CHECK_FALSE(contract_asked(w, "contract ack").data.find("changed")->as_bool());
  CHECK(read_text(w.project() + "/.ai-session/contract-acknowledgment.md") == own);

  w.write("session-state-spec.md", std::string(kText) + "One more rule.\n");
  const Answer after = contract_asked(w, "contract verify");
  REQUIRE(after.refusal);
  CHECK(after.refusal->message.starts_with("re-acknowledgment required"));
  CHECK(after.refusal->next == "clew contract ack");
  CHECK(after.data.find("state")->as_string() == "changed");
  CHECK(contract_asked(w, "contract ack").data.find("changed")->as_bool());
  CHECK_FALSE(contract_asked(w, "contract verify").refusal);
}

TEST_CASE("the next step names the folder and the document that were asked about") {
  WorkspaceFixture w;
  w.write("our docs/rules.md", kText);
  const Value::Object request = {
      {"contract", "our docs/rules.md"},
      {"dir",      "else where"       }
  };
  const std::string next = "clew contract ack --contract 'our docs/rules.md' --dir 'else where'";
  const Answer before = contract_asked(w, "contract verify", request);
  REQUIRE(before.refusal);
  CHECK(before.refusal->next == next);
  CHECK(contract_asked(w, "contract status", request).text.ends_with(next));
  contract_asked(w, "contract ack", request);
  CHECK_FALSE(contract_asked(w, "contract verify", request).refusal);
}

TEST_CASE("status lists every agent's") {
  WorkspaceFixture w;
  w.write("session-state-spec.md", kText);
  CHECK(contract_asked(w, "contract status").data.find("agents")->as_list().empty());
  w.caller.actor = ActorId("claude");
  contract_asked(w, "contract ack");
  w.write("session-state-spec.md", "**Version**: 1.3\n");
  w.caller.actor = ActorId("cursor");
  contract_asked(w, "contract ack");
  w.write(".ai-session/contract-acknowledgments/broken.md", "Agent: nobody\n");
  const Answer answer = contract_asked(w, "contract status");
  const auto& agents = answer.data.find("agents")->as_list();
  REQUIRE(agents.size() == 2);
  CHECK(agents[0].find("agent")->as_string() == "claude");
  CHECK(agents[0].find("state")->as_string() == "changed");
  CHECK(agents[0].find("version")->as_string() == "1.2");
  CHECK(agents[1].find("state")->as_string() == "acknowledged");
  REQUIRE(answer.data.find("unreadable")->as_list().size() == 1);
  CHECK(answer.text.find("claude  re-acknowledgment required") != std::string::npos);
}

TEST_CASE("what another program wrote for one agent outlives the next one's word") {
  WorkspaceFixture w;
  w.write("session-state-spec.md", kText);
  w.write(".ai-session/contract-acknowledgment.md",
          "# Contract Acknowledgment\n\nAgent: agent-1\nDate: 2026-11-01\nContract Version: 1.2\n"
          "Checksum: " +
              sha256(kText).hex() + "\n");
  w.caller.actor = ActorId("cursor");
  contract_asked(w, "contract ack");
  const Answer answer = contract_asked(w, "contract status");
  const auto& agents = answer.data.find("agents")->as_list();
  REQUIRE(agents.size() == 2);
  CHECK(agents[0].find("agent")->as_string() == "agent-1");
  CHECK(agents[0].find("date")->as_string() == "2026-11-01");
  CHECK(agents[0].find("state")->as_string() == "acknowledged");
}

TEST_CASE("what another program wrote counts for the agent it names") {
  WorkspaceFixture w;
  w.write("session-state-spec.md", kText);
  w.caller.actor = ActorId("claude");
  w.write(".ai-session/contract-acknowledgment.md",
          "# Contract Acknowledgment\n\nAgent: claude\nDate: 2026-11-01\nContract Version: 1.2\n"
          "Checksum: " +
              sha256(kText).hex() + "\n");
  CHECK_FALSE(contract_asked(w, "contract verify").refusal);
  CHECK(contract_asked(w, "contract status").data.find("agents")->as_list().size() == 1);
  w.caller.actor = ActorId("cursor");
  CHECK(contract_asked(w, "contract verify").refusal);
}

TEST_CASE("an acknowledgment is written into another folder, and never through a link") {
  WorkspaceFixture w;
  w.write("rules.md", kText);
  const Value::Object there = {
      {"contract", "rules.md"},
      {"dir",      "kept"    }
  };
  contract_asked(w, "contract ack", there);
  CHECK(std::filesystem::exists(w.project() + "/kept/contract-acknowledgment.md"));
  CHECK_FALSE(std::filesystem::exists(w.project() + "/.ai-session"));
  w.write("other.md", "mine\n");
  std::filesystem::remove(w.project() + "/kept/contract-acknowledgments/ana%40laptop.md");
  std::filesystem::create_symlink(w.project() + "/other.md",
                                  w.project() + "/kept/contract-acknowledgments/ana%40laptop.md");
  CHECK_FALSE(w.run("contract verify", there).ok());
  static_cast<void>(w.run("contract ack", there));
  CHECK(read_text(w.project() + "/other.md") == "mine\n");
}

}  // namespace
}  // namespace clew
