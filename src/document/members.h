#pragma once
// Members of an object, read as the types of the core (text, time, number, list) and written from
// them. For code that has checked the document's shape already: what is absent or null reads as
// nothing, and nothing here fails.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "base/value.h"

namespace clew {

// REQUIRES: the member is of the right kind, or absent, or null.
std::string text_in(const Value& object, std::string_view name);
std::optional<Time> time_in(const Value& object, std::string_view name);
std::optional<int64_t> integer_in(const Value& object, std::string_view name);
std::optional<double> number_in(const Value& object, std::string_view name);
std::vector<std::string> texts_in(const Value& object, std::string_view name);
const Value::List& list_in(const Value& object, std::string_view name);
// For express: null when there is none.
Value text_or_null(const std::string& text);
Value time_or_null(const std::optional<Time>& time);
Value texts(const std::vector<std::string>& list);

}  // namespace clew
