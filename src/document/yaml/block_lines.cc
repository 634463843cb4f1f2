#include "document/yaml/block_lines.h"

#include <algorithm>

namespace clew {
namespace {

// Between a name and its colon; a name announced by a question mark has a line to itself.
constexpr std::string_view kLineSpace = " \t\r\n";

bool is_blank_line(std::string_view text) { return trim_end(text).empty(); }

}  // namespace

bool is_block_scalar(const SpanNode& node) {
  return node.form == SpanForm::kLiteral || node.form == SpanForm::kFolded;
}

bool BlockLines::starts_line(size_t at) const {
  return slice(text_, line_start(text_, at), at).find_first_not_of(' ') == std::string_view::npos;
}

bool BlockLines::ends_text(size_t at) const {
  return at == text_.size() && !text_.empty() && text_.back() != '\n';
}

bool BlockLines::has_tag(const SpanNode& block) const {
  return block.span.begin < block.items.front().entry && text_[block.span.begin] == '!';
}

bool BlockLines::are_apart(const SpanNode& block) const {
  if (block.items.size() < 2) return false;
  for (size_t i = 1; i < block.items.size(); ++i) {
    const size_t line = line_start(text_, block.items[i].entry);
    bool apart = false;
    for (size_t at = entry_end(block.items[i - 1]); at < line; at = next_line(text_, at)) {
      apart = apart || is_blank_line(slice(text_, at, line_end(text_, at)));
    }
    if (!apart) return false;
  }
  return true;
}

Result<size_t> BlockLines::behind_sign(const SpanNode& entry) const {
  const bool is_member = !entry.key.empty();
  const size_t at = is_member ? text_.find_first_not_of(kLineSpace, entry.key.end) : entry.entry;
  if (at < text_.size() && text_[at] == (is_member ? ':' : '-') && at < entry.span.end + 1) {
    return at + 1;
  }
  return make_error(ErrorCode::kFailed, "an entry in an unusual form");
}

size_t BlockLines::header_sign_end(const SpanNode& scalar) const {
  const size_t start = text_.find_first_of("|>", scalar.span.begin);
  return std::min(text_.find_first_not_of("|>+-0123456789", start), text_.size());
}

size_t BlockLines::content_end(const SpanNode& scalar) const {
  const auto all = slice(text_, scalar.span.begin, scalar.span.end);
  const auto sign = slice(text_, scalar.span.begin, header_sign_end(scalar));
  if (sign.find('+') != std::string_view::npos) return scalar.span.end;
  return std::min(next_line(text_, scalar.span.begin + trim_end(all).size()), scalar.span.end);
}

size_t BlockLines::entry_end(const SpanNode& entry) const {
  const SpanNode* last = &entry;
  while (last->form == SpanForm::kBlock && !last->items.empty()) last = &last->items.back();
  return is_block_scalar(*last) ? content_end(*last)
                                : next_line(text_, std::max(last->span.end, last->key.end));
}

size_t BlockLines::behind_comments(size_t at, size_t column) const {
  while (at < text_.size()) {
    const size_t indent = indent_of(text_, at).size();
    if (indent <= column || at + indent >= text_.size() || text_[at + indent] != '#') break;
    at = next_line(text_, at);
  }
  return at;
}

}  // namespace clew
