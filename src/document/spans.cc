#include "document/spans.h"

#include <algorithm>
#include <utility>

namespace clew {

std::optional<TextPosition> LocatedTree::position(const TreePath& path) const {
  const auto nodes = find_nodes(root, value, path);
  if (nodes.empty()) return std::nullopt;
  return lines.find(text, nodes.back()->span.begin);
}

std::vector<const SpanNode*> find_nodes(const SpanNode& root, const Value& tree,
                                        const TreePath& path) {
  std::vector<const SpanNode*> nodes = {&root};
  const Value* value = &tree;
  for (const PathPart& part : path) {
    const size_t index = index_of(*value, part);
    const auto& items = nodes.back()->items;
    if (index == count_items(*value) || items.size() != count_items(*value)) return {};
    value = value->is_list() ? &value->as_list()[index] : &value->as_object()[index].second;
    nodes.push_back(&items[index]);
  }
  if (nodes.back()->items.size() != count_items(*value)) return {};
  return nodes;
}

Splice replace(size_t begin, size_t end, std::string text) {
  return {
      .span = {begin, end},
        .text = std::move(text)
  };
}

std::string apply_splice(std::string_view text, const Splice& splice) {
  std::string result;
  result.reserve(text.size() + splice.text.size());
  result += text.substr(0, splice.span.begin);
  result += splice.text;
  result += text.substr(splice.span.end);
  return result;
}

size_t line_start(std::string_view text, size_t at) {
  return text.substr(0, at).rfind('\n') + 1;  // npos + 1 is the start of the text
}

size_t line_end(std::string_view text, size_t at) {
  const size_t end = std::min(text.find('\n', at), text.size());
  return end > at && end < text.size() && text[end - 1] == '\r' ? end - 1 : end;
}

size_t next_line(std::string_view text, size_t at) {
  const size_t end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

std::string_view indent_of(std::string_view text, size_t at) {
  const std::string_view line = text.substr(line_start(text, at));
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

bool has_line_break(std::string_view text, Span span) {
  return slice(text, span.begin, span.end).find('\n') != std::string_view::npos;
}

std::string newline_of(std::string_view text) {
  const size_t end = text.find('\n');
  return end != std::string_view::npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
}

std::string_view trim_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

std::string_view slice(std::string_view text, size_t begin, size_t end) {
  begin = std::min(begin, text.size());
  return end <= begin ? std::string_view() : text.substr(begin, end - begin);
}

}  // namespace clew
