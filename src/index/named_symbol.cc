#include "index/named_symbol.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/shell_word.h"
#include "base/text.h"

namespace clew {
namespace {

constexpr size_t kMaxCandidates = 8;
constexpr size_t kMaxNear = 5;

std::string shown_name(const std::string& name) { return visible(one_line(cut(name, 120))); }

// A constructor has the name of its class.
bool is_constructor(const Symbol& symbol, const std::vector<Symbol>& all) {
  if (symbol.definition.owner < 0) return false;
  return std::any_of(all.begin(), all.end(), [&](const Symbol& other) {
    return other.ref == SymbolRef{symbol.ref.file, symbol.definition.owner} &&
           other.definition.name == symbol.definition.name;
  });
}

}  // namespace

std::string address_of(const std::string& path, const Definition& definition) {
  return path + ":" + definition.qualified;
}

std::string address_of(const Symbol& symbol) { return address_of(symbol.path, symbol.definition); }

Result<std::vector<Symbol>> symbols_named(SymbolGraph& graph, const std::string& name,
                                          const std::string& command) {
  if (name.empty() || name.ends_with(':')) {
    return make_error(ErrorCode::kUsage,
                      name.empty() ? "a symbol's name is empty"
                                   : fmt::format("\"{}\" names no symbol", shown_name(name)),
                      "NAME", command + " NAME");
  }
  CLEW_ASSIGN(auto found, graph.find(name));
  // PATH:NAME is one address, also where a class of the file has a member of that name.
  const auto is_addressed = [&](const Symbol& each) { return address_of(each) == name; };
  if (std::any_of(found.begin(), found.end(), is_addressed)) {
    std::erase_if(found, [&](const Symbol& each) { return !is_addressed(each); });
  }
  if (!found.empty()) return found;
  CLEW_ASSIGN(const auto near, graph.near(name, kMaxNear));
  const std::string shown = shown_name(name);
  if (near.empty()) {
    return make_error(ErrorCode::kNotFound, fmt::format("no symbol is named \"{}\"", shown), shown,
                      "clew code status");
  }
  return make_error(
      ErrorCode::kNotFound,
      fmt::format("no symbol is named \"{}\"; near: {}", shown, fmt::join(near, ", ")), shown,
      fmt::format("{} {}", command, shell_word(near.front())));
}

std::vector<Symbol> distinct_symbols(std::vector<Symbol> found) {
  const bool has_body = std::any_of(found.begin(), found.end(), [](const Symbol& each) {
    return each.definition.kind != SymbolKind::kDeclaration;
  });
  std::vector<Symbol> meant;
  for (const Symbol& each : found) {
    if (has_body && each.definition.kind == SymbolKind::kDeclaration) continue;
    if (is_constructor(each, found)) continue;
    const bool is_known = std::any_of(meant.begin(), meant.end(), [&](const Symbol& other) {
      return address_of(other) == address_of(each);
    });
    if (!is_known) meant.push_back(each);
  }
  return meant;
}

Error several_definitions(const std::string& name, const std::vector<Symbol>& meant,
                          const std::string& command) {
  std::vector<std::string> candidates;
  for (size_t i = 0; i < std::min(meant.size(), kMaxCandidates); ++i) {
    candidates.push_back(visible(address_of(meant[i])));
  }
  const std::string more = meant.size() > kMaxCandidates
                               ? fmt::format(" and {} more", meant.size() - kMaxCandidates)
                               : "";
  return make_error(ErrorCode::kUsage,
                    fmt::format("\"{}\" has {} definitions: {}{}", shown_name(name), meant.size(),
                                fmt::join(candidates, ", "), more),
                    to_utf8(name), fmt::format("{} {}", command, shell_word(candidates.front())));
}

Result<Symbol> one_symbol(SymbolGraph& graph, const std::string& name, const std::string& command) {
  CLEW_ASSIGN(auto found, symbols_named(graph, name, command));
  const std::vector<Symbol> meant = distinct_symbols(std::move(found));
  if (meant.size() == 1) return meant.front();
  return several_definitions(name, meant, command);
}

}  // namespace clew
