#include "drift/tied_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/quote_name.h"
#include "base/text.h"
#include "brief/standing.h"
#include "drift/checkout_index.h"
#include "drift/make_ties.h"
#include "drift/tied_lines.h"
#include "files/tree_reader.h"
#include "index/lost_symbol.h"
#include "index/named_symbol.h"
#include "session/progress.h"

namespace clew {
namespace {

constexpr size_t kMaxStatement = 200;
constexpr size_t kMaxAlike = 5;
constexpr uint64_t kMiB = uint64_t{1} << 20;

// What may be read and parsed for all ties of a session together: whoever wrote the log named the
// files, and whoever wrote the project their content. In bytes, so that the same project gives the
// same answer on every machine; a file on which the parser gave up took seconds.
struct TieBudget {
  uint64_t read = 0;
  uint64_t parsed = 0;
  size_t given_up = 0;  // files
};
constexpr TieBudget kInHook = {64 * kMiB, kMiB / 2, 1};
constexpr TieBudget kWhenAsked = {2048 * kMiB, 64 * kMiB, 8};
constexpr const char* kTooLarge = "not looked at: too large";

struct Tied {
  Dependent statement;
  const Tie* tie;
};

template <class T>
void add_ties(std::vector<Tied>& out, const char* kind, const T& fact, const std::string& text) {
  for (const Tie& tie : fact.ties) {
    const uint32_t id = fact.origin.id.number;
    out.push_back({
        Dependent{kind, id, fmt::format("{} {}", kind, id), cut(text, kMaxStatement)},
        &tie
    });
  }
}

std::vector<Tied> ties_of(const Session& session) {
  std::vector<Tied> out;
  for (const auto& each : session.decisions.items) add_ties(out, "decision", each, each.choice);
  for (const auto& each : session.failed_approaches.items) {
    add_ties(out, "failed approach", each, each.what);
  }
  for (const auto& each : session.questions.items) {
    if (each.open()) add_ties(out, "question", each, each.text);
  }
  for (const auto& each : session.notes.items) add_ties(out, "note", each, each.text);
  for (const auto& step : session.steps) {
    if (step.ties.empty() || step.removed || is_complete(step)) continue;
    for (const Tie& tie : step.ties) {
      out.push_back({
          Dependent{"step", step.id.number, "step " + number_of(session, step.id),
                    cut(step.title, kMaxStatement)},
          &tie
      });
    }
  }
  return out;
}

// A file that ties lead to, looked at as far as it is needed.
struct TiedFile {
  std::optional<FileStamp> stamp;  // nothing: there is none
  std::optional<Hash> hash;        // once it was read
  Bytes content;                   // until the next file is looked at
  bool too_large = false;          // for what is left of the budget
  std::optional<FileOutline> outline;
  std::optional<std::string> renamed_to;  // once it was looked for; empty: nowhere
};

// What became of one tie; an empty kind: it is as it was.
struct Verdict {
  std::string kind;
  std::string was;
  std::string now;
  std::string words;  // "renamed to Climate"
  bool by_session = false;
  std::string by = {};  // " (by the code index of 14:20)"
};

// What the definition's own file says: its name still stands there, overloads included. Nothing: it
// does not.
std::optional<Verdict> judge_in_place(const TiedSymbol& tied, const FileOutline& outline) {
  const Definition* other = nullptr;
  for (const Definition& each : outline.definitions) {
    if (each.qualified != tied.name) continue;
    const bool is_same = each.fingerprint == tied.fingerprint ||
                         each.signature.substr(0, kMaxSignature) == tied.signature;
    // Another extractor writes signatures in another way: the name is all there is to compare.
    if (is_same || tied.extractor != kExtractorVersion) return Verdict();
    if (other == nullptr) other = &each;
  }
  if (other == nullptr) return std::nullopt;
  return Verdict{"signature_changed", tied.signature, other->signature, "signature changed", false};
}

class TieJudge {
 public:
  TieJudge(Workspace& workspace, const std::string& root, const Session& session,
           RenameSearch search, Checkouts& checkouts, TreeReader tree, Time now)
      : workspace_(workspace),
        root_(root),
        session_(session),
        search_(search),
        budget_(search == RenameSearch::kInIndex ? kInHook : kWhenAsked),
        checkouts_(checkouts),
        tree_(std::move(tree)),
        lost_([this] { return index(); },
              [this](const std::string& path) { return tree_.stamp(path).has_value(); }),
        now_(now) {}

