#include "dialect/redacted_text.h"

#include <algorithm>
#include <functional>

#include "document/document_text.h"
#include "document/json/edit_json.h"
#include "document/json/json.h"
#include "document/yaml/edit_yaml.h"
#include "document/yaml/yaml.h"

namespace clew {
namespace {

constexpr std::string_view kRedactedMark = kRedacted;
// A word of fewer bytes stands in too many texts to be looked for inside of them.
constexpr size_t kFewBytes = 4;
constexpr Limits kOfAnySize{64, size_t{1} << 30, 50'000'000, size_t{1} << 30};

bool says(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

void replace_all(std::string& text, std::string_view words) {
  for (size_t at = text.find(words); at != std::string::npos;
       at = text.find(words, at + kRedactedMark.size())) {
    text.replace(at, words.size(), kRedactedMark);
  }
}

using StringTest = std::function<bool(const std::string& text)>;

// The values of a tree, at any depth; any_key looks at the names of members.
bool any_string(const Value& tree, const StringTest& use) {
  if (tree.is_string()) return use(tree.as_string());
  const auto& list = tree.as_list();
  const auto& members = tree.as_object();
  return std::any_of(list.begin(), list.end(),
                     [&](const Value& v) { return any_string(v, use); }) ||
         std::any_of(members.begin(), members.end(),
                     [&](const auto& each) { return any_string(each.second, use); });
}

bool any_key(const Value& tree, const StringTest& use) {
  const auto& list = tree.as_list();
  const auto& members = tree.as_object();
  return std::any_of(list.begin(), list.end(), [&](const Value& v) { return any_key(v, use); }) ||
         std::any_of(members.begin(), members.end(), [&](const auto& each) {
           return use(each.first) || any_key(each.second, use);
         });
}

std::vector<std::string_view> lines_with_ends(std::string_view text) {
  std::vector<std::string_view> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return lines;
}

// By the ending alone, since the text of a redacted file is all there is.
DocumentKind kind_by_name(std::string_view path) {
  if (path.ends_with(".json")) return DocumentKind::kJson;
  if (path.ends_with(".yaml") || path.ends_with(".yml")) return DocumentKind::kYaml;
  return path.ends_with(".jsonl") ? DocumentKind::kJsonLines : DocumentKind::kText;
}

// Lines that are no JSON, and those of plain text, are strings.
Value tree_of_lines(DocumentKind kind, std::string_view text) {
  Value list = Value::list();
  for (const auto line : lines_with_ends(text)) {
    auto tree = kind == DocumentKind::kJsonLines ? parse_json(line) : Result<Value>(Error());
    list.push(tree && !tree->is_string() ? std::move(*tree) : Value(line));
  }
  return list;
}

bool is_in_lines(DocumentKind kind) {
  return kind == DocumentKind::kJsonLines || kind == DocumentKind::kText;
}

// Nothing when it cannot be read.
std::optional<Value> said_in(DocumentKind kind, std::string_view text) {
  if (is_in_lines(kind)) return tree_of_lines(kind, text);
  auto tree = parse_text(kind, text);
  return tree ? std::optional(std::move(*tree)) : std::nullopt;
}

// What a text without a name says: as JSON, as JSON lines or as YAML, whichever it is.
Value said_in(std::string_view text) {
  if (auto json = parse_json(text, kOfAnySize)) return std::move(*json);
  if (auto lines = parse_lines(text)) return std::move(*lines);
  if (auto yaml = parse_yaml(text)) return std::move(yaml->value);
  return tree_of_lines(DocumentKind::kJsonLines, text);
}

// REQUIRES: the two differ in strings alone.
void add_edits(const Value& before, const Value& after, const TreePath& path,
               std::vector<Edit>& edits) {
  if (before.is_string() && before != after) edits.push_back({EditKind::kSet, path, after, {}});
  for (size_t i = 0; i < before.as_list().size(); ++i) {
    add_edits(before.as_list()[i], after.as_list()[i], path / i, edits);
  }
  for (size_t i = 0; i < before.as_object().size(); ++i) {
    const auto& [name, value] = before.as_object()[i];
    add_edits(value, after.as_object()[i].second, path / name, edits);
  }
}

// The text with the strings of `after` in the place of those of `before`, edited in place, so that
// everything else keeps its spelling.
Result<std::string> with_strings(DocumentKind kind, std::string_view text, const Value& before,
                                 const Value& after) {
  if (before == after) return std::string(text);
  if (!is_in_lines(kind)) {
    std::vector<Edit> edits;
    add_edits(before, after, {}, edits);
    return kind == DocumentKind::kYaml ? edit_yaml(text, edits) : edit_json(text, edits);
  }
  const auto lines = lines_with_ends(text);
  std::string all;
  for (size_t i = 0; i < lines.size(); ++i) {
    const Value& line = after.as_list()[i];
    if (line.is_string()) {
      all += line.as_string();
      continue;
    }
    CLEW_ASSIGN(const std::string edited,
                with_strings(DocumentKind::kJson, lines[i], before.as_list()[i], line));
    all += edited;
  }
  return all;
}

void take_out(Value& tree, const RedactedWords& words) {
  if (tree.is_string()) {
    std::string text = tree.as_string();
    for (const auto& each : words.named) replace_all(text, each);
    for (const auto& each : words.reported) replace_all(text, each);
    tree = Value(std::move(text));
  } else if (tree.is_list()) {
    for (auto& item : tree.list_ref()) take_out(item, words);
  } else if (tree.is_object()) {
    for (auto& [key, item] : tree.object_ref()) take_out(item, words);
  }
}

// Does the text say nothing else than `marked`, but for what its marks stand for?
// Each mark may stand for any words, none as well: "call [mark] today" fits "call 555 today".
bool text_fits(std::string_view marked, std::string_view text) {
  size_t mark = marked.find(kRedactedMark);
  if (mark == std::string_view::npos) return marked == text;
  if (!text.starts_with(marked.substr(0, mark))) return false;
  text.remove_prefix(mark);
  while (true) {
    marked.remove_prefix(mark + kRedactedMark.size());
    mark = marked.find(kRedactedMark);
    if (mark == std::string_view::npos) return text.ends_with(marked);
    const size_t at = text.find(marked.substr(0, mark));
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + mark);
  }
}

bool fits(const Value& marked, const Value& value) {
  if (marked.kind() != value.kind()) return false;
  if (marked.is_string()) return text_fits(marked.as_string(), value.as_string());
  if (marked.is_list()) {
    return std::equal(marked.as_list().begin(), marked.as_list().end(), value.as_list().begin(),
                      value.as_list().end(),
                      [](const Value& one, const Value& other) { return fits(one, other); });
  }
  if (marked.is_object()) {
    return std::equal(marked.as_object().begin(), marked.as_object().end(),
                      value.as_object().begin(), value.as_object().end(),
                      [](const auto& one, const auto& other) {
                        return one.first == other.first && fits(one.second, other.second);
                      });
  }
  return marked == value;
}

bool is_marked(const Value& value) {
  return any_string(value, [](const std::string& text) { return says(text, kRedactedMark); });
}

// Elements that are equal are taken first, then those that fit a marked one. What is left over is
// compared by its place, for an element that was redacted and edited since.
void cover_list(const Value::List& base, Value::List& later) {
  std::vector<bool> taken(later.size());
  std::vector<size_t> left;
  const auto take_first = [&](const auto& is_it) {
    for (size_t i = 0; i < later.size(); ++i) {
      if (taken[i] || !is_it(later[i])) continue;
      taken[i] = true;
      return i;
    }
    return later.size();
  };
  for (size_t i = 0; i < base.size(); ++i) {
    if (!is_marked(base[i])) continue;
    if (take_first([&](const Value& each) { return each == base[i]; }) == later.size()) {
      left.push_back(i);
    }
  }
  std::vector<size_t> changed;
  for (const size_t i : left) {
    const size_t at = take_first([&](const Value& each) { return fits(base[i], each); });
    if (at == later.size()) {
      changed.push_back(i);
    } else {
      later[at] = base[i];
    }
  }
  for (const size_t i : changed) {
    if (i < later.size() && !taken[i]) later[i] = cover(base[i], std::move(later[i]));
  }
}

// Such words are looked for as whole values only: "done" redacted in one place must not vanish from
// every text.
bool is_plain_word(const std::string& text) {
  return text.size() < kFewBytes ||
         std::all_of(
             text.begin(), text.end(),
             [](char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '-'; });
}

void add_gone(const Value& before, const Value& after, RedactedWords& words) {
  if (before.is_string() && before != after) words.add_reported(before.as_string());
  for (size_t i = 0; i < before.as_list().size(); ++i) {
    const auto& others = after.as_list();
    add_gone(before.as_list()[i], i < others.size() ? others[i] : Value(), words);
  }
  for (const auto& [name, value] : before.as_object()) {
    const Value* other = after.find(name);
    add_gone(value, other == nullptr ? Value() : *other, words);
  }
}

}  // namespace

void RedactedWords::add_reported(const std::string& text) {
  if (text.empty() || text == kRedactedMark) return;
  (is_plain_word(text) ? plain : reported).push_back(text);
}

void RedactedWords::add(const RedactedWords& more) {
  named.insert(named.end(), more.named.begin(), more.named.end());
  reported.insert(reported.end(), more.reported.begin(), more.reported.end());
  plain.insert(plain.end(), more.plain.begin(), more.plain.end());
}

RedactedWords words_gone(const Value& before, const Value& after) {
  RedactedWords words;
  add_gone(before, after, words);
  return words;
}

// Whether a text still has any of the words: named ones anywhere, also in names of members;
// reported ones inside strings; plain ones as whole strings.
bool tells(std::string_view text, const RedactedWords& words) {
  const auto any = [](const std::vector<std::string>& all, const auto& is_it) {
    return std::any_of(all.begin(), all.end(), is_it);
  };
  if (any(words.named, [&](const std::string& each) { return says(text, each); })) return true;
  if (words.empty()) return false;
  const Value tree = said_in(text);
  if (any_key(tree, [&](const std::string& key) {
        return any(words.named, [&](const std::string& each) { return says(key, each); });
      })) {
    return true;
  }
  const bool is_said = any_string(tree, [&](const std::string& said) {
    const auto is_in = [&](const std::string& each) { return says(said, each); };
    return any(words.named, is_in) || any(words.reported, is_in) ||
           any(words.plain, [&](const std::string& each) { return said == each; });
  });
  return is_said || any(words.reported, [&](const std::string& each) {
           return says(text, each) &&
                  !any_key(tree, [&](const std::string& key) { return says(key, each); });
         });
}

// Nothing when the words cannot be taken out without changing more than strings, or when the text
// would not be readable after it.
std::optional<std::string> without_words(const NamedFile& file, const RedactedWords& words) {
  const DocumentKind kind = kind_by_name(file.path);
  const auto tree = said_in(kind, file.text);
  if (!tree) return std::nullopt;
  Value cleaned = *tree;
  take_out(cleaned, words);
  auto text = with_strings(kind, file.text, *tree, cleaned);
  if (!text) return std::nullopt;
  // What is left is no part of what it says: comments, and names of members.
  for (const auto& each : words.named) replace_all(*text, each);
  for (const auto& each : words.reported) {
    if (!any_key(cleaned, [&](const std::string& key) { return says(key, each); })) {
      replace_all(*text, each);
    }
  }
  if (!said_in(kind, *text) || tells(*text, words)) return std::nullopt;
  return std::move(*text);
}

// Puts the marks of a redacted base over what a later text still spells out, where the two
// otherwise say the same.
Value cover(const Value& base, Value later) {
  if (base.kind() != later.kind() || !is_marked(base)) return later;
  if (base.is_string()) return text_fits(base.as_string(), later.as_string()) ? base : later;
  if (base.is_list()) cover_list(base.as_list(), later.list_ref());
  if (!base.is_object()) return later;
  for (auto& [name, value] : later.object_ref()) {
    if (const Value* before = base.find(name)) value = cover(*before, std::move(value));
  }
  return later;
}

std::string cover(const NamedFile& base, const std::string& later) {
  const DocumentKind kind = kind_by_name(base.path);
  if (!says(base.text, kRedactedMark)) return later;
  const auto before = said_in(kind, base.text);
  const auto tree = said_in(kind, later);
  if (!before || !tree) return later;
  auto covered = with_strings(kind, later, *tree, cover(*before, *tree));
  return covered ? std::move(*covered) : later;
}

}  // namespace clew
