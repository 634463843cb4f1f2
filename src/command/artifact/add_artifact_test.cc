// Files are kept unchanged, so one that seems to hold secrets is kept only when somebody agrees.

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

constexpr const char* kSecretText = "host: db\npassword: hunter2Hunter2\n";

TEST_CASE("a file with a likely secret is refused by name, kind and line") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("config.yml", kSecretText);
  const auto refused = w.run("artifact add", {
                                                 {"paths", words("config.yml")}
  });
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kUsage);
  CHECK(refused.error().message ==
        "config.yml seems to hold secrets (password in line 2), and files are kept unchanged. "
        "Keep it? Confirm with --yes");
  CHECK(refused.error().next == "clew artifact add config.yml --yes");
  CHECK(w.session().artifacts.items.empty());
  CHECK_FALSE(w.store().blob(sha256(kSecretText)).ok());
}

TEST_CASE("with --yes, or when a person agrees, it is kept as it is") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("config.yml", kSecretText);
  w.caller.agreed = true;
  w.must("artifact add", "paths", words("config.yml"));
  CHECK(*w.store().blob(w.session().artifacts.items[0].content) == kSecretText);
  w.caller.agreed = false;
  w.write("config.yml", std::string(kSecretText) + "more: 1\n");
  std::string asked;
  w.caller.confirm = [&](const std::string& question) {
    asked = question;
    return std::optional<bool>(false);
  };
  CHECK(w.refused("artifact add", "paths", words("config.yml")) == ErrorCode::kNotAllowed);
  CHECK(asked.find("password in line 2") != std::string::npos);
  w.caller.confirm = [](const std::string&) { return std::optional<bool>(true); };
  w.must("artifact add", "paths", words("config.yml"));
  CHECK(w.session().artifacts.items[0].version == 2);
}

TEST_CASE("the same holds for files that are kept at a pause and in a batch") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("config.yml", kSecretText);
  CHECK(w.refused("pause", "artifact", words("config.yml")) == ErrorCode::kUsage);
  w.caller.read_input = [] {
    return Result<std::string>(R"({"type":"artifact_added","data":{"path":"config.yml"}})"
                               "\n");
  };
  CHECK(w.refused("record") == ErrorCode::kUsage);
  w.caller.agreed = true;
  w.must("record");
  CHECK(w.session().artifacts.items.size() == 1);
}

TEST_CASE("many places are counted, not listed") {
  WorkspaceFixture w;
  w.start_plan();
  std::string text;
  for (int i = 0; i < 9; ++i) text += "password: hunter2Hunter2\n";
  w.write("config.yml", text);
  const auto refused = w.run("artifact add", {
                                                 {"paths", words("config.yml")}
  });
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message.find("password in line 5 and 4 more") != std::string::npos);
}

}  // namespace
}  // namespace clew
