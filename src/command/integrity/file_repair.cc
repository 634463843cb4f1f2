#include "command/integrity/file_repair.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/shell_word.h"
#include "command/integrity/given_values.h"
#include "document/finding_text.h"
#include "document/text_position.h"
#include "document/tree_builder.h"
#include "files/relative_path.h"
#include "view/open_view.h"
#include "view/repair_writer.h"
#include "view/view_record.h"

namespace clew {
namespace {

constexpr std::string_view kPathless = "clew repair --at ";
constexpr size_t kShownErrors = 10;

}  // namespace

std::string validate_again(const FileRepair& repair) {
  return "clew validate " + shell_word(repair.path) +
         (repair.dialect.empty() ? "" : " --dialect " + repair.dialect);
}

Error with_repair_path(Error error, const FileRepair& repair) {
  if (error.next.empty()) error.next = validate_again(repair);
  if (error.next.starts_with(kPathless)) {
    error.next.replace(0, kPathless.size(), "clew repair " + shell_word(repair.path) + " --at ");
  }
  return error;
}

bool can_be_begun(const FoundSession& found, const FileSet& around) {
  const auto unnamed = found.dialect->begin_at(around, "");
  return !unnamed && unnamed.error().next.starts_with(kPathless);
}

Error nothing_to_go_by(const FoundSession& found, const FileSet& around, const FileRepair& repair) {
  std::string message = "Session state could not be automatically recovered. Files found:";
  for (const auto& file : around.files) message += "\n  " + file.path;
  if (can_be_begun(found, around)) {
    return make_error(ErrorCode::kInvalid,
                      message + "\n" + found.dialect->begin_at(around, "").error().message,
                      repair.path, "clew repair " + shell_word(repair.path) + " --at STEP");
  }
  const Readings readings = found.dialect->read(found.files);
  const Finding* damage = main_finding(readings.findings);
  if (damage != nullptr) message += "\n" + finding_line(*damage);
  const std::string file = join_path(found.folder, damage == nullptr || damage->file.empty()
                                                       ? found.location.files.front()
                                                       : damage->file);
  return make_error(ErrorCode::kInvalid, message, repair.path,
                    fmt::format("fix {} by hand, or restore it from a copy, then  {}", file,
                                validate_again(repair)));
}

std::string rebuilt_words(const std::string& path, const RebuiltShared& rebuilt) {
  std::string words =
      fmt::format("{} was rebuilt from the files of {}; anything only it contained may be missing",
                  path, fmt::join(rebuilt.entries, ", "));
  if (rebuilt.entries.empty()) {
    words = fmt::format("{} was reduced to its readable entries: {}", path,
                        fmt::join(rebuilt.kept, ", "));
  } else if (!rebuilt.kept.empty()) {
    words +=
        fmt::format("; readable entries were kept unchanged: {}", fmt::join(rebuilt.kept, ", "));
  }
  if (rebuilt.unread.empty()) return words;
  return words +
         fmt::format("; {} cannot be read and has no entry", fmt::join(rebuilt.unread, ", "));
}

Status refuse_to_touch(const FoundSession& found, const FileRepair& repair,
                       const SessionId* shows) {
  for (const auto& finding : found.dialect->read(found.files).findings) {
    if (names_unknown_version(finding)) {
      return make_error(
          ErrorCode::kInvalid, finding_line(finding), repair.path,
          shows != nullptr ? leave_version(*shows) : "use a version of clew that supports it");
    }
    if (!finding.rule.ends_with("-conflict")) continue;
    return make_error(ErrorCode::kInvalid, finding_line(finding), repair.path,
                      "choose one side in an editor, then  clew validate " + repair.path);
  }
  return success();
}

Findings errors_left(const Dialect& dialect, const FileSet& files,
                     const std::vector<std::string>& written) {
  Findings left;
  for (const auto& finding : dialect.read(files).findings) {
    const bool is_ours = std::find(written.begin(), written.end(), finding.file) != written.end();
    const bool stays = is_append_only(dialect, finding.file);
    if (finding.severity != Severity::kError || !(is_ours || stays || written.empty())) continue;
    left.push_back(finding);
    if (!left.back().position) left.back().position = take_position(left.back().message);
    if (stays) left.back().message += "; the file is append-only and was left unchanged";
  }
  return left;
}

Error values_are_set(const SessionId& id) {
  return make_error(ErrorCode::kUsage,
                    "its log has the values; --set is for files without a session", id.text,
                    "clew set NAME=VALUE -s " + shell_word(id.text));
}

Answer with_errors_left(Answer answer, const Findings& left, const FoundSession& found,
                        const FileSet& files, const FileRepair& repair) {
  answer.data.set("still", findings_fields(left));
  if (left.empty()) return answer;
  for (size_t i = 0; i < std::min(left.size(), kShownErrors); ++i) {
    answer.text += "\n  still       " + finding_line(left[i]);
  }
  if (left.size() > kShownErrors) {
    answer.text +=
        fmt::format("\n  and {} more  {}", left.size() - kShownErrors, validate_again(repair));
  }
  const std::string file = join_path(found.folder, left.front().file);
  std::string next = fmt::format("fix it in {} by hand, then  {}", file, validate_again(repair));
  std::string given;
  for (const auto& each : files.files) {
    for (const auto& name : values_to_give(*found.dialect, each)) given += " --set " + name + "=…";
  }
  if (!given.empty()) {
    next = fmt::format("clew repair {}{}      or  {}", shell_word(repair.path), given, next);
  }
  answer.refusal = make_error(ErrorCode::kInvalid,
                              "not all of it could be repaired: " + finding_line(left.front()),
                              file, std::move(next));
  return answer;
}

Answer repair_answer(const RepairFixture& fixture, int level, const std::string& sentence) {
  const bool tried = fixture.mode() == RepairMode::kTried;
  const auto list_of = [](const std::vector<std::string>& names) {
    Value list = Value::list();
    for (const auto& name : names) list.push(name);
    return list;
  };
  Answer out;
  out.data.set("changed", level >= 0 && !tried);
  out.data.set("level", level < 0 ? Value() : Value(level));
  out.data.set("said", sentence);
  out.data.set("written", list_of(fixture.written()));
  out.data.set("kept_aside", list_of(fixture.quarantined()));
  out.text = tried && level >= 0 ? "would do this: " + sentence : sentence;
  for (const auto& name : fixture.written()) out.text += "\n  written     " + name;
  for (const auto& name : fixture.quarantined()) out.text += "\n  saved copy  " + name;
  return out;
}

}  // namespace clew
