#include "document/toml/toml_spans.h"

#include <algorithm>

#include "base/text.h"
#include "document/json/json.h"
#include "document/limits.h"
#include "document/text_position.h"

namespace clew {
namespace {

constexpr std::string_view kTomlBlanks = " \t";
constexpr std::string_view kBare =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
constexpr size_t kDepth = 64;

// A text is a list of tables; the first has no header and holds the entries before any. Entries of
// inline tables are kept in `inner`, with their whole path, since they have no line of their own.
class TomlScanner {
 public:
  // Bytes are skipped as a whole up to the next that matters.
  explicit TomlScanner(std::string_view text) : text_(text) {}

  Result<TomlDocument> scan() {
    document_.tables.emplace_back();
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (skip_empty(), at_ < text_.size()) {
      CLEW_TRY(text_[at_] == '[' ? header() : entry());
    }
    return std::move(document_);
  }

 private:
  Error refuse(const char* why) const { return refuse_at(position_at(text_, at_), why); }
  char now() const { return at_ < text_.size() ? text_[at_] : '\n'; }
  void skip(std::string_view characters) {
    at_ = std::min(text_.find_first_not_of(characters, at_), text_.size());
  }
  // Blanks, line ends and comments.
  void skip_empty() {
    while (skip(" \t\r\n"), now() == '#') at_ = line_end(text_, at_);
  }

  Status end_of_line() {
    skip(kTomlBlanks);
    if (now() == '#') at_ = line_end(text_, at_);
    if (at_ < line_end(text_, at_)) return refuse("unexpected text at the end of the line");
    at_ = next_line(text_, at_);
    return success();
  }

  // `[a.b]` or `[[a.b]]`, with nothing but a comment behind it.
  Status header() {
    const size_t start = line_start(text_, at_);
    const bool is_list = text_.substr(at_, 2) == "[[";
    at_ += is_list ? 2 : 1;
    TomlTable table;
    CLEW_ASSIGN(table.path, key());
    const std::string_view close = is_list ? "]]" : "]";
    if (text_.substr(at_, close.size()) != close) return refuse("the header has no end");
    at_ += close.size();
    CLEW_TRY(end_of_line());
    table.header = {start, at_};
    table.end = at_;
    document_.tables.push_back(std::move(table));
    return success();
  }

  // `key = value`. The line's span has the indentation and the line end, so that taking the entry
  // out leaves nothing behind.
  Status entry() {
    TomlTable& table = document_.tables.back();
    TomlEntry entry;
    entry.line.begin = line_start(text_, at_);
    CLEW_ASSIGN(const TomlPath name, key());
    entry.path = table.path;
    entry.path.insert(entry.path.end(), name.begin(), name.end());
    if (now() != '=') return refuse("there is no = after the key");
    ++at_;
    skip(kTomlBlanks);
    entry.value.begin = at_;
    entry.is_list = now() == '[';
    const size_t first_inner = document_.inner.size();
    CLEW_TRY(value(0, entry));
    entry.value.end = at_;
    CLEW_TRY(end_of_line());
    entry.line.end = table.end = at_;
    for (size_t i = first_inner; i < document_.inner.size(); ++i) {
      document_.inner[i].line = entry.line;
    }
    table.entries.push_back(std::move(entry));
    return success();
  }

  // Ends behind the blanks that follow it.
  Result<TomlPath> key() {
    TomlPath path;
    while (true) {
      skip(kTomlBlanks);
      const size_t start = at_;
      if (now() == '"' || now() == '\'') {
        CLEW_TRY(string());
      } else {
        skip(kBare);
      }
      if (at_ == start) return refuse("a key is missing");
      path.push_back(toml_text(slice(text_, start, at_)));
      skip(kTomlBlanks);
      if (now() != '.') return path;
      ++at_;
    }
  }

