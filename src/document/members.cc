#include "document/members.h"

namespace clew {

std::string text_in(const Value& object, std::string_view name) {
  const Value* member = object.find(name);
  return member == nullptr ? std::string() : member->as_string();
}

std::optional<Time> time_in(const Value& object, std::string_view name) {
  const Value* member = object.find(name);
  if (member == nullptr || member->as_string().empty()) return std::nullopt;
  const auto parsed = parse_time(member->as_string());
  return parsed ? std::optional(parsed->time) : std::nullopt;
}

std::optional<int64_t> integer_in(const Value& object, std::string_view name) {
  const Value* member = object.find(name);
  return member != nullptr && member->is_number() ? std::optional(member->as_int()) : std::nullopt;
}

std::optional<double> number_in(const Value& object, std::string_view name) {
  const Value* member = object.find(name);
  return member != nullptr && member->is_number() ? std::optional(member->as_double())
                                                  : std::nullopt;
}

const Value::List& list_in(const Value& object, std::string_view name) {
  static const Value::List kNone;
  const Value* member = object.find(name);
  return member == nullptr ? kNone : member->as_list();
}

std::vector<std::string> texts_in(const Value& object, std::string_view name) {
  std::vector<std::string> out;
  const Value* member = object.find(name);
  if (member == nullptr) return out;
  for (const auto& element : member->as_list()) {
    if (element.is_string()) out.push_back(element.as_string());
  }
  return out;
}

Value text_or_null(const std::string& text) { return text.empty() ? Value() : Value(text); }

Value time_or_null(const std::optional<Time>& time) {
  return time ? Value(to_iso(*time)) : Value();
}

Value texts(const std::vector<std::string>& list) {
  Value out = Value::list();
  for (const auto& text : list) out.push(text);
  return out;
}

}  // namespace clew
