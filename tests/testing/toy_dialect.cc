#include "testing/toy_dialect.h"

#include <algorithm>

#include "dialect/tree_dialect.h"

namespace clew {
namespace {

class ToyDialect final : public TreeDialect {
 public:
  const char* name() const override { return "toy"; }

  const std::vector<DocumentShape>& documents() const override {
    static const std::vector<DocumentShape> all = make_documents();
    return all;
  }

  const std::vector<Rule>& rules() const override {
    static const std::vector<Rule> all = {
        {"closed-with-items", Severity::kError,   "a closed ledger has items left",
         "clew repair PATH"                                                                               },
        {"no-receipt",        Severity::kError,   "the receipt does not exist",     "put the receipt back"},
        {"no-items",          Severity::kWarning, "the ledger has no items",        ""                    },
    };
    return all;
  }

  std::vector<Location> locations(const std::vector<std::string>& names) const override {
    std::vector<Location> found;
    for (const auto& name : names) {
      const size_t slash = name.rfind('/');
      const std::string last = slash == std::string::npos ? name : name.substr(slash + 1);
      if (last != "ledger.yaml" || std::count(name.begin(), name.end(), '/') > 1) continue;
      const std::string folder = slash == std::string::npos ? "" : name.substr(0, slash + 1);
      Location location{folder.empty() ? "" : folder.substr(0, folder.size() - 1), {name}};
      const std::string notes = folder + "notes.jsonl";
      if (std::find(names.begin(), names.end(), notes) != names.end()) {
        location.files.push_back(notes);
      }
      found.push_back(std::move(location));
    }
    return found;
  }

  bool recognises(const std::string& /*path*/, const std::string& text) const override {
    return text.starts_with("ledger: 1\n");
  }

  std::vector<std::string> files_of(const Session& /*session*/) const override { return {}; }
  std::string make_id(const Session& /*session*/, const IdSeed& /*seed*/) const override {
    return "toy-1";
  }

 protected:
  const DocumentShape* document_of(const std::string& path) const override {
    if (path.ends_with(".yaml")) return &documents()[0];
    return path.ends_with("notes.jsonl") ? &documents()[1] : nullptr;
  }

  std::vector<Reading> interpret(const Documents& documents, FindingSink& sink) const override {
    const Document* ledger = find_document(documents, "ledger");
    if (ledger == nullptr) return {};
    Reading reading;
    reading.entry = text_in(ledger->tree, "title");
    const Value* items = ledger->tree.find("items");
    const bool empty = items == nullptr || items->as_list().empty();
    if (empty) sink.rule("no-items", *ledger, {}, "there are no items");
    if (!empty && text_in(ledger->tree, "status") == "closed") {
      sink.rule("closed-with-items", *ledger, {"status"}, "it is closed, and items are left");
    }
    const std::string receipt = text_in(ledger->tree, "receipt");
    if (!receipt.empty()) {
      DiskQuestion question;
      question.path = receipt;
      question.finding = sink.make("no-receipt", *ledger, {std::string("receipt")},
                                   "there is no receipt at " + receipt);
      reading.disk.push_back(std::move(question));
    }
    std::vector<Reading> readings;
    readings.push_back(std::move(reading));
    return readings;
  }

  Result<Documents> express(const Session& /*session*/) const override { return Documents(); }

 private:
  static std::vector<DocumentShape> make_documents() {
    const Home fact = attribute(HomeOwner::kFact);
    const Shape item = object({
        required("id", pattern_text("^[a-z]+-[0-9]+$"), "its name", core("facts[].id")),
        optional("made", time(), "when it was made", core("facts[].at")),
        optional("note", nullable(text(0, 40)), "a remark", fact),
    });
    const Shape ledger = object({
        required("ledger", integer(1, 1), "version of the format", fixed("1")),
        required("title", text(1, 20), "what it is about", core("goal")),
        required("status", one_of({"open", "closed"}), "open | closed", core("lifecycle")),
        optional("items", list(item, "id"), "what is in it", core("facts")),
        optional("sums", map(number(0), "^[A-Z]+$"), "by currency", derived("the items")),
        optional("receipt", nullable(text()), "a file", attribute(HomeOwner::kSession)),
    });
    const Shape note = object({required("at", time(), "when", core("notes[].at")),
                               required("text", text(), "what", core("notes[].text"))},
                              Openness::kClosed);
    return {
        {"ledger", "<id>/ledger.yaml", DocumentKind::kYaml, ledger, "One ledger"},
        {"notes", "<id>/notes.jsonl", DocumentKind::kJsonLines, note, "Notes on it",
         FileWrite::kAppend},
    };
  }
};

}  // namespace

const Dialect& toy_dialect() {
  static const ToyDialect dialect;
  return dialect;
}

}  // namespace clew
