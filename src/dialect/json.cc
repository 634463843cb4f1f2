#include "dialect/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <exception>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/text.h"
#include "dialect/json_words.h"
#include "dialect/number.h"
#include "dialect/text_position.h"
#include "dialect/tree_builder.h"

namespace clew {
namespace {

using nlohmann::json;

// Walks the text and notes how far: callbacks of the parser carry no position.
struct Cursor {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at;
  const char** furthest;

  reference operator*() const { return *at; }
  Cursor& operator++() {
    *furthest = ++at;
    return *this;
  }
  bool operator==(const Cursor& other) const { return at == other.at; }
};

// The parser's listener. Its functions answer whether to go on; when not, `refusal` says why.
class Listener {
 public:
  Listener(std::string_view text, const Limits& limits)
      : text_(text), furthest_(text.data()), builder_(limits) {}

  Cursor begin() { return {text_.data(), &furthest_}; }
  Cursor end() { return {text_.data() + text_.size(), &furthest_}; }
  Value take() { return builder_.take(); }
  const std::optional<Error>& refusal() const { return refusal_; }

  bool null() { return check(builder_.add(nullptr), JsonToken::kWord); }
  bool boolean(bool value) { return check(builder_.add(value), JsonToken::kWord); }
  bool number_integer(int64_t value) { return check(builder_.add(value), JsonToken::kNumber); }
  bool number_unsigned(uint64_t value) {
    if (std::in_range<int64_t>(value)) return number_integer(static_cast<int64_t>(value));
    return number(std::to_string(value));
  }
  bool number_float(double /*value*/, const std::string& spelling) { return number(spelling); }
  bool string(std::string& value) {
    return check(builder_.add(std::move(value)), JsonToken::kString);
  }
  bool binary(json::binary_t& /*value*/) { return false; }  // not in JSON text
  bool key(std::string& name) { return check(builder_.key(std::move(name)), JsonToken::kString); }
  bool start_object(size_t /*size*/) {
    return check(builder_.begin(Value::object()), JsonToken::kSign);
  }
  bool start_array(size_t /*size*/) {
    return check(builder_.begin(Value::list()), JsonToken::kSign);
  }
  bool end_object() { return end_container(); }
  bool end_array() { return end_container(); }

  bool parse_error(size_t read, const std::string& /*token*/, const json::exception& problem) {
    const auto found = explain_json_error(problem.what(), text_, read, reached());
    refusal_ = refuse_at(position_at(text_, found.offset), found.message);
    return false;
  }

 private:
  size_t reached() const { return static_cast<size_t>(furthest_ - text_.data()); }

  bool end_container() {
    builder_.end();
    return true;
  }

  bool number(const std::string& spelling) {
    const Result<Value> value = read_decimal(spelling);
    if (!value) return check(value.error(), JsonToken::kNumber);
    return check(builder_.add(*value), JsonToken::kNumber);
  }

  bool check(const Status& status, JsonToken token) {
    if (status) return true;
    const size_t start = find_token_start(text_, reached(), token);
    refusal_ = refuse_at(position_at(text_, start), status.error().message);
    return false;
  }

  std::string_view text_;
  const char* furthest_;
  TreeBuilder builder_;
  std::optional<Error> refusal_;
};

class Writer {
 public:
  explicit Writer(JsonStyle style) : style_(style) {}

  std::string take() { return std::move(out_); }

  void write(const Value& value) {
    switch (value.kind()) {
      case Value::Kind::kNull:
        out_ += "null";
        break;
      case Value::Kind::kBool:
        out_ += value.as_bool() ? "true" : "false";
        break;
      case Value::Kind::kInt:
        write_number(value.as_int());
        break;
      case Value::Kind::kDouble:
        write_double(value.as_double());
        break;
      case Value::Kind::kString:
        write_string(value.as_string());
        break;
      case Value::Kind::kList:
        write_all(value.as_list(), "[]", [this](const Value& item) { write(item); });
        break;
      case Value::Kind::kObject:
        write_all(value.as_object(), "{}", [this](const Value::Member& member) {
          write_string(member.first);
          out_ += style_ == JsonStyle::kPretty ? ": " : ":";
          write(member.second);
        });
        break;
    }
  }

 private:
  template <class Items, class WriteItem>
  void write_all(const Items& items, const char* brackets, WriteItem write_item) {
    out_ += brackets[0];
    ++level_;
    for (const auto& item : items) {
      if (&item != &items.front()) out_ += ',';
      start_line();
      write_item(item);
    }
    --level_;
    if (!items.empty()) start_line();
    out_ += brackets[1];
  }

  void start_line() {
    if (style_ == JsonStyle::kCompact) return;
    out_ += '\n';
    out_.append(2 * level_, ' ');
  }

  template <class Number>
  std::string_view write_number(Number number) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
    out_.append(buffer.data(), end);
    return std::string_view(out_).substr(out_.size() - static_cast<size_t>(end - buffer.data()));
  }

  void write_double(double number) {
    if (!std::isfinite(number)) {
      out_ += "null";
    } else if (write_number(number).find_first_of(".e") == std::string_view::npos) {
      out_ += ".0";
    }
  }

  // Escaping is the library's business; most strings need none.
  void write_string(const std::string& text) {
    if (is_plain(text)) {
      out_ += '"';
      out_ += text;
      out_ += '"';
    } else {
      out_ += json(text).dump(-1, ' ', false, json::error_handler_t::replace);
    }
  }

  static bool is_plain(std::string_view text) {
    bool ascii = true;
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 || c == '"' || c == '\\') return false;
      ascii = ascii && byte < 0x80;
    }
    return ascii || is_utf8(text);
  }

  JsonStyle style_;
  size_t level_ = 0;
  std::string out_;
};

}  // namespace

Result<Value> parse_json(std::string_view text, const Limits& limits) try {
  CLEW_TRY(check_size(text, limits));
  // The parser would take a NUL for the end of the text and never look at the rest.
  if (const size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return refuse_at(position_at(text, nul), "a NUL byte");
  }
  Listener listener(text, limits);
  const bool done = json::sax_parse(listener.begin(), listener.end(), &listener);
  if (done) return listener.take();
  if (auto conflict = find_conflict(text)) return *conflict;
  return *listener.refusal();
} catch (const std::exception& problem) {
  return make_error(ErrorCode::kFailed, fmt::format("cannot read JSON: {}", problem.what()));
}

std::string write_json(const Value& value, JsonStyle style) {
  Writer writer(style);
  writer.write(value);
  return writer.take();
}

}  // namespace clew
