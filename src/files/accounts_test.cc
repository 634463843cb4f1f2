#include "files/accounts.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

const Accounts kAccounts = {
    "root:x:0:0:root:/root:/bin/bash\n"
    "ana:x:1000:1000:Ana,1000,:/home/ana:/bin/bash\n"
    "bo:x:1001:100::/home/bo:/bin/sh\n"
    "cy:x:1002:100::/home/cy:/bin/sh\n"
    "torn:x:1003\n"
    "odd:x:1004:1004::relative:/bin/sh",
    "root:x:0:\n"
    "ana:x:1000:\n"
    "users:x:100:\n"
    "staff:x:50:\n"
    "team:x:60:ana,bo\n"
    "own:x:61:ana,root\n"};

TEST_CASE("a user's home is the one of the list of accounts") {
  CHECK(home_of(kAccounts, 0) == "/root");
  CHECK(home_of(kAccounts, 1000) == "/home/ana");
  CHECK(home_of(kAccounts, 1002) == "/home/cy");
  for (const uint32_t user : {100U, 10U, 1003U, 1004U, 7U}) CHECK_FALSE(home_of(kAccounts, user));
  CHECK_FALSE(home_of({}, 0));
}

TEST_CASE("a group is of one when neither list has another in it") {
  CHECK(is_group_of_one(kAccounts, 1000, 1000));
  CHECK(is_group_of_one(kAccounts, 0, 0));
  CHECK(is_group_of_one(kAccounts, 50, 1000));         // nobody is in it
  CHECK(is_group_of_one(kAccounts, 61, 1000));         // root may do everything anyway
  CHECK_FALSE(is_group_of_one(kAccounts, 60, 1000));   // another member
  CHECK_FALSE(is_group_of_one(kAccounts, 100, 1001));  // another's first group
  CHECK_FALSE(is_group_of_one(kAccounts, 1000, 1001));
  CHECK_FALSE(is_group_of_one(kAccounts, 70, 1000));  // in no list
  CHECK(is_group_of_one(kAccounts, 7, 7));
}

}  // namespace
}  // namespace clew
