#pragma once
// The command line into a verb and its request. Dispatches on the first word (or two), so that only
// one verb's options are ever built.

#include <string>
#include <vector>

#include "command/verb.h"

namespace clew {

// Options every verb has, and what the environment says in their place.
struct CommonOptions {
  std::string session;
  std::string actor;
  std::string key;
  std::string store;
  bool json = false;
  bool yes = false;
};

struct ParsedCall {
  const Verb* verb = nullptr;
  Value request = Value::object();
  CommonOptions common;
  bool help = false;  // asked for with --help
};

// `words` without the program's name. kUsage names the option and what to try.
Result<ParsedCall> parse_arguments(const std::vector<std::string>& words);

// The nearest verb by spelling; empty when nothing is near.
std::string nearest_verb(const std::string& word);

}  // namespace clew
