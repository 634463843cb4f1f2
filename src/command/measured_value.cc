#include "command/measured_value.h"

#include <algorithm>
#include <optional>
#include <string>

#include "command/printed_name.h"
#include "command/secret_shapes.h"

namespace clew {
namespace {

char folded_sign(char c) {
  if (c == '-' || c == ' ') return '_';
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

// Without colours, with every kind of line end as one, and with frames drawn in plain signs.
std::string without_colours(std::string_view text) {
  constexpr std::string_view kFrames[] = {"│", "┃", "║"};
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    if (text.substr(i).starts_with("\x1b[")) {
      for (i += 2; i < text.size() && (text[i] < '@' || text[i] > '~'); ++i) continue;
      i += i < text.size() ? 1 : 0;
      continue;
    }
    const auto frame = std::find_if(std::begin(kFrames), std::end(kFrames),
                                    [&](auto each) { return text.substr(i).starts_with(each); });
    if (frame != std::end(kFrames)) {
      out += '|';
      i += frame->size();
      continue;
    }
    out += text[i] == '\r' ? '\n' : text[i];
    ++i;
  }
  return out;
}

bool is_named_at(std::string_view line, size_t at, std::string_view name) {
  if (at + name.size() > line.size()) return false;
  for (size_t i = 0; i < name.size(); ++i) {
    if (folded_sign(line[at + i]) != folded_sign(name[i])) return false;
  }
  return true;
}

PrintedValue read_place(std::string_view line, size_t at, std::string_view name) {
  if (is_named_at(line, at, name)) {
    const PrintedName place(line, at, at + name.size());
    if (place.is_usable()) return place.value(name);
  }
  // One of them is told in the singular: "1 error".
  const std::string_view one = name.substr(0, name.size() - 1);
  if (name.size() > 3 && folded_sign(name.back()) == 's' && is_named_at(line, at, one)) {
    const PrintedName place(line, at, at + one.size());
    const PrintedValue count = place.is_usable() ? place.count_before(one) : PrintedValue();
    if (count.kind == PrintedValue::Kind::kValue && count.value == Value(1)) return count;
  }
  return PrintedValue();
}

// Two values in one line: nobody can tell which is meant.
PrintedValue read_line(std::string_view line, std::string_view name) {
  PrintedValue found;
  for (size_t at = 0; at < line.size(); ++at) {
    const PrintedValue here = read_place(line, at, name);
    if (here.kind == PrintedValue::Kind::kNothing) continue;
    const bool differs = found.kind != PrintedValue::Kind::kNothing && found.value != here.value;
    if (here.kind == PrintedValue::Kind::kDoubt || differs) return {PrintedValue::Kind::kDoubt};
    found = here;
  }
  return found;
}

// The last line that says anything counts, be it doubt.
PrintedValue read_stream(std::string_view text, std::string_view name) {
  const std::string plain = without_colours(text);
  const std::string_view lines = plain;
  for (size_t end = lines.size();;) {
    const size_t before = end == 0 ? std::string_view::npos : lines.rfind('\n', end - 1);
    const size_t start = before == std::string_view::npos ? 0 : before + 1;
    const PrintedValue found = read_line(lines.substr(start, end - start), name);
    if (found.kind != PrintedValue::Kind::kNothing || start == 0) return found;
    end = before;
  }
}

}  // namespace

Value find_measured(const PrintedText& printed, std::string_view name) {
  if (name.empty()) return Value();
  const PrintedValue output = read_stream(printed.output, name);
  const PrintedValue errors = read_stream(printed.errors, name);
  using Kind = PrintedValue::Kind;
  if (output.kind == Kind::kDoubt || errors.kind == Kind::kDoubt) return Value();
  if (output.kind == Kind::kNothing) return errors.value;
  const bool agree = errors.kind == Kind::kNothing || errors.value == output.value;
  return agree ? output.value : Value();
}

}  // namespace clew
