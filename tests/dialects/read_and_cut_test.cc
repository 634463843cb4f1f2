// What comes in: every fixture is read or refused with findings that name the place; every cut-off
// prefix of every file gives a finding or is a valid shorter document; no tree, however wrong, deep
// or large, is the end of reader or writer.

#include <doctest/doctest.h>

#include "dialects/complaints.h"
#include "dialects/demands.h"
#include "dialects/fixtures.h"
#include "dialects/random_walk.h"
#include "document/json/json.h"
#include "document/shape/check_shape.h"
#include "document/yaml/write_yaml.h"
#include "testing/shape_samples.h"

namespace clew {
namespace {

void check_placed(const Findings& findings, const FileSet& files, Complaints& complaints) {
  for (const auto& finding : findings) {
    const std::string where = finding.file + " " + finding.pointer + " " + finding.message;
    complaints.unless(files.find(finding.file) != nullptr, finding.rule + " has no file", where);
    complaints.unless(finding.position || finding.pointer.empty(), finding.rule + " has no line",
                      where);
    complaints.unless(!finding.message.empty(), finding.rule + " says nothing", where);
  }
}

TEST_CASE("every fixture is read, or refused with findings that name the place") {
  Complaints complaints;
  for (const Dialect* dialect : all_dialects()) {
    CAPTURE(std::string(dialect->name()));
    CHECK(fixtures_of(*dialect).size() >= 2);
    for (const auto& fixture : fixtures_of(*dialect)) {
      CAPTURE(fixture.name);
      const Readings readings = dialect->read(fixture.files);
      CHECK((!readings.sessions.empty() || has_errors(readings.findings)));
      check_placed(readings.findings, fixture.files, complaints);
      for (const auto& reading : readings.sessions) {
        REQUIRE_FALSE(reading.session.steps.empty());
        const std::string* entry = external_id(reading.session.root(), dialect->name());
        REQUIRE(entry != nullptr);
        CHECK(*entry == reading.entry);
      }
    }
  }
  CHECK(complaints.text() == "");
}

// Every length is read; for every kCutStep-th it is also seen what a write makes of it, and for
// every kTellStep-th what telling the whole session over it does.
constexpr size_t kCutStep = 5;
constexpr size_t kTellStep = 20;

class CutCheck {
 public:
  CutCheck(const Dialect& dialect, const Fixture& fixture, Complaints& complaints)
      : dialect_(dialect),
        fixture_(fixture),
        complaints_(complaints),
        whole_(dialect.read(fixture.files)) {}

  void run(size_t index) {
    const NamedFile& file = fixture_.files.files[index];
    for (size_t length = 0; length < file.text.size(); ++length) {
      kind_ = std::string(dialect_.name()) + " " + file.path;
      at_ = "cut at " + std::to_string(length) + " ";
      const FileSet cut = with_text(fixture_.files, index, file.text.substr(0, length));
      const Readings readings = dialect_.read(cut);
      // Without a session, somebody is told why.
      complaints_.unless(!readings.sessions.empty() || !readings.findings.empty(),
                         kind_ + " is lost without a word", at_);
      if (length % kCutStep == 0) check(cut, readings);
      if (length % kTellStep == 0) tell(cut);
    }
  }

 private:
  // A valid shorter document is kept to the byte like any other.
  void check(const FileSet& cut, const Readings& readings) {
    check_placed(readings.findings, cut, complaints_);
    for (const auto& reading : readings.sessions) {
      const auto same = dialect_.write(reading.session, cut);
      if (has_errors(readings.findings) || (!same && dialect_.migrate(cut).ok())) continue;
      if (!same) {
        complaints_.add(kind_ + " is valid and refused", at_ + same.error().message);
        continue;
      }
      for (const auto& kept : cut.files) {
        const NamedFile* written = same->find(kept.path);
        if (written == nullptr || written->text == kept.text) continue;
        complaints_.add(kind_ + " is valid and changes " + kept.path,
                        at_ + first_difference(kept.text, written->text));
      }
    }
  }

  // The session as it was, told over what is left: refused, or readable.
  void tell(const FileSet& cut) {
    for (const auto& reading : whole_.sessions) {
      const auto repaired = dialect_.write(reading.session, cut);
      if (!repaired) {
        complaints_.unless(!repaired.error().message.empty(), kind_ + " refused without a word",
                           at_);
        continue;
      }
      const Readings now = dialect_.read(overlaid(cut, *repaired));
      complaints_.unless(!now.sessions.empty() || has_errors(now.findings),
                         kind_ + " told over what is left is nothing", at_);
    }
  }

