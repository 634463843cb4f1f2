#include "command/convert/checkpoint_symbols.h"

#include <algorithm>

#include "base/text.h"
#include "document/members.h"
#include "drift/checkout_index.h"
#include "index/lost_symbol.h"
#include "index/named_symbol.h"
#include "index/symbol_group.h"

namespace clew {
namespace {

// Limits of the format, and of what a reader wants.
constexpr size_t kMaxSymbols = 50;
constexpr size_t kMaxSourcePaths = 5;
constexpr size_t kLongestPath = 256;
constexpr size_t kLongestTag = 64;
constexpr size_t kLongestName = 120;  // no longer text can be taken for code

bool fits(const std::string& text, size_t longest) {
  return !text.empty() && is_utf8(text) && count_characters(text) <= longest &&
         text.find_first_of("\n\r") == std::string::npos;
}

bool is_declaration(const Symbol& symbol) {
  return symbol.definition.kind == SymbolKind::kDeclaration;
}

// All definitions that a person means by a name: in the scope, if it has any. Namesakes in several
// files are one symbol, as far as a checkpoint has room for their paths.
Result<std::vector<Symbol>> meant_by(SymbolGraph& graph, const std::string& name,
                                     const std::set<std::string>& files,
                                     const std::string& command) {
  CLEW_ASSIGN(auto found, symbols_named(graph, name, command));
  const auto is_outside = [&](const Symbol& each) { return !files.contains(each.path); };
  if (!std::all_of(found.begin(), found.end(), is_outside)) std::erase_if(found, is_outside);
  const auto meant = distinct_symbols(found);
  const std::string& qualified = meant.front().definition.qualified;
  const bool is_one = std::all_of(meant.begin(), meant.end(), [&](const Symbol& each) {
    return each.definition.qualified == qualified;
  });
  if (!is_one || meant.size() > kMaxSourcePaths) return several_definitions(name, meant, command);
  std::erase_if(found, [&](const Symbol& each) {
    return each.definition.qualified != qualified ||
           is_declaration(each) != is_declaration(meant.front());
  });
  return found;
}

Result<std::vector<SymbolGroup>> chosen_groups(SymbolGraph& graph, const CheckpointScope& scope,
                                               const std::set<std::string>& files) {
  if (scope.symbols.empty()) return top_level_groups(graph, files);
  std::map<std::string, std::vector<Symbol>> by_name;
  std::vector<std::string> order;
  for (const auto& name : scope.symbols) {
    CLEW_ASSIGN(const auto meant, meant_by(graph, name, files, scope.command));
    auto& definitions = by_name[meant.front().definition.qualified];
    if (definitions.empty()) order.push_back(meant.front().definition.qualified);
    for (const Symbol& each : meant) {
      const bool is_known = std::any_of(definitions.begin(), definitions.end(),
                                        [&](const Symbol& other) { return other.ref == each.ref; });
      if (!is_known) definitions.push_back(each);
    }
  }
  std::vector<SymbolGroup> groups;
  for (const auto& name : order) {
    CLEW_ASSIGN(groups.emplace_back(), measure_group(graph, std::move(by_name[name])));
  }
  return groups;
}

Value summary_of(const SymbolGroup& group) {
  Value evidence = Value::object();
  evidence.set("fan_in", static_cast<int64_t>(group.measure.fan_in));
  evidence.set("fan_out", static_cast<int64_t>(group.measure.fan_out));
  auto tags = group.tags();
  std::erase_if(tags, [](const std::string& tag) { return !fits(tag, kLongestTag); });
  evidence.set("annotations", texts(tags));
  Value summary = Value::object();
  summary.set("kind", std::string(symbol_kind_name(group.definitions.front().definition.kind)));
  summary.set("role", group.measure.role);
  summary.set("evidence", std::move(evidence));
  summary.set("source_paths", texts(group.paths()));
  return summary;
}

// Only as many files as there is room for: what is counted is what is listed.
Result<SymbolGroup> within_limits(SymbolGraph& graph, SymbolGroup group) {
  const auto paths = group.paths();
  if (paths.size() <= kMaxSourcePaths) return group;
  std::erase_if(group.definitions,
                [&](const Symbol& each) { return each.path >= paths[kMaxSourcePaths]; });
  return measure_group(graph, std::move(group.definitions));
}

}  // namespace

bool is_own_version(std::string_view version) {
  constexpr size_t kDigits = 64;
  return version.starts_with("v1:") && version.size() == 3 + kDigits &&
         version.find_first_not_of("0123456789abcdef", 3) == std::string_view::npos;
}

std::string indexed_path(std::string path) {
  while (path.starts_with("./")) path.erase(0, 2);
  return path;
}

Result<CheckpointCode> look_up_code(Context& context, CheckpointScope scope) {
  CLEW_ASSIGN(const auto index, open_index(context));
  for (std::string& name : scope.symbols) {
    name = name_in_index(context, context.project().root, *index, name);
  }
  SymbolGraph graph(*index);
  std::set<std::string> files;
  for (const auto& path : scope.files) files.insert(indexed_path(path));
  CLEW_ASSIGN(auto groups, chosen_groups(graph, scope, files));
  CheckpointCode code;
  CLEW_ASSIGN(code.version, index->version(files));
  std::vector<Symbol> written;
  size_t reported = 0;
  for (SymbolGroup& each : groups) {
    if (scope.symbols.empty() && reported == kMaxSymbols) break;
    const auto paths = each.paths();
    const bool is_sayable = fits(each.name, kLongestName) &&
                            std::all_of(paths.begin(), paths.end(), [](const std::string& path) {
                              return fits(path, kLongestPath);
                            });
    if (!is_sayable) {
      code.left_out.push_back(each.name);
      continue;
    }
    CLEW_ASSIGN(const SymbolGroup group, within_limits(graph, std::move(each)));
    ++reported;
    code.symbols.set(group.name, summary_of(group));
    CLEW_ASSIGN(const auto dependencies, dependencies_of(graph, group, kMaxDependencies));
    for (const GroupDependency& dependency : dependencies) {
      if (!fits(dependency.name, kLongestName)) continue;
      Value reported_as = Value::object();
      reported_as.set("src", group.name);
      reported_as.set("relation", std::string(relation_name(dependency.relation)));
      reported_as.set("dst", dependency.name);
      code.dependencies.push(std::move(reported_as));
    }
    written.insert(written.end(), group.definitions.begin(), group.definitions.end());
  }
  // Without it a rename is said to be a loss: no reason to refuse a checkpoint.
  static_cast<void>(remember_seen(*index, code.version, written));
  return code;
}

}  // namespace clew
