#include "project/git_content.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

struct Location {
  Location() { repo.init(); }

  std::vector<HeadFile> read(const std::vector<std::string>& paths) {
    const auto found = find_repository(files, repo.root());
    REQUIRE(found.ok());
    REQUIRE(found->has_value());
    std::vector<HeadFile> out(paths.size());
    read_head_files(files, **found, paths,
                    [&](size_t location, HeadFile file) { out[location] = std::move(file); });
    return out;
  }
  HeadFile read_one(const std::string& path) { return read({path}).front(); }

  TempFolder temp;
  PosixFileSystem files;
  GitSandbox repo{temp / "repo"};
};

}  // namespace

TEST_CASE("the last commit's content is read, whatever stands there now") {
  CLEW_NEED_GIT();
  Location location;
  CHECK(location.read_one("a").has == HeadHas::kNothing);  // no commit yet
  location.repo.commit("a", "one\n");
  location.repo.commit("d/b", "two");
  location.repo.commit("empty", "");
  location.repo.commit(":(top)*.x", "odd");
  write_text(location.repo.root() + "/a", "changed\n");
  std::filesystem::remove_all(location.repo.root() + "/d");
  const auto read = location.read({"a", "d/b", "empty", ":(top)*.x", "none", "a/b", "*", "a"});
  for (const size_t there : {0, 1, 2, 3, 7}) {
    REQUIRE(read[there].has == HeadHas::kFile);
    REQUIRE(read[there].content.has_value());
  }
  CHECK(read[0].content->content == "one\n");
  CHECK(read[1].content->content == "two");
  CHECK(read[2].content->content.empty());
  CHECK(read[3].content->content == "odd");
  CHECK(read[7].content->content == "one\n");
  for (const size_t absent : {4, 5, 6}) CHECK(read[absent].has == HeadHas::kNothing);
  CHECK(location.read_one("d").has == HeadHas::kNothing);  // a folder is no file
}

TEST_CASE("links, submodules and what is too large are there without their content") {
  CLEW_NEED_GIT();
  Location location;
  const GitSandbox library(location.temp / "library");
  library.init();
  library.commit("l", "1");
  location.repo.git({"submodule", "--quiet", "add", library.root(), "lib"});
  std::filesystem::create_symlink("lib", location.repo.root() + "/link");
  location.repo.git({"add", "link"});
  location.repo.commit("large", std::string(kMaxHeadContent + 1, 'x'));
  location.repo.commit("largest", std::string(kMaxHeadContent, 'x'));
  for (const char* path : {"lib", "link", "large"}) {
    CAPTURE(std::string(path));
    const HeadFile file = location.read_one(path);
    CHECK(file.has == HeadHas::kFile);
    CHECK_FALSE(file.content.has_value());
  }
  CHECK(location.read_one("lib/l").has == HeadHas::kNothing);
  CHECK(location.read_one("largest").content->content.size() == kMaxHeadContent);
}

TEST_CASE("hundreds of files are read, each its own") {
  CLEW_NEED_GIT();
  Location location;
  std::vector<std::string> paths;
  for (int i = 0; i < 300; ++i) {
    paths.push_back("f" + std::to_string(i));
    write_text(location.repo.root() + "/" + paths.back(), std::string(static_cast<size_t>(i), 'x'));
  }
  location.repo.git({"add", "."});
  location.repo.git({"commit", "--quiet", "-m", "many"});
  const auto read = location.read(paths);
  for (size_t i = 0; i < paths.size(); ++i) {
    REQUIRE(read[i].content.has_value());
    CHECK(read[i].content->content.size() == i);
  }
}

TEST_CASE("a repository that git refuses says nothing, and nothing fails") {
  CLEW_NEED_GIT();
  Location location;
  location.repo.commit("a", "one\n");
  write_text(location.repo.root() + "/.git/config", "[core\n");
  CHECK(location.read_one("a").has == HeadHas::kUnknown);
}

