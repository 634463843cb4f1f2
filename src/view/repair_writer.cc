#include "view/repair_writer.h"

#include <algorithm>

#include "document/add_missing.h"
#include "document/document_text.h"
#include "document/shape/complete.h"
#include "files/guarded_file.h"
#include "files/keep_damaged.h"
#include "files/real_folder.h"
#include "files/relative_path.h"
#include "view/index_files.h"

namespace clew {
namespace {

const DocumentShape* document_called(const Dialect& dialect, const std::string& path) {
  for (const auto& document : dialect.documents()) {
    if (last_part_of(document.path) == last_part_of(path)) return &document;
  }
  return nullptr;
}

void set_file(FileSet& files, const std::string& path, const std::string& text) {
  for (auto& file : files.files) {
    if (file.path != path) continue;
    file.text = text;
    return;
  }
  files.files.push_back({path, text});
}

// Of the value that a YAML text ends with; empty: the whole of it. Other texts do not end between
// two lines.
std::string pointer_of_last(const Dialect& dialect, const NamedFile& file) {
  const DocumentShape* document = dialect.document_of(file.path);
  const bool is_yaml = document != nullptr && document->kind == DocumentKind::kYaml;
  const auto tree = is_yaml ? parse_text(document->kind, file.text) : Result<Value>(Value());
  TreePath path;
  const Value* at = tree ? &*tree : nullptr;
  while (at != nullptr && count_items(*at) > 0) {
    if (at->is_list()) {
      path.emplace_back(at->as_list().size() - 1);
      at = &at->as_list().back();
    } else {
      path.emplace_back(at->as_object().back().first);
      at = &at->as_object().back().second;
    }
  }
  return to_pointer(path);
}

// Something is wanted where nothing stands.
bool is_null_part(const Finding& finding) {
  return finding.severity == Severity::kError && finding.rule.ends_with(".type") &&
         finding.message.ends_with("not null");
}

// A word where parts should follow: the beginning of a key, in a text without a last line end.
bool is_part_of_key(const Finding& finding, const std::string& text) {
  return finding.severity == Severity::kError && finding.rule.ends_with(".type") &&
         finding.message.ends_with("not string") && !text.ends_with('\n');
}

}  // namespace

bool is_damaged(const Dialect& dialect, const NamedFile& file) {
  const auto findings = dialect.read(FileSet{{file}}).findings;
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& each) { return each.rule.ends_with(".syntax"); });
}

bool is_lacking(const Dialect& dialect, const NamedFile& file) {
  const size_t text_end = file.text.find_last_not_of(" \t\r\n");
  const size_t last_line =
      position_at(file.text, text_end == std::string::npos ? 0 : text_end).line;
  const std::string last = pointer_of_last(dialect, file);
  const auto findings = dialect.read(FileSet{{file}}).findings;
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& each) {
    // What the text ends with lacks something: it was cut off between two lines.
    const bool is_missing = each.severity == Severity::kError && each.rule.ends_with(".missing");
    if (is_missing && (last + "/").starts_with(each.pointer + "/")) return true;
    const bool is_at_end = (is_null_part(each) || is_part_of_key(each, file.text)) &&
                           each.position && each.position->line == last_line;
    const bool is_top = each.pointer.empty() && each.severity == Severity::kError;
    return is_at_end ||
           (is_top && (each.rule.ends_with(".type") || each.rule.ends_with(".missing")));
  });
}

bool has_gaps(const Dialect& dialect, const NamedFile& file) {
  const auto findings = dialect.read(FileSet{{file}}).findings;
  return std::any_of(findings.begin(), findings.end(), [](const Finding& each) {
    const bool is_missing = each.severity == Severity::kError && each.rule.ends_with(".missing");
    return is_missing || is_null_part(each) || each.rule.ends_with(".end-missing");
  });
}

bool is_broken(const Dialect& dialect, const NamedFile& file) {
  return is_damaged(dialect, file) || is_lacking(dialect, file);
}

bool is_append_only(const Dialect& dialect, const std::string& path) {
  const DocumentShape* document = document_called(dialect, path);
  return document != nullptr && document->write == FileWrite::kAppend &&
         document->kind == DocumentKind::kJsonLines;
}

std::optional<DocumentKind> grows_as(const Dialect& dialect, const std::string& path) {
  const DocumentShape* document = document_called(dialect, path);
  if (document == nullptr || document->write != FileWrite::kAppend) return std::nullopt;
  return document->kind;
}

