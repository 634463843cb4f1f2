#include "index/code_map.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "files/relative_path.h"
#include "index/symbol_role.h"

namespace clew {
namespace {

// An edge by name may mean another project's symbol of that name.
constexpr size_t kCertainWeight = 3;

bool is_beneath(const std::string& path, const std::string& folder) {
  return folder.empty() || path == folder || path.starts_with(folder + "/");
}

// Every symbol of the project, and the edges that count for fans.
class WholeGraph {
 public:
  explicit WholeGraph(CodeIndex& index) : index_(index) {}

  // Twice over all outlines: a mention can be resolved when all definitions are known.
  Status load() {
    AllCandidates candidates;
    CLEW_TRY(index_.database().visit_outlines(OutlineParts::kDefinitions,
                                              [&](int64_t file, const FileOutline& outline) {
                                                add_file(file, outline);
                                                candidates.add(file, index_.path_of(file), outline);
                                                return success();
                                              }));
    candidates.sort();
    Resolver resolver(candidates);
    CLEW_TRY(index_.database().visit_outlines(OutlineParts::kAll,
                                              [&](int64_t file, const FileOutline& outline) {
                                                add_edges(file, outline, resolver);
                                                return success();
                                              }));
    // Of edges between the same two the most certain is first, and stays.
    std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) {
      return std::tie(a.from, a.to, b.weight) < std::tie(b.from, b.to, a.weight);
    });
    const auto end = std::unique(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) {
      return a.from == b.from && a.to == b.to;
    });
    edges_.erase(end, edges_.end());
    for (const Edge& edge : edges_) {
      nodes_[edge.from].callees.push_back(edge.to);
      nodes_[edge.to].callers.push_back(edge.from);
      nodes_[edge.from].weight += edge.weight;
      nodes_[edge.to].weight += edge.weight;
    }
    edges_ = {};
    return success();
  }

  // Those beneath a folder, the highest fan first.
  std::vector<uint32_t> ranked(const std::string& folder) const {
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].definition >= 0 && !nodes_[i].hidden &&
          is_beneath(index_.path_of(nodes_[i].file), folder)) {
        order.push_back(i);
      }
    }
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      const Node& one = nodes_[a];
      const Node& other = nodes_[b];
      if (one.weight != other.weight) return one.weight > other.weight;
      if (one.callers.size() != other.callers.size()) {
        return one.callers.size() > other.callers.size();
      }
      const std::string& path = index_.path_of(one.file);
      const std::string& other_path = index_.path_of(other.file);
      return path != other_path ? path < other_path : one.definition < other.definition;
    });
    return order;
  }

  SymbolRef ref(uint32_t node) const { return {nodes_[node].file, nodes_[node].definition}; }

  SymbolMeasure measure(uint32_t node, const Symbol& symbol) const {
    SymbolSurroundings around;
    around.folder = parent_of(symbol.path);
    const auto fill = [&](const std::vector<uint32_t>& from, auto& into) {
      for (const uint32_t each : from) {
        into.insert({index_.path_of(nodes_[each].file), std::to_string(each)});
      }
    };
    fill(nodes_[node].callers, around.callers);
    fill(nodes_[node].callees, around.callees);
    return {around.callers.size(), around.callees.size(),
            role_of(symbol.definition, symbol.path, around)};
  }

 private:
  struct Node {
    int64_t file = 0;
    int32_t definition = -1;  // the first of its twins; -1: the file's top level
    bool hidden = false;      // a namespace, or a name without a body
    std::vector<uint32_t> callers = {};
    std::vector<uint32_t> callees = {};
    size_t weight = 0;  // of all its edges
  };
  struct Edge {
    uint32_t from = 0;
    uint32_t to = 0;
    size_t weight = 0;
  };

  void add_file(int64_t file, const FileOutline& outline) {
    auto& numbers = numbers_[file];
    numbers.push_back(static_cast<uint32_t>(nodes_.size()));
    nodes_.push_back({file});
    std::unordered_map<std::string, uint32_t> by_name;
    for (size_t i = 0; i < outline.definitions.size(); ++i) {
      const Definition& each = outline.definitions[i];
      const auto [location, is_new] =
          by_name.try_emplace(each.qualified, static_cast<uint32_t>(nodes_.size()));
      if (is_new) {
        const bool hidden =
            each.kind == SymbolKind::kModule || each.kind == SymbolKind::kDeclaration;
        nodes_.push_back({file, static_cast<int32_t>(i), hidden});
      }
      numbers.push_back(location->second);
    }
  }

  uint32_t number_of(int64_t file, int32_t definition) const {
    return numbers_.at(file)[static_cast<size_t>(definition + 1)];
  }

  void add_edges(int64_t file, const FileOutline& outline, Resolver& resolver) {
    const MentioningFile in(file, index_.path_of(file), outline);
    for (const Mention& mention : outline.mentions) {
      const bool is_use =
          mention.relation == Relation::kCalls || mention.relation == Relation::kReferences;
      if (!is_use) continue;
      const MentionTarget target = resolver.resolve(in, mention);
      if (target.meant.size() != 1 || !is_edge(outline, target)) continue;
      const uint32_t from = number_of(file, mention.from);
      const uint32_t to = number_of(target.meant.front()->file, target.meant.front()->definition);
      const bool is_certain = target.certainty == Certainty::kResolved;
      if (from != to) edges_.push_back({from, to, is_certain ? kCertainWeight : 1});
    }
  }

  CodeIndex& index_;
  std::vector<Node> nodes_;
  std::unordered_map<int64_t, std::vector<uint32_t>> numbers_;  // of a file's nodes, itself first
  std::vector<Edge> edges_;
};

}  // namespace

// Tests come last, however central they are.
Status visit_central(CodeIndex& index, const std::string& folder,
                     const std::function<GoOn(const Symbol&, const SymbolMeasure&)>& take) {
  WholeGraph whole(index);
  CLEW_TRY(whole.load());
  SymbolGraph graph(index);
  std::unordered_map<int64_t, std::vector<Symbol>> files;
  std::vector<std::pair<Symbol, SymbolMeasure>> tests;
  for (const uint32_t node : whole.ranked(folder)) {
    const SymbolRef ref = whole.ref(node);
    auto& file = files[ref.file];
    if (file.empty()) {
      CLEW_ASSIGN(file, graph.in_file(index.path_of(ref.file)));
    }
    const Symbol& symbol = file[static_cast<size_t>(ref.definition)];
    SymbolMeasure measure = whole.measure(node, symbol);
    if (measure.role == "test") {
      tests.emplace_back(symbol, std::move(measure));
    } else if (take(symbol, measure) == GoOn::kNo) {
      return success();
    }
  }
  for (const auto& [symbol, measure] : tests) {
    if (take(symbol, measure) == GoOn::kNo) return success();
  }
  return success();
}

}  // namespace clew
