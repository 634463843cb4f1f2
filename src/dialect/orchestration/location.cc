#include "dialect/orchestration/location.h"

#include <algorithm>

#include "base/hash.h"
#include "dialect/orchestration/shapes.h"
#include "dialect/tree_dialect.h"

namespace clew::orchestration {
namespace {

constexpr const char* kFileKey = "orchestration.file";
constexpr std::string_view kEnding = ".json";

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// May it be the name of a file as it is?
bool is_plain_name(std::string_view id) {
  const auto plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_' || c == '.';
  };
  return !id.empty() && id.size() <= 128 && id.front() != '.' && id != "index" &&
         std::all_of(id.begin(), id.end(), plain);
}

}  // namespace

bool is_uuid4(std::string_view text) {
  if (text.size() != 36) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !is_hex(text[i])) return false;
  }
  return text[14] == '4' && std::string_view("89abAB").find(text[19]) != std::string_view::npos;
}

std::string make_uuid4(BytesView random) {
  Bytes raw(random);
  if (raw.size() != 16) raw = Bytes(sha256(random).view().substr(0, 16));
  raw[6] = static_cast<char>((static_cast<unsigned char>(raw[6]) & 0x0f) | 0x40);
  raw[8] = static_cast<char>((static_cast<unsigned char>(raw[8]) & 0x3f) | 0x80);
  std::string text = to_hex(raw);
  for (const size_t at : {20, 16, 12, 8}) text.insert(at, 1, '-');
  return text;
}

std::string path_for(const std::string& entry) {
  return (is_plain_name(entry) ? entry : make_uuid4(entry)) + std::string(kEnding);
}

std::string entry_of(const Session& session) {
  if (const std::string* id = external_id(session.root(), kName); id != nullptr && !id->empty()) {
    return *id;
  }
  return make_uuid4("session " + session.identity.id.text + " " +
                    to_iso(session.identity.created_at));
}

std::string session_path(const Session& session) {
  const std::string entry = entry_of(session);
  const Value* file = find_attribute(session.root().attributes, kFileKey);
  // A fork or a copy has another id, and must not write over the file it came from.
  if (file != nullptr && text_in(*file, "session_id") == entry) return text_in(*file, "path");
  return path_for(entry);
}

std::string index_path(const Session& session) {
  const std::string path = session_path(session);
  return std::string(folder_of(path)) + std::string(kIndexName);
}

void remember_path(Session& session, const std::string& entry, const std::string& path) {
  if (path == path_for(entry)) return;
  Value file = Value::object();
  file.set("session_id", entry);
  file.set("path", path);
  set_attribute(session.steps.front().attributes, kFileKey, std::move(file));
}

std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

std::string_view folder_of(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }

std::string stem_of(std::string_view path) {
  const std::string_view name = base_name(path);
  if (!name.ends_with(kEnding) || name == kIndexName || name.front() == '.') return {};
  return std::string(name.substr(0, name.size() - kEnding.size()));
}

}  // namespace clew::orchestration
