#pragma once
// What a structural checkpoint says of the code, out of the code index: symbols, what they depend
// on, and the structural version of the scope.

#include <string>
#include <vector>

#include "base/result.h"
#include "base/value.h"
#include "engine/context.h"

namespace clew {

// Whether clew made this structural version; what others made cannot be compared.
bool is_own_version(std::string_view version);
// A path as the index has it: without "./".
std::string indexed_path(std::string path);

// Of one symbol: as many as a reader wants.
inline constexpr size_t kMaxDependencies = 25;

struct CheckpointScope {
  std::vector<std::string> files;    // as they were given
  std::vector<std::string> symbols;  // NAME or PATH:NAME; empty: the top level of the files
  std::string command;               // what to type again with another name after it
};

struct CheckpointCode {
  std::string version;
  Value symbols = Value::object();
  Value dependencies = Value::list();
  std::vector<std::string> left_out;  // symbols whose name or path does not fit in a checkpoint
};

// kUsage or kNotFound for a name that is not one symbol's.
Result<CheckpointCode> look_up_code(Context& context, CheckpointScope scope);

}  // namespace clew
