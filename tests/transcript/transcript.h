#pragma once
// A transcript: commands and what they print, as a person would see it. The clock and all
// randomness are fixed, so that every byte repeats.
//
//   $ clew note "half way"        a command, and below it what it prints
//   ! refused: …                  what it prints to standard error
//   [exit 5]                      its exit code, unless 0
//   | # Title                     a printed line that would be taken for one of these
//   @ +90m                        time passes; @ 2026-11-02T09:00 is a time in UTC
//   @ on desk                     from here on another machine, with a clone of the project; the
//                                 first is laptop. What is below /mnt is there on both
//   < {"type":"note_added"}       a line of standard input for the next command
//   clew-join-CODE                the code of an invitation that was printed last; clew-shared-CODE
//                                 the same of a shared session
//   > notes.txt: some text        a file of the project is written
//   >> notes.txt: more            a line is added to it
//   % claude-code Stop {…}        a moment of an agent, as its hooks tell it, and below it what the
//                                 agent is given; a tool's name stands for the moment after it ran,
//                                 with its input
//   % codex patch_add.json        the same, as tests/fixtures/hooks has it
//   % gemini {…}                  the same, word for word as the agent sends it; $W is the project,
//                                 and what a tool is said to have done to files is done
//   # a remark
//
// Besides clew these commands are known; paths begin at the project, ~ is the home folder, and a
// name may have * and ? in it:
//
//   $ cat FILE                    its lines, each behind "| "
//   $ ls FOLDER                   every file below it
//   $ edit FILE OLD NEW           somebody replaces OLD by NEW, once
//   $ cut FILE N                  only the first N bytes of it are left
//   $ sqlite STORE SQL            somebody changes a store behind clew's back
//   $ copy FIXTURE PATH           a file or folder of tests/fixtures
//   $ rm, mkdir, chmod, git …     the real ones

#include <string>

namespace clew {

// The same text with what the commands really print.
std::string replay_transcript(const std::string& text);

// What one command prints where nothing has happened yet.
std::string printed_by(const std::string& command);

}  // namespace clew
