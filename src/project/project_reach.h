#pragma once
// What whoever made the current project can have filled: its folder, those of the projects around
// it, and other checkouts of its repository. A project can set variables of the environment,
// through an agent's settings; one that leads in here is not taken for the person's word.

#include <cstdint>
#include <string>
#include <vector>

#include "files/file_system.h"

namespace clew {

// By these a folder is known for a project: a repository, or the settings of an agent.
const std::vector<std::string>& project_markers();

// The outermost project that holds `folder`, both real paths; empty: none. A folder that holds
// `home` is the person's own, whatever is in it, and the system's folder for everybody's temporary
// files is nobody's, by its name: a mode comes with a clone.
std::string outermost_project(FileSystem& files, const std::string& folder,
                              const std::string& home);
// The same for what holds both.
std::string project_around(FileSystem& files, const std::string& folder, const std::string& path,
                           const std::string& home);

// Whether `home`, what HOME says, is the person's home folder, for work in `folder`, a real path:
// the list of accounts names it, or it is outside the project. Of a user in no list it is believed
// when the folder above it is not theirs: homes are put there by the system.
bool is_home_of_person(FileSystem& files, const std::string& home, const std::string& folder,
                       uint32_t user);

// Whether `path`, real or not there yet, can have been filled by whoever made the project at
// `folder`. `home` is the person's; may be empty.
bool is_in_reach(FileSystem& files, const std::string& path, const std::string& folder,
                 const std::string& home);

}  // namespace clew
