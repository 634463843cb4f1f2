#pragma once
// A project, a home and a store in a temporary folder, in which commands and the hooks of agents
// run one after the other, each as a process of its own would. The clock and all randomness are
// fixed, so that every byte repeats. tests/transcript/transcript.h has the language.

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "interface/cli/run_cli.h"
#include "testing/reported_processes.h"
#include "testing/temp_folder.h"

namespace clew {

// As a shell splits a line, for quotes only.
std::vector<std::string> split_words(const std::string& line);

// Whether a line is one of a transcript's own, as "$ clew", and not what was printed.
bool has_mark(const std::string& line);

enum class Marks {
  kEscaped,  // a printed line that would be taken for one of the transcript's own is behind "| "
  kPlain,
  kExact,  // what is printed is kept byte for byte, with the project's folder in it
};

class Replay {
 public:
  explicit Replay(Marks marks);
  Replay(const Replay&) = delete;
  ~Replay();

  void run(const std::string& line);
  // AGENT MOMENT {fields}, or AGENT FIXTURE, or AGENT {what it sends}, where $W is the project
  void tell(const std::string& line);
  // "+90m", or "2026-11-02T09:00" in UTC, or "on MACHINE": another home, and a clone of the
  // project, which is a repository from then on.
  void go(const std::string& to);
  void add_input(const std::string& line);
  // NAME: TEXT
  void write_line(const std::string& line, std::ios::openmode mode);
  void keep(const std::string& line) { out_ += line + "\n"; }
  const std::string& text() const { return out_; }
  std::string take_text() { return std::exchange(out_, ""); }

  // Files of `folder` are copied before those of tests/fixtures, and $W in them is the project.
  void copy_from(const std::string& folder) { beside_ = std::filesystem::absolute(folder); }
  // Conversations have processes of their own from now on.
  ReportedProcesses& tell_processes();
  std::string project() const;

 private:
  void pass(const std::string& time);
  void go_to_machine(const std::string& name);
  std::string folder_on(const std::string& machine, const std::string& name) const;
  std::string home() const;
  std::string path_of(const std::string& name) const;
  void write_file(const std::string& name, const std::string& text, std::ios::openmode mode);
  void show_file(const std::string& name);
  void list_files(const std::string& name);
  void edit(const std::string& name, const std::string& before, const std::string& after);
  void copy_fixture(const std::string& from, const std::string& to);
  int run_clew(const std::vector<std::string>& words);
  int call_verb(const std::vector<std::string>& words);
  void answer_hook(const std::string& agent, const std::string& input);
  int serve_mcp();
  int serve_http(const std::vector<std::string>& words);
  int run_program(const std::vector<std::string>& words);
  std::string state_folder() const;
  Result<std::unique_ptr<Workspace>> open_workspace(const CommonOptions& common, Caller caller,
                                                    const std::string& folder);
  Value moment(const std::string& name, const Value& fields);
  void fill(Bytes& bytes);
  std::string with_join_codes(std::string line) const;
  void show(const std::string& text, const std::string& prefix);

  Marks marks_;
  std::filesystem::path before_ = std::filesystem::current_path();
  std::string source_;
  std::string beside_;
  TempFolder folder_;
  std::string root_;
  mode_t umask_ = 0;
  ReportedProcesses files_;
  bool tells_processes_ = false;
  std::vector<std::unique_ptr<EventStore>> stores_;  // that one command opened
  std::mt19937 random_;
  std::string machine_;
  Time now_;
  std::string input_;
  std::map<std::string, std::string> join_codes_;  // that were printed last, by how they begin
  int tools_ = 0;
  bool is_program_ = false;  // what is shown comes from a process of its own
  std::string out_;
};

}  // namespace clew
