// Translated, not embedded: what both dialects can say stands in the target's own fields, only the
// rest is carried, and A→B→A gives every value of A again. docs/dialects/conversion.md has the
// counts.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>

#include "dialect/carry.h"
#include "dialect/translate.h"
#include "dialect/translation.h"
#include "dialects/complaints.h"
#include "dialects/demands.h"
#include "dialects/fixtures.h"
#include "dialects/random_walk.h"
#include "document/document_text.h"
#include "document/json/json.h"
#include "document/tree_patch.h"
#include "testing/kept_text.h"

namespace clew {
namespace {

constexpr size_t kOverhead = 1024;
constexpr std::string_view kCountsBegin = "<!-- counts -->";
constexpr std::string_view kCountsEnd = "<!-- /counts -->";

Session named_in(const Dialect& dialect, Session session) {
  if (external_id(session.root(), dialect.name()) == nullptr) {
    set_external_id(session.steps[0], dialect.name(),
                    dialect.make_id(session, IdSeed{session.last_activity, Bytes(16, 'q'), 0}));
  }
  return session;
}

// The trees of the session's own files, and its entry in shared ones.
Documents trees_of(const Dialect& dialect, const FileSet& files, const std::string& entry) {
  Documents documents = dialect.documents_in(files, entry);
  std::erase_if(documents, [](const Document& document) {
    return document.shape->kind == DocumentKind::kText;
  });
  return documents;
}

Shape whole_shape(const Document& document) {
  return document.shape->kind == DocumentKind::kJsonLines ? list(document.shape->shape)
                                                          : document.shape->shape;
}

size_t count_in(const Documents& documents) {
  size_t count = 0;
  for (const auto& document : documents) count += count_values(document.tree);
  return count;
}

// The values of `wanted` that `got` has not.
std::vector<std::string> missing_in(const Documents& got, const Documents& wanted) {
  std::vector<std::string> missing;
  for (const auto& document : wanted) {
    const Document* same = find_document(got, document.shape->name);
    const Value none;
    const Shape shape = whole_shape(document);
    std::vector<MissingValue> values;
    patch_between(same == nullptr ? none : same->tree, document.tree, &shape, &values);
    for (const auto& each : values) {
      missing.push_back(document.shape->name + to_pointer(each.path) + " = " +
                        write_json(*each.wanted));
    }
  }
  return missing;
}

// Without what is clew's: the room of conversions, and exact words beside the format's own.
Value without_clew(const Value& tree) {
  if (tree.is_list()) {
    Value out = Value::list();
    for (const auto& each : tree.as_list()) out.push(without_clew(each));
    return out;
  }
  if (!tree.is_object()) return tree;
  Value out = Value::object();
  for (const auto& [name, member] : tree.as_object()) {
    if (name != "clew" && name != "x-clew") out.set(name, without_clew(member));
  }
  return out;
}

void add_scalars(const Value& tree, std::vector<const Value*>& into) {
  for (const auto& each : tree.as_list()) add_scalars(each, into);
  for (const auto& [name, member] : tree.as_object()) add_scalars(member, into);
  if (tree.is_scalar() && !tree.is_null()) into.push_back(&tree);
}

size_t size_of_values(const std::vector<std::string>& missing) {
  size_t size = 0;
  for (const auto& each : missing) size += each.size();
  return size;
}

// One session's way into another dialect.
struct Trip {
  Documents source;
  FileSet plain;   // the target's files without anything carried
  FileSet loaded;  // and with it
  Remainder rest;
  std::string entry;
};

std::optional<Trip> take_trip(const Dialect& from, const Dialect& to, const FileSet& files,
                              const Reading& reading, Complaints& complaints) {
  Session reported = translate(reading.session, from, to);
  // An empty plan is nothing that phases could be made of.
  if (to.translation().tiers() == PlanTiers::kTop && !reported.has_plan()) return std::nullopt;
  make_acceptable(to, reported);
  const std::string id = from.translation().id_in(reading.session);
  if (to.translation().takes_id(id)) to.translation().give_id(reported, id);
  reported = named_in(to, std::move(reported));
  const std::string kind = fmt::format("{} to {}, {}", from.name(), to.name(), reading.entry);
  auto written = to.write(reported, {});
  if (!written) {
    complaints.add(kind + " is refused", written.error().message);
    return std::nullopt;
  }
  Trip trip;
  trip.entry = reading.entry;
  trip.source = trees_of(from, files, reading.entry);
  trip.plain = *written;
  const Readings back = to.read(trip.plain);
  REQUIRE(back.sessions.size() == 1);
  const Carried source{from.name(), reading.entry, files};
  trip.rest = what_is_lost(to, back.sessions.front(), &from, source, nullptr);
  Carried load{from.name(), reading.entry, {}, trip.rest.lost, trip.rest.facts};
  load.form = trip.rest.form;
  load.absent = trip.rest.absent;
  auto loaded = carry(to, trip.plain, load);
  if (!loaded) complaints.add(kind + " cannot carry", loaded.error().message);
  trip.loaded = loaded ? *loaded : trip.plain;
  for (const auto& finding : to.read(trip.loaded).findings) {
    if (finding.severity == Severity::kError) complaints.add(kind + " is invalid", finding.message);
  }
  return trip;
}

FileSet bare_files(const Dialect& dialect, const FileSet& files, const std::string& entry) {
  FileSet out;
  for (auto& document : dialect.documents_in(files, entry)) {
    document.tree = without_clew(document.tree);
    out.files.push_back(
        {document.path, fresh_text(document), document.shape->write, document.shape->owner});
  }
  return out;
}

template <class Take>
void for_each_trip(Complaints& complaints, Take take) {
  for (const Dialect* from : all_dialects()) {
    for (const Dialect* to : all_dialects()) {
      if (from == to || !to->translation().takes_others()) continue;
      for (const auto& fixture : fixtures_of(*from)) {
        for (const auto& reading : from->read(fixture.files).sessions) {
          const auto trip = take_trip(*from, *to, fixture.files, reading, complaints);
          if (trip) take(*from, *to, fixture, *trip);
        }
      }
    }
  }
}

TEST_CASE("files that go through another dialect come back with every value, for every pair") {
  Complaints complaints;
  std::set<std::string> pairs;
  for_each_trip(complaints, [&](const Dialect& from, const Dialect& to, const Fixture& fixture,
                                const Trip& trip) {
    const std::string kind = fmt::format("{} through {}, {}", from.name(), to.name(), fixture.name);
    pairs.insert(fmt::format("{} {}", from.name(), to.name()));
    const auto carried = find_carried(to, trip.loaded);
    if (!carried) return complaints.unless(trip.rest.lost.is_null(), kind, "nothing arrived");
    const Reading arrived = to.read(trip.loaded).sessions.front();
    const FileSet back = restored_files(to, arrived, *carried, from);
    for (const auto& each : missing_in(trees_of(from, back, trip.entry), trip.source)) {
      complaints.add(kind, each);
    }
    for (const auto& file : back.files) {
      const DocumentShape* document = from.document_of(file.path);
      const bool is_new = document != nullptr && document->kind != DocumentKind::kText &&
                          find_document(trip.source, document->name) == nullptr;
      if (is_new) complaints.add(kind, "a file more: " + file.path);
    }
    Findings unused;
    with_carried(to, arrived, *carried, &from, unused);
    for (const auto& each : unused) complaints.add(kind, each.message);
  });
  CHECK(complaints.text() == "");
  CHECK(pairs.size() == 11);  // structural has no plan that could be a workflow's
}

TEST_CASE("what is carried is what is lost and at most a kilobyte, without the text") {
  Complaints complaints;
  for_each_trip(complaints, [&](const Dialect& from, const Dialect& to, const Fixture& fixture,
                                const Trip& trip) {
    const std::string kind = fmt::format("{} to {}, {}", from.name(), to.name(), fixture.name);
    const Reading plain = to.read(trip.plain).sessions.front();
    Carried nothing{from.name(), trip.entry, {}};
    nothing.form = trip.rest.form;
    const FileSet again = restored_files(to, plain, nothing, from);
    const auto missing = missing_in(trees_of(from, again, trip.entry), trip.source);
    const size_t block = write_json(trip.rest.lost).size();
    complaints.unless(block <= size_of_values(missing) + kOverhead, kind,
                      fmt::format("{} bytes are carried for {} values of {} bytes", block,
                                  missing.size(), size_of_values(missing)));
    for (const auto& file : fixture.files.files) {
      const DocumentShape* text = nullptr;
      for (const auto& shape : from.documents()) {
        const bool is_log = shape.kind == DocumentKind::kText;
        if (is_log && file.path.ends_with(shape.path.substr(shape.path.rfind('/') + 1))) {
          text = &shape;
        }
      }
      const std::string quoted = write_json(file.text);
      complaints.unless(text != nullptr || file.text.size() < 8 ||
                            write_json(trip.rest.lost).find(quoted) == std::string::npos,
                        kind, "carries the text of " + file.path);
    }
  });
  CHECK(complaints.text() == "");
}

TEST_CASE("the counts of values in the target's own fields stand in the docs") {
  Complaints complaints;
  struct Count {
    size_t all = 0;
    size_t found = 0;
    size_t back = 0;
  };
  std::vector<std::pair<std::string, Count>> counts;
  for_each_trip(complaints, [&](const Dialect& from, const Dialect& to, const Fixture& /*fixture*/,
                                const Trip& trip) {
    const std::string pair = fmt::format("{} → {}", from.name(), to.name());
    if (counts.empty() || counts.back().first != pair) counts.push_back({pair, {}});
    Count& count = counts.back().second;
    Documents target = to.documents_in(trip.plain, to.read(trip.plain).sessions.front().entry);
    std::vector<const Value*> own;
    for (auto& document : target) document.tree = without_clew(document.tree);
    for (const auto& document : target) add_scalars(document.tree, own);
    std::vector<const Value*> wanted;
    for (const auto& document : trip.source) add_scalars(document.tree, wanted);
    count.all += wanted.size();
    for (const Value* value : wanted) {
      for (const Value* other : own) {
        if (!same_value(*value, *other)) continue;
        ++count.found;
        break;
      }
    }
    const std::string entry = to.read(trip.plain).sessions.front().entry;
    const FileSet bare = bare_files(to, trip.loaded, entry);
    const Readings alone = to.read(bare);
    REQUIRE(alone.sessions.size() == 1);
    const Carried nothing{from.name(), trip.entry, {}};
    const FileSet again = restored_files(to, alone.sessions.front(), nothing, from);
    count.back +=
        count_in(trip.source) - missing_in(trees_of(from, again, trip.entry), trip.source).size();
  });
  CHECK(complaints.text() == "");
  std::string table =
      "| from → to | values | found in the target's own fields | back without clew's block |\n"
      "|---|---|---|---|\n";
  for (const auto& [pair, count] : counts) {
    table += fmt::format("| {} | {} | {} | {} |\n", pair, count.all, count.found, count.back);
  }
  const std::filesystem::path path = source_folder() + "/docs/dialects/conversion.md";
  const std::string text = read_all(path);
  const size_t start = text.find(kCountsBegin);
  const size_t end = text.find(kCountsEnd);
  REQUIRE(start != std::string::npos);
  REQUIRE(end != std::string::npos);
  settle(
      path, text,
      text.substr(0, start) + std::string(kCountsBegin) + "\n\n" + table + "\n" + text.substr(end));
}

TEST_CASE("of a form with words of its own only what the target does not show is carried") {
  const Dialect& workflow = *find_dialect("workflow");
  const FileSet source{{{"w-1.json", R"({"session_id": "w-1", "workflow_type": "t",
    "target_file": "f", "current_phase": 1, "completed_phases": [0], "phase_artifacts": {},
    "checkpoints": {"0": "passed"}, "evidence_submitted": {"0": {"queried": true}},
    "phase_timings": {
      "0": {"phase": 0, "started_at": "2026-01-05T10:00:00.250000",
            "completed_at": "2026-01-05T10:00:08.500000", "duration_seconds": 8.25},
      "1": {"phase": 1, "started_at": "2026-01-05T10:00:08.500000", "completed_at": null}},
    "created_at": "2026-01-05T10:00:00.250000", "updated_at": "2026-01-05T10:00:09",
    "completed_at": "2026-01-05T10:00:09", "error_reason": "deleted by hand", "status": "error",
    "metadata": {}})"}}};
  for (const char* name : {"orchestration", "feature"}) {
    CAPTURE(name);
    const Dialect& to = *find_dialect(name);
    Complaints complaints;
    const auto trip =
        take_trip(workflow, to, source, workflow.read(source).sessions.front(), complaints);
    REQUIRE(complaints.text() == "");
    REQUIRE(trip.has_value());
    CHECK(trip->rest.form == "status");
    const Value& lost = *trip->rest.lost.find("state");
    CHECK(lost.find("status") == nullptr);
    CHECK(lost.find("error_reason") == nullptr);
    // Of a time no more than its spelling.
    const Value* begun = lost.find("phase_timings")->find("1")->find("started_at");
    REQUIRE(begun != nullptr);
    CHECK(begun->find("^") != nullptr);
    CHECK(lost.find("phase_timings")->find("1")->find("phase") == nullptr);
    const auto carried = find_carried(to, trip->loaded);
    REQUIRE(carried.has_value());
    const FileSet back =
        restored_files(to, to.read(trip->loaded).sessions.front(), *carried, workflow);
    CHECK(missing_in(trees_of(workflow, back, "w-1"), trip->source).empty());
    const Session again = workflow.read(back).sessions.front().session;
    CHECK(again.lifecycle.status == Lifecycle::kFailed);
    CHECK(again.lifecycle.last_error == "deleted by hand");
  }
}

void expect_same(const FileSet& wanted, const Result<FileSet>& got, const std::string& kind,
                 Complaints& complaints) {
  if (!got) return complaints.add(kind + " refused on the way back", got.error().message);
  for (const auto& file : wanted.files) {
    const NamedFile* back = got->find(file.path);
    if (back == nullptr) continue;
    complaints.unless(back->text == file.text, kind + " " + file.path,
                      first_difference(file.text, back->text));
  }
}

TEST_CASE("a session that goes through another dialect comes back whole, for every pair") {
  Complaints complaints;
  for (const Dialect* from : all_dialects()) {
    for (const Dialect* through : all_dialects()) {
      if (from == through || !through->room()) continue;
      const std::string kind = std::string(from->name()) + " through " + through->name();
      for (uint64_t seed = 1; seed <= 12; ++seed) {
        Session session = random_session(*from, seed);
        make_acceptable(*from, session);
        make_acceptable(*through, session);
        session = named_in(*through, std::move(session));
        const auto here = from->write(session, {});
        const auto there = through->write(session, {});
        if (!here || !there) {
          complaints.add(kind + " refuses", (here ? there : here).error().message);
          continue;
        }
        const Reading reported = through->read(*there).sessions.front();
        Carried load;
        load.facts = what_is_lost(*through, reported, nullptr, {}, &session).facts;
        const auto loaded = carry(*through, *there, load);
        if (!loaded) {
          complaints.add(kind + " cannot carry", loaded.error().message);
          continue;
        }
        const auto carried = find_carried(*through, *loaded);
        const Readings arrived = through->read(*loaded);
        if (arrived.sessions.empty()) {
          complaints.add(kind, "nothing arrived");
          continue;
        }
        Findings unused;
        Session back =
            carried ? with_carried(*through, arrived.sessions.front(), *carried, nullptr, unused)
                    : arrived.sessions.front().session;
        for (const auto& each : unused) complaints.add(kind, each.message);
        // Where it is kept is for whoever takes it in to say.
        back.identity.project_path = session.identity.project_path;
        expect_same(*here, from->write(back, *here), kind, complaints);
        expect_same(*here, from->write(back, {}), kind + " afresh", complaints);
      }
    }
  }
  CHECK(complaints.text() == "");
}

TEST_CASE("what was changed in the carrying file counts more than what it carries") {
  const Dialect& workflow = *find_dialect("workflow");
  const Dialect& orchestration = *find_dialect("orchestration");
  const FileSet source{{{"w-1.json", R"({"session_id": "w-1", "workflow_type": "t",
    "target_file": "f", "workflow_structure": {"total_phases": 2, "starting_phase": 1,
    "indexing_scheme": "one_based"}, "current_phase": 1, "completed_phases": [],
    "phase_timing": {"1": {"started_at": "2026-01-05T10:00:00Z"}},
    "lifecycle": {"completed": false, "paused": false, "resume_count": 3},
    "phase_artifacts": {}, "checkpoints": {"1": "pending"}, "created_at": "2026-01-05T10:00:00Z",
    "updated_at": "2026-01-05T10:05:00Z", "metadata": {}})"}}};
  Complaints complaints;
  const auto trip = take_trip(workflow, orchestration, source,
                              workflow.read(source).sessions.front(), complaints);
  REQUIRE(complaints.text() == "");
  REQUIRE(trip.has_value());
  FileSet edited = trip->loaded;
  std::string& text = edited.files.front().text;
  const size_t at = text.find("\"in_progress\"");
  REQUIRE(at != std::string::npos);
  text.replace(at, 13, "\"paused\"");
  const auto carried = find_carried(orchestration, edited);
  REQUIRE(carried.has_value());
  Findings unused;
  const Session back = with_carried(orchestration, orchestration.read(edited).sessions.front(),
                                    *carried, &workflow, unused);
  CHECK(unused.empty());
  CHECK(back.lifecycle.status == Lifecycle::kPaused);
  CHECK(back.lifecycle.resume_count == 3);
  CHECK(back.structure.workflow == "t");
}

TEST_CASE("a load that cannot be used is a finding, and what the files say themselves counts") {
  const Dialect* through = find_dialect("orchestration");
  Session session = random_session(*through, 1);
  make_acceptable(*through, session);
  session = named_in(*through, std::move(session));
  const auto there = through->write(session, {});
  REQUIRE(there.ok());
  const Reading reading = through->read(*there).sessions.front();
  struct Row {
    const char* claim;
    Carried carried;
    const Dialect* from;
  };
  Carried no_session;
  no_session.session = Value("nonsense");
  Carried no_tree;
  no_tree.session = Value::object();
  Carried stranger;
  stranger.dialect = "klingon";
  Carried broken;
  broken.dialect = "workflow";
  broken.files.files.push_back({"x.json", "{"});
  Carried other_stranger;
  other_stranger.dialect = "klingon";
  other_stranger.lost = Value::object();
  Carried no_facts;
  no_facts.facts = *parse_json(R"({"lifecycle": {"status": {"=": 7, "~": "active"}},
                                   "steps": {"[": [], "n": 1}})");
  const Row rows[] = {
      {"no session",                       no_session,     nullptr                 },
      {"a plan without steps",             no_tree,        nullptr                 },
      {"a dialect nobody knows",           stranger,       nullptr                 },
      {"files that cannot be parsed",      broken,         find_dialect("workflow")},
      {"values of a dialect nobody knows", other_stranger, nullptr                 },
      {"facts that are no session",        no_facts,       nullptr                 },
  };
  for (const auto& row : rows) {
    INFO(row.claim);
    Findings findings;
    CHECK(with_carried(*through, reading, row.carried, row.from, findings) == reading.session);
    REQUIRE(findings.size() == 1);
    CHECK(findings.front().rule == "orchestration.carried");
  }
}

TEST_CASE("files of an earlier version that carry a whole session are read") {
  const Dialect& through = *find_dialect("orchestration");
  const Dialect& from = *find_dialect("structural");
  for (const auto& fixture : fixtures_of(from)) {
    const Reading reading = from.read(fixture.files).sessions.front();
    Session reported = reading.session;
    make_acceptable(through, reported);
    const auto there = through.write(named_in(through, reported), {});
    REQUIRE(there.ok());
    Value tree = *parse_json(there->files.front().text);
    Value texts = Value::object();
    for (const auto& file : fixture.files.files) texts.set(file.path, file.text);
    Value carried = Value::object();
    carried.set("dialect", from.name());
    carried.set("entry", reading.entry);
    carried.set("files", std::move(texts));
    Value before = Value::object();
    before.set(there->files.front().path, there->files.front().text);
    carried.set("told", std::move(before));
    Value room = Value::object();
    room.set("carried", std::move(carried));
    Value metadata = *tree.find("metadata");
    metadata.set("clew", std::move(room));
    tree.set("metadata", std::move(metadata));
    FileSet old = *there;
    old.files.front().text = write_json(tree);
    const auto found = find_carried(through, old);
    REQUIRE(found.has_value());
    CHECK(found->is_whole());
    Findings unused;
    const Session back =
        with_carried(through, through.read(old).sessions.front(), *found, &from, unused);
    CHECK(unused.empty());
    CHECK(from.write(back, found->files)->files.front().text == fixture.files.files.front().text);
  }
}

}  // namespace
}  // namespace clew
