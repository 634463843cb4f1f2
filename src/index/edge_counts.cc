#include "index/edge_counts.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <unordered_map>

#include "base/ordered_workers.h"
#include "index/candidates.h"
#include "index/outline_codec.h"

namespace clew {
namespace {

constexpr const char* kCountsKey = "counts";
// Beyond this the whole graph is not much more.
constexpr size_t kMaxTouchedFiles = 1500;
constexpr size_t kOutlinesAhead = 64;

void count_edge(IndexCounts& counts, const MentioningFile& in, const Mention& mention,
                Resolver& resolver) {
  const bool counts_here =
      mention.relation == Relation::kCalls || mention.relation == Relation::kReferences;
  if (!counts_here) return;
  const MentionTarget target = resolver.resolve(in, mention);
  if (!is_edge(in.outline(), target)) return;
  switch (target.certainty) {
    case Certainty::kResolved:
      ++counts.resolved;
      break;
    case Certainty::kByName:
      ++counts.by_name;
      break;
    case Certainty::kUnresolved:
      ++counts.unresolved;
      break;
  }
}

std::string counts_text(const IndexCounts& counts) {
  return std::to_string(counts.resolved) + " " + std::to_string(counts.by_name) + " " +
         std::to_string(counts.unresolved) + " " + std::to_string(counts.symbols);
}

std::optional<IndexCounts> read_counts(std::string_view text) {
  IndexCounts counts;
  for (uint64_t* into : {&counts.resolved, &counts.by_name, &counts.unresolved, &counts.symbols}) {
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), *into);
    if (fault != std::errc()) return std::nullopt;
    text.remove_prefix(std::min<size_t>(text.size(), static_cast<size_t>(end - text.data()) + 1));
  }
  return counts;
}

// An outline on its way through the workers.
struct Encoded {
  int64_t file = 0;
  Bytes bytes;
};

// All of a mention that decides what it means, apart from the file it stands in.
std::string mention_key(const FileOutline& outline, const Mention& mention) {
  std::string key;
  if (mention.from >= 0) {
    key = outline.definitions[static_cast<size_t>(mention.from)].qualified;
  }
  for (const std::string* part : {&mention.qualifier, &mention.name, &mention.alias}) {
    key += '\0';
    key += *part;
  }
  key += '\0';
  key += static_cast<char>(mention.relation);
  key += mention.whole ? 'w' : ' ';
  return key;
}

std::map<std::string, int> mentions_of(const FileOutline& outline) {
  std::map<std::string, int> counts;
  for (const Mention& each : outline.mentions) ++counts[mention_key(outline, each)];
  return counts;
}

// What the meaning of all mentions of a file depends on besides: what it imports, and its types.
std::multiset<std::string> surroundings_of(const FileOutline& outline) {
  std::multiset<std::string> out;
  for (const Mention& each : outline.mentions) {
    const bool is_import =
        each.relation == Relation::kImports || each.relation == Relation::kIncludes;
    if (is_import) out.insert(mention_key(outline, each));
  }
  for (const Definition& each : outline.definitions) {
    out.insert(each.qualified + '\0' + static_cast<char>(each.kind));
  }
  return out;
}

// What `work` makes of each outline, on all processors, in the order of the rows.
template <class Made>
Status for_each_outline(IndexDatabase& database,
                        const std::function<void(const Encoded& outline, Made& made)>& work,
                        const std::function<Status(Made& made)>& take) {
  WorkAhead<Encoded, Made> ahead(kOutlinesAhead, [&](Encoded& outline, Made& made) {
    made = Made();
    work(outline, made);
  });
  const auto add = [&](int64_t file, BytesView bytes) {
    const Status taken = ahead.full() ? take(ahead.take()) : success();
    if (taken) ahead.add({file, Bytes(bytes)});
    return taken;
  };
  CLEW_TRY(database.visit_encoded(add));
  while (!ahead.empty()) CLEW_TRY(take(ahead.take()));
  return success();
}

struct DecodedOutline {
  int64_t file = 0;
  Status status = success();
  FileOutline outline;
};

struct CountedOutline {
  Status status = success();
  IndexCounts counts;
};

Result<IndexCounts> count_all(IndexDatabase& database) {
  std::unordered_map<int64_t, std::string> paths;
  CLEW_ASSIGN(const auto rows, database.files());
  for (const auto& row : rows) paths.emplace(row.file, row.path);
  const std::string no_path;
  const auto path_of = [&](int64_t file) -> const std::string& {
    const auto found = paths.find(file);
    return found == paths.end() ? no_path : found->second;
  };
  AllCandidates candidates;
  IndexCounts all;
  const auto decode = [](const Encoded& encoded, DecodedOutline& made) {
    made.file = encoded.file;
    auto outline = decode_outline(encoded.bytes, OutlineParts::kDefinitions);
    if (outline) {
      made.outline = std::move(*outline);
    } else {
      made.status = outline.error();
    }
  };
  const auto take_definitions = [&](DecodedOutline& made) {
    all.symbols += made.outline.definitions.size();
    candidates.add(made.file, path_of(made.file), made.outline);
    return made.status;
  };
  CLEW_TRY(for_each_outline<DecodedOutline>(database, decode, take_definitions));
  candidates.sort();
  const auto count = [&](const Encoded& encoded, CountedOutline& made) {
    const auto outline = decode_outline(encoded.bytes, OutlineParts::kAll);
    if (!outline) {
      made.status = outline.error();
      return;
    }
    const MentioningFile in(encoded.file, path_of(encoded.file), *outline);
    Resolver resolver(candidates);
    for (const Mention& each : outline->mentions) count_edge(made.counts, in, each, resolver);
  };
  const auto add_counts = [&](CountedOutline& made) {
    all.resolved += made.counts.resolved;
    all.by_name += made.counts.by_name;
    all.unresolved += made.counts.unresolved;
    return made.status;
  };
  CLEW_TRY(for_each_outline<CountedOutline>(database, count, add_counts));
  return all;
}

}  // namespace

