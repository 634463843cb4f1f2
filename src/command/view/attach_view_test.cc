// Views as verbs see them: who is asked first, what is remembered, and what goes.

#include <algorithm>
#include <filesystem>

#include "command/verb.h"
#include "document/json/json.h"
#include "engine/error_context.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

size_t remembered(WorkspaceFixture& w, const std::string& prefix) {
  const auto found = w.store().settings(prefix);
  REQUIRE(found.ok());
  return found->size();
}

std::string view_file(WorkspaceFixture& w) {
  const Value view = w.must("view list").data.find("views")->as_list().at(0);
  return view.find("folder")->as_string() + "/" +
         view.find("files")->as_list().at(0).find("path")->as_string();
}

// Somebody writes another goal into the file; its text then.
std::string edit_goal(WorkspaceFixture& w) {
  const std::string file = view_file(w);
  std::string text = read_text(file);
  text.replace(text.find("One"), 3, "Two");
  write_text(file, text);
  return text;
}

TEST_CASE("a dialect that cannot tell the session refuses before there is one") {
  WorkspaceFixture w;
  // Four stages are what an essay has.
  const auto refused =
      w.run("start", "goal", "An essay", "dialect", "essay", "dir", "essay", "step", words("One"));
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kInvalid);
  CHECK(w.must("list", "all", true, "archived", true).data.find("sessions")->as_list().empty());
  CHECK_FALSE(std::filesystem::exists(w.project() + "/essay"));
}

TEST_CASE("who begins a session with a view is told where its files are, and so is who shows it") {
  WorkspaceFixture w;
  const Answer started =
      w.must("start", "goal", "Ess", "id", "ess", "dialect", "essay", "dir", "e");
  const Value* view = started.data.find("view");
  REQUIRE(view != nullptr);
  const std::string path = w.project() + "/e/" + view->find("entry")->as_string();
  CHECK(view->find("path")->as_string() == path);
  CHECK(started.text.find("\nfiles  e/" + view->find("entry")->as_string() + "\nnext  ") !=
        std::string::npos);
  w.must("set", "pairs", words("pushback_level=light"));
  w.must("set", "pairs", words("claim_type=argument"), "step", "1");
  const Answer shown = w.must("show");
  CHECK(shown.text.find("\n  files    " + path + "\n") != std::string::npos);
  CHECK(shown.text.find("\n  value    essay.pushback_level = light\n") != std::string::npos);
  CHECK(shown.text.find("\n  value    step 1: essay.claim_type = argument") != std::string::npos);
}

TEST_CASE("a note for a log that the view has not says which logs there are") {
  WorkspaceFixture w;
  w.must("start", "goal", "Ess", "id", "ess", "dialect", "essay", "dir", "e");
  CHECK(w.must("note", "text", "a", "log", "voice-chek")
            .text.find("essay has no log \"voice-chek\", so the note is in no file; its logs are "
                       "development, paragraph, fact-check, voice-check") != std::string::npos);
  CHECK(w.must("note", "text", "a", "log", "voice-check").text.find("no log") == std::string::npos);
  CHECK(w.must("note", "text", "a").text.find("no log") == std::string::npos);
}

TEST_CASE("files that were changed since they were imported are not written over unasked") {
  const std::string id = "8c0f2c52-7c1e-4c56-a8a7-9d6d5a1f0e77";
  const std::string path = "box/" + id + ".json";
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "step", words("Plan"));
  w.must("export", "to", "orchestration", "out", "box");
  std::string file;
  for (const auto& each : std::filesystem::directory_iterator(w.project() + "/box")) {
    const bool is_index = each.path().filename() == "index.json";
    if (each.path().extension() == ".json" && !is_index) file = each.path().string();
  }
  WorkspaceFixture other;
  other.write(path, read_text(file));
  other.must("import", "paths", words("box"));
  std::string text = read_text(other.project() + "/" + path);
  text.replace(text.find("\"Plan\""), 6, "\"Plan it\"");
  other.write(path, text);
  const Error asked = other.error("view attach", "dialect", "orchestration", "dir", "box");
  CHECK(asked.code == ErrorCode::kUsage);
  CHECK(asked.next.starts_with("clew import box/"));
  CHECK(asked.next.ends_with("--yes"));
  CHECK(read_text(other.project() + "/" + path) == text);
  other.must("import", "paths", words("box"));
  other.must("view attach", "dialect", "orchestration", "dir", "box");
  CHECK(read_text(other.project() + "/" + path).find("\"Plan it\"") != std::string::npos);
  const Session session = other.session();
  CHECK(std::any_of(session.steps.begin(), session.steps.end(),
                    [](const Step& step) { return step.title == "Plan it"; }));
}

