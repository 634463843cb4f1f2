#include "command/code/find_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/quote_name.h"
#include "base/text.h"
#include "command/code/code_answer.h"
#include "drift/checkout_index.h"
#include "engine/workspace.h"
#include "index/named_symbol.h"

namespace clew {
namespace {

constexpr size_t kMaxShown = 40;  // for people; JSON has all

std::string fans_of(const SymbolMeasure& measure) {
  return fmt::format("in {} · out {}", measure.fan_in, measure.fan_out);
}

std::string more_line(size_t count) {
  return count > kMaxShown ? fmt::format("\n… {} more with --json", count - kMaxShown) : "";
}

std::string edge_line(const CodeEdge& edge, const std::string& name) {
  std::string line = fmt::format("{}   {}:{}", quote_name(name), quote_name(edge.path), edge.line);
  if (edge.relation != Relation::kCalls) line += fmt::format("   {}", relation_name(edge.relation));
  if (edge.certainty == Certainty::kByName) {
    line += edge.meant.size() == 1 ? "   by name"
                                   : fmt::format("   by name, one of {}", edge.meant.size());
  }
  if (edge.certainty == Certainty::kUnresolved) line += "   unresolved";
  return line;
}

std::string name_here(Workspace& workspace, const CodeIndex& index,
                      const CodeNameRequest& request) {
  return name_in_index(workspace, workspace.project().root, index, request.name);
}

enum class Side { kSource, kTarget };

// One line for each edge: the name at the other end of it, and where it stands.
Answer answer_edges(const std::vector<CodeEdge>& edges, Side side, const Symbol& symbol,
                    const CodeIndex& index) {
  Answer answer;
  Value::List list;
  std::vector<std::string> lines;
  for (const CodeEdge& edge : edges) {
    list.push_back(edge_fields(edge));
    if (lines.size() < kMaxShown) {
      lines.push_back(edge_line(edge, side == Side::kSource ? edge.src : edge.dst));
    }
  }
  answer.data.set("edges", Value(std::move(list)));
  const char* none = side == Side::kSource ? "nothing calls" : "nothing is called by";
  answer.text = edges.empty()
                    ? fmt::format("{} {}", none, quote_name(symbol.definition.qualified))
                    : fmt::format("{}{}", fmt::join(lines, "\n"), more_line(edges.size()));
  add_summary(answer, index);
  return answer;
}

}  // namespace

Result<Answer> find_code(Workspace& workspace, const CodeNameRequest& request) {
  CLEW_ASSIGN(const auto index, open_index(workspace));
  SymbolGraph graph(*index);
  CLEW_ASSIGN(const auto symbols,
              symbols_named(graph, name_here(workspace, *index, request), "clew code find"));
  Answer answer;
  Value::List list;
  std::vector<std::string> lines;
  for (const Symbol& symbol : symbols) {
    CLEW_ASSIGN(const SymbolMeasure measure, graph.measure(symbol));
    list.push_back(symbol_fields(symbol, measure));
    if (lines.size() >= kMaxShown) continue;
    lines.push_back(fmt::format("{}   {}   {}   {}   {}", quote_name(symbol.definition.qualified),
                                symbol_kind_name(symbol.definition.kind), location_of(symbol),
                                fans_of(measure), measure.role));
  }
  answer.data.set("symbols", Value(std::move(list)));
  answer.text = fmt::format("{}{}", fmt::join(lines, "\n"), more_line(symbols.size()));
  add_summary(answer, *index);
  return answer;
}

Result<Answer> show_code(Workspace& workspace, const CodeNameRequest& request) {
  CLEW_ASSIGN(const auto index, open_index(workspace));
  SymbolGraph graph(*index);
  CLEW_ASSIGN(const Symbol symbol,
              one_symbol(graph, name_here(workspace, *index, request), "clew code show"));
  CLEW_ASSIGN(const SymbolMeasure measure, graph.measure(symbol));
  CLEW_ASSIGN(const auto siblings, graph.in_file(symbol.path));
  Answer answer;
  Value fields = symbol_fields(symbol, measure);
  const Definition& definition = symbol.definition;
  fields.set("signature", to_utf8(definition.signature));
  Value::List tags;
  for (const auto& tag : definition.tags) tags.emplace_back(to_utf8(tag));
  fields.set("tags", Value(std::move(tags)));
  Value::List members;
  std::vector<std::string> names;
  for (const Symbol& each : siblings) {
    if (each.definition.owner != symbol.ref.definition) continue;
    members.emplace_back(to_utf8(each.definition.qualified));
    names.push_back(quote_name(each.definition.name));
  }
  fields.set("members", Value(std::move(members)));
  answer.data.set("symbols", Value(Value::List{std::move(fields)}));
  answer.text = fmt::format("{}   {}   {}", quote_name(definition.qualified),
                            symbol_kind_name(definition.kind), location_of(symbol));
  if (!definition.signature.empty()) {
    answer.text += fmt::format("\n  signature  {}", signature_words(definition, 200));
  }
  answer.text += fmt::format("\n  fans       {}   {}", fans_of(measure), measure.role);
  if (!names.empty())
    answer.text +=
        fmt::format("\n  members    {}", cut(fmt::format("{}", fmt::join(names, ", ")), 400));
  if (!definition.tags.empty()) {
    answer.text +=
        fmt::format("\n  tags       {}",
                    visible(one_line(fmt::format("{}", fmt::join(definition.tags, ", ")))));
  }
  if (definition.damaged) answer.text += "\n  it contains code that could not be parsed";
  add_summary(answer, *index);
  return answer;
}

Result<Answer> list_callers(Workspace& workspace, const CodeNameRequest& request) {
  CLEW_ASSIGN(const auto index, open_index(workspace));
  SymbolGraph graph(*index);
  CLEW_ASSIGN(const Symbol symbol,
              one_symbol(graph, name_here(workspace, *index, request), "clew code callers"));
  CLEW_ASSIGN(const auto edges, graph.callers(symbol));
  return answer_edges(edges, Side::kSource, symbol, *index);
}

Result<Answer> list_callees(Workspace& workspace, const CodeNameRequest& request) {
  CLEW_ASSIGN(const auto index, open_index(workspace));
  SymbolGraph graph(*index);
  CLEW_ASSIGN(const Symbol symbol,
              one_symbol(graph, name_here(workspace, *index, request), "clew code callees"));
  CLEW_ASSIGN(const auto edges, graph.callees(symbol));
  return answer_edges(edges, Side::kTarget, symbol, *index);
}

}  // namespace clew
