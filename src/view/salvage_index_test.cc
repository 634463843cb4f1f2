// A list that sessions share and whose end is damaged: what can still be read keeps its text.

#include "view/salvage_index.h"

#include "dialect/registry.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

std::string listed(const std::string& id, const std::string& status) {
  return "  - feature_id: \"" + id + "\"\n    started_at: \"2026-01-09T10:00:00Z\"\n" +
         "    last_active: \"2026-01-09T12:00:00Z\"\n    status: \"" + status + "\"\n";
}

const std::string kIntact =
    "# ours\nactive_features:\n" + listed("red-2026-01-09", "paused") + "    team: \"red\"\n";

TEST_CASE("entries before the damage are kept, and one that is cut is not") {
  const Dialect& dialect = *find_dialect("feature");
  const auto kept = [&](const std::string& text) {
    return readable_entries(dialect, {"active-features.yaml", text});
  };
  const std::string next = listed("blue-2026-01-09", "active");
  for (size_t length = 0; length < next.size(); ++length) {
    CAPTURE(length);
    const SharedRemains remains = kept(kIntact + next.substr(0, length) + "\n  [}\n");
    CHECK(remains.text.starts_with(kIntact));
    CHECK(remains.entries.front() == "red-2026-01-09");
    const bool is_whole = remains.entries.size() == 2;
    CHECK((remains.text.find("blue") != std::string::npos) == is_whole);
  }
  CHECK(kept(kIntact + next + "    te: \"\n").entries.size() == 2);
  CHECK(kept("[}\n" + kIntact).text.empty());
  CHECK(kept("active_features: [").text.empty());
}

TEST_CASE("a damaged end of the list does not change what it says of other sessions") {
  for (const std::string way : {"view", "repair", "files"}) {
    CAPTURE(way);
    WorkspaceFixture w;
    w.must("start", "goal", "Add login", "id", "one", "dialect", "feature", "dir", "tree", "model",
           "opus", "step", words("First"));
    const std::string entry =
        w.must("view list").data.find("views")->as_list().at(0).find("entry")->as_string();
    const std::string index = w.project() + "/tree/active-features.yaml";
    w.write(
        "tree/red-2026-01-09/state.yaml",
        "version: \"1.0\"\nfeature_id: \"red-2026-01-09\"\ncurrent_state:\n  active_task: null\n"
        "  model_in_use: \"opus\"\n  started_at: \"2026-01-09T10:00:00Z\"\n"
        "  last_updated: \"2026-01-09T12:00:00Z\"\n");
    w.write("tree/red-2026-01-09/implementation-plan.yaml",
            "feature:\n  id: \"red-2026-01-09\"\n  name: \"Red\"\n  description: \"\"\n"
            "  created_at: \"2026-01-09T10:00:00Z\"\nphases: []\n");
    w.write("tree/red-2026-01-09/history.jsonl", "");
    write_text(index, kIntact + "  - feature_id: \"" + entry + "\"\n    started_at: \"2026");
    if (way == "view") {
      w.must("note", "text", "x");
    } else {
      if (way == "files") w.must("view detach");
      w.caller.session = "tree/" + entry;
      const auto answer = w.run("repair");
      REQUIRE(answer);
      CHECK_FALSE(answer->refusal);
      w.caller.session.clear();
    }
    const std::string text = read_text(index);
    CHECK(text.starts_with(kIntact));
    CHECK(text.find("\"" + entry + "\"") != std::string::npos);
    CHECK_FALSE(w.must("validate", "paths", words("tree")).refusal);
  }
}

}  // namespace
}  // namespace clew
