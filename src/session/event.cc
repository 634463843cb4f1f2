#include "session/event.h"

#include <array>
#include <string>

namespace clew {
namespace {

// What is known of a kind of event. One row each: everything else is looked up.
struct KindRow {
  int kind;
  const char* name;
  const TypeInfo* type;
};

template <class... Ts>
constexpr std::array<KindRow, sizeof...(Ts)> rows_of(const OneOf<Ts...>*) {
  return {{{Ts::kind, Ts::name, &kTypeInfo<Ts>}...}};
}
constexpr auto kKinds = rows_of(static_cast<const AnyEventData*>(nullptr));

// A kind's number is its place in the list, so that looking one up is an index.
constexpr bool kinds_count_from_one() {
  for (size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i].kind != static_cast<int>(i) + 1) return false;
  }
  return true;
}
static_assert(kinds_count_from_one());

bool is_kind(int kind) { return kind >= 1 && kind <= static_cast<int>(kKinds.size()); }

const KindRow& row_of(const EventData& data) { return kKinds[data.index()]; }

}  // namespace

CLEW_COPIED_HERE(SessionStarted);
CLEW_COPIED_HERE(IdentityChanged);
CLEW_COPIED_HERE(AgentChanged);
CLEW_COPIED_HERE(OverviewRestored);
CLEW_COPIED_HERE(FactRestored);
template struct StructInfoOf<FactRestored>;

EventData::EventData() = default;
EventData::EventData(const EventData&) = default;
EventData::EventData(EventData&&) noexcept = default;
EventData& EventData::operator=(const EventData&) = default;
EventData& EventData::operator=(EventData&&) noexcept = default;
EventData::~EventData() = default;
bool EventData::operator==(const EventData& other) const {
  return index() == other.index() && same_content(type_of(*this), content(), other.content());
}
CLEW_COPIED_HERE(Event);
Event::Event(EventHeader h, EventData d) : header(std::move(h)), data(std::move(d)) {}

EventData EventData::blank(int kind) {
  CLEW_CHECK(is_kind(kind));
  const size_t index = static_cast<size_t>(kind) - 1;
  return {index, kKinds[index].type->structure().blank};
}

int kind_of(const EventData& data) { return row_of(data).kind; }
const char* name_of(const EventData& data) { return row_of(data).name; }
const TypeInfo& type_of(const EventData& data) { return *row_of(data).type; }

const char* event_name(int kind) {
  return is_kind(kind) ? kKinds[static_cast<size_t>(kind) - 1].name : nullptr;
}

std::optional<int> event_kind(std::string_view name) {
  for (const KindRow& row : kKinds) {
    if (name == row.name) return row.kind;
  }
  return std::nullopt;
}

Value data_to_value(const EventData& data) { return write_value(type_of(data), data.content()); }

Result<EventData> data_from_value(int kind, const Value& value) {
  if (!is_kind(kind)) {
    const std::string subject = "event kind " + std::to_string(kind);
    return make_error(ErrorCode::kInvalid, subject + " was written by a newer clew", subject,
                      "clew version");
  }
  EventData data = EventData::blank(kind);
  CLEW_TRY(read_value(type_of(data), value, data.content(), std::string()));
  return data;
}

std::vector<EventFieldRow> event_fields() {
  std::vector<EventFieldRow> rows;
  for (const KindRow& row : kKinds) {
    for (const MemberInfo& field : row.type->structure().members) {
      rows.push_back({row.kind, row.name, field.number, field.name, field.doc});
    }
  }
  return rows;
}

}  // namespace clew
