#include "files/accounts.h"

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "files/whole_file.h"

namespace clew {
namespace {

constexpr const char* kPasswd = "/etc/passwd";
constexpr uint64_t kMaxList = uint64_t{4} << 20;

std::vector<std::string_view> split(std::string_view text, char by) {
  std::vector<std::string_view> out;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find(by, start), text.size());
    out.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return out;
}

// Lines with at least `fields` parts whose part `at` is the number.
template <class Take>
void for_lines_with(std::string_view list, size_t at, uint32_t number, size_t fields, Take take) {
  const std::string part = ":" + std::to_string(number);
  // Few lines have the number at all.
  for (size_t found = list.find(part); found != std::string_view::npos;) {
    const size_t start = list.rfind('\n', found) + 1;  // 0 on the first line
    const size_t end = std::min(list.find('\n', found), list.size());
    const auto parts = split(list.substr(start, end - start), ':');
    if (parts.size() >= fields && parts[at] == std::string_view(part).substr(1)) take(parts);
    found = list.find(part, end);
  }
}

}  // namespace

uint32_t own_user() { return ::geteuid(); }

Accounts read_accounts(FileSystem& files) {
  return {read_whole_file(files, kPasswd, kMaxList).value_or({}),
          read_whole_file(files, "/etc/group", kMaxList).value_or({})};
}

std::optional<std::string> listed_home(FileSystem& files, uint32_t user) {
  return home_of({read_whole_file(files, kPasswd, kMaxList).value_or({}), {}}, user);
}

std::optional<std::string> home_of(const Accounts& accounts, uint32_t user) {
  std::optional<std::string> home;
  for_lines_with(accounts.passwd, 2, user, 6, [&](const std::vector<std::string_view>& line) {
    if (!home && line[5].starts_with('/')) home = std::string(line[5]);
  });
  return home;
}

// A group that only one account is in may write like the account itself. Members are those of the
// group's line, and those whose own group it is.
bool is_group_of_one(const Accounts& accounts, uint32_t group, uint32_t user) {
  const std::string number = std::to_string(user);
  std::vector<std::string_view> own = {"root"};
  for_lines_with(accounts.passwd, 2, user, 4,
                 [&](const std::vector<std::string_view>& line) { own.push_back(line[0]); });
  bool is_known = false;
  bool has_others = false;
  for_lines_with(accounts.passwd, 3, group, 4, [&](const std::vector<std::string_view>& line) {
    is_known = true;
    has_others = has_others || (line[2] != number && line[2] != "0");
  });
  for_lines_with(accounts.group, 2, group, 4, [&](const std::vector<std::string_view>& line) {
    is_known = true;
    for (const std::string_view member : split(line[3], ',')) {
      const bool is_own = std::find(own.begin(), own.end(), member) != own.end();
      has_others = has_others || (!member.empty() && !is_own);
    }
  });
  return !has_others && (is_known || group == user);
}

}  // namespace clew
