#include "dialect/feature/contract.h"

#include <doctest/doctest.h>

#include "document/json/json.h"

namespace clew::feature {
namespace {

const AgentContract& contract = agent_contract();

constexpr const char* kContract =
    "# Rules of the house\n\n**Version**: 1.2  \n**Status**: BINDING\n\nBe kind.\n";

TEST_CASE("an acknowledgment looks as the contract wants it and is read back") {
  const Time now = parse_time("2026-11-16T09:30:00Z")->time;
  const Acknowledgment made = contract.acknowledge(kContract, "agent-1", now);
  const std::string text = contract.render(made);
  CHECK(text ==
        "# Contract Acknowledgment\n"
        "\n"
        "Agent: agent-1\n"
        "Date: 2026-11-16T09:30:00.000Z\n"
        "Contract Version: 1.2\n"
        "Checksum: " +
            contract.checksum(kContract) +
            "\n"
            "\n"
            "I acknowledge that I have read and will adhere to the Session State Specification "
            "v1.2.\n");
  const auto read = contract.parse(text);
  REQUIRE(read.ok());
  CHECK(*read == made);
}

TEST_CASE("the checksum is the SHA-256 of the document's bytes") {
  CHECK(contract.checksum("abc") ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("an acknowledgment holds until the contract changes") {
  const Acknowledgment made = contract.acknowledge(kContract, "agent-1", Time());
  CHECK(contract.judge(made, kContract) == AcknowledgmentState::kAcknowledged);
  CHECK(contract.judge(made, std::string(kContract) + "\n") == AcknowledgmentState::kRequiredAgain);
  CHECK(contract.judge(std::nullopt, kContract) == AcknowledgmentState::kMissing);
  CHECK(std::string(contract.to_words(AcknowledgmentState::kRequiredAgain)) ==
        "re-acknowledgment required");
}

TEST_CASE("a block that lacks lines is refused with all that it lacks") {
  const auto read = contract.parse("# Contract Acknowledgment\n\nAgent: a\nDate: \n");
  REQUIRE(!read.ok());
  CHECK(read.error().message == "the acknowledgment has no Date, Contract Version, Checksum");
}

TEST_CASE("an agent's name cannot add lines to the block nor leave the folder") {
  CHECK(contract.acknowledge("x", "a\nChecksum: 1", Time()).agent == "a Checksum: 1");
  CHECK(contract.own_path("agent-1") == "contract-acknowledgments/agent-1.md");
  CHECK(contract.own_path("claude-code:8f1c") == "contract-acknowledgments/claude-code%3A8f1c.md");
  CHECK(contract.own_path("../../x") == "contract-acknowledgments/%2E.%2F..%2Fx.md");
}

TEST_CASE("a contract without a version is 1.0") {
  CHECK(contract.version("be kind") == "1.0");
  CHECK(contract.version("Version: 2.0\n") == "2.0");
}

TEST_CASE("an error that touches these files says what it was about") {
  const Time now = parse_time("2026-11-16T09:30:00Z")->time;
  CHECK(write_json(error_context().context(FileOperation::kUpdate,
                                           {"a-2026-01-01/state.yaml", "a-2026-01-01"}, now,
                                           "the lock is held")) ==
        R"({"operation":"update","file":"a-2026-01-01/state.yaml","feature_id":"a-2026-01-01",)"
        R"("timestamp":"2026-11-16T09:30:00.000Z","details":"the lock is held"})");
  CHECK(error_context()
            .context(FileOperation::kRead, {"x", ""}, now, "y")
            .find("feature_id")
            ->is_null());
}

TEST_CASE("an error finds its file and feature in the names of a path") {
  struct Row {
    const char* path;
    const char* file;  // null: not one of these files
    const char* entry;
  };
  constexpr Row kRows[] = {
      {"/p/.ai-session",                            "",                              ""            },
      {"/p/.ai-session/active-features.yaml",       "active-features.yaml",          ""            },
      {"/p/.ai-session/odd/state.yaml",             "odd/state.yaml",                "odd"         },
      {".ai-session/contract-acknowledgments/a.md", "contract-acknowledgments/a.md", ""            },
      {"/p/notes/a-2026-01-01/history.jsonl",       "a-2026-01-01/history.jsonl",    "a-2026-01-01"},
      {"a-2026-01-01",                              "a-2026-01-01/state.yaml",       "a-2026-01-01"},
      {"/p/x/implementation-plan.yaml",             "x/implementation-plan.yaml",    "x"           },
      {"implementation-plan.yaml",                  "implementation-plan.yaml",      ""            },
      {"/p/x/state.yaml",                           nullptr,                         ""            },
      {"/p/my.ai-session/x",                        nullptr,                         ""            },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.path);
    const auto file = error_context().touched(row.path);
    REQUIRE(file.has_value() == (row.file != nullptr));
    if (!file) continue;
    CHECK(file->path == row.file);
    CHECK(file->entry == row.entry);
  }
}

}  // namespace
}  // namespace clew::feature
