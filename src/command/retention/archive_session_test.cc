// Cleaning up puts finished sessions away and deletes nothing.

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

void start(WorkspaceFixture& w, const char* id) {
  w.must("start", "goal", id, "id", id, "dialect", "feature", "model", "opus");
}

void close(WorkspaceFixture& w, const char* id) {
  w.caller.session = id;
  w.must("close", "aborted", true);
  w.caller.session.clear();
}

bool is_archived(WorkspaceFixture& w, const char* id) {
  return w.store().summary(SessionId(id))->archived;
}

size_t count_files(WorkspaceFixture& w) {
  const std::filesystem::recursive_directory_iterator all(w.project() + "/.ai-session");
  return static_cast<size_t>(std::distance(begin(all), end(all)));
}

TEST_CASE("finished sessions from before a day are archived, with all their files") {
  WorkspaceFixture w;
  start(w, "old");
  start(w, "open");
  start(w, "away");
  close(w, "old");
  close(w, "away");
  w.caller.session = "away";
  w.must("archive");
  w.caller.session.clear();
  const std::string day = to_iso(w.now + hours(1));
  w.pass(hours(48));
  start(w, "fresh");
  close(w, "fresh");
  const size_t files = count_files(w);

  w.caller.key = "once";
  const Answer first = w.must("archive", "before", day);
  CHECK(first.text == "1 session archived");
  CHECK(first.data.find("sessions")->as_list() == words("old"));
  CHECK_FALSE(w.must("archive", "before", day).data.find("changed")->as_bool());
  w.caller.key.clear();
  CHECK(is_archived(w, "old"));
  CHECK_FALSE(is_archived(w, "open"));
  CHECK_FALSE(is_archived(w, "fresh"));
  CHECK(count_files(w) == files);
  const std::string index = read_text(w.project() + "/.ai-session/active-features.yaml");
  CHECK(index.find("feature_id: \"old-") != std::string::npos);
  CHECK(index.find("status: \"completed\"") != std::string::npos);

  CHECK(w.run("archive", "before", day)->text == "nothing to archive");
  CHECK(w.refused("archive", "before", "soon") == ErrorCode::kUsage);
  w.caller.session = "open";
  CHECK(w.refused("archive", "before", day) == ErrorCode::kUsage);
}

}  // namespace
}  // namespace clew
