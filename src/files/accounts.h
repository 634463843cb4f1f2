#pragma once
// The accounts of this machine, as /etc/passwd and /etc/group list them. The name service is not
// asked: what a directory server knows is unknown here.

#include <cstdint>
#include <optional>
#include <string>

#include "files/file_system.h"

namespace clew {

struct Accounts {
  std::string passwd;  // NAME:x:USER:GROUP:COMMENT:HOME:SHELL, a line each
  std::string group;   // NAME:x:GROUP:MEMBER,MEMBER, a line each
};

// The user that this process runs as.
uint32_t own_user();

Accounts read_accounts(FileSystem& files);
// As home_of answers it, of this machine.
std::optional<std::string> listed_home(FileSystem& files, uint32_t user);

// The home folder that the list gives a user; nothing for a user that is not in it.
std::optional<std::string> home_of(const Accounts& accounts, uint32_t user);
// Whether nobody but the user and root is in a group. Of a group that is in no list nothing is
// known, unless it has the user's own number.
bool is_group_of_one(const Accounts& accounts, uint32_t group, uint32_t user);

}  // namespace clew
