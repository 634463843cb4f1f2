#include "agent_client/settings_files.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "base/shell_word.h"
#include "document/json/json.h"
#include "files/accounts.h"
#include "files/canonical_path.h"
#include "files/guarded_file.h"
#include "files/machine.h"
#include "files/make_folders.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "store/settings.h"

namespace clew {
namespace {

Error refuse(ErrorCode code, std::string why, const std::string& path) {
  return make_error(code, std::move(why), path, fmt::format("ls -l {}", shell_word(path)));
}

// The file that a path means, or would mean: its folder may be reached through links as well.
Result<std::string> find_location(FileSystem& files, const std::string& path) {
  const auto location = files.real_path(path);
  if (location) return *location;
  if (location.error().code != ErrorCode::kNotFound) return location.error();
  const auto folder = files.open_folder(parent_of(path));
  if (!folder) {
    if (folder.error().code == ErrorCode::kNotFound) return canonical_path(files, path);
    return folder.error();
  }
  if ((*folder)->info(last_part_of(path))) {
    return refuse(ErrorCode::kNotFound, "is a dangling symbolic link", path);
  }
  CLEW_ASSIGN(const std::string above, files.real_path(parent_of(path)));
  return join_path(above, last_part_of(path));
}

bool is_within(const std::string& location, const std::string& folder) {
  return folder.empty() || location.starts_with(folder == "/" ? folder : folder + "/");
}

// Several that write settings take turns. Without a cache, where the lock could be, there is none.
Result<std::optional<FileLock>> take_setup_turn(Context& context, Machine& machine) {
  const std::string& cache = context.surroundings().cache_folder;
  if (cache.empty()) return std::optional<FileLock>();
  const auto folder = make_folders(context.files(), cache);
  if (!folder) return std::optional<FileLock>();
  CLEW_ASSIGN(FileLock lock, take_lock(**folder, lock_name_of("setup"), machine));
  return std::optional(std::move(lock));
}

// The folder that the file is in, made when it is missing. In a project no link is followed on the
// way: others may have put one there since the file was looked at.
Result<std::unique_ptr<Folder>> folder_to_write(FileSystem& files, const SettingsText& settings) {
  const std::string whole = parent_of(settings.location);
  if (settings.within.empty()) return make_folders(files, whole);
  CLEW_ASSIGN(auto folder, files.open_folder(settings.within));
  if (whole == settings.within) return folder;
  const std::string below = whole.substr(settings.within == "/" ? 1 : settings.within.size() + 1);
  CLEW_ASSIGN(const auto parts, split_relative_path(below));
  for (const auto& part : parts) {
    const std::string name(part);
    auto next = folder->open_folder(name);
    if (!next && next.error().code == ErrorCode::kNotFound) {
      CLEW_TRY(make_missing_folder(*folder, name));
      next = folder->open_folder(name);
    }
    if (!next) return next.error();
    folder = std::move(*next);
  }
  return folder;
}

// One that was put back after it had been removed is private: who could read it before can again.
void give_mode_back(Folder& folder, const std::string& name, uint32_t mode) {
  const auto file = folder.open(name, OpenMode::kRead);
  const auto info = file ? (*file)->info() : Result<FileInfo>(file.error());
  const bool is_ours = info && info->owner == own_user() && info->links == 1;
  if (is_ours && info->mode != mode) static_cast<void>((*file)->set_mode(mode));
}

enum class Written { kNow, kBefore };

// Nobody else may have changed it since it was read, unless to the new text, which takes its place.
Result<Written> write_one(Context& context, const SettingsText& before,
                          const std::optional<std::string>& after) {
  FileSystem& files = context.files();
  CLEW_ASSIGN(const auto folder, folder_to_write(files, before));
  const std::string name = last_part_of(before.location);
  const auto now = read_whole_file(*folder, name, kMaxSettings);
  if (!now && now.error().code != ErrorCode::kNotFound) return now.error();
  const bool is_there = now.ok() == after.has_value() && now.value_or({}) == after.value_or("");
  if (is_there) return Written::kBefore;
  if (now.ok() != before.exists || now.value_or({}) != before.text) {
    return make_error(ErrorCode::kConflict, "another program changed it in the meantime",
                      before.path, "run the same command again");
  }
  if (!after) {
    CLEW_TRY(folder->remove(name));
    CLEW_TRY(folder->sync());
    return Written::kNow;
  }
  CLEW_TRY(
      replace_guarded(context.files(), context.surroundings().cache_folder, *folder, name, *after));
  give_mode_back(*folder, name, before.mode);
  return Written::kNow;
}

// As write_one sees it once `change` was made.
SettingsText made(const SettingsChange& change) {
  SettingsText text = change.before;
  text.exists = change.after.has_value();
  text.text = change.after.value_or("");
  return text;
}

}  // namespace

Result<SettingsText> read_settings(Context& context, const std::string& path,
                                   const std::string& within) {
  FileSystem& files = context.files();
  SettingsText settings;
  settings.path = path;
  settings.within = within;
  CLEW_ASSIGN(settings.location, find_location(files, path));
  if (!is_within(settings.location, within)) {
    return refuse(ErrorCode::kNotAllowed,
                  fmt::format("leads outside the project, to {}", settings.location), path);
  }
  const auto info = files.info(settings.location);
  if (!info) {
    if (info.error().code == ErrorCode::kNotFound) return settings;
    return info.error();
  }
  if (info->kind != FileKind::kFile)
    return refuse(ErrorCode::kInvalid, "is not a regular file", path);
  if (info->owner != context.surroundings().user) {
    return refuse(ErrorCode::kNotAllowed, "belongs to another user", path);
  }
  auto text = read_whole_file(files, settings.location, kMaxSettings);
  if (!text) return refuse(text.error().code, text.error().message, path);
  settings.text = std::move(*text);
  settings.exists = true;
  settings.mode = info->mode;
  return settings;
}

Status write_settings(Context& context, const std::vector<SettingsChange>& changes) {
  // One at a time: what a failed one puts back must be its own.
  SystemMachine machine;
  CLEW_ASSIGN(const auto turn, take_setup_turn(context, machine));
  std::vector<const SettingsChange*> made_here;
  for (const SettingsChange& change : changes) {
    if (!change.changes()) continue;
    const auto written = write_one(context, change.before, change.after);
    if (written) {
      if (*written == Written::kNow) made_here.push_back(&change);
      continue;
    }
    Error error = written.error();
    // Of locks and temporary files nobody knows; what could not be written is the settings file.
    const std::string& path = change.before.path;
    error.subject = path;
    if (error.next.empty()) {
      error.next = fmt::format("check that it is writable: ls -ld {} {}",
                               shell_word(parent_of(path)), shell_word(path));
    }
    for (; !made_here.empty(); made_here.pop_back()) {
      const SettingsText& before = made_here.back()->before;
      const auto back = write_one(context, made(*made_here.back()),
                                  before.exists ? std::optional(before.text) : std::nullopt);
      if (!back) error.message += fmt::format("; {} could not be restored", before.path);
    }
    return error;
  }
  return success();
}

std::optional<SettingsRecord> find_record(Context& context, const std::string& location) {
  const auto text = context.store().setting(setup_setting(location));
  if (!text || text->empty()) return std::nullopt;
  const auto fields = parse_json(*text);
  if (!fields) return std::nullopt;
  const auto field = [&](const char* name) {
    const Value* found = fields->find(name);
    return found == nullptr ? Value() : *found;
  };
  SettingsRecord record;
  record.made = field("made").as_bool();
  record.exact = field("exact").as_bool();
  record.after = field("after").as_string();
  const Value undo = field("undo");
  for (const Value& splice : undo.as_list()) {
    const Value::List& parts = splice.as_list();
    if (parts.size() != 3) return std::nullopt;
    record.undo.push_back(replace(static_cast<size_t>(parts[0].as_int()),
                                  static_cast<size_t>(parts[1].as_int()), parts[2].as_string()));
  }
  return record;
}

std::string write_record(const SettingsRecord& record) {
  Value fields = Value::object();
  fields.set("made", record.made);
  fields.set("exact", record.exact);
  fields.set("after", record.after);
  Value undo = Value::list();
  for (const Splice& splice : record.undo) {
    undo.push(Value::List{static_cast<int64_t>(splice.span.begin),
                          static_cast<int64_t>(splice.span.end), splice.text});
  }
  fields.set("undo", undo);
  return write_json(fields);
}

void keep_records(Context& context, const std::vector<SettingsChange>& changes) {
  static_cast<void>(transact(context, {}, [&](Transaction& transaction) -> Status {
    for (const SettingsChange& change : changes) {
      if (!change.changes()) continue;
      CLEW_TRY(transaction.put_setting(setup_setting(change.before.location), change.record));
    }
    return success();
  }));
}

}  // namespace clew
