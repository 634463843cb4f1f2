#include "document/yaml/flow_edit.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace clew {
namespace {

bool has_only_scalars(const Value& value) {
  const auto& list = value.as_list();
  const auto& object = value.as_object();
  return std::ranges::all_of(list, &Value::is_scalar) &&
         std::all_of(object.begin(), object.end(),
                     [](const Value::Member& member) { return member.second.is_scalar(); });
}

bool is_all_blank(std::string_view text) { return trim_end(text).empty(); }

// With at most one line break in it: a blank line between two entries is not repeated.
std::string on_next_line(std::string_view blanks, const std::string& newline) {
  const size_t last = blanks.rfind('\n');
  if (last == std::string_view::npos) return std::string(blanks);
  return newline + std::string(blanks.substr(last + 1));
}

}  // namespace

// What the text shows about its layout; the first sight counts.
// The layout is taken from the container that is edited and then from the whole text, so that an
// edit looks like its surroundings.
struct FlowEditor::LayoutSigns {
  std::optional<std::string> unit, colon, comma, object_padding, list_padding;

  bool is_complete() const { return unit && colon && comma && object_padding && list_padding; }

  void look_at(std::string_view text, const SpanNode& node) {
    if (is_complete()) return;
    if (node.form == SpanForm::kFlow && !node.items.empty()) look_at_container(text, node);
    for (const SpanNode& item : node.items) look_at(text, item);
  }

  // Only white space counts as layout: where a comment stands, nothing is learnt.
  void look_at_container(std::string_view text, const SpanNode& node) {
    const SpanNode& first = node.items.front();
    const bool is_object = !first.key.empty();
    if (is_object && !colon) {
      const auto seen = slice(text, first.key.end, first.span.begin);
      const bool is_usual = seen.find_first_not_of(" \t:") == std::string_view::npos;
      if (is_usual && seen.find(':') != std::string_view::npos) colon = seen;
    }
    const std::string_view opening = slice(text, node.span.begin + 1, first.entry);
    if (!is_all_blank(opening)) return;
    if (opening.find('\n') != std::string_view::npos) {
      const std::string_view outer = indent_of(text, node.span.begin);
      const std::string_view inner = indent_of(text, first.entry);
      if (!unit && inner.size() > outer.size() && inner.starts_with(outer)) {
        unit = inner.substr(outer.size());
      }
      return;
    }
    auto& padding = is_object ? object_padding : list_padding;
    if (!padding) padding = opening;
    if (comma || node.items.size() < 2) return;
    const auto seen = slice(text, first.span.end, node.items[1].entry);
    if (seen.find_first_not_of(" \t,") == std::string_view::npos) comma = seen;
  }
};

FlowEditor::FlowEditor(std::string_view text, const SpanNode& root, const SpanNode& container,
                       FlowWords words)
    : text_(text), words_(std::move(words)) {
  LayoutSigns seen;
  seen.look_at(text, container);
  seen.look_at(text, root);
  layout_.newline = newline_of(text);
  layout_.unit = seen.unit.value_or("  ");
  layout_.colon = seen.colon.value_or(": ");
  if (layout_.colon.ends_with(':'))
    layout_.colon.replace(layout_.colon.size() - 1, 1, words_.tight_colon);
  layout_.comma = seen.comma.value_or(layout_.colon.ends_with(' ') ? ", " : ",");
  layout_.object_padding = seen.object_padding.value_or("");
  layout_.list_padding = seen.list_padding.value_or("");
}

// A value that is replaced keeps its manner: one line for scalars and short lists, several where
// the container stands so.
Splice FlowEditor::set(const SpanNode& node, const SpanNode* parent, const Value& value) const {
  if (value.is_scalar() || !stands_tall(parent) || looks_flat(parent, &node, value)) {
    return {node.span, write_flat(value)};
  }
  return {node.span, write_tall(value, std::string(indent_of(text_, node.entry)))};
}

// The separator is copied from a neighbour. The first item goes before the present first, any other
// behind its predecessor, so that comments stay with what they are about.
Splice FlowEditor::insert(const SpanNode& container, const SpanNode* parent, size_t index,
                          const std::string* name, const Value& value) const {
  const std::string start = name == nullptr ? "" : words_.name(*name) + layout_.colon;
  if (container.items.empty()) {
    const Span inside{container.span.begin + 1, container.span.end - 1};
    if (!stands_tall(parent) && !has_line_break(text_, inside)) {
      const auto& padding = name == nullptr ? layout_.list_padding : layout_.object_padding;
      return {inside, padding + start + write_flat(value) + padding};
    }
    const std::string outer(indent_of(text_, container.span.begin));
    const std::string inner = outer + layout_.unit;
    return {inside,
            layout_.newline + inner + start + write_tall(value, inner) + layout_.newline + outer};
  }
  const std::string between = separator(container, index);
  const size_t line = between.rfind('\n');
  const bool flat = line == std::string::npos || looks_flat(&container, nullptr, value);
  const std::string item =
      start + (flat ? write_flat(value)
                    : write_tall(value, std::string(indent_of(between, between.size()))));
  if (index == 0) {
    const size_t at = container.items[0].entry;
    return replace(at, at, item + between);
  }
  const size_t at = container.items[index - 1].span.end;
  return replace(at, at, between + item);
}

