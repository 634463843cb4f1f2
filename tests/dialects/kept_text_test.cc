// Text is kept: an unchanged session writes the very bytes it was read from, adopted or not; after
// any event only the fields it concerns change, and every other line stays.

#include <doctest/doctest.h>

#include "dialect/tree_dialect.h"
#include "dialects/complaints.h"
#include "dialects/fixtures.h"
#include "dialects/random_walk.h"
#include "dialects/tree_difference.h"
#include "document/finding_text.h"
#include "document/locate.h"
#include "session/adopt.h"

namespace clew {
namespace {

// A file in an older form is never rewritten: then there is a migration.
bool is_older_form(const Dialect& dialect, const Fixture& fixture, const Result<FileSet>& written) {
  return !written && written.error().code == ErrorCode::kInvalid &&
         dialect.migrate(fixture.files).ok();
}

Session adopted(const Session& reading) {
  return folded(Session(), adopt(reading, SessionId("s-1")), reading.last_activity);
}

template <class Visit>
void for_each_reading(const Dialect& dialect, Visit&& visit) {
  size_t writable = 0;
  for (const auto& fixture : fixtures_of(dialect)) {
    for (const auto& reading : dialect.read(fixture.files).sessions) {
      const auto written = dialect.write(reading.session, fixture.files);
      if (is_older_form(dialect, fixture, written)) continue;
      ++writable;
      visit(fixture, reading);
    }
  }
  CHECK(writable >= 2);
}

void check_same_bytes(const Dialect& dialect, const Session& session, const Fixture& fixture,
                      const std::string& who, Complaints& complaints) {
  const std::string kind = std::string(dialect.name()) + " " + fixture.name + " " + who;
  const auto written = dialect.write(session, fixture.files);
  if (!written) return complaints.add(kind + " refused", written.error().message);
  for (const auto& file : fixture.files.files) {
    const NamedFile* now = written->find(file.path);
    // What a write has nothing to say of stays as it is.
    if (now == nullptr) continue;
    complaints.unless(now->text == file.text, kind + " " + file.path,
                      first_difference(file.text, now->text));
  }
}

TEST_CASE("an unchanged session writes the very bytes it was read from") {
  Complaints complaints;
  for (const Dialect* dialect : all_dialects()) {
    for_each_reading(*dialect, [&](const Fixture& fixture, const Reading& reading) {
      check_same_bytes(*dialect, reading.session, fixture, "unchanged", complaints);
    });
  }
  CHECK(complaints.text() == "");
}

TEST_CASE("a session that was adopted tells the same as the files it was adopted from") {
  Complaints complaints;
  for (const Dialect* dialect : all_dialects()) {
    for_each_reading(*dialect, [&](const Fixture& fixture, const Reading& reading) {
      check_same_bytes(*dialect, adopted(reading.session), fixture, "adopted", complaints);
    });
  }
  CHECK(complaints.text() == "");
}

struct Change {
  const char* name;
  Intent intent;
};

template <class T>
Intent fact(T data) {
  return RecordFact{std::move(data), {}};
}

StepId open_leaf(const Session& session) {
  for (const auto& step : session.steps) {
    const bool open = step.status == StepStatus::kActive || step.status == StepStatus::kPending;
    if (step.id != kRoot && !step.removed && open && step.children.empty()) return step.id;
  }
  return kRoot;
}

// A step that may be started now; the root when there is none.
StepId ready_step(const Session& session) {
  for (const auto& step : session.steps) {
    if (step.id == kRoot || step.status != StepStatus::kPending) continue;
    if (decide(session, Proposal{session.last_activity, ActorId("ana"), StartStep{step.id}})) {
      return step.id;
    }
  }
  return kRoot;
}

std::vector<Change> changes_of(const Session& session) {
  DecisionMade decision;
  decision.topic = "Where: \"mail\" goes";
  decision.options = {"queue", "now"};
  decision.choice = "queue";
  decision.reason = "it may fail";
  NoteAdded note;
  note.text = "remember # this";
  NoteAdded logged = note;
  logged.log = "fact-check";
  FileChanged change;
  change.path = "src/new.ts";
  change.lines_added = 7;
  change.hash_after = sha256("new");
  AgentChanged agent;
  agent.agent = AgentId("new-agent");
  agent.type = "tester";
  IdentityChanged goal;
  goal.goal = "Another goal: 'better'";
  CommandRan run;
  run.command = "make";
  run.arguments = "check \"all\"";
  run.model = "opus";
  run.duration = Duration{1250};
  QuestionAsked question;
  question.text = "Who owns it?";
  ClaimMade claim;
  claim.text = "it is fast";
  claim.status = ClaimStatus::kDeferred;
  CompleteStep done;
  done.step = open_leaf(session);
  done.gate = GateHandling::kOverride;
  done.override_reason = "seen";
  done.outputs = {"out/report.md"};
  ChangeStep blocked;
  blocked.step = open_leaf(session);
  blocked.verb = StepVerb::kBlock;
  blocked.reason = "no key";
  return {
      {"a step started",        StartStep{ready_step(session)}             },
      {"a step done",           done                                       },
      {"a step blocked",        blocked                                    },
      {"a decision",            fact(decision)                             },
      {"a note",                fact(note)                                 },
      {"a note in a log",       fact(logged)                               },
      {"a file change",         fact(change)                               },
      {"a pause",               PauseSession{"lunch", "the form"}          },
      {"an agent started",      fact(agent)                                },
      {"another goal",          fact(goal)                                 },
      {"a command run",         fact(run)                                  },
      {"a question",            fact(question)                             },
      {"a claim",               fact(claim)                                },
      {"the session abandoned", CloseSession{Lifecycle::kAbandoned, "over"}},
  };
}

const Value* member_of(const Value& tree, std::string path) {
  const Value* at = &tree;
  while (at != nullptr && !path.empty()) {
    const size_t dot = path.find('.');
    at = at->find(path.substr(0, dot));
    path = dot == std::string::npos ? "" : path.substr(dot + 1);
  }
  return at;
}

// An object that was not there comes whole: then the field stands for it.
std::string coming_with(const Value& before, const std::string& field) {
  for (size_t dot = field.find('.'); dot != std::string::npos; dot = field.find('.', dot + 1)) {
    const std::string above = field.substr(0, dot);
    if (above.find('[') != std::string::npos) break;
    if (member_of(before, above) == nullptr) return above;
  }
  return field;
}

// Changed in the text, and not in what the session says: by field, whatever list it stands in.
std::string unconcerned(const Value& before, const std::set<std::string>& in_text,
                        const std::set<std::string>& reported) {
  std::string out;
  for (std::string field : in_text) {
    // A file may hold a list of sessions.
    if (field.starts_with("[].")) field.erase(0, 3);
    field = coming_with(before, field);
    const bool concerns =
        std::any_of(reported.begin(), reported.end(), [&](const std::string& other) {
          const auto covers = [](const std::string& whole, const std::string& part) {
            return part == whole || part.starts_with(whole + ".") || part.starts_with(whole + "[]");
          };
          return covers(other, field) || covers(field, other);
        });
    if (!concerns) out += (out.empty() ? "" : ", ") + field;
  }
  return out;
}

std::string first_word(const std::string& text) { return text.substr(0, text.find(' ')); }

class ChangeCheck {
 public:
  ChangeCheck(const Dialect& dialect, Complaints& complaints)
      : dialect_(dialect), complaints_(complaints) {}

