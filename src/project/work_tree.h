#pragma once
// The files of a checkout against git's index, without running git for their content. The rules are
// in project/uncommitted_files.h.

#include <functional>
#include <string>

#include "project/git_index.h"

namespace clew {

enum class WorkTreeFile { kModified, kDeleted, kToBeAdded, kNotCompared };
// Of every file that is not as the index has it.
using TakeWorkTreeFile = std::function<void(const std::string& path, WorkTreeFile what)>;

// `bytes` is the index, written at `written_ns`. False: it is not understood.
bool compare_work_tree(FileSystem& files, const GitRepository& repository, std::string_view bytes,
                       int64_t written_ns, const TakeWorkTreeFile& take);

}  // namespace clew
