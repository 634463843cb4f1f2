#include "index/symbol_graph.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/text.h"
#include "files/relative_path.h"
#include "index/symbol_role.h"

namespace clew {
namespace {

// Twins (overloads, #if) are one symbol.
bool is_twin(const Candidate& candidate, const Symbol& symbol) {
  return candidate.file == symbol.ref.file && candidate.qualified == symbol.definition.qualified;
}

bool matches_name(const Definition& definition, std::string_view name) {
  if (definition.name == name || definition.qualified == name) return true;
  return name.find('.') != std::string_view::npos &&
         std::string_view(definition.qualified).ends_with("." + std::string(name));
}

// Letters that one has and the other has not, in order; more than `most` is not told apart.
size_t edit_distance(std::string_view a, std::string_view b, size_t most) {
  if (a.size() > b.size() + most || b.size() > a.size() + most) return most + 1;
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

// 0: not alike.
size_t likeness(std::string_view wanted, std::string_view name) {
  if (wanted == name) return 5;
  const size_t most = wanted.size() < 4 ? 1 : 2;
  const size_t distance = edit_distance(wanted, name, most);
  if (distance <= 1) return 4;
  if (name.starts_with(wanted)) return 3;
  if (distance <= most) return 2;
  return wanted.size() >= 3 && name.find(wanted) != std::string_view::npos ? 1 : 0;
}

void sort_edges(std::vector<CodeEdge>& edges) {
  std::sort(edges.begin(), edges.end(), [](const CodeEdge& a, const CodeEdge& b) {
    return std::tie(a.path, a.line, a.src, a.dst, a.relation) <
           std::tie(b.path, b.line, b.src, b.dst, b.relation);
  });
}

}  // namespace

bool CodeEdge::counts() const {
  const bool is_use = relation == Relation::kCalls || relation == Relation::kReferences;
  return is_use && meant.size() == 1;
}

SymbolGraph::SymbolGraph(CodeIndex& index)
    : index_(index),
      candidates_(index.database(),
                  [&index](int64_t file) -> const std::string& { return index.path_of(file); }),
      resolver_(candidates_) {}

Result<std::vector<Symbol>> SymbolGraph::in_file(const std::string& path) {
  std::vector<Symbol> out;
  const FileRow* row = index_.find_file(path);
  if (row == nullptr) return out;
  CLEW_ASSIGN(FileOutline outline,
              index_.database().outline(row->file, OutlineParts::kDefinitions));
  for (size_t i = 0; i < outline.definitions.size(); ++i) {
    out.push_back({
        {row->file, static_cast<int32_t>(i)},
        path,
        outline.language,
        std::move(outline.definitions[i])
    });
  }
  return out;
}

Result<std::vector<Symbol>> SymbolGraph::find(const std::string& wanted) {
  std::vector<Symbol> out;
  const size_t colon = wanted.rfind(':');
  // C++ writes A::b; everywhere else it is PATH:NAME.
  const bool has_path = colon != std::string::npos && colon > 0 && wanted[colon - 1] != ':';
  const std::string path = has_path ? wanted.substr(0, colon) : std::string();
  std::string name = has_path ? wanted.substr(colon + 1) : wanted;
  for (size_t at; (at = name.find("::")) != std::string::npos;) name.replace(at, 2, ".");
  if (has_path) {
    CLEW_ASSIGN(auto all, in_file(path));
    std::copy_if(all.begin(), all.end(), std::back_inserter(out),
                 [&](const Symbol& symbol) { return matches_name(symbol.definition, name); });
    return out;
  }
  const std::string last = name.substr(name.rfind('.') + 1);
  for (const Candidate& each : candidates_.named(last)) {
    CLEW_ASSIGN(FileOutline outline,
                index_.database().outline(each.file, OutlineParts::kDefinitions));
    Definition& definition = outline.definitions[static_cast<size_t>(each.definition)];
    if (!matches_name(definition, name)) continue;
    out.push_back({
        {each.file, each.definition},
        each.path, outline.language, std::move(definition)
    });
  }
  CLEW_TRY(candidates_.status());
  return out;
}

// The best are kept while all names of the index go by.
Result<std::vector<std::string>> SymbolGraph::near(const std::string& wanted, size_t most) {
  const std::string last = lower_case(wanted.substr(wanted.find_last_of(".:") + 1));
  std::set<std::pair<size_t, std::string>> found;
  CLEW_TRY(index_.database().visit_outlines(
      OutlineParts::kDefinitions, [&](int64_t, const FileOutline& outline) {
        for (const Definition& each : outline.definitions) {
          const size_t alike = likeness(last, lower_case(each.name));
          if (alike > 0) found.emplace(5 - alike, each.name);
          if (found.size() > most) found.erase(std::prev(found.end()));
        }
        return success();
      }));
  std::vector<std::string> names;
  for (const auto& [unlike, name] : found) names.push_back(name);
  return names;
}

CodeEdge SymbolGraph::edge_of(const MentioningFile& in, const Mention& mention,
                              const MentionTarget& target) const {
  CodeEdge edge;
  edge.from = {in.file(), mention.from};
  edge.src = mention.from < 0
                 ? in.path()
                 : in.outline().definitions[static_cast<size_t>(mention.from)].qualified;
  edge.dst = target.meant.size() == 1 ? target.meant.front()->qualified : mention.name;
  edge.relation = mention.relation;
  edge.path = in.path();
  edge.line = mention.line;
  edge.certainty = target.certainty;
  for (const Candidate* each : target.meant) edge.meant.push_back(*each);
  return edge;
}

// Kept for whoever asks next. Only files that mention the name are read.
Result<const std::vector<CodeEdge>*> SymbolGraph::edges_to_name(const std::string& name) {
  const auto [location, is_new] = to_name_.try_emplace(name);
  if (!is_new) return &location->second;
  CLEW_ASSIGN(const auto numbers,
              index_.database().files_with(name_key(name, NameUse::kMentioned)));
  for (const int64_t file : numbers) {
    CLEW_ASSIGN(const FileOutline outline, index_.database().outline(file, OutlineParts::kAll));
    const MentioningFile in(file, index_.path_of(file), outline);
    for (const Mention& mention : outline.mentions) {
      if (!depends_on(in, mention, name)) continue;
      const MentionTarget target = resolver_.resolve(in, mention);
      if (!target.meant.empty()) location->second.push_back(edge_of(in, mention, target));
    }
  }
  CLEW_TRY(candidates_.status());
  sort_edges(location->second);
  return &location->second;
}

Result<std::vector<CodeEdge>> SymbolGraph::callers(const Symbol& symbol) {
  CLEW_ASSIGN(const auto* all, edges_to_name(symbol.definition.name));
  std::vector<CodeEdge> out;
  std::copy_if(all->begin(), all->end(), std::back_inserter(out), [&](const CodeEdge& edge) {
    return std::any_of(edge.meant.begin(), edge.meant.end(),
                       [&](const Candidate& each) { return is_twin(each, symbol); });
  });
  return out;
}

Result<std::vector<CodeEdge>> SymbolGraph::callees(const Symbol& symbol) {
  CLEW_ASSIGN(const FileOutline outline,
              index_.database().outline(symbol.ref.file, OutlineParts::kAll));
  const MentioningFile in(symbol.ref.file, symbol.path, outline);
  std::vector<CodeEdge> out;
  for (const Mention& mention : outline.mentions) {
    if (mention.from != symbol.ref.definition) continue;
    const MentionTarget target = resolver_.resolve(in, mention);
    if (is_edge(outline, target)) out.push_back(edge_of(in, mention, target));
  }
  CLEW_TRY(candidates_.status());
  sort_edges(out);
  return out;
}

Result<SymbolMeasure> SymbolGraph::measure(const Symbol& symbol) {
  return measure(std::vector<Symbol>{symbol});
}

// The definitions are one symbol: what they say of each other is no edge.
Result<SymbolMeasure> SymbolGraph::measure(const std::vector<Symbol>& definitions) {
  std::set<std::pair<std::string, std::string>> own;
  for (const Symbol& each : definitions) own.insert({each.path, each.definition.qualified});
  SymbolSurroundings around;
  around.folder = parent_of(definitions.front().path);
  Definition whole = definitions.front().definition;
  for (const Symbol& symbol : definitions) {
    CLEW_ASSIGN(const auto into, callers(symbol));
    CLEW_ASSIGN(const auto out, callees(symbol));
    for (const CodeEdge& edge : into) {
      const std::pair<std::string, std::string> from{edge.path, edge.src};
      if (edge.counts() && !own.contains(from)) around.callers.insert(from);
    }
    for (const CodeEdge& edge : out) {
      if (!edge.counts()) continue;
      const std::pair<std::string, std::string> to{edge.meant.front().path,
                                                   edge.meant.front().qualified};
      if (!own.contains(to)) around.callees.insert(to);
    }
    whole.tags.insert(whole.tags.end(), symbol.definition.tags.begin(),
                      symbol.definition.tags.end());
  }
  return SymbolMeasure{around.callers.size(), around.callees.size(),
                       role_of(whole, definitions.front().path, around)};
}

}  // namespace clew
