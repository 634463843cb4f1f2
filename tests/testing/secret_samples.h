#pragma once
// Secrets for tests, made from templates so that none stands in the source. {a36} stands for 36
// letters or digits from a seeded generator: a letters and digits, A upper case and digits, l lower
// case and digits, d digits, x hex, b base64url, B base64, S base32, L letters; {u} is a UUID. ‹
// and › stand around what is secret.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

struct SecretSample {
  std::string name;    // of its row; may be empty
  std::string text;    // without the marks
  std::string secret;  // empty: there is none in it
};
SecretSample make_secret_sample(std::string_view pattern, uint64_t seed);

// The rows NAME<tab>TEMPLATE of a file below tests/fixtures/secrets, each with a seed of its own.
// \n in a template stays as it is written.
std::vector<SecretSample> read_secret_samples(const std::string& file, uint64_t seed);

// No part of the secret is left in `kept`: neither its first six characters nor its last.
bool is_secret_gone(const SecretSample& sample, const std::string& kept);

}  // namespace clew
