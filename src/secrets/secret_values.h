#pragma once
// Judges the value that stands behind a name: a secret, or a placeholder, a path, a piece of code,
// a word of prose. Pure.

#include <string_view>

#include "secrets/secret_table.h"

namespace clew {

// $TOKEN, ${TOKEN}, <token>, {{token}}, ****, xxxxxxxx, changeme, your_api_key, [redacted: …]
bool is_placeholder(std::string_view value);
// Not words: signs of several kinds alternate, as in what a machine made.
bool looks_random(std::string_view value);
// The body of an issued key; the prefix has said most already.
bool may_be_key_body(std::string_view body);

// How a value was written.
enum class Writing {
  kTight,   // NAME=VALUE
  kQuoted,  // NAME = "VALUE"
  kLoose,   // NAME: VALUE
};
bool is_secret_value(std::string_view value, NameTrust trust, Writing writing);

}  // namespace clew
