#include "project/git_object.h"

#include <doctest/doctest.h>

#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"

namespace clew {

TEST_CASE("a content has the name that git gives it") {
  CLEW_NEED_GIT();
  const TempFolder temp;
  for (const char* format : {"sha1", "sha256"}) {
    const GitSandbox repo(temp / format);
    write_text(temp / format + "/file", "");
    repo.git({"init", "--quiet", std::string("--object-format=") + format});
    const size_t hash_size = format == std::string_view("sha1") ? 20 : 32;
    for (const size_t size : {0, 1, 46, 47, 48, 55, 56, 63, 64, 65, 119, 120, 1000, 100'000}) {
      CAPTURE(size);
      std::string content;
      for (size_t i = 0; i < size; ++i) content += static_cast<char>(i * 7 + i / 256);
      write_text(temp / format + "/file", content);
      CHECK(to_hex(blob_object(content, hash_size)) ==
            repo.git({"hash-object", "--no-filters", "file"}));
    }
  }
  CHECK(blob_object("x", 16).empty());
}

}  // namespace clew
