#pragma once
// A folder of the real disk that is there for one test and gone after it.

#include <string>

namespace clew {

class TempFolder {
 public:
  TempFolder();
  TempFolder(const TempFolder&) = delete;
  ~TempFolder();

  const std::string& path() const { return path_; }  // without symbolic links
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// Setting up and looking, in one line each; they stop the test program when they cannot.
void write_text(const std::string& path, const std::string& text);
std::string read_text(const std::string& path);  // empty when it is not there

}  // namespace clew
