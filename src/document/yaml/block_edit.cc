#include "document/yaml/block_edit.h"

#include <algorithm>
#include <utility>

namespace clew {
namespace {

constexpr std::string_view kBlockSpace = " \t\r\n";

const SpanNode* parent_in(const NodeChain& nodes) {
  return nodes.size() < 2 ? nullptr : nodes[nodes.size() - 2];
}

std::string indented(size_t column, const std::string& lines) {
  return std::string(column, ' ') + lines;
}

bool is_list(const SpanNode& block) { return block.items.front().key.empty(); }

}  // namespace

BlockEditor::BlockEditor(std::string_view text, BlockLayout layout)
    : text_(text), lines_(text), layout_(std::move(layout)) {}

// In the place of anything, a value that stands in one line. Cases: nothing there yet, a block
// scalar (its header's comment stays), a flow value, and a block, which is drawn up behind its name
// or dash.
Result<Splice> BlockEditor::set_inline(const NodeChain& nodes, const std::string& written) const {
  const SpanNode& node = *nodes.back();
  const SpanNode* parent = parent_in(nodes);
  if (node.form == SpanForm::kEmpty) {
    if (parent == nullptr) {
      return Splice{node.span, (lines_.starts_line(node.span.begin) ? "" : layout_.newline) +
                                   written + end_line(node.span.end)};
    }
    CLEW_ASSIGN(const size_t at, lines_.behind_sign(node));
    return replace(at, at, " " + written);
  }
  if (is_block_scalar(node)) {
    const size_t sign_end = lines_.header_sign_end(node);
    const size_t end = lines_.content_end(node);
    const auto rest = slice(text_, sign_end, line_end(text_, sign_end));
    return replace(node.span.begin, end, written + std::string(rest) + end_line(end));
  }
  if (node.form != SpanForm::kBlock) return Splice{node.span, written};

  const size_t first = node.items.front().entry;
  const size_t end = lines_.entry_end(node);
  if (parent == nullptr || !lines_.starts_line(first)) {
    return replace(lines_.has_tag(node) ? node.span.begin : first, end, written + end_line(end));
  }
  // The value moves up behind the name or dash; comments on the way to the first entry stay.
  CLEW_ASSIGN(const size_t sign, lines_.behind_sign(node));
  std::string_view between = slice(text_, sign, line_start(text_, first));
  if (lines_.has_tag(node)) between = slice(text_, line_end(text_, sign), next_line(text_, sign));
  if (lines_.ends_text(end)) between = trim_end(between);
  return replace(sign, end, " " + written + std::string(between));
}

// In the place of anything, a value that stands on lines of its own. A block keeps the column of
// its first entry, unless a list becomes an object or the other way round below a parent.
Result<Splice> BlockEditor::set_block(const NodeChain& nodes, const Value& value) const {
  const SpanNode& node = *nodes.back();
  const SpanNode* parent = parent_in(nodes);
  if (node.form != SpanForm::kBlock) return set_block_below(node, parent, value);

  const size_t first = node.items.front().entry;
  const size_t end = lines_.entry_end(node);
  const bool keeps_column = parent == nullptr || is_list(node) == value.is_list();
  const size_t column = keeps_column || !lines_.starts_line(first)
                            ? lines_.column_of(first)
                            : block_column(node, parent, value);
  const std::string lines = write_block(value, column, layout_) + end_line(end);
  if (lines_.has_tag(node) && parent != nullptr) {
    CLEW_ASSIGN(const size_t sign, lines_.behind_sign(node));
    return replace(sign, end, layout_.newline + indented(column, lines));
  }
  if (lines_.has_tag(node)) return replace(node.span.begin, end, lines);
  if (!lines_.starts_line(first)) return replace(first, end, lines);
  return replace(line_start(text_, first), end, indented(column, lines));
}

// In the place of a scalar, or of brackets with nothing in between.
Result<Splice> BlockEditor::set_block_below(const SpanNode& node, const SpanNode* parent,
                                            const Value& value) const {
  const bool is_scalar = is_block_scalar(node);
  const size_t end = is_scalar ? lines_.content_end(node) : node.span.end;
  if (parent == nullptr) {
    const bool own_line = lines_.starts_line(node.span.begin);
    const size_t column = own_line ? lines_.column_of(node.span.begin) : 0;
    const bool ends_line = is_scalar || node.form == SpanForm::kEmpty;
    return replace(node.span.begin, end,
                   (own_line ? "" : layout_.newline) + write_block(value, column, layout_) +
                       (ends_line ? end_line(end) : ""));
  }
  CLEW_ASSIGN(const size_t sign, lines_.behind_sign(node));
  const size_t column = block_column(node, parent, value);
  const std::string lines = write_block(value, column, layout_);
  if (is_scalar) {
    const size_t sign_end = lines_.header_sign_end(node);
    const auto rest = trim_end(slice(text_, sign_end, line_end(text_, sign_end)));
    return replace(sign, end,
                   std::string(rest) + layout_.newline + indented(column, lines) + end_line(end));
  }
  const auto before = trim_end(slice(text_, sign, node.span.begin));
  const size_t line = line_end(text_, end);
  const auto behind = trim_end(slice(text_, end, line));
  if (is_list(*parent) && before.empty() && behind.empty()) {
    return replace(sign, end, std::string(layout_.dash_width - 1, ' ') + lines);
  }
  // A comment stays behind the name.
  return replace(
      sign, line,
      std::string(before) + std::string(behind) + layout_.newline + indented(column, lines));
}

// A text of several lines as a block scalar, "|" or ">". The indicator "-" says that the last line
// has no end. Texts that would need an indentation indicator are refused: the caller writes them in
// quotes.
Result<Splice> BlockEditor::set_lines(const NodeChain& nodes, const std::string& value) const {
  const SpanNode& node = *nodes.back();
  const bool ends_line = value.ends_with('\n');
  const std::string_view body =
      std::string_view(value).substr(0, value.size() - (ends_line ? 1 : 0));
  const bool is_one_line = body.find('\n') == std::string_view::npos;
  std::string plain(body);
  std::replace(plain.begin(), plain.end(), '\n', '.');
  if (body.empty() || body.front() == ' ' || body.front() == '\n' || body.back() == '\n' ||
      !is_yaml_printable(plain)) {
    return make_error(ErrorCode::kFailed, "cannot be written as lines");
  }
  const size_t sign_end = lines_.header_sign_end(node);
  const size_t header_end = line_end(text_, sign_end);
  const size_t end = lines_.content_end(node);
  const size_t first = text_.find_first_not_of(kBlockSpace, header_end);
  const bool has_content = first < end;
  const size_t outer = nodes.size() < 2 ? 0 : lines_.column_of(node.entry);
  const size_t column = has_content ? lines_.column_of(first) : outer + layout_.object_indent;

  std::string written = node.form == SpanForm::kFolded && is_one_line ? ">" : "|";
  if (!ends_line) written += '-';
  written += slice(text_, sign_end, header_end);
  for (size_t at = 0; at <= body.size();) {
    const size_t stop = std::min(body.find('\n', at), body.size());
    written += layout_.newline;
    if (stop > at) written += indented(column, std::string(body.substr(at, stop - at)));
    at = stop + 1;
  }
  return replace(node.span.begin, end, written + end_line(end));
}

// Entries are put apart by a blank line where the block's own entries are.
Splice BlockEditor::insert(const NodeChain& nodes, size_t index, const std::string* name,
                           const Value& value) const {
  const SpanNode& block = *nodes.back();
  const size_t first = block.items.front().entry;
  const size_t column = lines_.column_of(first);
  const std::string gap = lines_.are_apart(block) ? layout_.newline : "";
  const std::string lines = write_entry(name, value, column, layout_);
  if (index == 0 && !lines_.starts_line(first)) {
    return replace(first, first, lines + layout_.newline + gap + indented(column, ""));
  }
  if (index == 0) {
    const size_t at = line_start(text_, first);
    return replace(at, at, indented(column, lines) + layout_.newline + gap);
  }
  const size_t at = lines_.behind_comments(lines_.entry_end(block.items[index - 1]), column);
  const std::string before = lines_.ends_text(at) ? layout_.newline : "";
  return replace(at, at, before + gap + indented(column, lines) + end_line(at));
}

// The whole entry with its line; the text before it loses its line end if the entry was last and
// had none.
Splice BlockEditor::remove(const NodeChain& nodes, size_t index) const {
  const SpanNode& block = *nodes.back();
  const size_t entry = block.items[index].entry;
  const size_t end = lines_.entry_end(block.items[index]);
  if (lines_.starts_line(entry)) {
    const size_t begin = line_start(text_, entry);
    if (begin == 0 || !lines_.ends_text(end)) return replace(begin, end, "");
    // The last line had no end: the one before it has none either.
    return replace(line_end(text_, line_start(text_, begin - 1)), end, "");
  }
  // The first entry, behind a dash: the next one moves up, unless comments are in between.
  const size_t next = block.items[1].entry;
  if (trim_end(slice(text_, end, next)).empty()) return replace(entry, next, "");
  return replace(trim_end(text_.substr(0, entry)).size(), end, layout_.newline);
}

// Where the value of an entry begins when it stands below its name.
size_t BlockEditor::block_column(const SpanNode& entry, const SpanNode* parent,
                                 const Value& value) const {
  const size_t outer = lines_.column_of(entry.entry);
  if (is_list(*parent)) return outer + layout_.dash_width;
  return outer + (value.is_list() ? layout_.list_indent : layout_.object_indent);
}

// What has to follow when the text up to `at`, a line with its end, is replaced.
std::string BlockEditor::end_line(size_t at) const {
  return lines_.ends_text(at) ? std::string() : layout_.newline;
}

}  // namespace clew
