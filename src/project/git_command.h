#pragma once
// Asks git, by argument list and without a shell. It must not be led astray: variables of a git
// that called us (a hook), the person's language, replaced objects and programs named in the
// repository's settings are all kept out, and it neither asks nor fetches nor takes locks.

#include <string>
#include <vector>

#include "files/run_process.h"

namespace clew {

// kNotFound when git is not installed. A git that ran and refused is not an error.
Result<ProcessResult> run_git(const std::string& folder, const std::vector<std::string>& arguments,
                              TextBounds bounds = {});

// What git said, as an error about the folder.
Error git_refused(const ProcessResult& result, const std::string& folder);

}  // namespace clew
