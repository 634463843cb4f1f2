// The power goes at every call of a short life of a session with a view, for the store and for the
// view's files at once: what was acknowledged is there, the next command leaves the view clean, and
// at no moment are a file and its backup both invalid.

#include <doctest/doctest.h>

#include "dialect/registry.h"
#include "power/power_vfs.h"
#include "power/view_life.h"
#include "store/sqlite/sqlite_factory.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

using Commands = std::vector<ViewCommand>;

Commands feature_life() {
  return {
      {"start",
       {{"goal", "Login form"},
        {"id", kViewSession},
        {"dialect", "feature"},
        {"model", "opus"},
        {"step", Value::List{"Plan", "Build"}}}},
      {"done",  {}                             },
      {"note",  {{"text", "a thought"}}        },
  };
}

Commands essay_life() {
  return {
      {"start", {{"goal", "Why cities forget"}, {"id", kViewSession}, {"dialect", "essay"}}},
      {"set",   {{"pairs", Value::List{"target_word_count=900"}}, {"step", "2"}}           },
      {"set",   {{"pairs", Value::List{"target_word_count=1200"}}, {"step", "2"}}          },
  };
}

constexpr const char* kEssayFolder = "/home/project/essays/essay-pipeline-20251115-094640/";
constexpr const char* kOutline = "stage-2-outline.md";
constexpr const char* kArchived = "stage-2-outline.v1.md";

// The outline is kept, and archived by going back to the thesis.
Commands revisited_life() {
  const Value::Object overriding{
      {"override", true         },
      {"reason",   "a power cut"}
  };
  return {
      {"start",
       {{"goal", "Why cities forget"},
        {"id", kViewSession},
        {"dialect", "essay"},
        {"dir", "essays"}}                                                          },
      {"artifact add",
       {{"paths", Value::List{std::string(kEssayFolder) + kOutline}}, {"step", "2"}}},
      {"done",         overriding                                                   },
      {"done",         overriding                                                   },
      {"revisit",      {{"step", "1"}, {"impact", "major"}}                         },
  };
}

void collect(const FaultyFileSystem& files, const std::string& folder,
             std::vector<std::string>& paths) {
  for (const auto& name : files.names(folder)) {
    const std::string path = folder + "/" + name;
    paths.push_back(path);
    collect(files, path, paths);
  }
}

std::vector<std::string> all_paths(const FaultyFileSystem& files) {
  std::vector<std::string> paths;
  collect(files, "/home", paths);
  return paths;
}

bool parses(const Dialect& dialect, const std::string& path, const Bytes& text) {
  const size_t name = path.rfind('/', path.rfind('/') - 1) + 1;
  for (const auto& finding : dialect.read(FileSet{{{path.substr(name), text}}}).findings) {
    if (finding.rule.ends_with(".syntax")) return false;
  }
  return true;
}

// A file that is replaced as a whole is whole, or its backup is.
void check_whole(const FaultyFileSystem& files, const Dialect& dialect) {
  for (const auto& path : all_paths(files)) {
    if (!path.ends_with(".yaml") || parses(dialect, path, *files.content(path))) continue;
    const auto backup = files.content(path + ".bak");
    CHECK_MESSAGE(backup, path, " is invalid and has no backup");
    if (backup) CHECK_MESSAGE(parses(dialect, path, *backup), path, " and its backup are invalid");
  }
}

// After the machine is up again, no process of before is running.
void forget_processes(FaultyFileSystem& files) {
  for (const auto& path : all_paths(files)) {
    if (!path.ends_with("/.state.lock")) continue;
    const auto text = files.content(path);
    if (text && !text->empty() && text->find('\0') == Bytes::npos) files.put(path, "2147483646\n");
  }
}

std::string state_of_view(FileSystem& files, const std::string& store) {
  const auto listed = run_command(files, store, "", {"view list", {}});
  REQUIRE_MESSAGE(listed.ok(), listed.error().message);
  const auto& views = listed->data.find("views")->as_list();
  return views.empty() ? "no view" : views[0].find("state")->as_string();
}

// Nobody edited a file: whatever the cut left is known as clew's own.
void check_actors(const std::string& path) {
  auto store = sqlite_factory().open({StoreLocation::Backend::kSqlite, path}, {});
  REQUIRE(store.ok());
  const auto events = (*store)->read(SessionId(kViewSession), Seq{1}, 1000);
  REQUIRE(events.ok());
  for (const auto& each : *events) CHECK(each.event.header.actor.text == "ana");
  CHECK((*store)->verify(std::nullopt)->problems.empty());
}

