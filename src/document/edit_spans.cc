#include "document/edit_spans.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "base/text.h"

namespace clew {
namespace {

// So many edits are made before the text is read again.
constexpr size_t kBatch = 16;

bool can_be_written(const Value& value) {
  if (value.is_double()) return std::isfinite(value.as_double());
  if (value.is_string()) return is_utf8(value.as_string());
  const auto& list = value.as_list();
  const auto& object = value.as_object();
  return std::all_of(list.begin(), list.end(), can_be_written) &&
         std::all_of(object.begin(), object.end(), [](const Value::Member& member) {
           return is_utf8(member.first) && can_be_written(member.second);
         });
}

Status check_edit(const Edit& edit) {
  const auto* name = edit.path.empty() ? nullptr : std::get_if<std::string>(&edit.path.back());
  const bool has_name = edit.kind == EditKind::kInsert && name != nullptr;
  const bool has_value = edit.kind != EditKind::kRemove;
  if ((!has_value || can_be_written(edit.value)) && (!has_name || is_utf8(*name))) return success();
  return make_error(ErrorCode::kInvalid, fmt::format("{}: not valid UTF-8, or not a finite number",
                                                     to_pointer(edit.path)));
}

class EditedText {
 public:
  EditedText(std::string_view text, Value tree, const TextFormat& format)
      : text_(text), tree_(std::move(tree)), format_(&format) {}

  const std::string& text() const { return text_; }

  // Without a look at the result: reading costs as much as everything else.
  Status edit_blindly(const Edit& edit) {
    CLEW_ASSIGN(text_, make_edit(edit));
    return apply_edit(tree_, edit);
  }

  // First the small edit. Where the text does not say afterwards what it should, the value is
  // written anew, then what it stands in, and at last the whole document.
  Status edit(const Edit& edit) {
    Value wanted = tree_;
    CLEW_TRY(apply_edit(wanted, edit));
    std::optional<std::string> result = says(make_edit(edit), wanted);
    for (TreePath path = edit.path; !result; path.pop_back()) {
      // The value itself is there to be written anew only when it is set.
      if (path.size() < edit.path.size() || edit.kind == EditKind::kSet) {
        result = says(rewrite(path, wanted), wanted);
      }
      if (path.empty()) break;
    }
    if (!result) {
      return make_error(ErrorCode::kFailed,
                        fmt::format("{}: cannot be edited in this text{}{}", to_pointer(edit.path),
                                    obstacle_.empty() ? "" : ": ", obstacle_));
    }
    text_ = std::move(*result);
    tree_ = std::move(wanted);
    return success();
  }

  bool is_right() const {
    const auto value = format_->read(text_);
    return value.ok() && *value == tree_;
  }

 private:
  Result<std::string> make_edit(const Edit& edit) const {
    CLEW_ASSIGN(const SpanNode root, format_->find_spans(text_));
    CLEW_ASSIGN(const Splice splice, format_->make_edit(text_, root, tree_, edit));
    return apply(splice);
  }

  Result<std::string> rewrite(const TreePath& path, const Value& wanted) const {
    CLEW_ASSIGN(const SpanNode root, format_->find_spans(text_));
    CLEW_ASSIGN(const Splice splice,
                format_->rewrite(text_, root, tree_, path, *find_value(wanted, path)));
    return apply(splice);
  }

  Result<std::string> apply(const Splice& splice) const {
    if (splice.span.begin > splice.span.end || splice.span.end > text_.size()) {
      return make_error(ErrorCode::kFailed, "a change outside the text");
    }
    return apply_splice(text_, splice);
  }

  std::optional<std::string> says(Result<std::string> text, const Value& wanted) {
    if (!text) return std::nullopt;
    const auto value = format_->read(*text);
    if (!value && value.error().code == ErrorCode::kInvalid) obstacle_ = value.error().message;
    if (!value || *value != wanted) return std::nullopt;
    return std::move(*text);
  }

  std::string text_;
  Value tree_;
  const TextFormat* format_;
  std::string obstacle_;  // why what was written last cannot be read; may be empty
};

}  // namespace

Result<std::string> edit_spans(std::string_view text, const std::vector<Edit>& edits,
                               const TextFormat& format) {
  const std::string_view bare = without_mark(text);
  const std::string_view mark = text.substr(0, text.size() - bare.size());
  CLEW_ASSIGN(const Value tree, format.read(bare));
  for (const Edit& edit : edits) CLEW_TRY(check_edit(edit));
  // An edit without a meaning is refused before any text is touched.
  CLEW_TRY(apply_edits(tree, edits));

  EditedText done(bare, tree, format);
  // Quickly, batch by batch. A batch that went wrong is made once more, edit by edit.
  for (size_t at = 0; at < edits.size(); at += kBatch) {
    const auto batch = std::span(edits).subspan(at, std::min(kBatch, edits.size() - at));
    EditedText quick = done;
    const bool made = std::all_of(batch.begin(), batch.end(),
                                  [&](const Edit& edit) { return quick.edit_blindly(edit).ok(); });
    if (made && quick.is_right()) {
      done = std::move(quick);
    } else {
      for (const Edit& edit : batch) CLEW_TRY(done.edit(edit));
    }
  }
  return std::string(mark) + done.text();
}

}  // namespace clew