  Verdict judge(const Tie& tie) {
    TiedFile& file = look_at(tie.path);
    if (!file.stamp) return tie.symbol ? judge_symbol(tie, file) : judge_missing(tie, file);
    const bool is_untouched = tie.modified_ns != 0 && tie.modified_ns == file.stamp->modified_ns &&
                              tie.changed_ns == file.stamp->changed_ns &&
                              tie.size == static_cast<int64_t>(file.stamp->size);
    if (is_untouched) return {};
    if (!read(tie.path, file)) return file.too_large ? not_looked_at() : Verdict();
    if (*file.hash == tie.content) return {};
    if (tie.symbol) return judge_symbol(tie, file);
    if (tie.lines && has_lines(file.content, *tie.lines)) return {};
    Verdict verdict{"file_changed", tie.content.brief(), file.hash->brief(), "changed", false};
    verdict.by_session = is_own_change(tie, *file.hash);
    return verdict;
  }

  // Its content is not needed any more; whoever comes back to it reads it again.
  void leave(const std::string& path) {
    const auto found = files_.find(path);
    if (found == files_.end()) return;
    found->second.content = Bytes();
    found->second.outline.reset();
  }

 private:
  static Verdict not_looked_at() {
    Verdict verdict;
    verdict.words = kTooLarge;
    return verdict;
  }

  TiedFile& look_at(const std::string& path) {
    const auto [location, is_new] = files_.try_emplace(path);
    if (is_new) location->second.stamp = tree_.stamp(path);
    return location->second;
  }

  bool read(const std::string& path, TiedFile& file) {
    if (file.hash) return true;
    if (file.too_large) return false;
    auto found = tree_.read(path, std::min(kMaxTiedFile, budget_.read));
    if (!found || found->too_large) {
      file.too_large = found.has_value();
      return false;
    }
    budget_.read -= found->content.size();
    file.content = std::move(found->content);
    file.hash = sha256(file.content);
    return true;
  }

  // The session recorded it after the tie, so whoever works in it knows.
  bool is_own_change(const Tie& tie, const Hash& now) const {
    return std::any_of(session_.files.items.begin(), session_.files.items.end(),
                       [&](const FileChange& change) {
                         const bool is_gone = change.action == FileAction::kDeleted;
                         return change.path == tie.path && change.origin.at >= tie.at &&
                                (is_gone ? now.empty() : change.hash_after == now);
                       });
  }

  // Where the file of a tie went; empty when nobody knows.
  const std::string& new_path(const Tie& tie, TiedFile& file) {
    if (!file.renamed_to) {
      file.renamed_to.emplace();
      const auto folder = workspace_.files().open_folder(root_);
      if (search_ == RenameSearch::kInGitToo && folder) {
        const auto found = compare_file(**folder, RecordedFile{tie.path, tie.content},
                                        checkouts_.allowance(), &checkouts_.candidates());
        if (found && found->drift == FileDrift::kRenamed) file.renamed_to = found->renamed_to;
      }
    }
    return *file.renamed_to;
  }

  Verdict judge_missing(const Tie& tie, TiedFile& file) {
    const std::string& renamed_to = new_path(tie, file);
    if (!renamed_to.empty()) {
      return {"file_renamed", tie.path, renamed_to, "renamed to " + quote_name(renamed_to), false};
    }
    return {"file_gone", tie.content.brief(), "", "gone", is_own_change(tie, Hash())};
  }

  const FileOutline* outline_of(const std::string& path, TiedFile& file) {
    if (file.outline) return &*file.outline;
    if (!file.hash || file.content.size() > kSourceLimit) return nullptr;
    const Extractor& extractor = own_extractor();
    const auto language = extractor.language_of(path, file.content);
    if (!language) return nullptr;
    if (file.content.size() > budget_.parsed || budget_.given_up == 0) {
      file.too_large = true;
      return nullptr;
    }
    budget_.parsed -= file.content.size();
    file.outline = extractor.outline(*language, file.content);
    if (file.outline->outcome == FileOutline::Outcome::kGivenUp) --budget_.given_up;
    return &*file.outline;
  }

