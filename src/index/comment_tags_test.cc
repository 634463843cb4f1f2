#include "index/comment_tags.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

struct TagRow {
  std::string_view comment;
  std::vector<std::string> tags;
};

}  // namespace

TEST_CASE("a comment's tags are those of clew and quedonde, and the five bare words") {
  const TagRow rows[] = {
      {"# @clew:bridge",                         {"bridge"}            },
      {"// @quedonde:legacy and @clew:own-word", {"legacy", "own-word"}},
      {"/* @deprecated since 2 */",              {"deprecated"}        },
      {"# @orchestrator @orchestrator",          {"orchestrator"}      },
      {"# @temporary: goes",                     {"temporary"}         },
      {"# @param x of @return",                  {}                    },
      {"# somebody@legacy.example",              {}                    },
      {"# @clew: bridge",                        {}                    },
      {"# legacy",                               {}                    },
      {"@",                                      {}                    },
  };
  for (const auto& [comment, tags] : rows) {
    CAPTURE(comment);
    CHECK(comment_tags(comment) == tags);
  }
}

}  // namespace clew
