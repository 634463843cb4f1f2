#include "document/json/jsonc_edit.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "document/json/edit_json.h"
#include "document/json/json.h"

namespace clew {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr Limits kSettingsLimits{.document_bytes = kMaxSettings};
// Beyond this size members that clew never reads are emptied before the text is parsed.
constexpr size_t kLargeText = size_t{1} << 20;
constexpr std::array<std::string_view, 4> kLookedInto = {"\"hooks\"", "\"hooksConfig\"",
                                                         "\"mcpServers\"", "\"enabledPlugins\""};

bool is_blank(std::string_view text) {
  return text.find_first_not_of(kBlanks) == std::string_view::npos;
}

// Behind the string, comment or other character that starts at `at`. A string ends at its line at
// the latest.
size_t end_of_string(std::string_view text, size_t at) {
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

size_t end_of_comment(std::string_view text, size_t at) {
  const std::string_view start = text.substr(at, 2);
  if (start == "//") return std::min(text.find('\n', at), text.size());
  if (start != "/*") return at;
  const size_t end = text.find("*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

// Overwritten with spaces, so that every offset stays what it was.
void blank(std::string& text, size_t begin, size_t end) {
  for (; begin < end; ++begin) {
    if (text[begin] != '\n' && text[begin] != '\r') text[begin] = ' ';
  }
}

// Behind the bracket that closes the one at `at`.
size_t end_of_brackets(std::string_view text, size_t at) {
  for (size_t depth = 0; at < text.size();) {
    const char c = text[at];
    at = c == '"' ? end_of_string(text, at) : at + 1;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) break;
  }
  return at;
}

// Members of the outermost object that clew has no business in keep only their brackets.
void empty_others(std::string& plain) {
  std::string_view name;
  for (size_t at = std::min(plain.find('{'), plain.size() - 1) + 1; at < plain.size();) {
    const char c = plain[at];
    if (c == '"') {
      const size_t end = end_of_string(plain, at);
      name = slice(plain, at, end);
      at = end;
    } else if (c == '{' || c == '[') {
      const size_t end = end_of_brackets(plain, at);
      const bool other =
          std::find(kLookedInto.begin(), kLookedInto.end(), name) == kLookedInto.end();
      if (other) blank(plain, at + 1, end - 1);
      at = end;
    } else {
      ++at;
    }
  }
}

// A comment that stands behind the last item of a line stays in that line when an item is inserted
// after it: the comma goes before the comment, the rest below it.
std::vector<Splice> around_comment(std::string_view text, const Splice& splice) {
  const std::string_view rest = slice(text, splice.span.end, line_end(text, splice.span.end));
  std::string plain = without_comments(rest);
  const bool has_comment = plain != rest && (rest.find("/*") == std::string_view::npos ||
                                             rest.find("*/") != std::string_view::npos);
  const size_t comma = plain.find(',');
  if (comma != std::string::npos) plain[comma] = ' ';
  const bool inserts =
      splice.span.empty() && (splice.text.starts_with(",\n") || splice.text.starts_with(",\r\n"));
  if (!inserts || !has_comment || !is_blank(plain)) return {splice};
  const size_t last = splice.span.end + trim_end(rest).size();
  std::vector<Splice> parts{replace(last, last, splice.text.substr(1))};
  if (comma == std::string::npos) {
    parts.push_back(replace(splice.span.begin, splice.span.begin, ","));
  }
  return parts;
}

// The same removal, moved so that it starts with the comma before what goes: the text that stays
// is the same, and so the comments behind it are outside.
Splice from_comma(std::string_view plain, const Splice& splice) {
  Splice moved = splice;
  if (!moved.text.empty()) return splice;
  while (moved.span.begin > 0 && plain[moved.span.begin] != ',') {
    if (plain[moved.span.begin - 1] != plain[moved.span.end - 1]) return splice;
    --moved.span.begin;
    --moved.span.end;
  }
  return moved;
}

// Comments between what stays and what goes are not ours to take.
Splice keep_comments(std::string_view text, std::string_view plain, const Splice& found_splice) {
  if (found_splice.span.empty()) return found_splice;
  const Splice splice = from_comma(plain, found_splice);
  const size_t found = plain.find_first_not_of(" \t\r\n,", splice.span.begin);
  const size_t first = std::min(found, splice.span.end);
  const std::string_view before = slice(text, splice.span.begin, first);
  if (is_blank(before) || before == slice(plain, splice.span.begin, first)) return splice;
  std::string kept;
  bool to_line_end = false;  // the last comment goes on until its line ends
  for (size_t at = 0; at < before.size();) {
    const size_t end = end_of_comment(before, at);
    if (end > at) {
      to_line_end = before.substr(at, 2) == "//";
      kept += before.substr(at, end - at);
      at = end;
      continue;
    }
    if (before[at] != ',') kept += before[at];
    ++at;
  }
  kept = std::string(trim_end(kept));
  const std::string_view behind =
      splice.text.empty() ? text.substr(splice.span.end) : std::string_view(splice.text);
  if (to_line_end && !behind.starts_with('\n') && !behind.starts_with('\r')) kept += '\n';
  return {splice.span, kept + splice.text};
}

}  // namespace

// The undo is kept in reverse order: the last change is taken back first.
void SettingsEdit::change(const Splice& splice) {
  const std::string old(slice(text_, splice.span.begin, splice.span.end));
  text_ = apply_splice(text_, splice);
  undo_.insert(undo_.begin(),
               replace(splice.span.begin, splice.span.begin + splice.text.size(), old));
}

// All or nothing: the edits are made on a copy, and the result must parse to the wanted tree.
Status SettingsEdit::edit_json_tree(const std::vector<Edit>& edits) {
  SettingsEdit next = *this;
  CLEW_ASSIGN(Value tree, parse_settings(text_));
  CLEW_ASSIGN(const Value wanted, apply_edits(std::move(tree), edits));
  if (is_blank(next.text_) && !edits.empty()) {
    next.change({
        {0, next.text_.size()},
        write_json(wanted, JsonStyle::kPretty) + "\n"
    });
  } else {
    for (const Edit& edit : edits) CLEW_TRY(next.edit_once(edit));
  }
  CLEW_ASSIGN(const Value made, parse_settings(next.text_));
  if (made != wanted) {
    return make_error(ErrorCode::kInvalid, "has a layout that clew cannot edit");
  }
  *this = std::move(next);
  return success();
}

// The edit is found in the text without comments, as the difference of before and after, and moved
// into the text with them.
Status SettingsEdit::edit_once(const Edit& edit) {
  const std::string plain = plain_settings(text_);
  CLEW_ASSIGN(const std::string edited, edit_json_within(plain, {edit}, kSettingsLimits));
  const Splice splice = keep_comments(text_, plain, difference(plain, edited));
  for (const Splice& part : around_comment(text_, splice)) change(part);
  return success();
}

// An empty file counts as an empty object, as the programs that own these files take it.
Result<Value> parse_settings(std::string_view text) {
  if (is_blank(text)) return Value::object();
  CLEW_ASSIGN(Value tree, parse_json(plain_settings(text), kSettingsLimits));
  if (!tree.is_object()) return make_error(ErrorCode::kInvalid, "is not a JSON object");
  return tree;
}

// Comments and a comma before a closing bracket become spaces. Offsets and line numbers stay.
std::string without_comments(std::string_view text) {
  std::string plain(text);
  size_t comma = std::string_view::npos;  // the last thing seen, if it was one
  for (size_t at = 0; at < text.size();) {
    if (const size_t end = end_of_comment(text, at); end > at) {
      blank(plain, at, end);
      at = end;
      continue;
    }
    const char c = text[at];
    if ((c == '}' || c == ']') && comma != std::string_view::npos) blank(plain, comma, comma + 1);
    if (kBlanks.find(c) == std::string_view::npos) comma = std::string_view::npos;
    if (c == ',') comma = at;
    at = c == '"' ? end_of_string(text, at) : at + 1;
  }
  return plain;
}

std::string plain_settings(std::string_view text) {
  std::string plain = without_comments(text);
  if (plain.size() > kLargeText) empty_others(plain);
  return plain;
}

// One splice from the first byte that differs to the last.
Splice difference(std::string_view before, std::string_view after) {
  const size_t most = std::min(before.size(), after.size());
  size_t same = 0;
  while (same < most && before[same] == after[same]) ++same;
  size_t end = 0;
  while (end < most - same && before[before.size() - 1 - end] == after[after.size() - 1 - end]) {
    ++end;
  }
  return replace(same, before.size() - end,
                 std::string(after.substr(same, after.size() - end - same)));
}

void TreeChange::set(TreePath path, Value value) {
  make({EditKind::kSet, std::move(path), std::move(value)});
}
void TreeChange::insert(TreePath path, Value value) {
  make({EditKind::kInsert, std::move(path), std::move(value)});
}
void TreeChange::remove(TreePath path) { make({EditKind::kRemove, std::move(path), {}}); }

void TreeChange::make(Edit edit) {
  CLEW_CHECK(apply_edit(tree_, edit).ok());
  edits_.push_back(std::move(edit));
}

}  // namespace clew
