#include "command/code/code_answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/shell_word.h"
#include "base/text.h"
#include "files/canonical_path.h"
#include "index/structural_version.h"

namespace clew {
namespace {

constexpr size_t kMostCandidates = 8;
constexpr size_t kMostNear = 5;

Value number(uint64_t n) { return Value(static_cast<int64_t>(n)); }

std::string address_of(const Symbol& symbol) {
  return symbol.path + ":" + symbol.definition.qualified;
}

}  // namespace

IndexPlace index_place(Workspace& workspace) {
  const Project& project = workspace.project();
  return {settled_path(workspace.files(), project.root), project.checkout,
          workspace.surroundings().cache_folder};
}

Result<std::unique_ptr<CodeIndex>> open_index(Workspace& workspace) {
  SystemMachine machine;
  return CodeIndex::open(workspace.files(), machine, index_place(workspace), own_extractor());
}

Result<std::vector<Symbol>> symbols_named(SymbolGraph& graph, const std::string& name,
                                          const char* verb) {
  if (name.empty()) return make_error(ErrorCode::kUsage, "a symbol's name is empty", "NAME");
  CLEW_ASSIGN(auto found, graph.find(name));
  if (!found.empty()) return found;
  CLEW_ASSIGN(const auto near, graph.near(name, kMostNear));
  const std::string shown = visible(one_line(cut(name, 120)));
  if (near.empty()) {
    return make_error(ErrorCode::kNotFound, fmt::format("no symbol is named \"{}\"", shown), shown,
                      "clew code status");
  }
  return make_error(
      ErrorCode::kNotFound,
      fmt::format("no symbol is named \"{}\"; near: {}", shown, fmt::join(near, ", ")), shown,
      fmt::format("clew code {} {}", verb, shell_word(near.front())));
}

Result<Symbol> one_symbol(SymbolGraph& graph, const std::string& name, const char* verb) {
  CLEW_ASSIGN(auto found, symbols_named(graph, name, verb));
  // A definition is meant before its declarations, and twins are one.
  const bool has_body = std::any_of(found.begin(), found.end(), [](const Symbol& each) {
    return each.definition.kind != SymbolKind::kDeclaration;
  });
  std::vector<Symbol> meant;
  for (Symbol& each : found) {
    if (has_body && each.definition.kind == SymbolKind::kDeclaration) continue;
    const bool is_known = std::any_of(meant.begin(), meant.end(), [&](const Symbol& other) {
      return address_of(other) == address_of(each);
    });
    if (!is_known) meant.push_back(std::move(each));
  }
  if (meant.size() == 1) return meant.front();
  std::vector<std::string> candidates;
  for (size_t i = 0; i < std::min(meant.size(), kMostCandidates); ++i) {
    candidates.push_back(visible(address_of(meant[i])));
  }
  const std::string more = meant.size() > kMostCandidates
                               ? fmt::format(" and {} more", meant.size() - kMostCandidates)
                               : "";
  return make_error(
      ErrorCode::kUsage,
      fmt::format("\"{}\" has {} definitions: {}{}", visible(one_line(cut(name, 120))),
                  meant.size(), fmt::join(candidates, ", "), more),
      to_utf8(name), fmt::format("clew code {} {}", verb, shell_word(candidates.front())));
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

std::string place_of(const Symbol& symbol) {
  const Definition& definition = symbol.definition;
  const std::string path = visible(one_line(symbol.path));
  return definition.end_line > definition.line
             ? fmt::format("{}:{}-{}", path, definition.line, definition.end_line)
             : fmt::format("{}:{}", path, definition.line);
}

Result<std::string> version_of(CodeIndex& index, const std::vector<std::string>* paths) {
  std::vector<Hash> digests;
  CLEW_TRY(index.database().visit_shapes([&](const std::string& path, const Hash& shape) {
    const bool is_asked =
        paths == nullptr || std::find(paths->begin(), paths->end(), path) != paths->end();
    if (is_asked) digests.push_back(file_digest(path, shape));
  }));
  return structural_version(std::move(digests));
}

}  // namespace clew
