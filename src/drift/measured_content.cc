#include "drift/measured_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/quote_name.h"
#include "brief/standing.h"
#include "drift/make_ties.h"
#include "engine/project/project_root.h"
#include "files/canonical_path.h"
#include "files/tree_reader.h"
#include "session/progress.h"

namespace clew {
namespace {

constexpr size_t kMaxUntracked = 256;

// Bounded by the number of steps, since a damaged log could hold a cycle.
bool is_part_of(const Session& session, StepId part, StepId step) {
  for (StepId at = part;; at = session.steps[at.number].parent) {
    if (at == step) return true;
    if (at == kRoot || at.number >= session.steps.size()) return false;
  }
}

// The paths of a step, each once: changed in it, or tied to it.
std::set<std::string> files_of(const Session& session, StepId step) {
  std::set<std::string> paths;
  for (const FileChange& change : session.files.items) {
    if (is_part_of(session, change.origin.step, step)) paths.insert(change.path);
  }
  if (const Step* meant = session.find(step)) {
    for (const Tie& tie : meant->ties) paths.insert(tie.path);
  }
  return paths;
}

// Without content when the file cannot be read or is too large.
Tie content_now(const TreeReader& tree, const std::string& path, Time now,
                uint64_t limit = kMaxTiedFile) {
  Tie tie;
  tie.path = path;
  tie.at = now;
  const auto file = tree.read(path, std::min(limit, kMaxTiedFile));
  if (!file || file->too_large) return tie;
  tie.content = sha256(file->content);
  tie.size = static_cast<int64_t>(file->content.size());
  tie.modified_ns = file->stamp.modified_ns;
  tie.changed_ns = file->stamp.changed_ns;
  return tie;
}

// Where the project lies in its repository; empty: it is the repository.
std::string folder_in(Workspace& workspace, const GitRepository& checkout,
                      const std::string& root) {
  const std::string real = canonical_path(workspace.files(), root);
  return real.size() > checkout.root.size() ? real.substr(checkout.root.size() + 1) : std::string();
}

// "src/a.c changed", "src/a.c is gone"
struct Difference {
  std::string kind;
  std::string subject;
  std::string words;
};

// Of all files together that steps were measured on; whoever wrote the log named them.
constexpr uint64_t kReadInHook = uint64_t{64} << 20;
constexpr uint64_t kReadWhenAsked = uint64_t{2} << 30;

// What is judged against what was measured, looked at once for all steps.
// Each file is hashed at most once, and git is asked once, however many steps were measured on
// them.
class GroundNow {
 public:
  GroundNow(Workspace& workspace, const std::string& root, TreeLook look)
      : workspace_(workspace),
        root_(root),
        look_(look),
        left_to_read_(look == TreeLook::kLeftOut ? kReadInHook : kReadWhenAsked) {
    auto tree = TreeReader::open(root);
    if (tree) tree_.emplace(std::move(*tree));
  }

  // Named files first: they say which one it was. The tree as a whole only tells that something
  // changed.
  std::optional<Difference> against(const MeasuredOn& on) {
    for (const Tie& file : on.files) {
      if (auto found = file_against(file)) return found;
    }
    if (on.tree.empty() || look_ == TreeLook::kLeftOut) return std::nullopt;
    const TreeContent* tracked = tracked_now();
    if (tracked == nullptr) return std::nullopt;
    // What was untracked then may have been committed since.
    std::vector<std::string> beside;
    for (const std::string& path : on.untracked) {
      if (!tracked->contains(path)) beside.push_back(path);
    }
    const TreeContent untracked = read_contents(workspace_.files(), *checkout_, beside);
    if (tree_digest(*tracked, untracked) == on.tree) return std::nullopt;
    return Difference{"tree_changed", "", "files of the project changed"};
  }

 private:
  std::optional<Difference> file_against(const Tie& file) {
    if (!tree_) return std::nullopt;
    const auto stamp = tree_->stamp(file.path);
    if (!stamp) {
      if (file.content.empty()) return std::nullopt;
      return Difference{"file_gone", file.path, quote_name(file.path) + " is gone"};
    }
    const bool is_untouched =
        !file.content.empty() && file.modified_ns != 0 && file.modified_ns == stamp->modified_ns &&
        file.changed_ns == stamp->changed_ns && file.size == static_cast<int64_t>(stamp->size);
    if (is_untouched) return std::nullopt;
    auto& known = hashes_[file.path];
    if (!known) {
      if (stamp->size > left_to_read_) {
        return Difference{"file_changed", file.path,
                          quote_name(file.path) + " may have changed, too large to look at,"};
      }
      left_to_read_ -= stamp->size;
      known = content_now(*tree_, file.path, Time(), stamp->size).content;
    }
    if (*known == file.content) return std::nullopt;
    return Difference{"file_changed", file.path, quote_name(file.path) + " changed"};
  }

  const TreeContent* tracked_now() {
    if (!looked_) {
      looked_ = true;
      checkout_ = checkout_of(workspace_, root_);
      if (checkout_) {
        auto read =
            read_tracked(workspace_.files(), *checkout_, folder_in(workspace_, *checkout_, root_));
        if (read) tracked_ = std::move(*read);
      }
    }
    return tracked_ ? &*tracked_ : nullptr;
  }

