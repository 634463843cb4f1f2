#include "index/symbol_group.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace clew {
namespace {

// Whether only namespaces stand around it.
bool is_top_level(const Symbol& symbol, const std::vector<Symbol>& file) {
  for (int32_t owner = symbol.definition.owner; owner >= 0;) {
    const Definition& around = file[static_cast<size_t>(owner)].definition;
    if (around.kind != SymbolKind::kModule) return false;
    owner = around.owner;
  }
  return symbol.definition.kind != SymbolKind::kModule;
}

// The definition and all that stand within it, by their place in the file.
std::set<SymbolRef> within(const Symbol& symbol, const std::vector<Symbol>& file) {
  std::set<SymbolRef> all = {symbol.ref};
  // What stands within begins later than what it stands in.
  for (const Symbol& each : file) {
    if (all.contains({each.ref.file, each.definition.owner})) all.insert(each.ref);
  }
  return all;
}

}  // namespace

std::vector<std::string> SymbolGroup::paths() const {
  std::set<std::string> all;
  for (const Symbol& each : definitions) all.insert(each.path);
  return {all.begin(), all.end()};
}

std::vector<std::string> SymbolGroup::tags() const {
  std::set<std::string> all;
  for (const Symbol& each : definitions) {
    all.insert(each.definition.tags.begin(), each.definition.tags.end());
  }
  return {all.begin(), all.end()};
}

Result<SymbolGroup> measure_group(SymbolGraph& graph, std::vector<Symbol> definitions) {
  std::sort(definitions.begin(), definitions.end(), [](const Symbol& a, const Symbol& b) {
    return std::tie(a.path, a.ref) < std::tie(b.path, b.ref);
  });
  SymbolGroup group{definitions.front().definition.qualified, std::move(definitions), {}};
  CLEW_ASSIGN(group.measure, graph.measure(group.definitions));
  return group;
}

Result<std::vector<SymbolGroup>> top_level_groups(SymbolGraph& graph,
                                                  const std::set<std::string>& files) {
  std::map<std::string, std::vector<Symbol>> by_name;
  for (const std::string& path : files) {
    CLEW_ASSIGN(const auto all, graph.in_file(path));
    for (const Symbol& each : all) {
      if (is_top_level(each, all)) by_name[each.definition.qualified].push_back(each);
    }
  }
  std::vector<SymbolGroup> groups;
  for (auto& [name, definitions] : by_name) {
    const auto is_declared = [](const Symbol& each) {
      return each.definition.kind == SymbolKind::kDeclaration;
    };
    if (!std::all_of(definitions.begin(), definitions.end(), is_declared)) {
      std::erase_if(definitions, is_declared);
    }
    CLEW_ASSIGN(groups.emplace_back(), measure_group(graph, std::move(definitions)));
  }
  std::stable_sort(groups.begin(), groups.end(), [](const SymbolGroup& a, const SymbolGroup& b) {
    const size_t fan_a = a.measure.fan_in + a.measure.fan_out;
    const size_t fan_b = b.measure.fan_in + b.measure.fan_out;
    return fan_a != fan_b ? fan_a > fan_b : a.measure.fan_in > b.measure.fan_in;
  });
  return groups;
}

Result<std::vector<GroupDependency>> dependencies_of(SymbolGraph& graph, const SymbolGroup& group,
                                                     size_t most) {
  // By certainty, relation and name; each once, as the most certain.
  std::map<std::pair<Relation, std::string>, Certainty> found;
  for (const Symbol& definition : group.definitions) {
    CLEW_ASSIGN(const auto file, graph.in_file(definition.path));
    const std::set<SymbolRef> own = within(definition, file);
    for (const SymbolRef& ref : own) {
      CLEW_ASSIGN(const auto edges, graph.callees(file[static_cast<size_t>(ref.definition)]));
      for (const CodeEdge& edge : edges) {
        if (edge.meant.size() != 1 || edge.dst == group.name) continue;
        const bool is_inside =
            own.contains({edge.meant.front().file, edge.meant.front().definition});
        if (is_inside) continue;
        const auto [location, is_new] =
            found.try_emplace({edge.relation, edge.dst}, edge.certainty);
        if (!is_new) location->second = std::min(location->second, edge.certainty);
      }
    }
  }
  std::vector<std::tuple<Certainty, Relation, std::string>> order;
  order.reserve(found.size());
  for (const auto& [what, certainty] : found) {
    order.emplace_back(certainty, what.first, what.second);
  }
  std::sort(order.begin(), order.end());
  std::vector<GroupDependency> out;
  for (const auto& [certainty, relation, name] : order) {
    if (out.size() < most) out.push_back({relation, name});
  }
  return out;
}

}  // namespace clew
