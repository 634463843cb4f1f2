#include "document/yaml/yaml_layout.h"

#include <algorithm>
#include <array>
#include <optional>

#include "document/yaml/yaml_scalar.h"

namespace clew {
namespace {

constexpr size_t kWidestIndent = 16;

std::optional<YamlQuotes> quotes_of_string(std::string_view text, const SpanNode& node) {
  if (node.form == SpanForm::kSingle) return YamlQuotes::kSingle;
  if (node.form == SpanForm::kDouble) return YamlQuotes::kDouble;
  if (node.form != SpanForm::kPlain) return std::nullopt;
  const auto value = read_yaml_scalar(slice(text, node.span.begin, node.span.end), YamlTag::kNone,
                                      YamlStyle::kPlain);
  if (!value || !value->is_string()) return std::nullopt;
  return YamlQuotes::kPlain;
}

struct QuoteCount {
  std::array<size_t, 4> by_quotes{};

  void count(std::string_view text, const SpanNode& node) {
    if (const auto quotes = quotes_of_string(text, node)) {
      ++by_quotes[static_cast<size_t>(*quotes)];
    }
    for (const SpanNode& item : node.items) {
      // Words in a short list stand without quotes where lines of their own have them.
      if (node.form == SpanForm::kBlock && item.form == SpanForm::kFlow) continue;
      count(text, item);
    }
  }

  std::optional<YamlQuotes> most() const {
    const auto* const found = std::max_element(by_quotes.begin(), by_quotes.end());
    if (*found == 0) return std::nullopt;
    return static_cast<YamlQuotes>(found - by_quotes.begin());
  }
};

struct LayoutSigns {
  std::optional<size_t> object_indent, list_indent, dash_width;
  std::optional<YamlQuotes> name_quotes;

  bool is_complete() const { return object_indent && list_indent && dash_width && name_quotes; }

  void look_at(std::string_view text, const SpanNode& node) {
    if (is_complete()) return;
    for (const SpanNode& item : node.items) {
      if (!item.key.empty()) {
        look_at_name(text[item.key.begin]);
        look_at_indent(text, item);
      } else if (node.form == SpanForm::kBlock) {
        look_at_dash(text, item);
      }
    }
    for (const SpanNode& item : node.items) look_at(text, item);
  }

  void look_at_name(char first) {
    if (name_quotes) return;
    name_quotes = first == '"'    ? YamlQuotes::kDouble
                  : first == '\'' ? YamlQuotes::kSingle
                                  : YamlQuotes::kPlain;
  }

  // How far its items stand to the right of its name. Those of a list may stand right below it.
  void look_at_indent(std::string_view text, const SpanNode& member) {
    if (member.form != SpanForm::kBlock || member.items.empty()) return;
    const size_t outer = member.entry - line_start(text, member.entry);
    const size_t first = member.items.front().entry;
    const size_t inner = first - line_start(text, first);
    const bool is_list = member.items.front().key.empty();
    auto& indent = is_list ? list_indent : object_indent;
    if (indent || inner < outer + (is_list ? 0 : 1) || inner > outer + kWidestIndent) return;
    indent = inner - outer;
  }

  // The dash and the blanks behind it.
  void look_at_dash(std::string_view text, const SpanNode& element) {
    if (dash_width || element.form == SpanForm::kEmpty) return;
    const size_t start = element.form == SpanForm::kBlock && !element.items.empty()
                             ? element.items.front().entry
                             : element.span.begin;
    const auto between = slice(text, element.entry + 1, start);
    if (between.empty() || between.size() >= kWidestIndent) return;
    if (between.find_first_not_of(' ') != std::string_view::npos) return;
    dash_width = between.size() + 1;
  }
};

}  // namespace

BlockLayout detect_layout(std::string_view text, const SpanNode& root, const SpanNode& near) {
  LayoutSigns seen;
  seen.look_at(text, near);
  seen.look_at(text, root);
  QuoteCount around;
  around.count(text, near);
  if (!around.most()) around.count(text, root);

  BlockLayout layout;
  layout.newline = newline_of(text);
  layout.object_indent = seen.object_indent.value_or(2);
  layout.list_indent = seen.list_indent.value_or(layout.object_indent);
  layout.dash_width = seen.dash_width.value_or(2);
  layout.quotes = around.most().value_or(YamlQuotes::kDouble);
  layout.name_quotes = seen.name_quotes.value_or(YamlQuotes::kPlain);
  return layout;
}

// In place of a plain string that older parsers take for another type (yes, 12:30), another one of
// that type may be plain too.
YamlQuotes quotes_for(std::string_view text, const SpanNode& old, const Value& value,
                      const BlockLayout& layout) {
  const auto quotes = quotes_of_string(text, old);
  if (quotes != YamlQuotes::kPlain) return quotes.value_or(layout.quotes);
  const OldYamlType was = old_yaml_type(slice(text, old.span.begin, old.span.end));
  return old_yaml_type(value.as_string()) == was ? YamlQuotes::kBare : YamlQuotes::kPlain;
}

}  // namespace clew
