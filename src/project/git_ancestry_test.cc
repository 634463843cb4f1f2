#include "project/git_ancestry.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "files/run_process.h"
#include "project/git_state.h"
#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

struct Compared {
  Compared() { repo.init(); }

  GitRepository at(const std::string& path) {
    const auto found = find_repository(files, path);
    REQUIRE(found.ok());
    REQUIRE(found->has_value());
    return **found;
  }
  Ancestry compare(const std::string& commit, const std::string& head) {
    return *compare_to_head(files, answers, at(repo.root()), head, commit);
  }
  Ancestry compare(const std::string& commit) {
    return compare(commit, read_git_state(files, at(repo.root()))->commit);
  }
  uint64_t programs_to_compare(const std::string& commit, const std::string& head) {
    const uint64_t before = programs_started();
    static_cast<void>(compare(commit, head));
    return programs_started() - before;
  }

  TempFolder temp;
  PosixFileSystem files;
  GitSandbox repo{temp / "repo"};
  GitAnswersInFolder answers{files, temp / "cache"};
};

}  // namespace

TEST_CASE("HEAD and what came before it are ancestors; another branch and the unknown are not") {
  CLEW_NEED_GIT();
  Compared in;
  CHECK(in.compare(std::string(40, '0')) == Ancestry::kUnknownCommit);
  const std::string first = in.repo.commit("a", "1");
  in.repo.git({"checkout", "--quiet", "-b", "side"});
  const std::string side = in.repo.commit("b", "1");
  in.repo.git({"checkout", "--quiet", "main"});
  const std::string second = in.repo.commit("a", "2");
  for (const char* time : {"asked of git", "kept"}) {
    CAPTURE(time);
    CHECK(in.compare(second) == Ancestry::kAncestor);
    CHECK(in.compare(first) == Ancestry::kAncestor);
    CHECK(in.compare(side) == Ancestry::kNotAncestor);
    CHECK(in.compare(std::string(40, '1')) == Ancestry::kUnknownCommit);
  }
  for (const char* bad : {"", "--help", "HEAD", "main"}) {
    const auto refused = compare_to_head(in.files, in.answers, in.at(in.repo.root()), second, bad);
    CHECK(refused.error().code == ErrorCode::kInvalid);
  }
}

TEST_CASE("git is asked once about two commits, and never about HEAD itself") {
  CLEW_NEED_GIT();
  Compared in;
  const std::string first = in.repo.commit("a", "1");
  const std::string second = in.repo.commit("a", "2");
  CHECK(in.programs_to_compare(first, first) == 0);
  CHECK(in.programs_to_compare(first, second) == 1);
  CHECK(in.programs_to_compare(first, second) == 0);
  CHECK(in.programs_to_compare(second, first) == 1);
  CHECK(in.programs_to_compare(second, first) == 0);
  CHECK(in.programs_to_compare(first, second) == 0);
}

TEST_CASE("what the next fetch may bring is asked again") {
  CLEW_NEED_GIT();
  Compared in;
  const std::string first = in.repo.commit("a", "1");
  in.repo.git({"checkout", "--quiet", "-b", "side"});
  const std::string side = in.repo.commit("b", "1");
  in.repo.git({"checkout", "--quiet", "main"});
  const std::string second = in.repo.commit("a", "2");
  CHECK(in.compare(std::string(40, '1'), second) == Ancestry::kUnknownCommit);
  CHECK(in.programs_to_compare(std::string(40, '1'), second) == 1);

  const GitSandbox clone(in.temp / "clone");
  in.repo.git({"clone", "--quiet", "--depth", "1", "--no-single-branch", "file://" + in.repo.root(),
               clone.root()});
  const auto compare = [&] {
    return *compare_to_head(in.files, in.answers, in.at(clone.root()), second, side);
  };
  CHECK(compare() == Ancestry::kNotAncestor);
  const uint64_t before = programs_started();
  CHECK(compare() == Ancestry::kNotAncestor);
  CHECK(programs_started() - before == 1);
}

TEST_CASE("of many commits the latest are kept") {
  CLEW_NEED_GIT();
  Compared in;
  const std::string first = in.repo.commit("a", "0");
  const std::string tree = in.repo.git({"rev-parse", "HEAD^{tree}"});
  std::vector<std::string> heads = {first};
  for (int i = 1; i <= 60; ++i) {
    heads.push_back(
        in.repo.git({"commit-tree", "-p", heads.back(), "-m", std::to_string(i), tree}));
    CHECK(in.compare(first, heads.back()) == Ancestry::kAncestor);
  }
  const auto kept = std::filesystem::directory_iterator(in.temp / "cache");
  CHECK(std::filesystem::file_size(*kept) <= kMaxGitAnswer);
  CHECK(in.programs_to_compare(first, heads[60]) == 0);
  CHECK(in.programs_to_compare(first, heads[30]) == 0);
  CHECK(in.programs_to_compare(first, heads[1]) == 1);
}

TEST_CASE("where nothing can be kept, git is asked each time") {
  CLEW_NEED_GIT();
  Compared in;
  const std::string first = in.repo.commit("a", "1");
  const std::string second = in.repo.commit("a", "2");
  const GitRepository repository = in.at(in.repo.root());
  for (const std::string& folder : {std::string(), in.repo.root() + "/a/below a file"}) {
    CAPTURE(folder);
    GitAnswersInFolder nowhere(in.files, folder);
    for (int i = 0; i < 2; ++i) {
      const auto found = compare_to_head(in.files, nowhere, repository, second, first);
      REQUIRE(found.ok());
      CHECK(*found == Ancestry::kAncestor);
    }
  }
}

TEST_CASE("a damaged answer is asked again and replaced") {
  CLEW_NEED_GIT();
  Compared in;
  const std::string first = in.repo.commit("a", "1");
  const std::string second = in.repo.commit("a", "2");
  const std::string key = "ancestry " + in.at(in.repo.root()).common_dir;
  for (const std::string& damaged :
       {std::string("\n\n"), first + " " + second + " ", first + " " + second + " maybe\nx",
        std::string(kMaxGitAnswer, 'x'), std::string(kMaxGitAnswer + 1, '\n')}) {
    in.answers.put(key, damaged);
    CHECK(in.compare(first, second) == Ancestry::kAncestor);
    CHECK(in.programs_to_compare(first, second) == 0);
  }
}

}  // namespace clew