TEST_CASE("of a file with several sessions only the own part counts as changed") {
  const std::string text = R"([{"schema_version": "1.0", "session_id": "one_20260101",
 "timestamp": "2025-11-15T09:00:00Z", "structural_version": "1",
 "scope": {"subsystems": ["A"], "files": ["a.c"]},
 "symbols": {"f": {"kind": "function", "role": "x", "source_paths": ["a.c"],
                   "evidence": {"fan_in": 1, "fan_out": 1, "annotations": []}}},
 "dependencies": [], "decisions": [], "open_questions": ["Why?"], "confidence": "low"},
{"schema_version": "1.0", "session_id": "two_20260101",
 "timestamp": "2025-11-15T09:00:00Z", "structural_version": "1",
 "scope": {"subsystems": ["B"], "files": ["b.c"]},
 "symbols": {"g": {"kind": "function", "role": "x", "source_paths": ["b.c"],
                   "evidence": {"fan_in": 1, "fan_out": 1, "annotations": []}}},
 "dependencies": [], "decisions": [], "open_questions": ["How?"], "confidence": "low"}]
)";
  for (const char* changed : {"How?", "Why?"}) {
    CAPTURE(changed);
    WorkspaceFixture w;
    w.write("quedonde_session_state.json", text);
    const Value taken = w.must("import", "paths", words("quedonde_session_state.json")).data;
    w.surroundings.session = taken.find("sessions")->as_list().at(0).find("session")->as_string();
    std::string edited = text;
    edited.replace(edited.find(changed), 4, "Who?");
    w.write("quedonde_session_state.json", edited);
    const auto attached = w.run("view attach", "dialect", "structural", "dir", ".");
    CHECK(attached.ok() == (changed == std::string("How?")));
    CHECK(read_text(w.project() + "/quedonde_session_state.json").find("Who?") !=
          std::string::npos);
  }
}

TEST_CASE("files that were changed since their view was detached are not written over unasked") {
  for (const bool is_edited : {false, true}) {
    CAPTURE(is_edited);
    WorkspaceFixture w;
    w.must("start", "goal", "One", "id", "one", "step", words("Plan"), "dialect", "orchestration",
           "dir", "box");
    const std::string file = view_file(w);
    const std::string edited = is_edited ? edit_goal(w) : std::string();
    w.must("view detach");
    w.must("note", "text", "x");
    if (!is_edited) {
      w.must("view attach", "dialect", "orchestration", "dir", "box");
      continue;
    }
    CHECK(w.refused("view attach", "dialect", "orchestration", "dir", "box") == ErrorCode::kUsage);
    CHECK(read_text(file) == edited);
    w.caller.agreed = true;
    w.must("view attach", "dialect", "orchestration", "dir", "box");
    CHECK(read_text(file).find("\"One\"") != std::string::npos);
  }
}

TEST_CASE("of a view that is detached only what its own files say is remembered") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "dialect", "feature", "dir", "tree", "model", "opus");
  w.must("start", "goal", "Two", "id", "two", "dialect", "feature", "dir", "tree", "model", "opus");
  w.caller.session = "one";
  w.must("note", "text", "a");
  constexpr size_t kOwnFiles = 3;  // state, plan and history
  CHECK(remembered(w, "wrote:one:") >= kOwnFiles);
  w.must("view detach");
  CHECK(remembered(w, "wrote:one:") == kOwnFiles);
  CHECK(remembered(w, "view:one") == 0);
  const size_t shared = remembered(w, "wrote:") - remembered(w, "wrote:two:") - kOwnFiles;
  CHECK(shared > 0);  // the other session's view still needs it
  w.caller.session = "two";
  w.must("view detach");
  CHECK(remembered(w, "wrote:") == 2 * kOwnFiles);
}

