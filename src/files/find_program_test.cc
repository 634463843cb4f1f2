#include "files/find_program.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

#include "testing/temp_folder.h"

namespace clew {
namespace {

struct Programs {
  std::string add(const std::string& path) {
    const std::string whole = temp / path;
    write_text(whole, "#!/bin/sh\n");
    std::filesystem::permissions(whole, std::filesystem::perms::owner_all);
    return whole;
  }
  std::string found(const std::string& search_path) {
    const std::vector<std::string> outside{std::filesystem::canonical(temp / "project").string()};
    const auto program = find_program("git", search_path, outside);
    return program ? program->path : "";
  }

  TempFolder temp;
};

TEST_CASE("a program is taken from absolute entries of PATH only") {
  Programs programs;
  programs.add("project/git");
  const std::string real = programs.add("bin/git");
  const std::string bin = programs.temp / "bin";
  const std::string before = std::filesystem::current_path();
  std::filesystem::current_path(programs.temp / "project");
  CHECK(programs.found(".:" + bin) == real);
  CHECK(programs.found(":" + bin) == real);
  CHECK(programs.found("../project::" + bin + ":") == real);
  CHECK(programs.found("").empty());
  CHECK(programs.found(".").empty());
  const std::vector<std::string> nowhere;
  CHECK(find_program("git", ".:" + bin + "::/nonexistent", nowhere) == FoundProgram{real, bin});
  std::filesystem::current_path(before);
}

TEST_CASE("a program of the project itself is passed over, also behind a link") {
  Programs programs;
  programs.add("project/bin/git");
  const std::string real = programs.add("bin/git");
  const std::string bin = programs.temp / "bin";
  std::filesystem::create_directory_symlink(programs.temp / "project/bin", programs.temp / "link");
  std::filesystem::create_directory(programs.temp / "links");
  std::filesystem::create_symlink(programs.temp / "project/bin/git", programs.temp / "links/git");
  for (const char* entry : {"project/bin", "link", "links", "project/../project/bin"}) {
    CAPTURE(std::string(entry));
    CHECK(programs.found((programs.temp / entry) + ":" + bin) == real);
    CHECK(programs.found(programs.temp / entry).empty());
  }
  // A name that only begins like the project's is another folder.
  const std::string beside = programs.add("project-tools/git");
  CHECK(programs.found(programs.temp / "project-tools") == beside);
}

TEST_CASE("what cannot be run is no program") {
  Programs programs;
  std::filesystem::create_directories(programs.temp / "project");
  std::filesystem::create_directories(programs.temp / "folder/git");
  write_text(programs.temp / "plain/git", "text");
  CHECK(programs.found((programs.temp / "folder") + ":" + (programs.temp / "plain")).empty());
}

}  // namespace
}  // namespace clew
