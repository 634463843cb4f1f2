// What a project is called on other machines.

#include "engine/project/known_projects.h"

#include "engine/transact.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

TEST_CASE("a project's id begins with that of its repository") {
  CHECK(repository_of("git:1a2b") == "git:1a2b");
  CHECK(repository_of("git:1a2b:web/app") == "git:1a2b");
  CHECK(repository_of("remote:example.org/shop:web") == "remote:example.org/shop");
  CHECK(repository_of("remote:example.org:7000/shop:web") == "remote:example.org:7000/shop");
  CHECK(repository_of("path:/srv/a:b") == "path:/srv/a:b");
  CHECK(repository_of("").empty());
}

TEST_CASE("what others call a project is remembered, in each of its folders, and on this machine") {
  WorkspaceFixture w;
  const auto remember = [&](const std::string& here, const std::string& there) {
    const auto done = transact(w.store(), {}, [&](Transaction& transaction) -> Status {
      return remember_known_project(transaction, "laptop", here, there);
    });
    REQUIRE(done.ok());
  };
  remember("remote:example.org/shop", "git:1a2b:web");
  remember("remote:example.org/shop", "git:1a2b");
  remember("remote:example.org/shop", "path:/srv/shop");
  remember("remote:example.org/shop", "remote:example.org/shop");
  using Ids = std::vector<std::string>;
  const auto known = [&](const std::string& device, const std::string& folder) {
    return known_projects(w.store(), device, "remote:example.org/shop", folder);
  };
  CHECK(known("laptop", "") == Ids{"path:/srv/shop", "git:1a2b"});
  CHECK(known("laptop", "web") == Ids{"path:/srv/shop/web", "git:1a2b:web"});
  CHECK(known("desk", "").empty());
}

}  // namespace
}  // namespace clew