  Workspace& workspace_;
  const std::string& root_;
  TreeLook look_;
  uint64_t left_to_read_;  // bytes
  std::optional<TreeReader> tree_;
  std::map<std::string, std::optional<Hash>> hashes_;
  bool looked_ = false;
  std::optional<GitRepository> checkout_;
  std::optional<TreeContent> tracked_;
};

// What the attempt was measured on last.
const Evidence& latest_evidence(const Attempt& attempt) {
  return attempt.recheck ? attempt.recheck->evidence : attempt.evidence;
}

}  // namespace

// Files that the step changed or is tied to, if there are few; otherwise all that git tracks, and
// untracked files beside them. Looked at before the command runs, because it may write into the
// project itself.
ContentBefore ContentBefore::look(Workspace& workspace, const Session& session, StepId step,
                                  const std::string& folder) {
  ContentBefore before;
  before.on_.at = workspace.now();
  before.root_ = project_root_of(workspace, session);
  const auto tree = TreeReader::open(before.root_);
  if (before.root_.empty() || !tree) {
    before.root_.clear();
    return before;
  }
  const std::string root = canonical_path(workspace.files(), before.root_);
  const std::string at = canonical_path(workspace.files(), folder);
  // From elsewhere nobody can say again where it ran.
  if (at != root && is_at_or_below(at, root)) before.on_.folder = at.substr(root.size() + 1);
  const auto paths = files_of(session, step);
  if (!paths.empty() && paths.size() <= kMaxTies) {
    for (const std::string& path : paths) {
      before.on_.files.push_back(content_now(*tree, path, before.on_.at));
    }
    return before;
  }
  before.checkout_ = checkout_of(workspace, before.root_);
  if (!before.checkout_) return before;
  before.below_ = folder_in(workspace, *before.checkout_, before.root_);
  auto tracked = read_tracked(workspace.files(), *before.checkout_, before.below_);
  if (!tracked) {
    before.checkout_.reset();
    return before;
  }
  before.tracked_ = std::move(*tracked);
  auto untracked =
      read_untracked(workspace.files(), *before.checkout_, before.below_, kMaxUntracked);
  if (untracked) before.untracked_ = std::move(*untracked);
  return before;
}

// After the command: untracked files that it made or changed are left out, as they are its
// products. `changed` names a file that changed while it ran.
std::optional<MeasuredOn> ContentBefore::settle(Workspace& workspace, std::string& changed) const {
  if (root_.empty()) return std::nullopt;
  MeasuredOn on = on_;
  if (checkout_) {
    std::vector<std::string> paths;
    for (const auto& [path, object] : untracked_) paths.push_back(path);
    const TreeContent after = read_contents(workspace.files(), *checkout_, paths);
    TreeContent beside;
    for (const auto& [path, object] : untracked_) {
      const auto now = after.find(path);
      if (now == after.end() || now->second != object) continue;
      beside.emplace(path, object);
      on.untracked.push_back(path);
    }
    on.tree = tree_digest(tracked_, beside);
  }
  const auto difference = GroundNow(workspace, root_, TreeLook::kTaken).against(on);
  if (difference) changed = difference->subject.empty() ? "a tracked file" : difference->subject;
  return on;
}

// One entry per completed step whose last check failed, or whose content is another by now. A step
// measured without noting its content is passed over.
std::vector<StaleEvidence> find_stale_evidence(Workspace& workspace, const std::string& root,
                                               const Session& session, TreeLook look, Time now) {
  std::vector<StaleEvidence> out;
  std::optional<GroundNow> ground;
  for (const Step& step : session.steps) {
    const Attempt* passed =
        step.removed || step.status != StepStatus::kDone ? nullptr : step.passed_attempt();
    if (passed == nullptr || !passed->evidence.measurement) continue;
    const auto& measured = latest_evidence(*passed).measurement;
    StaleEvidence stale;
    stale.step = step.id;
    stale.number = step.id == kRoot ? "" : number_of(session, step.id);
    stale.title = step.title;
    stale.command = passed->evidence.measurement->command;
    stale.measured_at = measured && measured->on ? measured->on->at : passed->started_at;
    if (passed->recheck && !passed->recheck->findings.empty()) {
      stale.kind = "no_longer_true";
      stale.words = fmt::format("no longer true when rechecked {}: {}",
                                when(passed->recheck->at, now), to_text(passed->recheck->findings));
      out.push_back(std::move(stale));
      continue;
    }
    if (!measured || !measured->on) continue;
    if (!ground) ground.emplace(workspace, root, look);
    const auto difference = ground->against(*measured->on);
    if (!difference) continue;
    stale.kind = difference->kind;
    stale.subject = difference->subject;
    stale.words = fmt::format("{} since {}", difference->words, when(measured->on->at, now));
    out.push_back(std::move(stale));
  }
  return out;
}

Value stale_value(const std::vector<StaleEvidence>& stale) {
  Value list = Value::list();
  for (const StaleEvidence& each : stale) {
    Value fields = Value::object();
    fields.set("number", each.number);
    fields.set("title", each.title);
    fields.set("kind", each.kind);
    fields.set("subject", each.subject);
    fields.set("command", to_value(each.command));
    fields.set("measured_at", to_iso(each.measured_at));
    fields.set("text", each.words);
    list.push(std::move(fields));
  }
  return list;
}

}  // namespace clew