  const Dialect& dialect_;
  const Fixture& fixture_;
  Complaints& complaints_;
  const Readings whole_;
  std::string kind_;
  std::string at_;
};

TEST_CASE("every cut-off prefix of every file gives a finding or is a valid shorter document") {
  Complaints complaints;
  for (const Dialect* dialect : all_dialects()) {
    for (const auto& fixture : fixtures_of(*dialect)) {
      CutCheck check(*dialect, fixture, complaints);
      for (size_t i = 0; i < fixture.files.files.size(); ++i) check.run(i);
    }
  }
  CHECK(complaints.text() == "");
}

std::string sample_path(const DocumentShape& document, const std::string& entry) {
  const size_t open = document.path.find('<');
  const size_t close = document.path.find('>');
  if (open == std::string::npos) return document.path;
  return document.path.substr(0, open) + entry + document.path.substr(close + 1);
}

std::string reported(const DocumentShape& document, const Value& tree) {
  switch (document.kind) {
    case DocumentKind::kYaml:
      return write_yaml(tree);
    case DocumentKind::kJsonLines:
      return write_json(tree) + "\n" + write_json(tree) + "\n";
    case DocumentKind::kJson:
      return write_json(tree, JsonStyle::kPretty);
    case DocumentKind::kText:
      break;
  }
  return to_text(tree);
}

// Replaces a value somewhere by something no reader expects.
void spoil(Value& tree, Chance& chance) {
  Value* at = &tree;
  for (size_t depth = chance() % 5; depth > 0; --depth) {
    if (at->is_object() && !at->as_object().empty()) {
      at = &at->object_ref()[chance() % at->as_object().size()].second;
    } else if (at->is_list() && !at->as_list().empty()) {
      at = &at->list_ref()[chance() % at->as_list().size()];
    }
  }
  switch (chance() % 9) {
    case 0:
      *at = Value();
      return;
    case 1:
      *at = Value(std::string(50'000, 'x'));
      return;
    case 2: {
      Value deep = Value(1);
      for (size_t i = 0; i < 40 + chance() % 90; ++i) deep = Value::List{std::move(deep)};
      *at = std::move(deep);
      return;
    }
    case 3:
      *at = Value(INT64_MIN);
      return;
    case 4:
      *at = Value(1e300);
      return;
    case 5:
      *at = Value::List{Value(), Value::object(), Value(true), Value("x"), *at};
      return;
    case 6:
      *at = Value::Object{
          {"",      *at         },
          {"id",    Value("../")},
          {"a.b/c", Value(-1)   }
      };
      return;
    case 7:
      *at = Value(std::string("\0\x01 \xe2\x80\xa8 \n", 8));
      return;
    default:
      *at = Value("9999-99-99T99:99:99Z");
  }
}

TEST_CASE("no tree, however wrong, deep or large, is the end of reader or writer") {
  constexpr int kRounds = 80;
  Complaints complaints;
  for (const Dialect* dialect : all_dialects()) {
    CAPTURE(std::string(dialect->name()));
    Session other = random_session(*dialect, 7);
    give_all(*dialect, other);
    for (const auto& document : dialect->documents()) {
      CAPTURE(document.name);
      Chance chance(11);
      for (int round = 0; round < kRounds; ++round) {
        CAPTURE(round);
        FileSet files;
        for (const auto& beside : dialect->documents()) {
          Value tree = sample_document(beside.shape, chance, 60);
          if (&beside == &document) {
            for (size_t left = 1 + chance() % 3; left > 0; --left) {
              if (chance() % 2 == 0) {
                mutate_document(beside.shape, tree, chance);
              } else {
                spoil(tree, chance);
              }
            }
          }
          files.files.push_back(
              {sample_path(beside, "a-thing-2026-01-02"), reported(beside, tree)});
        }
        const Readings readings = dialect->read(files);
        check_placed(readings.findings, files, complaints);
        complaints.unless(!readings.sessions.empty() || !readings.findings.empty(),
                          std::string(dialect->name()) + " is lost without a word", document.name);
        for (const auto& reading : readings.sessions) {
          static_cast<void>(dialect->write(reading.session, files));
          static_cast<void>(dialect->write(reading.session, {}));
          set_external_id(other.steps[0], dialect->name(), reading.entry);
          static_cast<void>(dialect->write(other, files));
        }
      }
    }
  }
  CHECK(complaints.text() == "");
}

}  // namespace
}  // namespace clew
