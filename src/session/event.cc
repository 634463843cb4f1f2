#include "session/event.h"

#include <array>
#include <string>

namespace clew {
namespace {

template <size_t... I>
constexpr auto kinds_of(std::index_sequence<I...>) {
  return std::array{EventKind<I>::kind...};
}
template <size_t... I>
constexpr auto names_of(std::index_sequence<I...>) {
  return std::array{EventKind<I>::name...};
}

constexpr auto kIndexes = std::make_index_sequence<kEventKinds>{};
constexpr auto kKinds = kinds_of(kIndexes);
constexpr auto kNames = names_of(kIndexes);

// A kind's number is its place in the variant, so that looking one up is an index.
constexpr bool kinds_count_from_one() {
  for (size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i] != static_cast<int>(i) + 1) return false;
  }
  return true;
}
static_assert(kinds_count_from_one());

bool is_kind(int kind) { return kind >= 1 && kind <= static_cast<int>(kKinds.size()); }

template <class T>
Result<EventData> read_as(const Value& value) {
  auto data = from_value<T>(value);
  if (!data) return data.error();
  return EventData(std::move(*data));
}

template <size_t... I>
Result<EventData> read_kind(int kind, const Value& value, std::index_sequence<I...>) {
  using Reader = Result<EventData> (*)(const Value&);
  static constexpr Reader kReaders[] = {&read_as<EventKind<I>>...};
  return kReaders[kind - 1](value);
}

template <class T>
void add_rows(std::vector<EventFieldRow>& rows) {
  for_each_field<T>(
      [&](const auto& f) { rows.push_back({T::kind, T::name, f.number, f.name, f.doc}); });
}

template <size_t... I>
std::vector<EventFieldRow> all_rows(std::index_sequence<I...>) {
  std::vector<EventFieldRow> rows;
  (add_rows<EventKind<I>>(rows), ...);
  return rows;
}

}  // namespace

CLEW_COPIED_HERE(EventData);
CLEW_COPIED_HERE(Event);
Event::Event(EventHeader h, EventData d) : header(std::move(h)), data(std::move(d)) {}

int kind_of(const EventData& data) { return kKinds[data.index()]; }
const char* name_of(const EventData& data) { return kNames[data.index()]; }

const char* event_name(int kind) {
  return is_kind(kind) ? kNames[static_cast<size_t>(kind) - 1] : nullptr;
}

std::optional<int> event_kind(std::string_view name) {
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (name == kNames[i]) return kKinds[i];
  }
  return std::nullopt;
}

Value data_to_value(const EventData& data) {
  return std::visit([](const auto& d) { return to_value(d); }, data);
}

Result<EventData> data_from_value(int kind, const Value& value) {
  if (!is_kind(kind)) {
    const std::string subject = "event kind " + std::to_string(kind);
    return make_error(ErrorCode::kInvalid, subject + " was written by a newer clew", subject,
                      "clew version");
  }
  return read_kind(kind, value, kIndexes);
}

std::vector<EventFieldRow> event_fields() { return all_rows(kIndexes); }

}  // namespace clew
