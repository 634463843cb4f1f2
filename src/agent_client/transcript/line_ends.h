#pragma once
// Clients write a text's line ends into their transcripts as \n, whatever the file has. The hash of
// such a text is not that of a file with \r\n, although it is the same content.

#include <string>

#include "files/file_system.h"
#include "session/session.h"

namespace clew {

// Gives the files of `told` that stand beneath `root` with \r\n, and are otherwise what was told,
// the hash that they have there. A change that `before` knew already keeps the hash it had then.
void take_line_ends(FileSystem& files, const std::string& root, const Session& before,
                    Session& reported);

}  // namespace clew
