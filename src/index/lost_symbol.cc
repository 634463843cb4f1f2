#include "index/lost_symbol.h"

#include <algorithm>

#include "index/named_symbol.h"

namespace clew {
namespace {

bool has_body_of(const Definition& definition, const SeenSymbol& seen) {
  return !seen.fingerprint.empty() && definition.fingerprint == seen.fingerprint;
}

Result<std::vector<Symbol>> same_body_elsewhere(CodeIndex& index, const SeenSymbol& seen) {
  std::vector<Symbol> found;
  CLEW_TRY(index.database().visit_outlines(
      OutlineParts::kDefinitions, [&](int64_t file, const FileOutline& outline) {
        for (size_t i = 0; i < outline.definitions.size(); ++i) {
          if (!has_body_of(outline.definitions[i], seen)) continue;
          found.push_back({
              {file, static_cast<int32_t>(i)},
              index.path_of(file),
              outline.language,
              outline.definitions[i]
          });
        }
        return success();
      }));
  std::sort(found.begin(), found.end(), [](const Symbol& a, const Symbol& b) {
    return a.path != b.path ? a.path < b.path : a.ref < b.ref;
  });
  return found;
}

SymbolFate fate_of(SymbolFate::What what, std::vector<Symbol> now) {
  now = distinct_symbols(std::move(now));
  return {now.size() == 1 ? what : SymbolFate::What::kGone, std::move(now)};
}

}  // namespace

Result<SymbolFate> find_lost_symbol(CodeIndex& index, SymbolGraph& graph, const SeenSymbol& seen,
                                    const std::set<std::string>& recorded) {
  const auto is_new = [&](const Symbol& symbol) { return !recorded.contains(address_of(symbol)); };
  const auto has_body = [&](const Symbol& symbol) { return has_body_of(symbol.definition, seen); };
  CLEW_ASSIGN(auto named, graph.find(seen.qualified));
  std::erase_if(named, [&](const Symbol& each) {
    return each.definition.qualified != seen.qualified || !is_new(each);
  });
  if (std::count_if(named.begin(), named.end(), has_body) == 1) {
    std::erase_if(named, [&](const Symbol& each) { return !has_body(each); });
    return fate_of(SymbolFate::What::kMoved, std::move(named));
  }
  CLEW_ASSIGN(auto beside, graph.in_file(seen.path));
  std::erase_if(beside, [&](const Symbol& each) { return !has_body(each) || !is_new(each); });
  if (!beside.empty()) return fate_of(SymbolFate::What::kRenamed, std::move(beside));
  if (!named.empty()) return fate_of(SymbolFate::What::kMoved, std::move(named));
  if (seen.fingerprint.empty() || seen.tokens < kTellingTokens) return SymbolFate{};
  CLEW_ASSIGN(auto elsewhere, same_body_elsewhere(index, seen));
  std::erase_if(elsewhere, [&](const Symbol& each) { return !is_new(each); });
  if (elsewhere.empty()) return SymbolFate{};
  return fate_of(SymbolFate::What::kRenamed, std::move(elsewhere));
}

}  // namespace clew
