#include "document/shape/field_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace clew {
namespace {

std::string in_cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string code(const std::string& text) { return "`" + in_cell(text) + "`"; }

template <class T>
std::string limits(const std::optional<T>& least, const std::optional<T>& most) {
  if (least && most) {
    return *least == *most ? fmt::format("exactly {}", *least)
                           : fmt::format("{} to {}", *least, *most);
  }
  if (least) return fmt::format("at least {}", *least);
  if (most) return fmt::format("at most {}", *most);
  return {};
}

std::string counted(const Shape& shape, const char* one, const char* many) {
  const std::string count = limits(shape.shortest, shape.longest);
  if (count.empty()) return count;
  return count + " " + (shape.longest.value_or(shape.shortest.value_or(0)) == 1 ? one : many);
}

void add_part(std::string& text, const std::string& part) {
  if (!part.empty()) text += ", " + part;
}

std::string describe_text(const Shape& shape) {
  if (!shape.words.empty()) {
    std::vector<std::string> words;
    for (const auto& word : shape.words) words.push_back(code(word));
    return fmt::format("{} {}", shape.open_words ? "text, usually" : "one of",
                       fmt::join(words, ", "));
  }
  std::string text = "text";
  if (!shape.pattern.empty()) add_part(text, "like " + code(shape.pattern));
  add_part(text, counted(shape, "character", "characters"));
  return text;
}

std::string describe_number(const Shape& shape, const char* word) {
  std::string text = word;
  add_part(text, limits(shape.least, shape.most));
  return text;
}

std::string describe_entries(const Shape& shape, const char* word) {
  std::string text = fmt::format("{} of {}", word, describe_shape(*shape.element));
  if (shape.kind == ShapeKind::kMap && !shape.pattern.empty()) {
    add_part(text, "names like " + code(shape.pattern));
  }
  add_part(text, counted(shape, "entry", "entries"));
  if (shape.distinct) add_part(text, "no duplicates");
  if (!shape.key.empty()) add_part(text, "identified by " + code(shape.key));
  return text;
}

std::string describe_kind(const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::kAny:
      return "anything";
    case ShapeKind::kText:
      return describe_text(shape);
    case ShapeKind::kTime:
      return "time";
    case ShapeKind::kDate:
      return "date";
    case ShapeKind::kInteger:
      return describe_number(shape, "whole number");
    case ShapeKind::kNumber:
      return describe_number(shape, "number");
    case ShapeKind::kBoolean:
      return "true or false";
    case ShapeKind::kList:
      return describe_entries(shape, "list");
    case ShapeKind::kMap:
      return describe_entries(shape, "map");
    case ShapeKind::kObject:
      return shape.openness == Openness::kClosed ? "object, no other fields" : "object";
  }
  return {};
}

std::string describe(const Home& home) {
  switch (home.kind) {
    case HomeKind::kCore:
      return code(home.where);
    case HomeKind::kAttribute:
      switch (home.owner) {
        case HomeOwner::kSession:
          return "attribute of the session";
        case HomeOwner::kStep:
          return "attribute of the step";
        case HomeOwner::kAttempt:
          return "attribute of the attempt";
        case HomeOwner::kAgent:
          return "attribute of the agent";
        case HomeOwner::kFact:
          return "attribute of the fact";
      }
      return {};
    case HomeKind::kDerived:
      return "derived: " + in_cell(home.where);
    case HomeKind::kFixed:
      return "fixed: " + in_cell(home.where);
  }
  return {};
}

// Lists and maps are a part of the path: "steps[].name", "phases.*.title".
void add_rows(std::string& out, const Shape& shape, std::string path) {
  const Shape* at = &shape;
  for (; at->kind == ShapeKind::kList || at->kind == ShapeKind::kMap; at = at->element.get()) {
    path += at->kind == ShapeKind::kList ? "[]" : path.empty() ? "*" : ".*";
  }
  for (const auto& field : at->fields) {
    const std::string name = path.empty() ? field.name : path + "." + field.name;
    out += fmt::format("| {} | {} | {} | {} | {} |\n", code(name), describe_shape(field.shape),
                       field.need == FieldNeed::kRequired ? "yes" : "", in_cell(field.doc),
                       describe(field.home));
    add_rows(out, field.shape, name);
  }
}

}  // namespace

std::string describe_shape(const Shape& shape) {
  return describe_kind(shape) + (shape.null ? " or null" : "");
}

std::string field_table(const Shape& shape) {
  std::string out =
      "| field | type and limits | required | meaning | where it lives |\n"
      "|---|---|---|---|---|\n";
  add_rows(out, shape, {});
  return out;
}

std::string field_tables(const std::vector<DocumentShape>& documents) {
  std::string out;
  for (const auto& document : documents) {
    out += fmt::format("{}### {}: `{}`\n\n{}.\n", out.empty() ? "" : "\n", document.name,
                       document.path, document.doc);
    if (document.kind == DocumentKind::kText) continue;
    if (document.kind == DocumentKind::kJsonLines) out += "Each line is one object.\n";
    out += "\n" + field_table(document.shape);
  }
  return out;
}

}  // namespace clew
