// Files of the work that a view puts aside under another name, because they were archived. Which
// ones is recorded with the events that archived them, so that a command that was cut off before
// the renaming is made good by the next one.

#include <fmt/format.h>

#include <algorithm>

#include "files/real_folder.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "view/open_view.h"

namespace clew {
namespace {

constexpr Duration kMoveDeadline = seconds(2);

struct SplitName {
  std::string_view before;  // "a/stage-1-thesis"
  std::string_view after;   // ".md"
};

SplitName split_name(std::string_view path) {
  const size_t slash = path.rfind('/');
  const size_t name = slash == std::string_view::npos ? 0 : slash + 1;
  const size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || dot <= name) return {path, {}};
  return {path.substr(0, dot), path.substr(dot)};
}

// The folder a path lies in; empty: the view's own.
std::string above(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

// The number of `name` among the versions of `path`; 0 when it is none.
// "stage-1.v12.md" is version 12 of "stage-1.md". More than nine digits are no version, so that
// stoull cannot overflow.
uint64_t version_in(const std::string& name, std::string_view path) {
  const SplitName stem = split_name(path);
  const std::string start = std::string(stem.before) + ".v";
  if (!name.starts_with(start) || !name.ends_with(stem.after)) return 0;
  if (name.size() <= start.size() + stem.after.size()) return 0;
  const std::string digits =
      name.substr(start.size(), name.size() - start.size() - stem.after.size());
  const bool all_digits =
      digits.size() <= 9 && digits.find_first_not_of("0123456789") == std::string::npos;
  return all_digits ? std::stoull(digits) : 0;
}

std::string next_version(const std::string& name, const std::vector<std::string>& names) {
  uint64_t highest = 0;
  for (const auto& each : names) highest = std::max(highest, version_in(each, name));
  const SplitName stem = split_name(name);
  return fmt::format("{}.v{}{}", stem.before, highest + 1, stem.after);
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const ViewMove* find_move(const std::vector<ViewMove>& moves, const std::string& from,
                          const std::string& to, MoveWay way) {
  for (const auto& each : moves) {
    if (each.from == from && each.to == to && each.way == way) return &each;
  }
  return nullptr;
}

}  // namespace

// What stands under the old name now, and which name is free for it.
ViewMove OpenView::look_at_move(const FileMove& wanted) {
  ViewMove move{wanted.from, wanted.to, wanted.to, {}, MoveWay::kQuarantined};
  const std::string below = above(wanted.from);
  const auto folder =
      below.empty() ? open_real_folder(files_, folder_->path()) : folder_->open_folder(below);
  if (!folder) return move;
  const std::string name = last_part_of(wanted.from);
  const auto text = read_whole_file(**folder, name);
  const auto names = (*folder)->list();
  if (!text || !names) return move;
  move.content = sha256(*text);
  if (has(*names, last_part_of(wanted.to))) {
    move.placed = join_path(below, next_version(name, *names));
    notices_.push_back(fmt::format("{} already exists; {} is archived as {}", wanted.to,
                                   wanted.from, move.placed));
  }
  return move;
}

// The name that is free for a version that was written over. One that was seen there once is
// whoever's it is then.
ViewMove OpenView::look_at_copy(const FileCopy& wanted) {
  ViewMove copy{wanted.of, wanted.to, wanted.to, wanted.content, MoveWay::kBeside};
  const ViewMove* known = find_move(state_.moves, wanted.of, wanted.to, MoveWay::kBeside);
  if (known != nullptr) copy = *known;
  const std::string below = above(wanted.to);
  const auto folder =
      below.empty() ? open_real_folder(files_, folder_->path()) : folder_->open_folder(below);
  if (!folder || copy.content.empty()) return copy;
  const auto present = read_whole_file(**folder, last_part_of(copy.placed));
  if (present && sha256(*present) == copy.content) {
    copy.content = {};
  } else if (present && known == nullptr) {
    const auto names = (*folder)->list();
    if (!names) return copy;
    copy.placed = join_path(below, next_version(last_part_of(wanted.of), *names));
    notices_.push_back(fmt::format("{} already exists; the previous version of {} is kept as {}",
                                   wanted.to, wanted.of, copy.placed));
  }
  return copy;
}

// `wanted` has everything that is archived. What was so before the view stood is others' business;
// what is so no longer goes back.
void OpenView::plan_moves(const FileSet& wanted) {
  const bool is_new = state_.seq.number == 0;
  std::vector<ViewMove> moves;
  for (const auto& each : wanted.moves) {
    if (const ViewMove* known =
            find_move(state_.moves, each.from, each.to, MoveWay::kQuarantined)) {
      moves.push_back(*known);
    } else if (is_new) {
      moves.push_back({each.from, each.to, each.to, {}, MoveWay::kQuarantined});
    } else {
      moves.push_back(look_at_move(each));
    }
  }
  for (const auto& known : state_.moves) {
    if (known.way != MoveWay::kQuarantined || known.content.empty()) continue;
    const FileMove move{known.from, known.to};
    if (std::find(wanted.moves.begin(), wanted.moves.end(), move) != wanted.moves.end()) continue;
    moves.push_back({known.placed, known.from, known.from, known.content, MoveWay::kBack});
  }
  for (const auto& each : wanted.copies) {
    moves.push_back(is_new ? ViewMove{each.of, each.to, each.to, {}, MoveWay::kBeside}
                           : look_at_copy(each));
  }
  state_.moves = std::move(moves);
}

// Done before, or somebody has written there since: left as it is.
Status OpenView::carry_out(const ViewMove& move) {
  if (move.content.empty()) return success();
  if (move.way == MoveWay::kBeside) return put_beside(move);
  const std::string below = above(move.from);
  auto folder =
      below.empty() ? open_real_folder(files_, folder_->path()) : folder_->open_folder(below);
  if (!folder) return success();
  const std::string to = last_part_of(move.placed);
  if ((*folder)->info(to)) return success();
  if (!(*folder)->info(last_part_of(move.from))) return success();
  CLEW_TRY(guard({move.from}, kMoveDeadline));
  const auto text = read_whole_file(**folder, last_part_of(move.from));
  if (!text || sha256(*text) != move.content || (*folder)->info(to)) return success();
  return (*folder)->rename(last_part_of(move.from), to);
}

// Out of what the session keeps; never over a file that came there meanwhile.
Status OpenView::put_beside(const ViewMove& copy) {
  const auto text = store_.blob(copy.content);
  if (!text) return success();  // it was redacted
  CLEW_ASSIGN(const auto folder, open_below(files_, *folder_, above(copy.placed)));
  const auto file = folder->open(last_part_of(copy.placed), OpenMode::kCreateNew);
  if (!file) return file.error().code == ErrorCode::kConflict ? success() : Status(file.error());
  CLEW_TRY(write_all(**file, *text));
  return (*file)->sync(SyncKind::kData);
}

}  // namespace clew