TEST_CASE("what is remembered of imported files and of a view goes with a forgotten session") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "dialect", "orchestration", "dir", "view");
  const std::string file = view_file(w);
  const std::string text = read_text(file);
  w.caller.session = "one";
  w.must("close", "aborted", true);
  w.caller.session.clear();
  w.must("forget", "sessions", words("one"));
  CHECK(remembered(w, "wrote:") == 0);
  CHECK(remembered(w, "view:") == 0);

  write_text(w.project() + "/copy.json", text);
  const Answer first = w.must("import", "paths", words("copy.json"));
  CHECK(remembered(w, "imported:") == 1);
  const std::string id = first.data.find("session")->as_string();
  w.caller.agreed = true;
  w.must("forget", "sessions", words(id));
  CHECK(remembered(w, "imported:") == 0);
  const Answer again = w.must("import", "paths", words("copy.json"));
  CHECK(again.data.find("changed")->as_bool());
  CHECK(again.data.find("session")->as_string() != id);
}

TEST_CASE("who only looks leaves a view file that was cut off; the next change restores it") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "dialect", "orchestration", "dir", "view");
  const std::string file = view_file(w);
  const std::string whole = read_text(file);
  const std::string cut = whole.substr(0, whole.size() / 2);
  write_text(file, cut);
  const Answer reported = w.must("status");
  CHECK(reported.text.find(" is damaged; the next change restores it from the log") !=
        std::string::npos);
  CHECK(reported.data.find("view")->as_list().size() == 1);
  for (const char* verb : {"brief", "show", "list", "log", "verify", "doctor", "view list"}) {
    CAPTURE(verb);
    static_cast<void>(w.run(verb));
    CHECK(read_text(file) == cut);
  }
  const std::string said = w.must("note", "text", "on").text;
  CHECK(said.find(" was cut off at line ") != std::string::npos);
  CHECK(said.find(".damaged-") != std::string::npos);
  CHECK(read_text(file).starts_with("{\n"));
  CHECK(read_text(file) != cut);
  CHECK(w.must("status").text.find("damaged") == std::string::npos);
}

TEST_CASE("a key that stands twice is named, and its file is left unchanged by every command") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "dialect", "orchestration", "dir", "view");
  const std::string file = view_file(w);
  const std::string whole = read_text(file);
  const std::string twice = "{\n  \"goal\": \"another\"," + whole.substr(1);
  write_text(file, twice);
  const std::string reported = w.must("status").text;
  CHECK(reported.find("the key \"goal\" appears twice; the file is left unchanged") !=
        std::string::npos);
  const size_t events = w.events().size();
  const Answer noted = w.must("note", "text", "on");
  CHECK(w.events().size() == events + 1);
  CHECK(noted.text.find("the key \"goal\" appears twice; next: keep one of the two in ") !=
        std::string::npos);
  CHECK(noted.text.find("clew repair ") != std::string::npos);
  CHECK(read_text(file) == twice);
  CHECK(w.must("view list").text.find("the key \"goal\" appears twice") != std::string::npos);
  for (const auto& each : std::filesystem::directory_iterator(w.project() + "/view")) {
    CHECK(each.path().string().find(".damaged-") == std::string::npos);
  }

  write_text(file, whole);
  CHECK(w.must("note", "text", "again").text.find("left unchanged") == std::string::npos);
  CHECK(read_text(file) != twice);
}

TEST_CASE("status leaves an edited view file to the next change") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "dialect", "orchestration", "dir", "view");
  const std::string text = edit_goal(w);
  const size_t events = w.events().size();
  const std::string reported = w.must("status").text;
  CHECK(reported.find(".json was edited; the next change picks up the edit\n") !=
        std::string::npos);
  CHECK(read_text(view_file(w)) == text);
  CHECK(w.events().size() == events);
}

TEST_CASE("who resumes stands where the files stand that somebody edited") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "dialect", "orchestration", "dir", "view");
  edit_goal(w);
  const Answer brief = w.must("resume");
  CHECK(brief.text.find("Goal (edited in files): Two.") != std::string::npos);
  CHECK(brief.data.find("changed")->as_bool());
  CHECK_FALSE(w.must("resume").data.find("changed")->as_bool());
}

TEST_CASE("status says why a view is left as it is") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "dialect", "orchestration", "dir", "view");
  const std::string file = view_file(w);
  const std::string text = read_text(file);
  write_text(file, "<<<<<<< HEAD\n" + text + "=======\n" + text + ">>>>>>> other\n");
  w.must("note", "text", "x");
  CHECK(w.must("status").text.find("the view was left unchanged: ") == 0);
}

