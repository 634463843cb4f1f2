#include "command/plan/output_metrics.h"

#include <algorithm>
#include <optional>
#include <string>

#include "command/plan/printed_name.h"
#include "secrets/signs.h"

namespace clew {
namespace {

char folded_sign(char c) {
  if (c == '-' || c == ' ') return '_';
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

// Without colours, and with frames drawn in plain signs.
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
    out += text[i++];
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

PrintedValue read_location(std::string_view line, size_t at, std::string_view name) {
  if (is_named_at(line, at, name)) {
    const PrintedName location(line, at, at + name.size());
    if (location.is_usable()) return location.value(name);
  }
  // One of them is told in the singular: "1 error".
  const std::string_view one = name.substr(0, name.size() - 1);
  if (name.size() > 3 && folded_sign(name.back()) == 's' && is_named_at(line, at, one)) {
    const PrintedName location(line, at, at + one.size());
    const PrintedValue count = location.is_usable() ? location.count_before(one) : PrintedValue();
    if (count.kind == PrintedValue::Kind::kValue && count.value == Value(1)) return count;
  }
  return PrintedValue();
}

// Two values in one line: nobody can tell which is meant.
PrintedValue read_line(std::string_view line, std::string_view name) {
  PrintedValue found;
  for (size_t at = 0; at < line.size(); ++at) {
    const PrintedValue here = read_location(line, at, name);
    if (here.kind == PrintedValue::Kind::kNothing) continue;
    const bool differs = found.kind != PrintedValue::Kind::kNothing && found.value != here.value;
    if (here.kind == PrintedValue::Kind::kDoubt || differs) return {PrintedValue::Kind::kDoubt};
    found = here;
  }
  return found;
}

bool is_same(const Value& a, const Value& b) {
  return a.is_number() && b.is_number() ? a.as_double() == b.as_double() : a == b;
}

void add_line(std::string_view line, std::string_view name, MeasuredValues& measured) {
  // A bar that is drawn again and again overwrites itself: what it says last is what is seen.
  for (size_t end = line.size();;) {
    const size_t before = end == 0 ? std::string_view::npos : line.rfind('\r', end - 1);
    const size_t start = before == std::string_view::npos ? 0 : before + 1;
    const std::string_view part = line.substr(start, end - start);
    const PrintedValue found = read_line(part, name);
    if (found.kind == PrintedValue::Kind::kDoubt && measured.doubtful.empty()) {
      measured.doubtful = part;
    }
    if (found.kind == PrintedValue::Kind::kValue &&
        std::none_of(measured.values.begin(), measured.values.end(),
                     [&](const Value& known) { return is_same(known, found.value); })) {
      measured.values.push_back(found.value);
    }
    if (found.kind != PrintedValue::Kind::kNothing || start == 0) return;
    end = before;
  }
}

void add_stream(std::string_view text, std::string_view name, MeasuredValues& measured) {
  const std::string plain = without_colours(text);
  const std::string_view lines = plain;
  for (size_t start = 0; start < lines.size();) {
    const size_t end = std::min(lines.find('\n', start), lines.size());
    add_line(lines.substr(start, end - start), name, measured);
    start = end + 1;
  }
}

}  // namespace

MeasuredValues find_measured(const PrintedText& printed, std::string_view name) {
  MeasuredValues measured;
  if (name.empty()) return measured;
  add_stream(printed.output, name, measured);
  add_stream(printed.errors, name, measured);
  return measured;
}

Value least_favourable(const Gate& gate, const GateField& wanted,
                       const std::vector<Value>& values) {
  if (values.size() < 2) return values.empty() ? Value() : values.front();
  const bool is_compared = std::any_of(
      gate.rules.begin(), gate.rules.end(),
      [&](const CrossRule& rule) { return rule.left == wanted.name || rule.right == wanted.name; });
  if (is_compared || wanted.checks.empty()) return Value();
  Gate alone;
  alone.required.push_back(wanted);
  for (const Value& value : values) {
    Evidence shown;
    shown.items.push_back({wanted.name, value, EvidenceSource::kMeasured});
    if (!judge(alone, shown).empty()) return value;
  }
  if (!std::all_of(values.begin(), values.end(), [](const Value& v) { return v.is_number(); })) {
    return Value();
  }
  const bool has_ceiling =
      std::any_of(wanted.checks.begin(), wanted.checks.end(), [](const Check& check) {
        return check.op == CheckOp::kLess || check.op == CheckOp::kAtMost;
      });
  const auto [least, most] = std::minmax_element(
      values.begin(), values.end(),
      [](const Value& a, const Value& b) { return a.as_double() < b.as_double(); });
  return has_ceiling ? *most : *least;
}

}  // namespace clew