  // Basic and literal strings, of one line or of several. Escapes are only skipped.
  Status string() {
    const char quote = now();
    const std::string three(3, quote);
    const bool is_long = text_.substr(at_, 3) == three;
    at_ += is_long ? 3 : 1;
    for (; at_ < text_.size(); ++at_) {
      if (quote == '"' && text_[at_] == '\\') {
        ++at_;
      } else if (!is_long && text_[at_] == '\n') {
        break;
      } else if (text_[at_] == quote && (!is_long || text_.substr(at_, 3) == three)) {
        at_ += is_long ? 3 : 1;
        // Up to two more quotes may belong to the string.
        while (is_long && at_ < text_.size() && text_[at_] == quote) ++at_;
        return success();
      }
    }
    at_ = std::min(at_, text_.size());
    return refuse("a string has no end");
  }

  // Numbers, dates and words are taken as they stand, up to what ends a value.
  Status value(size_t depth, TomlEntry& around) {
    if (depth > kDepth) return refuse("values are nested too deeply");
    const char first = now();
    if (first == '"' || first == '\'') return string();
    if (first == '[' || first == '{') return container(depth, around);
    const size_t start = at_;
    at_ = std::min(text_.find_first_of(",]}#\r\n", at_), text_.size());
    at_ = start + trim_end(slice(text_, start, at_)).size();
    return at_ == start ? Status(refuse("a value is missing")) : success();
  }

  // A list or an inline table. Comments and line ends may stand between the items; a comma behind
  // the last one is allowed.
  Status container(size_t depth, TomlEntry& around) {
    const bool is_list = now() == '[';
    const char close = is_list ? ']' : '}';
    ++at_;
    while (skip_empty(), now() != close) {
      if (at_ >= text_.size()) return refuse("a list or inline table has no end");
      TomlEntry inner;
      if (!is_list) {
        CLEW_ASSIGN(const TomlPath name, key());
        if (now() != '=') return refuse("there is no = after the key");
        ++at_;
        skip(kTomlBlanks);
        if (!around.path.empty()) {  // what is in a list has no path
          inner.path = around.path;
          inner.path.insert(inner.path.end(), name.begin(), name.end());
        }
        inner.is_list = now() == '[';
      }
      const size_t start = at_;
      CLEW_TRY(value(depth + 1, inner));
      inner.value = {start, at_};
      if (is_list) around.elements.push_back(inner.value);
      if (!inner.path.empty()) document_.inner.push_back(std::move(inner));
      skip_empty();
      if (now() == ',') {
        ++at_;
      } else if (now() != close) {
        return refuse("a comma is missing");
      }
    }
    ++at_;
    return success();
  }