TEST_CASE("a value set to null is written as null, and stays so") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "dialect", "orchestration", "dir", "view");
  w.must("set", "pairs", Value::List{Value("metadata.notes=x"), Value("metadata.tags=[\"a\"]")});
  const auto notes = [&] {
    const auto tree = parse_json(read_text(view_file(w)));
    REQUIRE(tree.ok());
    const Value* found = tree->find("metadata")->find("notes");
    REQUIRE(found != nullptr);
    return *found;
  };
  CHECK(notes() == Value("x"));
  w.must("set", "pairs", words("metadata.notes=null"));
  CHECK(notes().is_null());
  const std::string text = read_text(view_file(w));
  w.must("note", "text", "no field of this dialect");
  CHECK(notes().is_null());
  w.must("set", "pairs", words("metadata.notes=y"));
  CHECK(notes() == Value("y"));
}

// The only view there is, as `view list` tells of it.
std::string view_stands(WorkspaceFixture& w) {
  return w.must("view list").data.find("views")->as_list().at(0).find("state")->as_string();
}

// As git does it: a new file under the same name.
void put_in_location(const std::string& path, const std::string& text) {
  write_text(path + ".new", text);
  std::filesystem::rename(path + ".new", path);
}

TEST_CASE("a view put back by one version was put back; a writing cut off is behind") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "dialect", "orchestration", "dir", "view", "step",
         Value::List{"Plan", "Build", "Ship", "Tell"});
  const std::string file = view_file(w);
  const std::string first = read_text(file);
  std::filesystem::create_hard_link(file, file + ".kept");  // the very file, past its replacement
  w.must("done");
  const std::string second = read_text(file);
  REQUIRE(second != first);
  CHECK(view_stands(w) == "clean");
  const size_t events = w.events().size();

  SUBCASE("put back by git") {
    put_in_location(file, first);
    CHECK(view_stands(w).find("was reverted to seq") != std::string::npos);
    w.must("status");
    CHECK(read_text(file) == first);  // left alone
    CHECK(w.events().size() == events);
    const Answer next = w.must("note", "text", "x");
    CHECK(next.text.find("was reverted to seq") != std::string::npos);
  }
  SUBCASE("the writing did not happen") {
    std::filesystem::rename(file + ".kept", file);
    CHECK(view_stands(w).find("is out of date; updated with the next change") != std::string::npos);
    const Answer next = w.must("note", "text", "x");
    CHECK(next.text.find("reverted") == std::string::npos);
  }
  SUBCASE("the writing did not happen, twice") {
    std::filesystem::rename(file + ".kept", file);
    std::filesystem::create_hard_link(file, file + ".kept");
    w.must("done");
    std::filesystem::rename(file + ".kept", file);
    CHECK(view_stands(w).find("is out of date; updated with the next change") != std::string::npos);
    w.must("note", "text", "x");
  }
  CHECK(view_stands(w) == "clean");
  CHECK(read_text(file).find("\"Plan\"") != std::string::npos);
}

TEST_CASE("a hand edit that was taken in is no edit again when git puts it back") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "dialect", "orchestration", "dir", "view", "step",
         Value::List{"Plan", "Build", "Ship", "Tell"});
  const std::string file = view_file(w);
  std::string edited = read_text(file);
  edited.replace(edited.find("One"), 3, "Two");
  put_in_location(file, edited);
  w.must("done");
  CHECK(w.session().identity.goal == "Two");
  w.must("done");
  const size_t events = w.events().size();
  put_in_location(file, edited);
  CHECK(view_stands(w).find("was reverted to seq") != std::string::npos);
  w.must("status");
  CHECK(w.events().size() == events);
  w.must("note", "text", "x");
  CHECK(w.events().size() == events + 1);
  CHECK(view_stands(w) == "clean");
}

