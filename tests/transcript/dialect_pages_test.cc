// What the pages of the dialects say of fields is what the shapes say, and findings are told to
// editors as the kept log shows. To update them after a wanted change, run this test with
// CLEW_UPDATE=1 and read the difference.

#include <doctest/doctest.h>

#include "command/convert/sarif.h"
#include "dialect/registry.h"
#include "document/json/json.h"
#include "document/shape/field_table.h"
#include "testing/kept_text.h"
#include "testing/toy_dialect.h"

namespace clew {

TEST_CASE("the field table of every dialect's page is what its shapes say") {
  for (const Dialect* dialect : all_dialects()) {
    const std::filesystem::path path =
        source_folder() + "/docs/dialects/" + dialect->name() + ".md";
    const std::string text = read_all(path);
    if (text.empty()) {
      MESSAGE("skipped: there is no page of ", dialect->name(), " yet");
      continue;
    }
    const std::string begin = std::string(kFieldsBegin) + "\n";
    const size_t start = text.find(begin);
    const size_t end = text.find(kFieldsEnd);
    INFO("page: ", path.filename().string());
    REQUIRE(start != std::string::npos);
    REQUIRE(end != std::string::npos);
    settle(path, text,
           text.substr(0, start + begin.size()) + "\n" + field_tables(dialect->documents()) + "\n" +
               text.substr(end));
  }
}

TEST_CASE("findings as SARIF are what the kept log shows") {
  FileSet files;
  files.files.push_back(
      {"may/ledger.yaml", "ledger: 1\ntitle: Mäy\nstatus: opne\nsums: {EUR: -1}\n"});
  files.files.push_back({"may/notes.jsonl", "{\"at\":\"soon\",\"text\":1}\n"});
  Findings findings = toy_dialect().read(files).findings;
  for (auto& finding : findings) finding.file = "my books/" + finding.file;
  Finding unread;
  unread.rule = "clew.unreadable";
  unread.message = "the file is too large: the limit is 8388608 bytes";
  unread.file = "/srv/books/100%.yaml";
  findings.push_back(unread);
  findings.push_back({
      Severity::kNote, "toy.nowhere-listed", "a rule that no table has", "clew repair may",
      "may/ledger.yaml", "/items/0", TextPosition{3, 4}
  });
  const std::filesystem::path path = source_folder() + "/tests/transcript/findings.sarif";
  settle(path, read_all(path),
         write_json(sarif_log(findings, {&toy_dialect()}, "1.2.3"), JsonStyle::kPretty) + "\n");
}

}  // namespace clew