  Verdict judge_symbol(const Tie& tie, TiedFile& file) {
    const TiedSymbol& tied = *tie.symbol;
    const FileOutline* outline = file.stamp ? outline_of(tie.path, file) : nullptr;
    // What cannot be parsed any more says nothing of what is in it.
    const bool is_unknown =
        file.stamp && (outline == nullptr || outline->outcome == FileOutline::Outcome::kGivenUp);
    if (is_unknown) return file.too_large ? not_looked_at() : Verdict();
    if (!file.stamp && !new_path(tie, file).empty()) {
      const std::string now = *file.renamed_to + ":" + tied.name;
      return {"symbol_moved", tie.path + ":" + tied.name, now,
              "moved to " + quote_name(*file.renamed_to), false};
    }
    if (outline != nullptr) {
      if (auto verdict = judge_in_place(tied, *outline)) return *std::move(verdict);
    }
    return judge_lost(tie, outline);
  }

  CodeIndex* index() {
    if (!index_) {
      auto opened = open_index_as_it_is(workspace_, root_);
      index_ = opened ? std::move(*opened) : std::unique_ptr<CodeIndex>();
    }
    return index_->get();
  }

  Verdict judge_lost(const Tie& tie, const FileOutline* outline) {
    const TiedSymbol& tied = *tie.symbol;
    const std::string was = tie.path + ":" + tied.name;
    // With so many twins nobody knows which of them are new; and another extractor has other
    // fingerprints.
    const bool is_comparable = tied.twins.size() < kMaxTwins && tied.extractor == kExtractorVersion;
    SymbolFate fate;
    if (is_comparable) {
      auto found =
          lost_.find({tie.path, tied.name, tied.fingerprint, tied.tokens, tied.twins}, outline);
      if (found) fate = std::move(*found);
    }
    const std::string by = fate.by_index ? fmt::format(" (by the code index of {})",
                                                       when((*index_)->written_at(), now_))
                                         : "";
    std::vector<std::string> now;
    for (const Symbol& each : fate.now) now.push_back(address_of(each));
    switch (fate.what) {
      case SymbolFate::What::kMoved:
        return {"symbol_moved", was, now.front(), "moved to " + quote_name(fate.now.front().path),
                false,          by};
      case SymbolFate::What::kRenamed: {
        const std::string& name = fate.now.front().definition.qualified;
        const bool is_here = fate.now.front().path == tie.path;
        return {"symbol_renamed",
                was,
                now.front(),
                "renamed to " + quote_name(is_here ? name : now.front()),
                false,
                by};
      }
      case SymbolFate::What::kGone:
        break;
    }
    const bool is_renamed_twice =
        !fate.now.empty() && fate.now.front().definition.qualified != tied.name;
    if (now.size() > kMaxAlike) now.resize(kMaxAlike);
    for (std::string& each : now) each = quote_name(each);
    const std::string alike =
        now.empty() ? ""
                    : fmt::format("; {}: {}", is_renamed_twice ? "same body" : "same name",
                                  fmt::join(now, ", "));
    return {"symbol_gone", was, "", "gone" + alike, false, by};
  }