// What is worked out is compared with what git itself writes, for every pair of a setting and a
// content; what is left unknown must be what cannot be known.
TEST_CASE("content is told as git checks it out, or not at all") {
  CLEW_NEED_GIT();
  struct Setting {
    const char* attributes;
    std::vector<const char*> config;
    const char* unknown;  // the contents that may not be told, by their names
  };
  static const Setting kSettings[] = {
      {"",                               {},                                            ""     },
      {"* text=auto",                    {},                                            ""     },
      {"* text",                         {},                                            ""     },
      {"* text eol=crlf",                {},                                            ""     },
      {"* text=auto eol=crlf",           {},                                            "d"    },
      {"* eol=crlf",                     {},                                            ""     },
      {"* -text eol=crlf",               {},                                            ""     },
      {"* binary",                       {"core.autocrlf=true"},                        ""     },
      {"* crlf",                         {"core.eol=crlf"},                             ""     },
      {"* crlf=input",                   {"core.eol=crlf"},                             ""     },
      {"* text=auto",                    {"core.eol=crlf"},                             "d"    },
      {"",                               {"core.eol=crlf"},                             ""     },
      {"",                               {"core.autocrlf=true"},                        "d"    },
      {"",                               {"core.autocrlf=input"},                       ""     },
      {"",                               {"core.autocrlf=true", "core.autocrlf=false"}, ""     },
      {"* text eol=lf",                  {"core.autocrlf=true"},                        ""     },
      {"* ident",                        {},                                            "i"    },
      {"* filter=shout",                 {"filter.shout.smudge=tr a-z A-Z"},            "abdim"},
      {"* working-tree-encoding=UTF-16", {},                                            "abdim"},
  };
  struct Content {
    const char* name;
    std::string text;
  };
  static const Content kContents[] = {
      {"a", "one\ntwo\n"},
      {"b", std::string("one\n\0\n", 6)},
      {"d", "one\n\x01\ntwo\n"},
      {"i", "one $Id$\n"},
      {"m", "one\r\ntwo\nthree\n"},
  };
  for (const auto& setting : kSettings) {
    Location location;
    location.repo.git({"config", "core.autocrlf", "false"});
    for (const auto& content : kContents) location.repo.commit(content.name, content.text);
    write_text(location.repo.root() + "/.gitattributes", std::string(setting.attributes) + "\n");
    location.repo.git({"config", "--unset", "core.autocrlf"});
    for (const char* line : setting.config) {
      const std::string text = line;
      const size_t mark = text.find('=');
      location.repo.git({"config", "--add", text.substr(0, mark), text.substr(mark + 1)});
    }
    for (const auto& content : kContents) {
      CAPTURE(std::string(setting.attributes));
      CAPTURE(setting.config.size());
      CAPTURE(std::string(content.name));
      const HeadFile reported = location.read_one(content.name);
      const bool is_unknown = std::string(setting.unknown).find(content.name) != std::string::npos;
      CHECK(reported.has == HeadHas::kFile);
      CHECK(reported.content.has_value() == !is_unknown);
      if (!reported.content) continue;
      const std::string path = location.repo.root() + "/" + content.name;
      std::filesystem::remove(path);
      location.repo.git({"checkout", "--quiet", "--", content.name});
      CHECK(reported.content->content == read_text(path));
    }
  }
}

TEST_CASE("where git converts line ends, a file with other ones may have been another") {
  const auto precedes = [](const char* text, const char* before, const char* now) {
    CheckoutAttributes attributes;
    attributes.text = text;
    const auto content = check_out(before, attributes, {});
    REQUIRE(content.has_value());
    return may_precede(*content, now);
  };
  CHECK(precedes("auto", "a\nb\n", "a\nc\n"));
  CHECK_FALSE(precedes("auto", "a\nb\n", "a\r\nc\r\n"));
  CHECK(precedes("unset", "a\nb\n", "a\r\nc\r\n"));
  CHECK(precedes("auto", "a\r\nb\r\n", "a\nc\n"));  // kept as it is: git would see the difference
  CHECK_FALSE(precedes("set", "a\r\nb\r\n", "a\nc\n"));
  CHECK(precedes("auto", "a", "a\r\nc\r\n"));
  CHECK(precedes("auto", "a\nb\n", ""));
}

TEST_CASE("settings that cannot be read are not guessed") {
  const auto read = [](std::string_view text) { return read_checkout_settings(text); };
  CHECK(read("")->autocrlf == AutoCrlf::kFalse);
  CHECK(read(std::string_view("core.autocrlf\0", 14))->autocrlf == AutoCrlf::kTrue);
  CHECK(read(std::string_view("core.autocrlf\nInput\0core.eol\nCRLF\0", 35))->autocrlf ==
        AutoCrlf::kInput);
  CHECK(read(std::string_view("core.autocrlf\nInput\0core.eol\nCRLF\0", 35))->eol == GitEol::kCrlf);
  CHECK_FALSE(read("core.autocrlf\nmaybe").has_value());
}

}  // namespace clew