bool is_index(const Dialect& dialect, const std::string& path) {
  const DocumentShape* document = document_called(dialect, path);
  return document != nullptr && document->owner == FileOwner::kFolder &&
         document->kind != DocumentKind::kText;
}

bool is_list_of_sessions(const Dialect& dialect, const std::string& path) {
  return SharedFiles::is_shared(dialect, path) && !is_index(dialect, path) &&
         !is_folder_text(dialect, path);
}

bool is_folder_text(const Dialect& dialect, const std::string& path) {
  const DocumentShape* document = document_called(dialect, path);
  return document != nullptr && document->owner == FileOwner::kFolder &&
         document->kind == DocumentKind::kText;
}

bool is_expected(const Dialect& dialect, const std::string& path) {
  const DocumentShape* document = document_called(dialect, path);
  return document != nullptr && document->kind != DocumentKind::kText &&
         document->owner == FileOwner::kSession;
}

std::string with_known_times(const Dialect& dialect, const NamedFile& file) {
  const DocumentShape* document = dialect.document_of(file.path);
  const bool is_tree = document != nullptr && (document->kind == DocumentKind::kJson ||
                                               document->kind == DocumentKind::kYaml);
  const auto tree = is_tree ? parse_text(document->kind, file.text) : Result<Value>(Value());
  if (!tree || tree->is_null()) return file.text;
  const auto text =
      text_saying(*document, file.text, without_unknown_times(document->shape, *tree));
  return text.value_or(file.text);
}

Status RepairFixture::keep(Folder& folder, const NamedFile& file) {
  const std::string name = last_part_of(file.path);
  if (mode_ == RepairMode::kTried) {
    quarantined_.push_back(damaged_name(name, context_.now()));
    return success();
  }
  CLEW_ASSIGN(std::string quarantined, keep_damaged(folder, name, file.text, context_.now()));
  quarantined_.push_back(std::move(quarantined));
  return success();
}

Status RepairFixture::put(const std::string& path, const std::string& text,
                          Quarantined quarantined) {
  const NamedFile* present = found_.files.find(path);
  if (present != nullptr && present->text == text) return success();
  const std::string whole = join_path(found_.folder, path);
  CLEW_ASSIGN(const auto folder, open_real_folder(context_.files(), parent_of(whole)));
  const bool is_kept = present != nullptr && (quarantined == Quarantined::kAlways ||
                                              is_broken(*found_.dialect, *present) ||
                                              has_gaps(*found_.dialect, *present));
  if (is_kept) CLEW_TRY(keep(*folder, *present));
  written_.push_back(path);
  set_file(files_, path, text);
  if (mode_ == RepairMode::kTried) return success();
  return replace_guarded(context_.files(), context_.surroundings().cache_folder, *folder,
                         last_part_of(path), text);
}

void RepairFixture::note_written(const std::string& path) {
  if (std::find(written_.begin(), written_.end(), path) == written_.end()) written_.push_back(path);
}

Status RepairFixture::take_away(const NamedFile& file) {
  const std::string whole = join_path(found_.folder, file.path);
  CLEW_ASSIGN(const auto folder, open_real_folder(context_.files(), parent_of(whole)));
  CLEW_TRY(keep(*folder, file));
  note_written(file.path);
  if (mode_ == RepairMode::kTried) return success();
  away_.push_back({file.path, quarantined_.back()});
  return folder->remove(last_part_of(whole));
}

Status RepairFixture::give_back() {
  for (const auto& each : away_) {
    const std::string whole = join_path(found_.folder, each.path);
    CLEW_ASSIGN(const auto folder, open_real_folder(context_.files(), parent_of(whole)));
    if (folder->info(last_part_of(whole))) continue;
    CLEW_TRY(folder->rename(each.quarantined, last_part_of(whole)));
  }
  return success();
}

Status RepairFixture::take_link_away(const std::string& path) {
  const std::string whole = join_path(found_.folder, path);
  CLEW_ASSIGN(const auto folder, open_real_folder(context_.files(), parent_of(whole)));
  const auto info = folder->info(last_part_of(whole));
  if (!info || info->kind != FileKind::kSymlink) return success();
  const std::string first = damaged_name(last_part_of(whole), context_.now());
  std::string quarantined = first;
  for (int number = 2; folder->info(quarantined); ++number) {
    quarantined = first + "-" + std::to_string(number);
  }
  quarantined_.push_back(quarantined);
  note_written(path);
  if (mode_ == RepairMode::kTried) return success();
  away_.push_back({path, quarantined});
  return folder->rename(last_part_of(whole), quarantined);
}

}  // namespace clew
