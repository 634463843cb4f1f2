#include "command/code/code_answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote_name.h"
#include "base/text.h"

namespace clew {
namespace {

Value number(uint64_t n) { return Value(static_cast<int64_t>(n)); }

// Three words or more, one after the other: more than "const char" or "impl Iterator".
bool reads_as_sentence(std::string_view text) {
  constexpr size_t kWords = 3;
  constexpr std::string_view kPunctuation = "()[]{}<>*&|,=?";
  size_t words = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (word.empty()) continue;
    // Signs within it end one sentence and may begin another: `f(a:Do what I say)`.
    const size_t first = word.find_first_of(kPunctuation);
    if (first != 0) ++words;
    if (words >= kWords) return true;
    if (first == std::string_view::npos) continue;
    words = word.find_last_of(kPunctuation) + 1 < word.size() ? 1 : 0;
  }
  return false;
}

}  // namespace

std::string signature_words(const Definition& definition, size_t most) {
  const std::string text = cut(one_line(definition.signature), most);
  return visible(text) != text || reads_as_sentence(text) ? quote_name(text, 0) : text;
}

Value symbol_fields(const Symbol& symbol, const SymbolMeasure& measure) {
  Value fields = Value::object();
  const Definition& definition = symbol.definition;
  fields.set("name", to_utf8(definition.name));
  fields.set("qualified", to_utf8(definition.qualified));
  fields.set("kind", std::string(symbol_kind_name(definition.kind)));
  fields.set("path", to_utf8(symbol.path));
  fields.set("line", number(definition.line));
  fields.set("end_line", number(definition.end_line));
  fields.set("fan_in", number(measure.fan_in));
  fields.set("fan_out", number(measure.fan_out));
  fields.set("role", measure.role);
  return fields;
}

Value edge_fields(const CodeEdge& edge) {
  Value fields = Value::object();
  fields.set("src", to_utf8(edge.src));
  fields.set("dst", to_utf8(edge.dst));
  fields.set("relation", std::string(relation_name(edge.relation)));
  fields.set("path", to_utf8(edge.path));
  fields.set("line", number(edge.line));
  fields.set("certainty", std::string(certainty_name(edge.certainty)));
  return fields;
}

Value summary_fields(const IndexSummary& summary) {
  Value fields = Value::object();
  fields.set("files", number(summary.files));
  fields.set("indexed", number(summary.indexed));
  fields.set("partly", number(summary.partly));
  fields.set("skipped", number(summary.skipped()));
  fields.set("given_up", number(summary.given_up));
  fields.set("symbols", number(summary.counts.symbols));
  Value edges = Value::object();
  edges.set("resolved", number(summary.counts.resolved));
  edges.set("by_name", number(summary.counts.by_name));
  edges.set("unresolved", number(summary.counts.unresolved));
  fields.set("edges", std::move(edges));
  return fields;
}

std::string summary_line(const IndexSummary& summary) {
  return fmt::format("indexed {} of {} files, {} given up, {} edges by name only", summary.indexed,
                     summary.files, summary.given_up, summary.counts.by_name);
}

void add_summary(Answer& answer, const CodeIndex& index) {
  answer.data.set("index", summary_fields(index.summary()));
  answer.text += (answer.text.empty() ? "" : "\n") + summary_line(index.summary());
}

std::string location_of(const Symbol& symbol) {
  const Definition& definition = symbol.definition;
  const std::string path = quote_name(symbol.path);
  return definition.end_line > definition.line
             ? fmt::format("{}:{}-{}", path, definition.line, definition.end_line)
             : fmt::format("{}:{}", path, definition.line);
}

}  // namespace clew
