#pragma once
// What both programs learn from the world they are started in. Nothing below `app` looks at the
// environment, the clock or the system's randomness by itself.

#include <string>
#include <string_view>

#include "engine/workspace.h"

namespace clew {

std::string variable(const std::string& name);  // of the environment; empty when it is not set
Time system_clock();
void system_random(Bytes& bytes);

// All of standard input, or a little more than `most` bytes of it.
Result<std::string> read_input_up_to(size_t most);
// Makes what was read so far the standard input of a program that this one becomes by exec.
void give_input_again();
bool write_all(int descriptor, std::string_view bytes);  // false: nobody reads any more

// Ends the process without taking apart what it made: what was said is written, what was done is in
// the store, and the system takes back memory, files and locks by itself, and faster.
[[noreturn]] void leave(int exit);

Surroundings find_surroundings();
// Home, cache and state folder for work in `around.cwd`: what a variable of the environment says,
// unless it leads into the project, which can have set it (project/project_reach.h). A HOME that
// does is used where nothing in it can have come with the project.
void find_own_folders(Surroundings& around, FileSystem& files);
// CLEW_ACTOR, else whoever sits here.
std::string default_actor(const Surroundings& around);
std::string user_here(const Surroundings& around);  // user@host
struct OwnFolder {
  std::string path;         // empty without a HOME
  std::string passed_over;  // the variable that was not taken at its word, and why; may be empty
};
// $XDG_DATA_HOME/clew, where the store is by default. kNotAllowed when what is there is not the
// user's own.
Result<OwnFolder> data_folder(const Surroundings& around, FileSystem& files);
// Why HOME was not taken at its word, as what follows "because"; empty when it is not set.
std::string reason_against_home();
// ~/x for what lies below the home folder.
std::string for_people(const std::string& path, const std::string& home);

}  // namespace clew
