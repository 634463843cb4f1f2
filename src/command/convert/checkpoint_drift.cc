#include "command/convert/checkpoint_drift.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "command/convert/checkpoint_symbols.h"
#include "dialect/tree_dialect.h"
#include "document/members.h"
#include "index/extractor.h"
#include "index/lost_symbol.h"
#include "index/named_symbol.h"
#include "index/symbol_group.h"
#include "index/update_index.h"
#include "project/file_history.h"

namespace clew {
namespace {

// For how many lost symbols git is asked what their file was: whoever wrote the checkpoint named
// them.
constexpr size_t kMaxHistories = 50;

// What others call a symbol and is no definition of a program.
bool is_no_code(const std::string& kind) { return kind == "heading" || kind == "key"; }

bool has_outline(const FileRow& row) {
  return row.state == SourceState::kIndexed || row.state == SourceState::kPartly;
}

std::string shown(const std::string& text) { return visible(one_line(text)); }

class SymbolCheck {
  using Dependencies = std::set<std::pair<std::string, std::string>>;  // relation and name

 public:
  SymbolCheck(CodeIndex& index, const std::optional<GitRepository>& repository,
              CheckpointCheck& check)
      : index_(index),
        repository_(repository),
        graph_(index),
        lost_([&index] { return &index; }, [](const std::string&) { return true; }),
        check_(check) {}

  Status look(const std::string& version, const Value& symbols, const Value& dependencies) {
    CLEW_ASSIGN(seen_, recall_seen(index_, version));
    for (const Value& each : dependencies.as_list()) {
      depends_on_[text_in(each, "src")].insert({text_in(each, "relation"), text_in(each, "dst")});
    }
    for (const auto& [name, summary] : symbols.as_object()) {
      for (const auto& path : texts_in(summary, "source_paths")) {
        recorded_.insert(indexed_path(path) + ":" + name);
      }
    }
    for (const auto& [name, summary] : symbols.as_object()) {
      ++check_.symbols;
      CLEW_TRY(look_at(name, summary));
    }
    return success();
  }

 private:
  Status look_at(const std::string& name, const Value& summary) {
    const std::string kind = text_in(summary, "kind");
    std::vector<Symbol> present;
    std::vector<std::string> lost;
    size_t checked = 0;
    for (const auto& given : texts_in(summary, "source_paths")) {
      const std::string path = indexed_path(given);
      const FileRow* row = index_.find_file(path);
      // What is no source file may say anything; one that is not there has lost its symbols.
      const bool is_source = own_extractor().is_source(path);
      if (!is_source || (row != nullptr && !has_outline(*row))) continue;
      ++checked;
      CLEW_ASSIGN(const auto here, defined_in(path, name));
      if (here.empty()) lost.push_back(path);
      present.insert(present.end(), here.begin(), here.end());
    }
    if (checked == 0 || is_no_code(kind)) {
      ++check_.not_checked;
      return success();
    }
    if (present.empty()) return tell_lost(name, kind, lost.front());
    ++check_.found;
    for (const auto& path : lost) {
      if (index_.find_file(path) == nullptr) continue;  // the missing file is told by itself
      tell("symbol_gone", name, path, Value(),
           fmt::format("{} is no longer defined in {}", shown(name), shown(path)));
    }
    if (check_.version == CheckpointCheck::Version::kForeign || !lost.empty()) return success();
    return compare(name, summary, std::move(present));
  }

  Result<std::vector<Symbol>> defined_in(const std::string& path, const std::string& name) {
    CLEW_ASSIGN(const auto all, graph_.in_file(path));
    std::vector<Symbol> exact;
    std::vector<Symbol> named;
    for (const Symbol& each : all) {
      if (each.definition.qualified == name) exact.push_back(each);
      if (each.definition.name == name) named.push_back(each);
    }
    return exact.empty() ? named : exact;
  }

  // What the index has of the file; nothing: there is none.
  Result<std::optional<FileOutline>> outline_of(const std::string& path) {
    const FileRow* row = index_.find_file(path);
    if (row == nullptr || !has_outline(*row)) return std::optional<FileOutline>();
    CLEW_ASSIGN(auto outline, index_.database().outline(row->file, OutlineParts::kDefinitions));
    return std::optional(std::move(outline));
  }

