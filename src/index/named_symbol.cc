#include "index/named_symbol.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/shell_word.h"
#include "base/text.h"

namespace clew {
namespace {

constexpr size_t kMostCandidates = 8;
constexpr size_t kMostNear = 5;

}  // namespace

std::string address_of(const std::string& path, const Definition& definition) {
  return path + ":" + definition.qualified;
}

Result<std::vector<Symbol>> find_named(SymbolGraph& graph, const std::string& name,
                                       const std::string& command) {
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
      fmt::format("{} {}", command, shell_word(near.front())));
}

Result<Symbol> find_one_named(SymbolGraph& graph, const std::string& name,
                              const std::string& command) {
  CLEW_ASSIGN(auto found, find_named(graph, name, command));
  // A definition is meant before its declarations, and twins are one.
  const bool has_body = std::any_of(found.begin(), found.end(), [](const Symbol& each) {
    return each.definition.kind != SymbolKind::kDeclaration;
  });
  std::vector<Symbol> meant;
  for (Symbol& each : found) {
    if (has_body && each.definition.kind == SymbolKind::kDeclaration) continue;
    const bool is_known = std::any_of(meant.begin(), meant.end(), [&](const Symbol& other) {
      return address_of(other.path, other.definition) == address_of(each.path, each.definition);
    });
    if (!is_known) meant.push_back(std::move(each));
  }
  if (meant.size() == 1) return meant.front();
  std::vector<std::string> candidates;
  for (size_t i = 0; i < std::min(meant.size(), kMostCandidates); ++i) {
    candidates.push_back(visible(address_of(meant[i].path, meant[i].definition)));
  }
  const std::string more = meant.size() > kMostCandidates
                               ? fmt::format(" and {} more", meant.size() - kMostCandidates)
                               : "";
  return make_error(
      ErrorCode::kUsage,
      fmt::format("\"{}\" has {} definitions: {}{}", visible(one_line(cut(name, 120))),
                  meant.size(), fmt::join(candidates, ", "), more),
      to_utf8(name), fmt::format("{} {}", command, shell_word(candidates.front())));
}

}  // namespace clew