  bool run(const Fixture& fixture, const Reading& reading, const Change& change) {
    const Session before = adopted(reading.session);
    const Time now = before.last_activity + minutes(1);
    const auto drafts = decide(before, Proposal{now, ActorId("ana"), change.intent});
    if (!drafts) return false;
    const Session after = folded(before, *drafts, now);
    kind_ = std::string(dialect_.name()) + " " + fixture.name + " " + change.name;
    const auto written = dialect_.write(after, fixture.files);
    if (!written) {
      // Only inside of what is not valid, which is named.
      const Findings findings = dialect_.read(fixture.files).findings;
      const bool is_due = std::any_of(findings.begin(), findings.end(), [&](const Finding& f) {
        return f.severity == Severity::kError && !f.pointer.empty() &&
               field_name(f.pointer).starts_with(first_word(written.error().message));
      });
      if (!is_due) complaints_.add(kind_ + " refused", written.error().message);
      return true;
    }
    const FileSet files = overlaid(fixture.files, *written);
    for (const auto& file : fixture.files.files) {
      const NamedFile* now_reported = written->find(file.path);
      const FileOwner owner = now_reported == nullptr ? FileOwner::kSession : now_reported->owner;
      check_file(file, *files.find(file.path), owner, before, after);
    }
    check_stable(files, after);
    return true;
  }

 private:
  void complain(const std::string& what, const std::string& detail) {
    complaints_.add(kind_ + ": " + what, detail);
  }