  Workspace& workspace_;
  const std::string& root_;
  const Session& session_;
  RenameSearch search_;
  TieBudget budget_;
  Checkouts& checkouts_;
  TreeReader tree_;
  LostSymbols lost_;
  std::optional<std::unique_ptr<CodeIndex>> index_;  // once it was needed
  Time now_;
  std::map<std::string, TiedFile> files_;
};

// "decision 8", "decision 8 and note 12"
std::string listed(const std::vector<Dependent>& statements) {
  std::string out;
  for (size_t i = 0; i < statements.size(); ++i) {
    if (i > 0) out += i + 1 == statements.size() ? " and " : ", ";
    out += statements[i].name;
  }
  return out;
}

// One difference, and everything that rests on it.
struct Group {
  Drift drift;
  std::string name;   // what the statements say they rest on
  std::string words;  // what happened to it
  Time since;         // it was so at least until then
  std::string by;
};

std::string subject_of(const Tie& tie) {
  return tie.symbol ? tie.path + ":" + tie.symbol->name : tie.path;
}

std::string name_of_tie(const Tie& tie) {
  if (tie.symbol) return quote_name(tie.symbol->name);
  return tie.lines
             ? fmt::format("{}:{}-{}", quote_name(tie.path), tie.lines->first, tie.lines->last)
             : quote_name(tie.path);
}

void add_to(std::vector<Group>& groups, const Tied& tied, const Verdict& verdict) {
  const std::string subject = subject_of(*tied.tie);
  auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& each) {
    return each.drift.kind == verdict.kind && each.drift.subject == subject &&
           each.drift.now == verdict.now;
  });
  if (group == groups.end()) {
    Group fresh;
    fresh.drift = Drift{verdict.kind, subject, verdict.was, verdict.now, "", {}};
    fresh.name = name_of_tie(*tied.tie);
    fresh.words = verdict.words;
    fresh.by = verdict.by;
    group = groups.insert(groups.end(), std::move(fresh));
  }
  // Of one file some rest on lines, others on all of it.
  if (group->name != name_of_tie(*tied.tie)) group->name = quote_name(tied.tie->path);
  group->since = std::max(group->since, tied.tie->at);
  auto& rests = group->drift.rests_on_it;
  if (std::find(rests.begin(), rests.end(), tied.statement) == rests.end()) {
    rests.push_back(tied.statement);
  }
}

// A file that the session itself recorded, and which is not as it left it, is one difference.
bool join_recorded(World& world, const Group& group) {
  for (Drift& known : world.drift) {
    const bool is_same = known.subject == group.drift.subject && known.kind == group.drift.kind &&
                         known.kind.starts_with("file_");
    if (!is_same) continue;
    known.rests_on_it = group.drift.rests_on_it;
    known.text += fmt::format("; {} {} on it", listed(known.rests_on_it),
                              known.rests_on_it.size() == 1 ? "rests" : "rest");
    return true;
  }
  return false;
}

// One file after the other, so that only one is in memory; in the order of the ties.
std::vector<Verdict> judge_by_file(TieJudge& judge, const std::vector<Tied>& ties) {
  std::vector<size_t> order(ties.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return ties[a].tie->path < ties[b].tie->path; });
  std::vector<Verdict> verdicts(ties.size());
  const std::string* at = nullptr;
  for (const size_t i : order) {
    const std::string& path = ties[i].tie->path;
    if (at != nullptr && *at != path) judge.leave(*at);
    at = &path;
    verdicts[i] = judge.judge(*ties[i].tie);
  }
  return verdicts;
}

}  // namespace

void look_at_ties(Workspace& workspace, const std::string& root, const Session& session,
                  RenameSearch search, Checkouts& checkouts, World& world) {
  const auto ties = ties_of(session);
  if (ties.empty()) return;
  auto tree = TreeReader::open(root);
  if (!tree) return;
  TieJudge judge(workspace, root, session, search, checkouts, std::move(*tree), world.now);
  const std::vector<Verdict> verdicts = judge_by_file(judge, ties);
  std::vector<Group> groups;
  for (size_t i = 0; i < ties.size(); ++i) {
    const Tied& tied = ties[i];
    const Verdict& verdict = verdicts[i];
    if (verdict.kind.empty() && !verdict.words.empty()) {
      world.rests.push_back(
          {tied.statement.kind, tied.statement.id,
           fmt::format("rests on {}, {}", name_of_tie(*tied.tie), verdict.words)});
    }
    if (verdict.kind.empty()) continue;
    world.rests.push_back({tied.statement.kind, tied.statement.id,
                           fmt::format("rests on {}, {} since {}{}", name_of_tie(*tied.tie),
                                       verdict.words, when(tied.tie->at, world.now), verdict.by)});
    if (!verdict.by_session) add_to(groups, tied, verdict);
  }
  for (Group& group : groups) {
    if (join_recorded(world, group)) continue;
    group.drift.text = fmt::format("{} {} on {}, {} since {}{}", listed(group.drift.rests_on_it),
                                   group.drift.rests_on_it.size() == 1 ? "rests" : "rest",
                                   group.name, group.words, when(group.since, world.now), group.by);
    world.drift.push_back(std::move(group.drift));
  }
}

}  // namespace clew
