#pragma once
// The command line as a whole: parse, call, print, exit code.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/workspace.h"
#include "interface/cli/output.h"
#include "interface/cli/parse_arguments.h"

namespace clew {

// The outside of the program, as `app` found it.
struct Terminal {
  bool output_is_terminal = false;
  bool errors_are_terminal = false;
  bool input_is_terminal = false;
  Colour colour = Colour::kOff;
  size_t columns = 80;
  std::function<void(const std::string&)> out;
  std::function<void(const std::string&)> err;
};

// Makes the workspace once it is known which store and actor are meant.
using OpenWorkspace =
    std::function<Result<std::unique_ptr<Workspace>>(const CommonOptions& common, Caller caller)>;

int run_cli(const std::vector<std::string>& words, Terminal& terminal, const Caller& base,
            const OpenWorkspace& open);

}  // namespace clew