// With the item goes one separator: the one behind it for the first, the one before it for any
// other.
Splice FlowEditor::remove(const SpanNode& container, size_t index) const {
  const auto& items = container.items;
  if (items.size() == 1) return replace(container.span.begin + 1, container.span.end - 1, "");
  const SpanNode& item = items[index];
  if (index == 0) return replace(item.entry, items[1].entry, "");
  const size_t before = items[index - 1].span.end;
  // What starts a line that others share leaves that line where it is.
  if (index + 1 < items.size() && has_line_break(text_, {before, item.entry}) &&
      !has_line_break(text_, {item.span.end, items[index + 1].entry})) {
    return replace(item.entry, items[index + 1].entry, "");
  }
  return replace(before, item.span.end, "");
}

bool FlowEditor::stands_tall(const SpanNode* container) const {
  if (container == nullptr) return text_.find('\n') != std::string_view::npos;
  if (container->items.empty()) return has_line_break(text_, container->span);
  return has_line_break(text_, {container->span.begin, container->items.front().entry});
}

// Whether a list or object had better stay in one line though there is room for more: the one it
// replaces did, or all its siblings of the same kind do.
bool FlowEditor::looks_flat(const SpanNode* parent, const SpanNode* old, const Value& value) const {
  const auto is_like = [&](const SpanNode& node) {
    return node.form == SpanForm::kFlow && !node.items.empty() &&
           node.items.front().key.empty() == value.is_list();
  };
  const auto is_flat = [&](const SpanNode& node) { return !has_line_break(text_, node.span); };
  if (old != nullptr && is_like(*old)) return is_flat(*old) && has_only_scalars(value);
  if (parent == nullptr) return false;
  const bool in_list = !parent->items.empty() && parent->items.front().key.empty();
  if (!in_list && !has_only_scalars(value)) return false;
  const auto& items = parent->items;
  return std::any_of(items.begin(), items.end(), is_like) &&
         std::all_of(items.begin(), items.end(),
                     [&](const SpanNode& item) { return !is_like(item) || is_flat(item); });
}

// What stands between two items, or would: the comma with its blanks, and line breaks.
// REQUIRES: the container has items
std::string FlowEditor::separator(const SpanNode& container, size_t index) const {
  const auto& items = container.items;
  if (items.size() > 1) {
    const size_t second = std::clamp<size_t>(index, 1, items.size() - 1);
    const auto seen = slice(text_, items[second - 1].span.end, items[second].entry);
    const size_t comma = seen.find(',');
    if (comma != std::string_view::npos && is_all_blank(seen.substr(0, comma)) &&
        is_all_blank(seen.substr(comma + 1))) {
      return std::string(seen.substr(0, comma + 1)) +
             on_next_line(seen.substr(comma + 1), layout_.newline);
    }
  }
  const size_t entry = items.front().entry;
  if (!has_line_break(text_, {container.span.begin, entry})) return layout_.comma;
  return "," + layout_.newline + std::string(indent_of(text_, entry));
}

std::string FlowEditor::write_flat(const Value& value) const {
  if (value.is_scalar()) return words_.scalar(value);
  const auto& padding = value.is_list() ? layout_.list_padding : layout_.object_padding;
  return write_items(value, padding, layout_.comma, padding, nullptr);
}

std::string FlowEditor::write_tall(const Value& value, const std::string& indent) const {
  if (value.is_scalar()) return words_.scalar(value);
  const std::string inner = indent + layout_.unit;
  return write_items(value, layout_.newline + inner, "," + layout_.newline + inner,
                     layout_.newline + indent, &inner);
}

// With an indent the items are written tall.
std::string FlowEditor::write_items(const Value& value, const std::string& first,
                                    const std::string& between, const std::string& last,
                                    const std::string* indent) const {
  const char* const brackets = value.is_list() ? "[]" : "{}";
  if (count_items(value) == 0) return brackets;
  std::string out(1, brackets[0]);
  const auto add = [&](const Value& item, const std::string& start) {
    out += out.size() == 1 ? first : between;
    out += start;
    out += indent == nullptr ? write_flat(item) : write_tall(item, *indent);
  };
  for (const Value& item : value.as_list()) add(item, "");
  for (const auto& [name, item] : value.as_object()) add(item, words_.name(name) + layout_.colon);
  return out + last + brackets[1];
}

}  // namespace clew
