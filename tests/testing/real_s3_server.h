#pragma once
// The bucket of a real S3 server that $CLEW_TEST_S3 names, as tests/s3 starts one.

#include <cstdint>
#include <string>

#include "remote/s3/s3_store.h"

namespace clew {

std::string real_server();  // http://127.0.0.1:PORT; empty: there is none
uint16_t real_server_port();
AwsKeys real_server_keys();
Time real_clock();
bool make_test_bucket();  // clew-test
// What is in that bucket below `prefix`.
std::unique_ptr<ObjectStore> open_test_bucket(const std::string& prefix);

}  // namespace clew
