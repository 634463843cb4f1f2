#include "dialect/structural/location.h"

#include "dialect/structural/shapes.h"
#include "dialect/tree_dialect.h"

namespace clew::structural {
namespace {

constexpr const char* kFileKey = "structural.file";
constexpr std::string_view kVariant = "quedonde_session_state_";
constexpr std::string_view kEnding = ".json";
constexpr size_t kLongestSubject = 64;

std::string slug(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (upper || plain) {
      out += upper ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
    if (out.size() == kLongestSubject) break;
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out.empty() ? "session" : out;
}

}  // namespace

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool is_state_name(std::string_view path) {
  return base_name(path) == kDefaultFile || !id_in_name(path).empty();
}

std::string id_in_name(std::string_view path) {
  const std::string_view name = base_name(path);
  if (!name.starts_with(kVariant) || !name.ends_with(kEnding)) return {};
  return std::string(name.substr(kVariant.size(), name.size() - kVariant.size() - kEnding.size()));
}

std::string make_id(const Session& session, Time day, uint32_t number) {
  std::string subject = session.identity.goal;
  const auto& attributes = session.root().attributes;
  if (const Value* areas = find_attribute(attributes, "structural.scope.subsystems");
      areas != nullptr && !areas->as_list().empty()) {
    subject = areas->as_list().front().as_string();
  }
  const std::string date = to_iso(day);
  return slug(subject) + (number == 0 ? "" : std::to_string(number + 1)) + "_" + date.substr(0, 4) +
         date.substr(5, 2) + date.substr(8, 2);
}

std::string entry_of(const Session& session) {
  if (const std::string* id = external_id(session.root(), kName); id != nullptr && !id->empty()) {
    return *id;
  }
  return make_id(session, session.identity.created_at, 0);
}

std::string state_path(const Session& session) {
  const Value* file = find_attribute(session.root().attributes, kFileKey);
  // A fork or a copy has another id, and must not write over the file it came from.
  if (file != nullptr && text_in(*file, "session_id") == entry_of(session)) {
    return text_in(*file, "path");
  }
  return std::string(kDefaultFile);
}

void remember_path(Session& session, const std::string& entry, const std::string& path) {
  auto& attributes = session.steps.front().attributes;
  std::erase_if(attributes, [](const Attribute& each) { return each.key == kFileKey; });
  if (path == kDefaultFile) return;
  Value file = Value::object();
  file.set("session_id", entry);
  file.set("path", path);
  set_attribute(attributes, kFileKey, std::move(file));
}

}  // namespace clew::structural
