// Prints, as JSON lines, every published schema and thousands of documents with what check_shape
// says of each, for a program that judges them by the schema (ajv_agrees.mjs).
//
//   {"name":"workflow session","schema":{…}}
//   {"ok":false,"what":"a member fewer","document":{…}}
//
//   mutated_documents_child [DOCUMENTS [SEED]]      of each schema; 2,000 and 1

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "dialect/registry.h"
#include "document/json/json.h"
#include "document/shape/check_shape.h"
#include "document/shape/publish_schema.h"
#include "testing/shape_samples.h"

namespace clew {
namespace {

void print(const std::string& line) {
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fputc('\n', stdout);
}

bool accepts(const Shape& shape, const std::string& text) {
  const auto tree = parse_json(text);
  if (!tree) return false;
  const auto problems = check_shape(shape, *tree);
  return std::none_of(problems.begin(), problems.end(),
                      [](const ShapeProblem& p) { return p.severity == Severity::kError; });
}

void print_judged(bool ok, const std::string& what, const std::string& document) {
  print(std::string("{\"ok\":") + (ok ? "true" : "false") + ",\"what\":\"" + what +
        "\",\"document\":" + document + "}");
}

// Files that hold a list of documents: right ones, then some of which one was changed, or none.
void print_lists(const Shape& shape, size_t count, uint64_t seed) {
  Chance chance(seed);
  for (size_t i = 0; i < count; ++i) {
    std::string what = "of a list";
    std::string list;
    bool ok = i % 16 != 0;
    for (size_t left = i % 16 == 0 ? 0 : 1 + chance() % 3; left > 0; --left) {
      Value document = sample_document(shape, chance, static_cast<unsigned>(i % 5 * 25));
      if (left == 1 && i % 2 == 0) what += ", " + mutate_document(shape, document, chance);
      const std::string text = write_json(document);
      ok = ok && accepts(shape, text);
      list += (list.empty() ? "" : ",") + text;
    }
    print_judged(ok, what, "[" + list + "]");
  }
}

void print_documents(const std::string& name, const Shape& shape, const Value& schema, size_t count,
                     uint64_t seed) {
  Value opening = Value::object();
  opening.set("name", name);
  opening.set("schema", schema);
  print(write_json(opening));
  Chance chance(seed);
  for (size_t i = 0; i < count; ++i) {
    // From the smallest document to one with everything.
    Value document = sample_document(shape, chance, static_cast<unsigned>(i % 5 * 25));
    std::string what;
    for (size_t changes = i % 8 == 0 ? 0 : 1 + chance() % 3; changes > 0; --changes) {
      what += (what.empty() ? "" : ", ") + mutate_document(shape, document, chance);
    }
    const std::string text = write_json(document);
    print_judged(accepts(shape, text), what, text);
  }
}

void print_dialect(const Dialect& dialect, const std::string& how, size_t count, uint64_t seed) {
  for (const auto& document : dialect.documents()) {
    if (document.kind == DocumentKind::kText) continue;
    print_documents(std::string(dialect.name()) + " " + document.name + how, document.shape,
                    publish_schema(dialect.name(), document), count, seed);
    if (document.count == DocumentCount::kOneOrSeveral) {
      print_lists(document.shape, count / 4, seed);
    }
  }
}

}  // namespace
}  // namespace clew

int main(int argc, char** argv) {
  using namespace clew;
  const size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2000;
  const uint64_t seed = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  print_documents(
      "specimen", specimen_shape(),
      publish_schema(specimen_shape(), "https://clew.invalid/schemas/specimen.json", ""), 2 * count,
      seed);
  for (const Dialect* dialect : all_dialects()) print_dialect(*dialect, "", count, seed);
  const auto configured = find_dialect("feature")->as_configured(
      FileSet{{{"active-features.yaml", "models: [\"gpt-5\", \"llama\"]\n"}}});
  print_dialect(*configured, " with models of its own", count, seed);
}
