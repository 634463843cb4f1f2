#pragma once
// Answers of git that stay true, kept so that git is asked once. One that is lost, or cannot be
// kept, costs another run of git and nothing else.

#include <optional>
#include <string>

#include "files/file_system.h"

namespace clew {

class GitAnswers {
 public:
  virtual ~GitAnswers() = default;
  virtual std::optional<std::string> get(const std::string& key) = 0;
  virtual void put(const std::string& key, const std::string& value) = 0;
};

inline constexpr size_t kMaxGitAnswer = 4096;  // bytes of one value

// One small file per key in a folder, which is made when it is missing; empty: nothing is kept.
class GitAnswersInFolder final : public GitAnswers {
 public:
  GitAnswersInFolder(FileSystem& files, std::string folder)
      : files_(files), folder_(std::move(folder)) {}

  std::optional<std::string> get(const std::string& key) override;
  void put(const std::string& key, const std::string& value) override;

 private:
  FileSystem& files_;
  std::string folder_;
};

}  // namespace clew
