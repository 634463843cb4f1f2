#include "index/structural_version.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include "index/source_language.h"

namespace clew {

Hash file_digest(std::string_view path, const Hash& shape) {
  std::string bytes = std::to_string(path.size());
  bytes += ':';
  bytes += path;
  bytes += shape.view();
  return sha256(bytes);
}

std::string structural_version(std::vector<Hash> file_digests) {
  std::sort(file_digests.begin(), file_digests.end());
  std::string bytes;
  bytes.reserve(file_digests.size() * sizeof(Hash::bytes));
  for (const Hash& digest : file_digests) bytes += digest.view();
  return "v1:" + sha256(bytes).hex();
}

namespace {

constexpr std::array<std::string_view, 9> kKindNames = {
    "function", "method", "class", "interface", "struct", "enum", "type", "module", "declaration",
};
constexpr std::array<std::string_view, 5> kRelationNames = {
    "calls", "references", "imports", "includes", "annotates",
};

// With its length before it: no two lists of parts give the same bytes.
void add_part(std::string& row, std::string_view part) {
  row += std::to_string(part.size());
  row += ':';
  row += part;
}

}  // namespace

std::string_view symbol_kind_name(SymbolKind kind) { return kKindNames[static_cast<size_t>(kind)]; }

std::string_view relation_name(Relation relation) {
  return kRelationNames[static_cast<size_t>(relation)];
}

Hash outline_shape(const FileOutline& outline) {
  std::vector<std::string> rows;
  rows.reserve(outline.definitions.size() + 1);
  std::set<std::pair<Relation, std::string_view>> names;
  auto mention = outline.mentions.begin();
  // -1 is the top level.
  for (int32_t at = -1; at < static_cast<int32_t>(outline.definitions.size()); ++at) {
    names.clear();
    for (; mention != outline.mentions.end() && mention->from == at; ++mention) {
      if (mention->relation != Relation::kAnnotates)
        names.emplace(mention->relation, mention->name);
    }
    std::string row;
    add_part(row, language_name(outline.language));
    // What could not be read is read otherwise in another layout: names in it do not count.
    bool damaged = outline.outcome != FileOutline::Outcome::kWhole;
    if (at < 0) {
      add_part(row, "<module>");
    } else {
      const Definition& definition = outline.definitions[static_cast<size_t>(at)];
      damaged = definition.damaged;
      add_part(row, symbol_kind_name(definition.kind));
      add_part(row, definition.qualified);
      add_part(row, definition.signature);
    }
    if (!damaged) {
      for (const auto& [relation, name] : names) {
        add_part(row, relation_name(relation));
        add_part(row, name);
      }
    }
    rows.push_back(std::move(row));
  }
  std::sort(rows.begin(), rows.end());
  std::string all;
  for (const std::string& row : rows) add_part(all, row);
  return sha256(all);
}

}  // namespace clew
