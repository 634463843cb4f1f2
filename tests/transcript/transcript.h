#pragma once
// A transcript: commands and what they print, as a person would see it. The clock and all
// randomness are fixed, so that every byte repeats.
//
//   $ clew note "half way"        a command, and below it what it prints
//   ! refused: …                  what it prints to standard error
//   [exit 5]                      its exit code, unless 0
//   @ +90m                        time passes
//   < {"type":"note_added"}       a line of standard input for the next command
//   > notes.txt: some text        a file of the project is written
//   % claude-code Stop {…}        a moment of an agent, as its hooks tell it, and below it what the
//                                 agent is given; a tool's name stands for the moment after it ran,
//                                 with its input
//   # a remark

#include <string>

namespace clew {

// The same text with what the commands really print.
std::string replay_transcript(const std::string& text);

}  // namespace clew
