#include "drift/worktrees.h"

#include <algorithm>

#include "engine/project/change_locations.h"
#include "files/relative_path.h"
#include "store/at_once.h"
#include "store/codec/event_codec.h"

namespace clew {

Checkouts::Checkouts(Workspace& workspace, const Session& session, const std::string& root,
                     ReadAllowance allowance)
    : store_(workspace.store()),
      files_(workspace.files()),
      session_(session),
      root_(root),
      answers_(files_, workspace.surroundings().cache_folder),
      allowance_(allowance) {
  if (root == workspace.project().root) here_ = workspace.project().checkout;
}

// All of these ask git at most once per look and keep the answer; the outer optional says whether
// it was asked.
const GitRepository* Checkouts::here() {
  if (!here_) {
    auto found = find_repository(files_, root_);
    here_ = found ? std::move(*found) : std::nullopt;
  }
  return *here_ ? &**here_ : nullptr;
}

const GitState* Checkouts::state() {
  if (!state_) {
    state_.emplace();
    if (here() == nullptr) return nullptr;
    if (auto read = read_git_state(files_, *here())) *state_ = std::move(*read);
  }
  return *state_ ? &**state_ : nullptr;
}

std::optional<Ancestry> Checkouts::ancestry_of(const std::string& commit) {
  if (state() == nullptr) return std::nullopt;
  const auto found = compare_to_head(files_, answers_, *here(), state()->commit, commit);
  return found ? std::optional(*found) : std::nullopt;
}

const UncommittedFiles* Checkouts::uncommitted() {
  if (!uncommitted_) {
    uncommitted_.emplace();
    if (here() == nullptr) return nullptr;
    if (auto found = list_uncommitted(files_, *here())) *uncommitted_ = std::move(*found);
  }
  return *uncommitted_ ? &**uncommitted_ : nullptr;
}

// Where a file may have been renamed to: uncommitted files, and those added since the recorded
// commit.
RenameCandidates& Checkouts::candidates() {
  if (!candidates_) {
    std::vector<std::string> paths;
    if (const UncommittedFiles* found = uncommitted()) {
      for (const auto& file : found->files) paths.push_back(file.path);
    }
    const std::string& commit = session_.identity.commit;
    if (here() != nullptr && !commit.empty()) {
      if (auto added = list_added_since(*here(), commit)) {
        paths.insert(paths.end(), added->begin(), added->end());
      }
    }
    candidates_.emplace(std::move(paths));
  }
  return *candidates_;
}

// Nothing: the difference is one of this checkout. kCurrent: the file is as it was left here.
// kUnchecked: the change was made elsewhere and there is nothing to say here.
std::optional<FileState> Checkouts::state_by_others(const FileChange& change,
                                                    const FileComparison& found, Edits edits) {
  const bool gone = change.action == FileAction::kDeleted;
  if (!is_elsewhere(change.path, gone ? Hash() : change.hash_after)) return std::nullopt;
  const Hash now = found.now ? found.now->hash : Hash();
  if (const auto left = left_here(change.path)) {
    return *left == now ? FileState::kCurrent : state_as_left(change.path, now);
  }
  const bool is_untouched = change.hash_before.empty() || now == change.hash_before;
  if (is_untouched && !is_uncommitted(change.path, edits)) return FileState::kUnchecked;
  return state_as_left(change.path, now);
}

bool Checkouts::is_made_elsewhere(Folder& folder, const FileChange& change) {
  const bool gone = change.action == FileAction::kDeleted;
  const auto found = compare_file(
      folder, RecordedFile{change.path, gone ? Hash() : change.hash_after}, allowance_);
  return found && found->drift != FileDrift::kTooLarge &&
         state_by_others(change, *found, Edits::kIfKnown).has_value();
}

bool Checkouts::is_uncommitted(const std::string& path, Edits edits) {
  if (!uncommitted_ && edits == Edits::kIfKnown) return false;
  const UncommittedFiles* all = uncommitted();
  const std::string whole = join_path(below(), path);
  return all != nullptr &&
         std::any_of(all->files.begin(), all->files.end(),
                     [&](const UncommittedFile& file) { return file.path == whole; });
}

// What the session left in this very checkout, by its last change here.
std::optional<Hash> Checkouts::left_here(const std::string& path) {
  const ChangeLocations locations(store_, session_);
  const std::vector<Passage>& all = passages(path);
  const auto last = std::find_if(all.rbegin(), all.rend(), [&](const Passage& each) {
    return locations.of(each.seq) == root_;
  });
  return last == all.rend() ? std::nullopt : std::optional(last->after);
}

// A change says what was there before it. Who has the content that one change left, and no later
// change began with, stands where it was left; otherwise the changes that began with it were made
// elsewhere, if what they came to is there.
std::optional<FileState> Checkouts::state_as_left(const std::string& path, const Hash& here) {
  const std::vector<Passage>& all = passages(path);
  const auto left = std::find_if(all.rbegin(), all.rend(),
                                 [&](const Passage& each) { return each.after == here; });
  if (left == all.rend()) return std::nullopt;
  Hash reached = here;
  for (auto later = left.base(); later != all.end(); ++later) {
    if (later->before == reached) reached = later->after;
  }
  if (reached == here) return FileState::kCurrent;
  return is_elsewhere(path, reached) ? std::optional(FileState::kUnchecked) : std::nullopt;
}

// All changes of content in the log, by path, read once.
const std::vector<Checkouts::Passage>& Checkouts::passages(const std::string& path) {
  if (!passages_) {
    passages_.emplace();
    const Seq last = session_.head;
    for (Seq from{1}; from <= last;) {
      const auto events = store_.read_raw(session_.identity.id, from, kEventsAtOnce);
      if (!events || events->empty()) break;
      for (const RawEvent& event : *events) {
        if (event.kind != FileChanged::kind || event.header.seq > last) continue;
        const auto data = decode_data(event.kind, event.payload);
        const auto* change = data ? get_if<FileChanged>(&*data) : nullptr;
        const bool says_content = change != nullptr && (!change->hash_after.empty() ||
                                                        change->action == FileAction::kDeleted);
        if (!says_content) continue;
        (*passages_)[change->path].push_back(
            {change->hash_before, change->hash_after, event.header.seq});
      }
      from = Seq{events->back().header.seq.number + 1};
    }
  }
  return (*passages_)[path];
}

bool Checkouts::has_artifact(const Artifact& artifact) {
  return is_elsewhere(artifact.path, artifact.content);
}

bool Checkouts::has_file(const std::string& path) {
  const std::string whole = join_path(below(), path);
  return std::any_of(others().begin(), others().end(), [&](const GitRepository& other) {
    const auto folder = files_.open_folder(other.root);
    return folder && (*folder)->info(whole).ok();
  });
}

bool Checkouts::has_branch(const std::string& branch) {
  return std::any_of(others().begin(), others().end(), [&](const GitRepository& other) {
    const auto state = read_git_state(files_, other);
    return state && state->branch == branch;
  });
}

bool Checkouts::has_commit(const std::string& commit) {
  return std::any_of(others().begin(), others().end(), [&](const GitRepository& other) {
    const auto there = read_git_state(files_, other);
    if (!there) return false;
    const auto ancestry = compare_to_head(files_, answers_, other, there->commit, commit);
    return ancestry && *ancestry == Ancestry::kAncestor;
  });
}

bool Checkouts::is_elsewhere(const std::string& path, const Hash& content) {
  const RecordedFile recorded{join_path(below(), path), content};
  return std::any_of(others().begin(), others().end(), [&](const GitRepository& other) {
    const auto folder = files_.open_folder(other.root);
    if (!folder) return false;
    const auto there = compare_file(**folder, recorded, allowance_);
    return there && there->drift == FileDrift::kCurrent;
  });
}

const std::vector<GitRepository>& Checkouts::others() {
  if (!others_) {
    others_ = here() == nullptr ? std::vector<GitRepository>() : other_checkouts(files_, *here());
  }
  return *others_;
}

std::string Checkouts::below() {
  if (here() == nullptr) return {};
  const std::string root = files_.real_path(root_).value_or(root_);
  return root.size() > here()->root.size() ? root.substr(here()->root.size() + 1) : std::string();
}

}  // namespace clew
