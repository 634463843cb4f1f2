#include "agent_client/client_version.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "document/json/json.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr int kMaxAbove = 3;  // folders between a program and the package it belongs to

// The numbers of "2.1.139-beta"; empty when it is no version.
std::vector<int> numbers_of(std::string_view version) {
  std::vector<int> numbers;
  const char* at = version.data();
  const char* const end = at + version.size();
  while (at < end) {
    int number = 0;
    const auto read = std::from_chars(at, end, number);
    if (read.ec != std::errc()) return {};
    numbers.push_back(number);
    if (read.ptr == end || *read.ptr != '.') break;
    at = read.ptr + 1;
  }
  return numbers.size() < 2 ? std::vector<int>() : numbers;
}

// Of the package whose program this is, not of one that only lies above it.
std::string version_of_package(FileSystem& files, const std::string& folder,
                               const AgentClient& agent) {
  const auto text = read_whole_file(files, join_path(folder, "package.json"));
  const auto package = text ? parse_json(*text) : Result<Value>(text.error());
  if (!package) return "";
  const Value* name = package->find("name");
  const Value* version = package->find("version");
  const bool is_it = name != nullptr && name->as_string().find(agent.program) != std::string::npos;
  return is_it && version != nullptr ? version->as_string() : "";
}

}  // namespace

std::string client_version(FileSystem& files, const SetupWorld& world, const AgentClient& agent) {
  const std::string named = find_in_path(files, world.search_path, agent.program);
  const auto program = named.empty() ? Result<std::string>(Error{}) : files.real_path(named);
  if (!program) return "";
  std::string folder = *program;
  for (int i = 0; i <= kMaxAbove && folder.size() > 1; ++i, folder = parent_of(folder)) {
    const std::string name = last_part_of(folder);
    if (last_part_of(parent_of(folder)) == "versions" && !numbers_of(name).empty()) return name;
    if (i == 0) continue;
    if (std::string version = version_of_package(files, folder, agent); !version.empty()) {
      return version;
    }
  }
  return "";
}

std::string too_old_words(FileSystem& files, const SetupWorld& world, const AgentClient& agent) {
  const std::string version = client_version(files, world, agent);
  const std::vector<int> has = numbers_of(version);
  const std::vector<int> needs = numbers_of(agent.min_version);
  if (has.empty() ||
      !std::lexicographical_compare(has.begin(), has.end(), needs.begin(), needs.end())) {
    return "";
  }
  return fmt::format(
      "{} is too old: its hooks would start clew without arguments, and nothing would be recorded; "
      "they need {} or newer",
      version, agent.min_version);
}

}  // namespace clew