  std::string_view text_;
  size_t at_ = 0;
  TomlDocument document_;
};

bool starts_with(const TomlPath& path, const TomlPath& start) {
  return path.size() >= start.size() && std::equal(start.begin(), start.end(), path.begin());
}

size_t skip_spaces(std::string_view text, size_t at) {
  return std::min(text.find_first_not_of(" \t", at), text.size());
}

// Behind the comma of an element, or behind the element where there is none.
size_t end_with_comma(std::string_view text, Span element) {
  const size_t next = skip_spaces(text, element.end);
  return next < text.size() && text[next] == ',' ? next + 1 : element.end;
}

bool starts_comment(std::string_view text, size_t at) {
  const size_t next = skip_spaces(text, at);
  return next < text.size() && text[next] == '#';
}

}  // namespace

// Only tables with a header; the first one is never found.
const TomlTable* TomlDocument::find_table(const TomlPath& path) const {
  for (const TomlTable& table : tables) {
    if (table.path == path && !table.header.empty()) return &table;
  }
  return nullptr;
}

const TomlEntry* TomlDocument::find_entry(const TomlPath& path) const {
  for (const TomlTable& table : tables) {
    for (const TomlEntry& entry : table.entries) {
      if (entry.path == path) return &entry;
    }
  }
  for (const TomlEntry& entry : inner) {
    if (entry.path == path) return &entry;
  }
  return nullptr;
}

// Whether anything stands below the path: an entry, a table, or an entry inside an inline table.
bool TomlDocument::has_below(const TomlPath& path) const {
  const auto any_below = [&](const std::vector<TomlEntry>& entries) {
    return std::any_of(entries.begin(), entries.end(),
                       [&](const TomlEntry& entry) { return starts_with(entry.path, path); });
  };
  return any_below(inner) || std::any_of(tables.begin(), tables.end(), [&](const TomlTable& table) {
           return (!table.header.empty() && starts_with(table.path, path)) ||
                  any_below(table.entries);
         });
}

// TOML is UTF-8 without NUL; each line is checked before the scan, so that the scan can go by
// bytes.
Result<TomlDocument> scan_toml(std::string_view text) {
  for (size_t at = 0; at < text.size(); at = next_line(text, at)) {
    const std::string_view line = slice(text, at, line_end(text, at));
    if (is_utf8(line) && line.find('\0') == std::string_view::npos) continue;
    return refuse_at(position_at(text, at), "bytes that are not text");
  }
  return TomlScanner(text).scan();
}

// The value of a string; anything else as it stands.
std::string toml_text(std::string_view value) {
  if (value.size() < 2 || (value.front() != '"' && value.front() != '\'')) {
    return std::string(value);
  }
  // A basic string of one line is spelled as JSON spells it, but for \e, \x and \U.
  if (value.front() == '"') {
    if (const auto text = parse_json(value); text && text->is_string()) return text->as_string();
  }
  return std::string(value.substr(1, value.size() - 2));
}

std::string toml_string(std::string_view text) { return write_json(Value(text)); }

// As the list is laid out: in its line, or on a line of its own. A comment behind the last element
// is about that one, and stays in its line.
void add_element(SettingsEdit& text, const TomlEntry& list, const std::string& element) {
  const std::string now = text.text();
  if (list.elements.empty()) {
    return text.change(replace(list.value.begin + 1, list.value.begin + 1, element));
  }
  const Span last = list.elements.back();
  const size_t end = end_with_comma(now, last);
  const bool has_comma = end > last.end;
  const bool tall = has_line_break(now, {list.value.begin, list.elements.front().begin});
  const bool own_line = line_start(now, last.begin) > list.value.begin;
  const std::string below =
      newline_of(now) + std::string(indent_of(now, last.begin)) + (own_line ? "" : "  ");
  if (starts_comment(now, end)) {
    const size_t behind = line_end(now, end);
    text.change(replace(behind, behind, below + element + (has_comma ? "," : "")));
    if (!has_comma) text.change(replace(last.end, last.end, ","));
  } else {
    text.change(replace(last.end, last.end, (tall ? "," + below : ", ") + element));
  }
}

// With its line where it stands alone in it; comments stay.
void remove_element(SettingsEdit& text, const TomlEntry& list, size_t index) {
  const std::string now = text.text();
  const auto& elements = list.elements;
  const Span own = elements[index];
  const size_t start = line_start(now, own.begin);
  const size_t end = end_with_comma(now, own);
  const bool own_line = start > list.value.begin && skip_spaces(now, start) == own.begin;
  const bool alone = own_line && skip_spaces(now, end) == line_end(now, end);
  const Span before{index > 0 ? elements[index - 1].end : own.begin, own.begin};
  const Span behind{own.end, index + 1 < elements.size() ? elements[index + 1].begin : end};
  const auto has_comment = [&](Span span) {
    return slice(now, span.begin, span.end).find('#') != std::string_view::npos;
  };
  if (alone || (own_line && starts_comment(now, end))) {
    text.change({
        alone ? Span{start, next_line(now, end)}
          : Span{own.begin, end},
          ""
    });
    const size_t comma = index > 0 ? end_with_comma(now, elements[index - 1]) : 0;
    const bool drops = end == own.end && index > 0 && comma > elements[index - 1].end;
    if (drops) text.change(replace(comma - 1, comma, ""));
  } else if (index == 0) {
    text.change(replace(own.begin, has_comment(behind) ? end : behind.end, ""));
  } else if (has_comment(before)) {
    text.change(replace(own.begin, end, ""));
  } else {
    text.change(replace(before.begin, own.end, ""));
  }
}

}  // namespace clew