  // Where this machine has not seen the symbol: as the last commit has it that had it in this file.
  // Which of the bodies elsewhere are new is not known, so only this file is looked at.
  std::optional<SeenSymbol> last_committed(const std::string& name, const std::string& kind,
                                           const std::string& path) {
    std::optional<SeenSymbol> seen;
    if (!repository_ || ++histories_ > kMaxHistories) return seen;
    read_earlier_contents(*repository_, path, [&](std::string_view content) {
      const Extractor& extractor = own_extractor();
      const auto language = extractor.language_of(path, content);
      if (!language || content.size() > kSourceLimit) return true;
      const FileOutline outline = extractor.outline(*language, content);
      for (const Definition& each : outline.definitions) {
        if (each.qualified != name || symbol_kind_name(each.kind) != kind) continue;
        seen = SeenSymbol{path, name, each.fingerprint, 0};
      }
      if (!seen) return outline.outcome != FileOutline::Outcome::kGivenUp;
      for (const Definition& each : outline.definitions) {
        seen->twins.push_back(address_of(path, each));
      }
      return false;
    });
    return seen;
  }

  // Where git does not have it either, the checkpoint's own words have to do: one that
  // stands in its file under a name that the checkpoint does not have, is of its kind and depends
  // on the very same symbols. Fewer than two dependencies say too little.
  Result<std::vector<Symbol>> same_dependencies(const std::string& name, const std::string& kind,
                                                const std::string& path) {
    std::vector<Symbol> alike;
    const auto& wanted = depends_on_[name];
    if (wanted.size() < 2) return alike;
    CLEW_ASSIGN(const auto all, graph_.in_file(path));
    std::set<std::string> looked_at;
    for (const Symbol& each : all) {
      const std::string& other = each.definition.qualified;
      if (symbol_kind_name(each.definition.kind) != kind ||
          recorded_.contains(path + ":" + other) || !looked_at.insert(other).second) {
        continue;
      }
      CLEW_ASSIGN(const auto here, defined_in(path, other));
      CLEW_ASSIGN(const SymbolGroup group, measure_group(graph_, here));
      CLEW_ASSIGN(const auto found, dependencies_of(graph_, group, kMaxDependencies));
      Dependencies now;
      for (const GroupDependency& dependency : found) {
        // What calls itself calls itself under its name.
        now.insert({std::string(relation_name(dependency.relation)),
                    dependency.name == other ? name : dependency.name});
      }
      if (now == wanted) alike.push_back(each);
    }
    return alike;
  }

  Status tell_lost(const std::string& name, const std::string& kind, const std::string& path) {
    SeenSymbol seen{path, name, {}, 0};
    for (const SeenSymbol& each : seen_) {
      if (each.path == path && each.qualified == name) seen = each;
    }
    // With so many twins nobody knows which of them are new.
    const bool is_comparable = seen.twins.size() < kMaxSeenTwins;
    if (seen.fingerprint.empty()) {
      if (auto committed = last_committed(name, kind, path)) seen = std::move(*committed);
    }
    SymbolFate fate;
    if (is_comparable) {
      seen.twins.insert(seen.twins.end(), recorded_.begin(), recorded_.end());
      CLEW_ASSIGN(const auto here, outline_of(path));
      CLEW_ASSIGN(fate, lost_.find(seen, here ? &*here : nullptr));
    }
    bool by_dependencies = false;
    if (seen.fingerprint.empty() && fate.what == SymbolFate::What::kGone) {
      CLEW_ASSIGN(auto alike, same_dependencies(name, kind, path));
      by_dependencies = alike.size() == 1;
      if (by_dependencies) fate = {SymbolFate::What::kRenamed, std::move(alike)};
    }
    std::vector<std::string> now;
    for (const Symbol& each : fate.now) now.push_back(address_of(each));
    const std::string was = path + ":" + name;
    switch (fate.what) {
      case SymbolFate::What::kMoved:
        tell("symbol_moved", name, was, now.front(),
             fmt::format("{} moved from {} to {}", shown(name), shown(path),
                         shown(fate.now.front().path)));
        break;
      case SymbolFate::What::kRenamed:
        tell("symbol_renamed", name, was, now.front(),
             fmt::format("{} {} {} in {}{}", shown(name),
                         by_dependencies ? "seems to be renamed to" : "was renamed to",
                         shown(fate.now.front().definition.qualified), shown(fate.now.front().path),
                         by_dependencies ? ", which has the same dependencies" : ""));
        break;
      case SymbolFate::What::kGone: {
        const std::string alike =
            now.empty() ? "" : fmt::format("; it may be one of {}", fmt::join(now, ", "));
        tell("symbol_gone", name, was, Value(),
             fmt::format("{} is gone from {}{}", shown(name), shown(path), shown(alike)));
        break;
      }
    }
    return success();
  }