Result<IndexCounts> load_or_count(IndexDatabase& database) {
  CLEW_ASSIGN(const std::string kept, database.meta(kCountsKey));
  if (const auto counts = read_counts(kept)) return *counts;
  CLEW_ASSIGN(const IndexCounts counts, count_all(database));
  CLEW_TRY(database.set_meta(kCountsKey, counts_text(counts)));
  return counts;
}

Status drop_counts(IndexDatabase& database) { return database.set_meta(kCountsKey, ""); }

Status CountedChange::note_definitions(const FileOutline& outline, const std::string& path,
                                       int sign) {
  for (size_t i = 0; i < outline.definitions.size(); ++i) {
    const Definition& each = outline.definitions[i];
    const Candidate candidate = candidate_of(0, path, outline, i);
    std::string key = each.qualified + '\0' + each.name + '\0' + path + '\0';
    key += static_cast<char>(each.kind);
    key += static_cast<char>(outline.language);
    key += static_cast<char>('0' + 2 * candidate.member + candidate.of_type);
    definitions_[key] += sign;
    name_of_.emplace(std::move(key), each.name);
  }
  return success();
}

Status CountedChange::remove(int64_t file) {
  CLEW_ASSIGN(const std::string path, database_.path_of(file));
  CLEW_ASSIGN(const FileOutline outline, database_.outline(file, OutlineParts::kDefinitions));
  files_.insert(file);
  return note_definitions(outline, path, -1);
}

Status CountedChange::replace(int64_t file, const FileRecord& record) {
  if (file != 0) CLEW_TRY(remove(file));
  if (record.outline.empty()) return success();
  CLEW_ASSIGN(const FileOutline outline, decode_outline(record.outline, OutlineParts::kAll));
  CLEW_TRY(note_definitions(outline, record.path, 1));
  if (file == 0) return success();
  CLEW_ASSIGN(const FileOutline old, database_.outline(file, OutlineParts::kAll));
  const bool is_comparable =
      old.language == outline.language && surroundings_of(old) == surroundings_of(outline);
  if (!is_comparable) return success();
  MentionCounts& kept = kept_[file];
  const MentionCounts now = mentions_of(outline);
  for (const auto& [key, count] : mentions_of(old)) {
    const auto found = now.find(key);
    if (found != now.end()) kept[key] = std::min(count, found->second);
  }
  return success();
}

Status CountedChange::count_before() {
  for (const auto& [key, more] : definitions_) {
    if (more != 0) names_.insert(name_of_[key]);
  }
  CLEW_ASSIGN(const std::string kept, database_.meta(kCountsKey));
  const auto counts = read_counts(kept);
  if (!counts) return success();
  size_t touched = files_.size();
  for (const auto& name : names_) {
    CLEW_ASSIGN(const auto numbers, database_.files_with(name_key(name, NameUse::kMentioned)));
    touched += numbers.size();
  }
  if (touched > kMaxTouchedFiles) return drop_counts(database_);
  CLEW_ASSIGN(const IndexCounts now, count_touched());
  before_ = {counts->resolved - now.resolved, counts->by_name - now.by_name,
             counts->unresolved - now.unresolved, counts->symbols - now.symbols};
  is_counting_ = true;
  return success();
}

Status CountedChange::count_after() {
  if (!is_counting_) return success();
  CLEW_ASSIGN(const IndexCounts now, count_touched());
  return database_.set_meta(
      kCountsKey,
      counts_text({before_.resolved + now.resolved, before_.by_name + now.by_name,
                   before_.unresolved + now.unresolved, before_.symbols + now.symbols}));
}

Result<IndexCounts> CountedChange::count_touched() {
  std::set<int64_t> others;
  for (const auto& name : names_) {
    CLEW_ASSIGN(const auto numbers, database_.files_with(name_key(name, NameUse::kMentioned)));
    others.insert(numbers.begin(), numbers.end());
  }
  others.insert(files_.begin(), files_.end());
  std::unordered_map<int64_t, std::string> paths;
  const auto path_of = [&](int64_t file) -> const std::string& {
    const auto [location, is_new] = paths.try_emplace(file);
    if (is_new) location->second = database_.path_of(file).value_or("");
    return location->second;
  };
  LookedUpCandidates candidates(database_, path_of);
  Resolver resolver(candidates);
  IndexCounts counts;
  for (const int64_t file : others) {
    const bool is_changed = files_.contains(file);
    CLEW_ASSIGN(const FileOutline outline, database_.outline(file, OutlineParts::kAll));
    const MentioningFile in(file, path_of(file), outline);
    if (is_changed) counts.symbols += outline.definitions.size();
    const auto kept = kept_.find(file);
    MentionCounts left = kept == kept_.end() ? MentionCounts() : kept->second;
    for (const Mention& each : outline.mentions) {
      const bool depends = std::any_of(names_.begin(), names_.end(), [&](const std::string& name) {
        return depends_on(in, each, name);
      });
      if (!depends && !is_changed) continue;
      if (!depends && !left.empty()) {
        const auto same = left.find(mention_key(outline, each));
        if (same != left.end() && same->second-- > 0) continue;
      }
      count_edge(counts, in, each, resolver);
    }
  }
  CLEW_TRY(candidates.status());
  return counts;
}

}  // namespace clew
