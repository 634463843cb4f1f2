#include "secrets/secrets.h"

#include <algorithm>
#include <ctime>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

struct SecretRow {
  const char* text;
  const char* kind;    // null: nothing to find
  const char* secret;  // what must be gone
};

// Put together here, so that no scanner of repositories takes this table for the real thing.
#define JOIN(a, b) a b

constexpr SecretRow kSecrets[] = {
    {JOIN("use AKI", "AIOSFODNN7EXAMPLE now"), "AWS access key", JOIN("AKI", "AIOSFODNN7EXAMPLE")},
    {JOIN("gh", "p_abcdefghijklmnopqrstuvwxyz0123456789"), "GitHub token",
     JOIN("gh", "p_abcdefghijklmnopqrstuvwxyz0123456789")},
    {JOIN("github_", "pat_11ABCDEFG0abcdefghijklmn_xyz"), "GitHub token", "11ABCDEFG0"},
    {JOIN("gl", "pat-abcDEF123456ghiJKL789"), "GitLab token", "abcDEF123456"},
    {JOIN("xo", "xb-123456789012-abcdefABCDEF"), "Slack token", "123456789012"},
    {JOIN("sk-", "ant-api03-AbCdEfGhIjKlMnOpQrStUv12"), "Anthropic key", "api03-AbCd"},
    {JOIN("sk-", "proj-AbCdEfGhIjKlMnOpQrStUv12"), "OpenAI key", "AbCdEfGh"},
    {JOIN("sk-", "abcdefghijklmnopqrstuvwxyz0123456789"), "OpenAI key", "abcdefghijkl"},
    {JOIN("AI", "zaSyA1234567890abcdefghijklmnopqrstuv"), "Google API key", "SyA1234567890"},
    {JOIN("sk_", "live_abcdefghij0123456789"), "Stripe key", "abcdefghij"},
    {JOIN("np", "m_abcdefghijklmnopqrstuvwxyz0123456789"), "npm token", "abcdefghij"},
    {JOIN("eyJ", "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"),
     "JSON web token", "dozjgNryP4J3"},
    {JOIN("-----BEGIN RSA PRIV", "ATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- end"),
     "private key", "MIIE"},
    {JOIN("-----BEGIN OPENSSH PRIV", "ATE KEY-----\nb3Bl, cut off"), "private key", "b3Bl"},
    {"password=supersecret", "password", "supersecret"},
    {"DB_PASSWORD='correct horse battery 1'", "password", "correct"},
    {"curl -d 'token=a1b2c3d4e5&x=1'", "token", "a1b2c3d4e5"},
    {"api_key: \"9f8e7d6c5b4a\"", "API key", "9f8e7d6c5b4a"},
    {"\"client_secret\": \"Zx9!kk21mm\",", "secret", "Zx9!kk21mm"},
    {"AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "access key",
     "wJalrXUtnFEMI"},
    {"git clone https://ana:hunter2@example.org/r.git", "password in a URL", "hunter2"},
    {"postgres://clew:pa55word@db:5432/x", "password in a URL", "pa55word"},
    {"Authorization: Bearer abcdef0123456789abcd", "bearer token", "abcdef0123456789abcd"},
    // What a name calls secret is one, also where it has the shape of a hash or of an id.
    {"token=9fceb02d0ae598e95dc970b74767f19372d61af8", "token", "9fceb02d0ae598e9"},
    {"secret: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "secret",
     "e3b0c44298fc1c14"},
    {"token: 123e4567-e89b-12d3-a456-426614174000", "token", "123e4567-e89b"},
    // Ids, hashes, paths and prose.
    {"commit 9fceb02d0ae598e95dc970b74767f19372d61af8", nullptr, nullptr},
    {"sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", nullptr, nullptr},
    {"password=/run/secrets/db_password1", nullptr, nullptr},
    {"the token: something-like a refresh", nullptr, nullptr},
    {"password: required", nullptr, nullptr},
    {"password=short", nullptr, nullptr},
    {"password=$DB_PASSWORD", nullptr, nullptr},
    {"password=${DB_PASSWORD}", nullptr, nullptr},
    {"token = getToken(request)", nullptr, nullptr},
    {"password=user.password", nullptr, nullptr},
    {"password=********", nullptr, nullptr},
    {"token=[redacted: token]", nullptr, nullptr},
    {"max_tokens=100000000", nullptr, nullptr},
    {"https://example.org/a:b@c", nullptr, nullptr},
    {"https://user@example.org/", nullptr, nullptr},
    {"a bearer of good news 2026", nullptr, nullptr},
    {"sk-learn-contrib-preprocessing-pipelines", nullptr, nullptr},
    {"task-abcdefghijklmnopqrstuvwxyz0123456789", nullptr, nullptr},
    {"-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----", nullptr, nullptr},
    {"src/auth/token.ts:41: const x = 1", nullptr, nullptr},
    {"", nullptr, nullptr},
};

