#include "index/lost_symbol.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

#include "index/named_symbol.h"

namespace clew {
namespace {

bool has_body_of(const Definition& definition, const SeenSymbol& seen) {
  return !seen.fingerprint.empty() && definition.fingerprint == seen.fingerprint;
}

bool is_new(const SeenSymbol& seen, const std::string& path, const Definition& definition) {
  const std::string address = address_of(path, definition);
  return std::find(seen.twins.begin(), seen.twins.end(), address) == seen.twins.end();
}

Symbol symbol_in(const FileOutline& outline, int64_t file, const std::string& path, size_t at) {
  return {
      {file, static_cast<int32_t>(at)},
      path, outline.language, outline.definitions[at]
  };
}

std::vector<Symbol> same_body_here(const SeenSymbol& seen, const FileOutline& here) {
  std::vector<Symbol> found;
  for (size_t i = 0; i < here.definitions.size(); ++i) {
    const Definition& each = here.definitions[i];
    if (!has_body_of(each, seen) || !is_new(seen, seen.path, each)) continue;
    found.push_back(symbol_in(here, 0, seen.path, i));
  }
  return found;
}

void sort_by_place(std::vector<Symbol>& symbols) {
  std::sort(symbols.begin(), symbols.end(), [](const Symbol& a, const Symbol& b) {
    return a.path != b.path ? a.path < b.path : a.ref < b.ref;
  });
}

SymbolFate fate_of(SymbolFate::What what, std::vector<Symbol> now) {
  now = distinct_symbols(std::move(now));
  return {now.size() == 1 ? what : SymbolFate::What::kGone, std::move(now)};
}

}  // namespace

// By qualified name and by body, in one pass over the index.
Result<std::vector<std::vector<std::string>>> twins_of(CodeIndex& index,
                                                       const std::vector<Symbol>& symbols,
                                                       size_t most) {
  std::multimap<std::string_view, size_t> by_name;
  std::multimap<Hash, size_t> by_body;
  std::vector<std::string> own;
  for (size_t i = 0; i < symbols.size(); ++i) {
    const Definition& definition = symbols[i].definition;
    by_name.emplace(definition.qualified, i);
    by_body.emplace(definition.fingerprint, i);
    own.push_back(address_of(symbols[i]));
  }
  std::vector<std::set<std::string>> twins(symbols.size());
  CLEW_TRY(index.database().visit_outlines(
      OutlineParts::kDefinitions, [&](int64_t file, const FileOutline& outline) {
        for (const Definition& each : outline.definitions) {
          const auto [name, last_name] = by_name.equal_range(each.qualified);
          const auto [body, last_body] = by_body.equal_range(each.fingerprint);
          if (name == last_name && body == last_body) continue;
          const std::string address = address_of(index.path_of(file), each);
          const auto add = [&](size_t at) {
            if (address != own[at]) twins[at].insert(address);
          };
          for (auto at = name; at != last_name; ++at) add(at->second);
          for (auto at = body; at != last_body; ++at) add(at->second);
        }
        return success();
      }));
  std::vector<std::vector<std::string>> out;
  for (const auto& found : twins) {
    out.emplace_back(found.begin(), found.end());
    if (out.back().size() > most) out.back().resize(most);
  }
  return out;
}

CodeIndex* LostSymbols::index() {
  if (!index_) index_ = open_index_();
  return *index_;
}

Result<std::vector<Symbol>> LostSymbols::namesakes(const SeenSymbol& seen) {
  std::vector<Symbol> found;
  if (index() == nullptr) return found;
  const std::string last = seen.qualified.substr(seen.qualified.rfind('.') + 1);
  IndexDatabase& database = index()->database();
  CLEW_ASSIGN(const auto files, database.files_with(name_key(last, NameUse::kDefined)));
  for (const int64_t file : files) {
    const std::string path = index()->path_of(file);
    if (path.empty() || path == seen.path || !is_there_(path)) continue;
    CLEW_ASSIGN(const FileOutline outline, database.outline(file, OutlineParts::kDefinitions));
    for (size_t i = 0; i < outline.definitions.size(); ++i) {
      const Definition& each = outline.definitions[i];
      if (each.qualified != seen.qualified || !is_new(seen, path, each)) continue;
      found.push_back(symbol_in(outline, file, path, i));
    }
  }
  sort_by_place(found);
  return found;
}

Result<std::vector<Symbol>> LostSymbols::same_body_elsewhere(const SeenSymbol& seen) {
  std::vector<Symbol> found;
  if (seen.fingerprint.empty() || seen.tokens < kTellingTokens || index() == nullptr) return found;
  CLEW_TRY(index()->database().visit_outlines(
      OutlineParts::kDefinitions, [&](int64_t file, const FileOutline& outline) {
        const std::string path = index()->path_of(file);
        if (path.empty() || path == seen.path) return success();
        for (size_t i = 0; i < outline.definitions.size(); ++i) {
          const Definition& each = outline.definitions[i];
          const bool is_it = has_body_of(each, seen) && is_new(seen, path, each) && is_there_(path);
          if (is_it) found.push_back(symbol_in(outline, file, path, i));
        }
        return success();
      }));
  sort_by_place(found);
  return found;
}

// In this order: the one namesake that has the body too, the only namesake, the same body under
// another name in its file, such a body in another file. Several of the last two kinds, or several
// namesakes and none of these, decide nothing: the symbol is gone, and they are what it may be.
Result<SymbolFate> LostSymbols::find(const SeenSymbol& seen, const FileOutline* here) {
  const auto by_index = [](SymbolFate fate) {
    fate.by_index = true;
    return fate;
  };
  CLEW_ASSIGN(const auto named, namesakes(seen));
  auto with_body = named;
  std::erase_if(with_body, [&](const Symbol& each) { return !has_body_of(each.definition, seen); });
  if (with_body.size() == 1) {
    return by_index(fate_of(SymbolFate::What::kMoved, std::move(with_body)));
  }
  SymbolFate moved = fate_of(SymbolFate::What::kMoved, named);
  if (moved.what == SymbolFate::What::kMoved) return by_index(std::move(moved));
  auto beside = here == nullptr ? std::vector<Symbol>() : same_body_here(seen, *here);
  if (!beside.empty()) return fate_of(SymbolFate::What::kRenamed, std::move(beside));
  CLEW_ASSIGN(auto elsewhere, same_body_elsewhere(seen));
  if (!elsewhere.empty()) {
    return by_index(fate_of(SymbolFate::What::kRenamed, std::move(elsewhere)));
  }
  moved.by_index = index() != nullptr;
  return moved;
}

namespace {

// One line for each, the newest first: version, path, name, fingerprint, tokens and twins, with
// tabs.
constexpr const char* kSeenKey = "seen2";
constexpr size_t kMaxSeen = 2000;

bool fits_a_line(const std::string& text) {
  return text.find_first_of("\t\n") == std::string::npos;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

}  // namespace

// The new ones come first; what they replace goes, and so does what is beyond the limit.
Status remember_seen(CodeIndex& index, const std::string& version,
                     const std::vector<Symbol>& symbols) {
  CLEW_ASSIGN(const auto twins, twins_of(index, symbols, kMaxSeenTwins));
  std::vector<std::string> lines;
  std::set<std::string> locations;
  for (size_t i = 0; i < symbols.size(); ++i) {
    const Definition& each = symbols[i].definition;
    if (!fits_a_line(symbols[i].path) || !fits_a_line(each.qualified)) continue;
    const std::string location = version + "\t" + symbols[i].path + "\t" + each.qualified + "\t";
    locations.insert(location);
    std::string line = location + each.fingerprint.hex() + "\t" + std::to_string(each.tokens);
    for (const std::string& twin : twins[i]) {
      if (fits_a_line(twin)) line += "\t" + twin;
    }
    lines.push_back(std::move(line));
  }
  IndexDatabase& database = index.database();
  // What is asked afterwards is still what was there when the index was opened, or newer.
  CLEW_TRY(database.commit());
  CLEW_TRY(database.begin());
  const auto write = [&]() -> Status {
    CLEW_ASSIGN(const std::string before, database.meta(kSeenKey));
    for (const std::string& line : split(before, '\n')) {
      if (lines.size() >= kMaxSeen) break;
      const bool is_replaced =
          std::any_of(locations.begin(), locations.end(),
                      [&](const auto& location) { return line.starts_with(location); });
      if (!is_replaced) lines.push_back(line);
    }
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return database.set_meta(kSeenKey, text);
  };
  const Status written = write();
  CLEW_TRY(written ? database.commit() : database.roll_back());
  CLEW_TRY(database.begin_reading());
  return written;
}

Result<std::vector<SeenSymbol>> recall_seen(CodeIndex& index, const std::string& version) {
  CLEW_ASSIGN(const std::string text, index.database().meta(kSeenKey));
  std::vector<SeenSymbol> out;
  for (const std::string& line : split(text, '\n')) {
    auto parts = split(line, '\t');
    if (parts.size() < 5 || parts[0] != version) continue;
    SeenSymbol seen{parts[1], parts[2], Hash::from_hex(parts[3]),
                    static_cast<uint32_t>(std::strtoul(parts[4].c_str(), nullptr, 10))};
    parts.erase(parts.begin(), parts.begin() + 5);
    seen.twins = std::move(parts);
    out.push_back(std::move(seen));
  }
  return out;
}

}  // namespace clew
