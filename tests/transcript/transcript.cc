#include "transcript.h"

#include <fstream>
#include <sstream>

#include "testing/replay.h"

namespace clew {

std::string replay_transcript(const std::string& text) {
  Replay replay(Marks::kEscaped);
  std::istringstream lines(text);
  std::string line;
  bool in_output = false;
  while (std::getline(lines, line)) {
    const bool is_moment = line.starts_with("% ");
    const bool is_command = line.starts_with("$ ");
    const bool is_kept = has_mark(line) && !line.starts_with("| ");
    if (!is_kept && in_output) continue;  // what was printed then: made anew
    replay.keep(line);
    in_output = in_output || is_command || is_moment;
    if (is_moment) replay.tell(line.substr(2));
    if (is_command) replay.run(line.substr(2));
    if (line.starts_with("@ ")) replay.go(line.substr(2));
    if (line.starts_with("< ")) replay.add_input(line.substr(2));
    if (line.starts_with("> ")) replay.write_line(line.substr(2), std::ios::out);
    if (line.starts_with(">> ")) replay.write_line(line.substr(3), std::ios::app);
  }
  return replay.text();
}

std::string printed_by(const std::string& command) {
  Replay replay(Marks::kPlain);
  replay.run(command);
  return replay.text();
}

}  // namespace clew
