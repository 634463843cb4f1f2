// Value to JSON text (json.h says what is promised). Written by hand because every answer of clew
// goes through it: strings are copied in runs, and only what needs an escape is looked at.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "document/json/json.h"

namespace clew {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

bool needs_escape(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\'; }

// Whether a byte is written as it is, whatever stands around it.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (size_t c = 0x20; c < 0x80; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

void append_escaped(std::string& out, char c) {
  static constexpr std::string_view kMeaning = "\"\\\b\f\n\r\t";
  static constexpr std::string_view kLetter = "\"\\bfnrt";
  const size_t which = kMeaning.find(c);
  if (which == std::string_view::npos) {
    out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
  } else {
    out += {'\\', kLetter[which]};
  }
}

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

  // A double is written so that it is read as one: 1.0, not 1.
  void write_double(double number) {
    if (!std::isfinite(number)) {
      out_ += "null";
    } else if (write_number(number).find_first_of(".e") == std::string_view::npos) {
      out_ += ".0";
    }
  }

  void write_string(std::string_view text) {
    out_ += '"';
    size_t plain = 0;  // up to `at` nothing needs a change from here on
    for (size_t at = 0; at < text.size();) {
      if (kPlain[static_cast<unsigned char>(text[at])]) {
        ++at;
        continue;
      }
      if (needs_escape(text[at])) {
        out_ += text.substr(plain, at - plain);
        append_escaped(out_, text[at]);
        plain = ++at;
        continue;
      }
      const Utf8Piece piece = utf8_at(text, at);
      if (!piece.whole) {  // what could have become one character becomes one
        out_ += text.substr(plain, at - plain);
        out_ += kReplacement;
      }
      at += std::max<size_t>(1, piece.length);
      if (!piece.whole) plain = at;
    }
    out_ += text.substr(plain);
    out_ += '"';
  }

  JsonStyle style_;
  size_t level_ = 0;
  std::string out_;
};

}  // namespace

std::string write_json(const Value& value, JsonStyle style) {
  Writer writer(style);
  writer.write(value);
  return writer.take();
}

}  // namespace clew
