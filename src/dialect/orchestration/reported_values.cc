#include "dialect/orchestration/reported_values.h"

#include <algorithm>

namespace clew::orchestration {
namespace {

struct DigestField {
  const char* name;
  const char* key;
  Hash FileChange::* member;
};
constexpr DigestField kDigests[] = {
    {"hash_before", "orchestration.files.hash_before", &FileChange::hash_before},
    {"hash_after",  "orchestration.files.hash_after",  &FileChange::hash_after },
};
struct LineField {
  const char* name;
  const char* key;  // null: nobody counted
  int64_t FileChange::* member;
};
constexpr LineField kLines[] = {
    {"lines_added",   "orchestration.files.lines_added",   &FileChange::lines_added  },
    {"lines_removed", "orchestration.files.lines_removed", &FileChange::lines_removed},
};

void drop(std::vector<Attribute>& attributes, std::string_view key) {
  std::erase_if(attributes, [&](const Attribute& each) { return each.key == key; });
}

void move_attribute(const FileChange& from, FileChange& to, std::string_view key) {
  drop(to.attributes, key);
  const Value* reported = find_attribute(from.attributes, key);
  if (reported != nullptr) to.attributes.push_back({std::string(key), *reported});
}

}  // namespace

RefusedDigests refused_digests(const Document& document) {
  RefusedDigests digests;
  for (const auto& [before, value] : document.refused) {
    const TreePath path = path_after(before, document.dropped);
    if (path.size() != 3 || !value.is_string() || path[0] != PathPart("files_modified")) continue;
    const auto* index = std::get_if<size_t>(&path[1]);
    const auto* name = std::get_if<std::string>(&path[2]);
    if (index == nullptr || name == nullptr) continue;
    const bool is_digest = std::any_of(std::begin(kDigests), std::end(kDigests),
                                       [&](const DigestField& each) { return each.name == *name; });
    if (is_digest) digests[*index].set(*name, value);
  }
  return digests;
}

void keep_as_reported(const Value& element, const Value& more, FileChange& change) {
  for (const auto& field : kDigests) {
    if (!(change.*field.member).empty()) continue;
    std::string reported = text_in(element, field.name);
    if (reported.empty()) reported = text_in(more, field.name);
    if (!reported.empty()) change.attributes.push_back({field.key, Value(std::move(reported))});
  }
  for (const auto& field : kLines) {
    if (!integer_in(element, field.name)) change.attributes.push_back({field.key, Value()});
  }
}

void leave_lines_unknown(FileChange& change) {
  for (const auto& field : kLines) set_attribute(change.attributes, field.key, Value());
}

void join_as_reported(const FileChange& first, FileChange& later) {
  move_attribute(first, later, kDigests[0].key);
  for (const auto& field : kLines) {
    if (find_attribute(first.attributes, field.key) == nullptr) drop(later.attributes, field.key);
  }
}

Value lines_reported(const FileChange& change, LineCount which) {
  const LineField& field = kLines[which == LineCount::kAdded ? 0 : 1];
  const int64_t lines = change.*field.member;
  const bool unknown = lines == 0 && find_attribute(change.attributes, field.key) != nullptr;
  return unknown ? Value() : Value(std::max<int64_t>(lines, 0));
}

Value digests_as_reported(const Session& session) {
  Value files;
  for (const auto& change : session.files.items) {
    Value reported;
    for (const auto& field : kDigests) {
      const Value* digest = find_attribute(change.attributes, field.key);
      if (digest == nullptr || !digest->is_string() || !(change.*field.member).empty()) continue;
      reported.set(field.name, *digest);
    }
    if (!reported.is_null()) files.set(change.path, std::move(reported));
  }
  return files;
}

}  // namespace clew::orchestration
