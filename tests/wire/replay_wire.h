#pragma once
// A conversation with `clew mcp` as a text file, with a fixed clock, ids and seed:
//   > {"jsonrpc":"2.0",…}    a line that the client sends
//   < {"jsonrpc":"2.0",…}    a line that the server sends, made anew
//   @ +5m                    time passes
//   = notes.md: some text    a file of the project
//   # …                      a remark; everything else is kept as it is, too

#include <string>

namespace clew {

// The same text with the server's lines as they are now.
std::string replay_wire(const std::string& text);

}  // namespace clew