void check_acknowledged(const std::string& path, const ViewLife& life) {
  if (life.acknowledged().empty()) return;
  auto store = sqlite_factory().open({StoreLocation::Backend::kSqlite, path}, {});
  REQUIRE(store.ok());
  for (const auto& [seq, hash] : life.acknowledged()) {
    const auto events = (*store)->read_raw(SessionId(kViewSession), seq, 1);
    REQUIRE_MESSAGE(events.ok(), events.error().message);
    REQUIRE(events->size() == 1);
    CHECK(events->front().hash.hex() == hash);
  }
}

// The work's own file is there under one of its names, and archived when that was acknowledged.
void check_outline(const FaultyFileSystem& files, const ViewLife& life) {
  const auto current = files.content(std::string(kEssayFolder) + kOutline);
  const auto archived = files.content(std::string(kEssayFolder) + kArchived);
  if (life.acknowledged().size() < revisited_life().size()) {
    CHECK(current.has_value() != archived.has_value());
  } else {
    CHECK_FALSE(current);
  }
  CHECK((archived ? archived : current) == "# An outline\n");
}

void judge(const PowerVfs& vfs, FaultyFileSystem files, const ViewLife& life,
           const Dialect& dialect, uint64_t seed) {
  const TempFolder left;
  vfs.leave(left.path(), seed);
  files.on_power_off({});
  files.power_cut(seed);
  const std::string store = left / "clew.db";
  check_acknowledged(store, life);
  check_whole(files, dialect);
  forget_processes(files);
  files.pass(minutes(1));  // the machine starts again

  const auto next = run_command(files, store, "", {"note", {{"text", "afterwards"}}});
  if (!next) {  // the session itself is not there
    CHECK(next.error().code == ErrorCode::kNotFound);
    CHECK(life.acknowledged().empty());
    return;
  }
  INFO("the next command: ", next->text);
  const std::string state = state_of_view(files, store);
  const bool never_attached = state == "no view" && life.acknowledged().empty();
  CHECK_MESSAGE((state == "clean" || never_attached), state);
  check_whole(files, dialect);
  check_actors(store);
  check_outline(files, life);
}

enum class CutAt { kViewCall, kStoreChange };

// False when the life was over before the n-th.
bool cut_once(const Commands& commands, const Dialect& dialect, CutAt at, int n) {
  const TempFolder folder;
  PowerVfs vfs;
  FaultyFileSystem files;
  files.put("/home/project/README", "a project");
  files.put(std::string(kEssayFolder) + kOutline, "# An outline\n");
  vfs.on_power_off([&] { files.fail_call(1, Fault::kPowerOff); });
  files.on_power_off([&] { vfs.cut(); });
  if (at == CutAt::kViewCall) {
    files.fail_call(n, Fault::kPowerOff);
  } else {
    vfs.fail_change(n, DiskFault::kPowerOff);
  }
  ViewLife life(files, folder / "clew.db", vfs.name());
  life.run(commands);
  const bool reached = at == CutAt::kViewCall ? files.calls() >= n : vfs.fired();
  if (!reached) CHECK(life.finished());
  for (const uint64_t seed : {uint64_t{0}, uint64_t{1}, uint64_t{2} * n + 1000}) {
    INFO("seed ", seed);
    judge(vfs, files, life, dialect, seed);
  }
  return reached;
}

void cut_everywhere(const Commands& commands, const char* name, CutAt at) {
  const Dialect* dialect = find_dialect(name);
  REQUIRE(dialect != nullptr);
  int n = 1;
  for (bool going = true; going; ++n) {
    INFO("cut at call ", n);
    going = cut_once(commands, *dialect, at, n);
  }
  MESSAGE("cut at each of ", n - 2, " calls");
  CHECK(n > 50);
}

TEST_CASE("a power cut at any call for a feature's view leaves it whole") {
  cut_everywhere(feature_life(), "feature", CutAt::kViewCall);
}

TEST_CASE("a power cut at any change of the store leaves a feature's view whole") {
  cut_everywhere(feature_life(), "feature", CutAt::kStoreChange);
}

TEST_CASE("a power cut at any call for an essay's view leaves it whole") {
  cut_everywhere(essay_life(), "essay", CutAt::kViewCall);
}

TEST_CASE("a power cut at any call loses no file that a revisit archives") {
  cut_everywhere(revisited_life(), "essay", CutAt::kViewCall);
}

TEST_CASE("a power cut at any change of the store leaves an essay's view whole") {
  cut_everywhere(essay_life(), "essay", CutAt::kStoreChange);
}

}  // namespace
}  // namespace clew