TEST_CASE("an error about files of the feature dialect says what its contract wants") {
  WorkspaceFixture w;
  const auto context = [&](const std::string& verb, const Error& error) {
    Caller asking = w.caller;
    if (const Verb* found = find_verb(verb)) ask_for(asking, *found);
    PosixFileSystem files;
    Workspace workspace(
        w.store(), files, [&] { return w.now; }, [](Bytes&) {}, asking, w.surroundings);
    return error_context_of(workspace, error);
  };
  const Error broken = make_error(ErrorCode::kInvalid, "it is broken",
                                  w.project() + "/.ai-session/a-2026-01-01/state.yaml");
  const Value reported = context("validate", broken);
  REQUIRE(reported.is_object());
  CHECK(reported.find("operation")->as_string() == "read");
  CHECK(reported.find("file")->as_string() == "a-2026-01-01/state.yaml");
  CHECK(reported.find("feature_id")->as_string() == "a-2026-01-01");
  CHECK(reported.find("timestamp")->as_string() == to_iso(w.now));
  CHECK(reported.find("details")->as_string() == "it is broken");
  CHECK(context("note", make_error(ErrorCode::kUsage, "x", "my.ai-session/a")).is_null());
  CHECK(context("note", make_error(ErrorCode::kUsage, "x", "")).is_null());

  const Error kept = make_error(ErrorCode::kNotAllowed, "no",
                                w.project() + "/.ai-session/contract-acknowledgments/a.md");
  CHECK(context("contract ack", kept).find("feature_id")->is_null());

  w.must("start", "goal", "One", "id", "one", "dialect", "feature", "model", "opus");
  const Value viewed = context("pause", make_error(ErrorCode::kInvalid, "x", "one"));
  REQUIRE(viewed.is_object());
  CHECK(viewed.find("operation")->as_string() == "update");
  CHECK_FALSE(viewed.find("feature_id")->is_null());
  const Error step = make_error(ErrorCode::kInvalid, "x", "2 \"b\"");
  CHECK(context("step unblock", step).find("feature_id") != nullptr);
  CHECK(context("status", step).is_null());
  CHECK(context("step unblock", make_error(ErrorCode::kUsage, "x", "2")).is_null());
}

TEST_CASE("export of feature files says what their contract wants, wherever one stands") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "dialect", "feature", "model", "opus", "step",
         words("a"));
  const Value view = w.must("view list").data.find("views")->as_list().at(0);
  const std::string entry = view.find("entry")->as_string();
  const std::string tree = view.find("folder")->as_string();
  w.must("view detach");
  const std::string top = w.project();
  const auto check = [&](const std::string& from, const std::string& path, const char* to) {
    CAPTURE(from);
    CAPTURE(path);
    w.surroundings.cwd = from;
    const Error error = w.error("export", "sessions", words(path), "to", to);
    Caller asking = w.caller;
    ask_for(asking, *find_verb("export"));
    PosixFileSystem files;
    Workspace workspace(
        w.store(), files, [&] { return w.now; }, [](Bytes&) {}, asking, w.surroundings);
    const Value reported = error_context_of(workspace, error);
    w.surroundings.cwd = top;
    REQUIRE(reported.is_object());
    CHECK(reported.find("feature_id")->as_string() == entry);
    CHECK(reported.find("file")->as_string() == entry + "/state.yaml");
    CHECK(reported.find("operation")->as_string() == "read");
  };
  const auto check_all = [&](const char* to) {
    check(top, tree, to);
    check(top, ".ai-session", to);
    check(tree, ".", to);
    check(tree, entry, to);
    check(tree + "/" + entry, "state.yaml", to);
    check(tree + "/" + entry, ".", to);
  };
  check_all("essay");  // it lacks four stages
  write_text(tree + "/" + entry + "/state.yaml", "x: [");
  check_all("orchestration");
}

TEST_CASE("a view goes into a folder only, and nothing is begun where there can be none") {
  WorkspaceFixture w;
  w.write("plain", "x");
  for (const char* dir : {"plain", "plain/below"}) {
    CAPTURE(dir);
    const Error error =
        w.error("start", "goal", "One", "dialect", "orchestration", "dir", dir, "step", words("a"));
    CHECK(error.code == ErrorCode::kUsage);
    CHECK(error.message.ends_with("/plain is not a folder"));
  }
  CHECK(w.must("list", "all", true, "archived", true).data.find("sessions")->as_list().empty());
  w.must("start", "goal", "One", "id", "one", "step", words("a"));
  CHECK(w.refused("view attach", "dialect", "orchestration", "dir", "plain") == ErrorCode::kUsage);
  CHECK(w.must("view list").data.find("views")->as_list().empty());
  CHECK(read_text(w.project() + "/plain") == "x");
}

}  // namespace
}  // namespace clew
