#include "drift/moved_symbol.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "index/lost_symbol.h"
#include "index/named_symbol.h"

namespace clew {
namespace {

constexpr size_t kMaxAlike = 5;

bool is_twin(const TiedSymbol& tied, const std::string& address) {
  return std::find(tied.twins.begin(), tied.twins.end(), address) != tied.twins.end();
}

// With so many twins nobody knows which of them are new.
bool knows_twins(const TiedSymbol& tied) { return tied.twins.size() < kMaxTwins; }

std::string last_name(const std::string& qualified) {
  return qualified.substr(qualified.rfind('.') + 1);
}

// Its name still stands in its file, overloads included.
std::optional<FoundSymbol> find_in_location(const TiedSymbol& tied, const FileOutline& outline) {
  const Definition* other = nullptr;
  for (const Definition& each : outline.definitions) {
    if (each.qualified != tied.name) continue;
    const bool is_same = each.fingerprint == tied.fingerprint ||
                         each.signature.substr(0, kMaxSignature) == tied.signature;
    // Another extractor writes signatures in another way: the name is all there is to compare.
    if (is_same || tied.extractor != kExtractorVersion) return FoundSymbol();
    if (other == nullptr) other = &each;
  }
  if (other == nullptr) return std::nullopt;
  FoundSymbol found;
  found.fate = TiedFate::kSignature;
  found.now = other->signature;
  return found;
}

std::vector<const Definition*> alike_in(const Tie& tie, const FileOutline& outline) {
  std::vector<const Definition*> alike;
  for (const Definition& each : outline.definitions) {
    const bool is_alike = each.fingerprint == tie.symbol->fingerprint &&
                          !is_twin(*tie.symbol, address_of(tie.path, each));
    if (is_alike) alike.push_back(&each);
  }
  return alike;
}

}  // namespace

CodeIndex* SymbolSearch::index() {
  if (!index_) {
    auto opened = open_index_();
    index_ = opened ? std::move(*opened) : std::unique_ptr<CodeIndex>();
  }
  return index_->get();
}

// By the index; a file that is not there any more is none of them.
std::vector<SymbolSearch::Location> SymbolSearch::named_elsewhere(const Tie& tie) {
  std::vector<Location> locations;
  if (index() == nullptr) return locations;
  const std::string& name = tie.symbol->name;
  const auto files = index()->database().files_with(name_key(last_name(name), NameUse::kDefined));
  if (!files) return locations;
  std::set<std::string> seen;
  for (const int64_t file : *files) {
    const std::string& path = index()->path_of(file);
    if (path.empty() || path == tie.path || !tree_.stamp(path)) continue;
    const auto outline = index()->database().outline(file, OutlineParts::kDefinitions);
    if (!outline) continue;
    for (const Definition& each : outline->definitions) {
      const std::string address = address_of(path, each);
      if (each.qualified != name || is_twin(*tie.symbol, address)) continue;
      if (seen.insert(address).second) locations.push_back({path, each});
    }
  }
  return locations;
}

std::vector<SymbolSearch::Location> SymbolSearch::alike_elsewhere(const Tie& tie) {
  std::vector<Location> locations;
  if (index() == nullptr || tie.symbol->tokens < kTellingTokens) return locations;
  const Status visited = index()->database().visit_outlines(
      OutlineParts::kDefinitions, [&](int64_t file, const FileOutline& outline) {
        const std::string& path = index()->path_of(file);
        if (path.empty() || path == tie.path) return success();
        for (const Definition& each : outline.definitions) {
          if (each.fingerprint != tie.symbol->fingerprint) continue;
          if (!is_twin(*tie.symbol, address_of(path, each)) && tree_.stamp(path)) {
            locations.push_back({path, each});
          }
        }
        return success();
      });
  return visited ? locations : std::vector<Location>();
}

FoundSymbol SymbolSearch::find(const Tie& tie, const FileOutline* outline) {
  const TiedSymbol& tied = *tie.symbol;
  if (outline != nullptr) {
    if (auto found = find_in_location(tied, *outline)) return *std::move(found);
  }
  FoundSymbol found;
  found.fate = TiedFate::kGone;
  if (!knows_twins(tied) || tied.extractor != kExtractorVersion) return found;
  const auto by_index = [&](TiedFate fate, const Location& location) {
    found.fate = fate;
    found.name = location.definition.qualified;
    found.now = address_of(location.path, location.definition);
    found.index_of = index()->written_at();
    return found;
  };
  const auto moved = named_elsewhere(tie);
  if (moved.size() == 1) return by_index(TiedFate::kMoved, moved.front());
  const auto here = outline == nullptr ? std::vector<const Definition*>() : alike_in(tie, *outline);
  if (here.size() == 1) {
    found.fate = TiedFate::kRenamed;
    found.name = here.front()->qualified;
    found.now = address_of(tie.path, *here.front());
    return found;
  }
  const auto elsewhere = here.empty() ? alike_elsewhere(tie) : std::vector<Location>();
  if (elsewhere.size() == 1) return by_index(TiedFate::kRenamed, elsewhere.front());
  for (const Definition* each : here) found.alike.push_back(address_of(tie.path, *each));
  for (const Location& each : elsewhere)
    found.alike.push_back(address_of(each.path, each.definition));
  if (found.alike.size() > kMaxAlike) found.alike.resize(kMaxAlike);
  if (index_ && *index_ != nullptr) found.index_of = index()->written_at();
  return found;
}

}  // namespace clew