  Status compare(const std::string& name, const Value& summary, std::vector<Symbol> present) {
    CLEW_ASSIGN(const SymbolGroup group, measure_group(graph_, std::move(present)));
    const std::string kind = text_in(summary, "kind");
    const std::string kind_now(symbol_kind_name(group.definitions.front().definition.kind));
    if (kind != kind_now) {
      tell("symbol_changed", name, kind, kind_now,
           fmt::format("{} was a {}, it is a {} now", shown(name), shown(kind), kind_now));
    }
    const Value* evidence = summary.find("evidence");
    if (evidence == nullptr) return success();
    compare_fan(name, "fan_in", "is used by", *evidence, group.measure.fan_in);
    compare_fan(name, "fan_out", "uses", *evidence, group.measure.fan_out);
    return success();
  }

  void compare_fan(const std::string& name, const char* count, const char* verb,
                   const Value& evidence, size_t measured) {
    const int64_t was = integer_in(evidence, count).value_or(0);
    const auto now = static_cast<int64_t>(measured);
    if (was == now) return;
    Value before = Value::object();
    before.set(count, was);
    Value after = Value::object();
    after.set(count, now);
    tell("fan_changed", name, std::move(before), std::move(after),
         fmt::format("{} {} {} symbol{} now, {} when the checkpoint was written ({})", shown(name),
                     verb, now, now == 1 ? "" : "s", was, count));
  }

  void tell(const char* kind, const std::string& subject, Value was, Value now, std::string words) {
    check_.drift.push_back({kind, subject, std::move(was), std::move(now), std::move(words)});
  }

  CodeIndex& index_;
  const std::optional<GitRepository>& repository_;
  SymbolGraph graph_;
  LostSymbols lost_;
  CheckpointCheck& check_;
  size_t histories_ = 0;  // asked for
  std::vector<SeenSymbol> seen_;
  std::map<std::string, Dependencies> depends_on_;  // of each symbol, as the checkpoint has it
  std::set<std::string> recorded_;                  // PATH:NAME of all symbols of the checkpoint
};

}  // namespace

Result<CheckpointCheck> check_checkpoint(CodeIndex& index,
                                         const std::optional<GitRepository>& repository,
                                         const std::string& entry, const Session& reported) {
  const auto attribute = [&](const char* name) {
    const Value* found =
        find_attribute(reported.root().attributes, std::string("structural.") + name);
    return found == nullptr ? Value() : *found;
  };
  CheckpointCheck check;
  std::set<std::string> files;
  const Value scope = attribute("scope.files");
  for (const auto& path : scope.as_list()) {
    files.insert(indexed_path(path.as_string()));
  }
  CLEW_ASSIGN(check.version_now, index.version(files));
  const std::string version = attribute("structural_version").as_string();
  if (is_own_version(version)) {
    check.version = version == check.version_now ? CheckpointCheck::Version::kSame
                                                 : CheckpointCheck::Version::kChanged;
  }
  if (check.version == CheckpointCheck::Version::kChanged) {
    check.drift.push_back({"version_changed", entry, version, check.version_now,
                           fmt::format("the structure of the scope changed: version {}…, was {}…",
                                       check.version_now.substr(0, 11), version.substr(0, 11))});
  }
  SymbolCheck symbols(index, repository, check);
  CLEW_TRY(symbols.look(version, attribute("symbols"), attribute("dependencies")));
  return check;
}

}  // namespace clew