TEST_CASE("likely secrets are found, and nothing else is") {
  for (const auto& row : kSecrets) {
    INFO(row.text);
    const std::string text = row.text;
    const auto found = find_secrets(text);
    if (row.kind == nullptr) {
      CHECK(found.empty());
      continue;
    }
    REQUIRE(found.size() == 1);
    CHECK(std::string(found[0].kind) == row.kind);
    CHECK(text.substr(found[0].start, found[0].length).find(row.secret) != std::string::npos);
  }
}

TEST_CASE("findings do not overlap and stand in order") {
  const std::string text =
      JOIN("token=gh", "p_abcdefghijklmnopqrstuvwxyz0123456789 password=supersecret");
  const auto found = find_secrets(text);
  REQUIRE(found.size() == 2);
  CHECK(std::string(found[0].kind) == "GitHub token");
  CHECK(found[0].start + found[0].length <= found[1].start);
}

std::string repeated(std::string_view unit, size_t size) {
  std::string text;
  text.reserve(size + unit.size());
  while (text.size() < size) text += unit;
  return text;
}

double seconds_for(const std::string& text) {
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const std::clock_t begin = std::clock();
    CHECK(find_secrets(text).size() < text.size());
    best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return best;
}

// Text that is made of beginnings: whoever reads on from each of them to the end needs the square
// of its length, sixteen times as much for four times the text.
TEST_CASE("long text costs its length") {
  constexpr const char* kUnits[] = {
      "password=",      "password:\"",  "token=(password:eyJaaaaaaaaaaaa.://a:",
      "-----BEGIN ",    "sk-ant-",      "-----BEGIN PRIVATE KEY-----",
      "eyJaaaaaaaaaa.", "sk_live_",     "-----END PRIVATE KEY-----\nAAAA\n",
      "curl -u a:",     "Cookie: a=",   "bearer:Authorization: ",
      "value=name=",    "glpat-glpat.", "Authorization=Bearer bearer_",
      "pypi-",          "<password>",   "https://a:b/",
      "a-----BEGIN",    "key is ",      "mysql -p'",
      "eyJ-",           "AAAA:",        "Private-Lines: 1",
  };
  constexpr size_t kSize = 8 * 1024;
  for (const char* unit : kUnits) {
    INFO(unit);
    const double once = seconds_for(repeated(unit, kSize));
    const double four_times = seconds_for(repeated(unit, 4 * kSize));
    CHECK(four_times < 10 * once + 0.01);
  }
}

TEST_CASE("secrets never reach the log, and a note says so") {
  WorkspaceFixture w;
  w.start_plan();
  const Answer answer = w.must("decide", "choice", "keep password=supersecret", "because",
                               JOIN("AKI", "AIOSFODNN7EXAMPLE"));
  const auto made = w.last<DecisionMade>();
  CHECK(made.choice == "keep password=[redacted: password]");
  CHECK(made.reason == "[redacted: AWS access key]");
  const auto note = w.last<NoteAdded>();
  CHECK(note.text == "redacted: password in decision_made, AWS access key in decision_made");
  CHECK(answer.text.find("note: redacted: ") != std::string::npos);
  CHECK(answer.data.find("notices")->as_list().size() == 1);
}

TEST_CASE("an id that is made from the goal has nothing of a secret in it") {
  WorkspaceFixture w;
  const Answer answer = w.must("start", "goal", JOIN("AKI", "AIOSFODNN7EXAMPLE is to be replaced"));
  const std::string id = answer.data.find("session")->as_string();
  CHECK(id.find("akia") == std::string::npos);
  CHECK(id.starts_with("redacted-"));
}

TEST_CASE("what a command printed is redacted too") {
  WorkspaceFixture w;
  w.start_plan();
  w.caller.read_input = [] {
    return Result<std::string>(
        R"({"type":"command_ran","data":{"command":"make","output":"token=a1b2c3d4e5f6\nFAIL"}})"
        "\n");
  };
  w.must("record");
  CHECK(w.last<CommandRan>().output == "token=[redacted: token]\nFAIL");
}

TEST_CASE("a value that is named as a secret is one") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("set", "pairs", Value::List{"api_key=abcdef0123456", "colour=abcdef0123456"});
  const auto attributes = w.session().root().attributes;
  REQUIRE(attributes.size() == 2);
  CHECK(attributes[0].value == Value("[redacted: API key]"));
  CHECK(attributes[1].value == Value("abcdef0123456"));
  w.must("done", "evidence",
         Value::List{"login={\"user\":\"ana\",\"password\":\"hunter2hunter2\"}"});
  CHECK(w.last<StepCompleted>().evidence.items[0].value.find("password")->as_string() ==
        "[redacted: password]");
}

TEST_CASE("ids, hashes and paths are not touched, and imports are left alone") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("password=supersecret.txt", "x\n");
  w.must("changed", "path", "password=supersecret.txt");
  CHECK(w.last<FileChanged>().path == "password=supersecret.txt");
  w.caller.via = Via::kImport;
  w.must("note", "text", "password=supersecret");
  CHECK(w.last<NoteAdded>().text == "password=supersecret");
}

}  // namespace
}  // namespace clew