  void check_file(const NamedFile& old, const NamedFile& now, FileOwner owner,
                  const Session& before, const Session& after) {
    if (old.text == now.text) return;
    if (old.path.ends_with(".md") || old.path.ends_with(".jsonl")) {
      if (!now.text.starts_with(old.text)) complain(old.path + " lost text", now.text);
      return;
    }
    const auto old_tree = locate_document(old.path, old.text);
    const auto new_tree = locate_document(now.path, now.text);
    if (!new_tree) return complain(old.path + " is broken", new_tree.error().message);
    // Slips of other programs are mended with the first change; then there is no tree before it.
    if (!old_tree) return;
    for (const auto& line : lines_lost(old.path, old.text, now.text)) {
      complain(old.path + " lost a line", line);
    }
    // A folder's file that does not know the session yet gets its entry whole.
    const std::string* entry = external_id(before.root(), dialect_.name());
    if (owner == FileOwner::kFolder && old.text.find(*entry) == std::string::npos) return;
    // What the session says of the two, told afresh, tells what may change.
    const auto reported_before = dialect_.write(before, {});
    const auto reported_after = dialect_.write(after, {});
    if (!reported_before || !reported_after) return;
    const NamedFile* one = reported_before->find(old.path);
    const NamedFile* other = reported_after->find(old.path);
    if (one == nullptr || other == nullptr) return;
    const auto reported = changed_fields(locate_document(old.path, one->text)->value,
                                         locate_document(old.path, other->text)->value);
    const std::string more =
        unconcerned(old_tree->value, changed_fields(old_tree->value, new_tree->value), reported);
    if (!more.empty()) complain(old.path + " changed more than was told", more);
  }

  void check_stable(const FileSet& files, const Session& after) {
    const std::string* entry = external_id(after.root(), dialect_.name());
    const Readings readings = dialect_.read(files);
    const Reading* found = nullptr;
    for (const auto& reading : readings.sessions) {
      if (entry != nullptr && reading.entry == *entry) found = &reading;
    }
    if (found == nullptr) return complain("cannot be read again", "");
    for (const Session* session : {&found->session, &after}) {
      const auto again = dialect_.write(*session, files);
      if (!again) {
        complain("is refused again", again.error().message);
        continue;
      }
      for (const auto& file : again->files) {
        const NamedFile* there = files.find(file.path);
        const std::string what = session == &after ? " told again" : " read again";
        if (there == nullptr || there->text != file.text) {
          complain(file.path + what + " is another",
                   there == nullptr ? "new" : first_difference(there->text, file.text));
        }
      }
    }
  }

  const Dialect& dialect_;
  Complaints& complaints_;
  std::string kind_;
};

TEST_CASE("a line that is lost without need is noticed") {
  const std::string before = "a: 1\n# why\nb: [1,\n  2]\nc: 3\n";
  CHECK(lines_lost("x.yaml", before, "a: 2\n# why\nb: [1,\n  2]\nc: 3\n").empty());
  CHECK(lines_lost("x.yaml", before, "a: 2\nb: [1,\n  2]\nc: 3\n") ==
        std::vector<std::string>{"# why"});
  CHECK(lines_lost("x.yaml", before, "a: 1\n# why\nb: [1, 2]\nc: 4\n").size() == 2);
  CHECK(changed_fields(locate_document("x.yaml", before)->value,
                       locate_document("x.yaml", "a: 1\nb: [1]\nc: '3'\n")->value) ==
        std::set<std::string>{"b[]", "c"});
}

TEST_CASE("after any event only the fields it concerns change, and all other text stays") {
  Complaints complaints;
  for (const Dialect* dialect : all_dialects()) {
    ChangeCheck check(*dialect, complaints);
    std::set<std::string> seen;
    for_each_reading(*dialect, [&](const Fixture& fixture, const Reading& reading) {
      for (const auto& change : changes_of(adopted(reading.session))) {
        if (check.run(fixture, reading, change)) seen.insert(change.name);
      }
    });
    CAPTURE(std::string(dialect->name()));
    std::string unseen;
    for (const auto& change : changes_of(Session())) {
      // In a plan that runs in order nothing else can be started while a step is active.
      if (std::string(change.name) == "a step started") continue;
      if (!seen.contains(change.name)) unseen += std::string(change.name) + "; ";
    }
    // structural has no steps.
    CHECK(unseen ==
          std::string(std::string(dialect->name()) == "structural" ? "a step blocked; " : ""));
  }
  CHECK(complaints.text() == "");
}

}  // namespace
}  // namespace clew
