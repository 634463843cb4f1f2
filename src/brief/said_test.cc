#include "brief/said.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "brief/said_words.h"
#include "brief/telling_test.h"

namespace clew {
namespace {

struct KindRow {
  const char* text;
  SaidKind kind;
};
constexpr KindRow kKinds[] = {
    {"ok",                                   SaidKind::kAcknowledgement},
    {"Yes, go on please",                    SaidKind::kAcknowledgement},
    {"ja, weiter",                           SaidKind::kAcknowledgement},
    {"mach das",                             SaidKind::kAcknowledgement},
    {"sí, vale",                             SaidKind::kAcknowledgement},
    {"oui merci",                            SaidKind::kAcknowledgement},
    {"继续",                                 SaidKind::kAcknowledgement},
    {"hey",                                  SaidKind::kAcknowledgement},
    {"Hello there!",                         SaidKind::kAcknowledgement},
    {"Guten Morgen",                         SaidKind::kAcknowledgement},
    {"bonjour",                              SaidKind::kAcknowledgement},
    {"hola, buenos días",                    SaidKind::kAcknowledgement},
    {"ja mach mal",                          SaidKind::kAcknowledgement},
    {"do both",                              SaidKind::kAcknowledgement},
    {"klingt gut",                           SaidKind::kAcknowledgement},
    {"perfect, go",                          SaidKind::kAcknowledgement},
    {"Never touch billing.",                 SaidKind::kLimit          },
    {"no new dependency for this, please",   SaidKind::kLimit          },
    {"keep the public API as it is",         SaidKind::kLimit          },
    {"Use at most 3 workers.",               SaidKind::kLimit          },
    {"Ask me first.",                        SaidKind::kLimit          },
    {"could you leave billing alone?",       SaidKind::kLimit          },
    {"Bitte die Schnittstelle nicht ändern", SaidKind::kLimit          },
    {"Nur lokale Tests, keine neuen Pakete", SaidKind::kLimit          },
    {"Ne touche pas à la facturation",       SaidKind::kLimit          },
    {"No toques la base de datos",           SaidKind::kLimit          },
    {"Não altere o banco de dados",          SaidKind::kLimit          },
    {"Non toccare il database",              SaidKind::kLimit          },
    {"Raak de database nooit aan",           SaidKind::kLimit          },
    {"Nie ruszaj bazy danych",               SaidKind::kLimit          },
    {"Не трогай базу данных",                SaidKind::kLimit          },
    {"不要修改数据库",                       SaidKind::kLimit          },
    {"データベースは変更しないでください",   SaidKind::kLimit          },
    {"데이터베이스는 건드리지 말고 진행해",  SaidKind::kLimit          },
    {"Why is the test not passing?",         SaidKind::kQuestion       },
    {"Was ist mit dem Cache?",               SaidKind::kQuestion       },
    {"Add a login page.",                    SaidKind::kTask           },
    {"Baue eine Seite für die Anmeldung.",   SaidKind::kTask           },
};

TEST_CASE("every sentence of the person has a class") {
  for (const auto& row : kKinds) {
    INFO(row.text);
    CHECK(kind_of({row.text, "", true}) == row.kind);
  }
  CHECK(kind_of({"The customer has a blue one.", "", false}) == SaidKind::kOther);
}

TEST_CASE("every row of the tables is found in a sentence that has it") {
  for (const auto* rows : {&kLimitRows, &kChangeRows}) {
    for (const auto& row : *rows) {
      const std::string_view written = row.phrase;
      std::string phrase(written.substr(0, written.find_first_of("*+")));
      INFO(row.phrase);
      const std::string sentence = "alpha " + phrase + " beta";
      const Firmness found = rows == &kLimitRows ? limit_in(sentence) : change_in(sentence);
      const bool starts_word = written.ends_with('*');
      CHECK((starts_word ? limit_in("alpha " + phrase + "x") : found) >= row.firmness);
    }
  }
  for (const auto& row : kTakeBackRows) CHECK(takes_back(row));
  for (const auto& word : kConsent) CHECK(is_acknowledgement(word));
}

TEST_CASE("what tells of the work limits less than what forbids") {
  CHECK(limit_in("the login is not working") == Firmness::kLoose);
  CHECK(limit_in("not in this release") == Firmness::kStrict);
  CHECK(limit_in("das geht nicht") == Firmness::kLoose);
  CHECK(limit_in("billing nicht anrühren") == Firmness::kStrict);
  CHECK(limit_in("add a page") == Firmness::kNone);
}

Said said(const std::vector<std::string>& prompts, const std::string& actor = "ana@laptop") {
  std::vector<Instruction> all;
  for (const auto& text : prompts) {
    const auto number = static_cast<uint32_t>(all.size() + 1);
    Origin origin{Seq{number}, time_at("12:00") + minutes(number), ActorId(actor), kRoot};
    all.push_back({origin, text});
  }
  return what_was_said(all, [](const Instruction& instruction) { return instruction.text; });
}

std::vector<std::string> texts(const std::vector<SaidLine>& lines) {
  std::vector<std::string> out;
  for (const auto& line : lines) {
    out.push_back(line.replaces.empty() ? line.text : line.text + " / " + line.replaces);
  }
  return out;
}

using Texts = std::vector<std::string>;

TEST_CASE(
    "limits hold, newest first; tasks and the latest stand apart; consent displaces nothing") {
  const Said all = said({"Build the login. Never touch billing.", "no new dependency",
                         "Write the tests now.", "ok, go on"});
  CHECK(texts(all.limits) == Texts{"no new dependency", "Never touch billing."});
  CHECK(texts(all.tasks) == Texts{"Write the tests now.", "no new dependency", "Build the login."});
  CHECK(texts(all.latest) == Texts{"Write the tests now."});
}

TEST_CASE("the same words again are one line with the latest time") {
  const Said all = said({"Never touch billing.", "add a page", "never touch billing!"});
  REQUIRE(all.limits.size() == 1);
  CHECK(all.limits[0].id == Seq{3});
}

TEST_CASE("later words stand in place of earlier ones they are about, and say so") {
  struct Row {
    const char* claim;
    Texts prompts;
    Texts limits;
  };
  const Row rows[] = {
      {"a changed number",
       {"At most 5 per minute.", "actually make it 10 per minute"},
       {"actually make it 10 per minute / At most 5 per minute."}            },
      {"a permission",
       {"Never touch billing.", "you may touch billing after all"},
       {"you may touch billing after all / Never touch billing."}            },
      {"in German",
       {"Keine Änderungen am Cache.", "du darfst den Cache doch ändern"},
       {"du darfst den Cache doch ändern / Keine Änderungen am Cache."}      },
      {"a number of the same unit for the same thing",
       {"Keep the flash image under 200 KB.", "The image must fit in 220 KB."},
       {"The image must fit in 220 KB. / Keep the flash image under 200 KB."}},
      {"a number that is allowed now",
       {"The whole run has to stay under 25 minutes.", "40 minutes is ok"},
       {"40 minutes is ok / The whole run has to stay under 25 minutes."}    },
      {"a number without a unit",
       {"The NAPI budget must stay at 64.", "the budget may go up to 128"},
       {"the budget may go up to 128 / The NAPI budget must stay at 64."}    },
      {"new words that name the old number say it themselves",
       {"Access tokens must live 10 minutes.", "They should live 15 minutes, not 10."},
       {"They should live 15 minutes, not 10."}                              },
      {"of several the one that has the number",
       {"The app must work offline. The app must not exceed 30 MB.",
        "Actually the app can be 35 MB"},
       {"Actually the app can be 35 MB / The app must not exceed 30 MB.",
        "The app must work offline."}                                        },
      {"another number of another unit changes nothing",
       {"At most 5 workers.", "The page must load in 3 seconds."},
       {"The page must load in 3 seconds.", "At most 5 workers."}            },
      {"a loose word needs more in common",
       {"Never change the tests.", "now run the tests"},
       {"Never change the tests."}                                           },
      {"other things stay",
       {"Never touch billing.", "actually use blue buttons"},
       {"Never touch billing."}                                              },
      {"what is allowed once leaves the rule",
       {"Never touch billing.", "just this once you may touch billing", "go on"},
       {"Never touch billing."}                                              },
      {"in German, too",
       {"Keine Änderungen am Cache.", "ausnahmsweise darfst du den Cache ändern"},
       {"Keine Änderungen am Cache."}                                        },
      {"never mind takes back the prompt before and nothing older",
       {"Never touch billing.", "Only use tabs.", "never mind"},
       {"never mind / Only use tabs.", "Never touch billing."}               },
  };
  for (const auto& row : rows) {
    INFO(row.claim);
    CHECK(texts(said(row.prompts).limits) == row.limits);
  }
}

TEST_CASE("what is allowed once never stands in place of a rule") {
  for (const auto& row : kOnceRows) {
    const std::string phrase(row);
    INFO(phrase);
    const std::vector<std::string> prompts = {"Never touch billing.",
                                              "you may touch billing " + phrase};
    const auto limits = texts(said(prompts).limits);
    CHECK(std::count(limits.begin(), limits.end(), "Never touch billing.") == 1);
  }
}

TEST_CASE("a script without a table gives its first and last sentence") {
  const Said all = said({"ابدأ العمل. ثم اختبره. لا تغير الفواتير."});
  CHECK(texts(all.limits) == Texts{"ابدأ العمل.", "لا تغير الفواتير."});
}

TEST_CASE("what an agent recorded as an instruction did not come from the person") {
  const Said all = said({"Never touch billing."}, "claude-code:1");
  CHECK(all.limits.empty());
  CHECK(all.tasks.empty());
}

}  // namespace
}  // namespace clew
