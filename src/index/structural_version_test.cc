#include "index/structural_version.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <string>

#include "index/outline.h"

namespace clew {
namespace {

Hash shape_of(Language language, std::string_view source) {
  const FileOutline outline = outline_file(language, source);
  REQUIRE(outline.outcome == FileOutline::Outcome::kWhole);
  return outline.shape;
}

struct SameRow {
  Language language;
  std::string_view was;
  std::string_view now;
};

}  // namespace

TEST_CASE("reformatting leaves a file's shape") {
  const SameRow rows[] = {
      {Language::kPython,     "def f(a, b=1, c='x'):\n  return g(a)\n",
       "# says\ndef f(\n    a,\n    b=2,\n    c=\"y\",\n):\n\n    return (g(\n        a))  # "
       "why\n"                                                                                                                 },
      {Language::kPython,     "def f(a, b): pass\n",                               "def f(a, \\\n      b): pass\n"             },
      {Language::kPython,     "class A(B): pass\n",                                "class A(\n  B,\n):\n  '''Doc.'''\n  pass\n"},
      {Language::kPython,     "def f(a: 'B') -> Dict[str, 'C']: pass\n",
       "def f(a: \"B\") -> Dict[\n  str, \"C\",\n]:\n  x = 1\n"                                                                },
      {Language::kPython,     "def f():\n  g()\n",                                 "def f():\n  g()\n  g()\n"                  },
      {Language::kJavaScript, "const f = a => { g(a) }",                           "const f = ((a) => {\n  g(a);\n});\n"       },
      {Language::kJavaScript, "const o = { 'a': function () {}, }",
       "const o = {a: function(){ 1 }}"                                                                                        },
      {Language::kTypeScript, "type A = 'b' | { c: string, d: 'e' }",
       "type A =\n  | \"b\"\n  | { c: string; d: \"e\" };\n"                                                                   },
      {Language::kTypeScript, "function f(a: B | 'c', d: { e: 1, f: 2 }) {}",
       "function f(\n  a:\n    | B\n    | \"c\",\n  d: { e: 1; f: 2 },\n) {}\n"                                                },
      {Language::kTypeScript, "new Foo; (bar)()",                                  "new Foo();\nbar();\n"                      },
      {Language::kGo,         "package p\nfunc f(a, b int) { g() }\n",
       "package p\n\n// f does.\nfunc f(c int, d int) {\n\tg()\n}\n"                                                           },
      {Language::kCpp,        "int *f(const char *a, int b = 1) { return g(a); }",
       "int* f(const char* text,\n       int count = 2)\n{\n  return g(text);\n}\n"                                            },
      {Language::kRust,       "fn f(a: &str,) -> u8 { g(a) }",
       "// x\nfn f(b: & str) -> u8 {\n    g(b)\n}\n"                                                                           },
  };
  for (const auto& [language, was, now] : rows) {
    CAPTURE(now);
    CHECK(shape_of(language, was) == shape_of(language, now));
  }
}

TEST_CASE("a renamed function, a new parameter, type, call or import changes a file's shape") {
  const SameRow rows[] = {
      {Language::kPython,     "def f(a):\n  g(a)\n",           "def h(a):\n  g(a)\n"              },
      {Language::kPython,     "def f(a):\n  g(a)\n",           "def f(a, b):\n  g(a)\n"           },
      {Language::kPython,     "def f(a):\n  g(a)\n",           "def f(b):\n  g(a)\n"              },
      {Language::kPython,     "def f(a):\n  g(a)\n",           "def f(a=1):\n  g(a)\n"            },
      {Language::kPython,     "def f(a):\n  g(a)\n",           "def f(a: int):\n  g(a)\n"         },
      {Language::kPython,     "def f(a):\n  g(a)\n",           "def f(a):\n  g(h(a))\n"           },
      {Language::kPython,     "def f(a):\n  g(a)\n",           "async def f(a):\n  g(a)\n"        },
      {Language::kPython,     "def f(a):\n  g(a)\n",           "import os\ndef f(a):\n  g(a)\n"   },
      {Language::kPython,     "def f(a):\n  g(a)\n",           "def f(a):\n  g(a)\ng(1)\n"        },
      {Language::kPython,     "def f(a):\n  g(a)\n",           "class A:\n  def f(a):\n    g(a)\n"},
      {Language::kTypeScript, "interface I { a: string }",     "interface I { a: string; b: 1 }"  },
      {Language::kTypeScript, "const f = () => 1",             "const f = async () => 1"          },
      {Language::kGo,         "package p\nfunc f(a int) {}\n", "package p\nfunc f(a string) {}\n" },
      {Language::kC,          "int f(int a) { return a; }",    "static int f(int a) { return a; }"},
      {Language::kCpp,        "void C::f() {}",                "void C::f() const {}"             },
  };
  for (const auto& [language, was, now] : rows) {
    CAPTURE(now);
    CHECK(shape_of(language, was) != shape_of(language, now));
  }
}

TEST_CASE(
    "white space and comments between tokens never change a shape, another name always does") {
  rc::check([] {
    const auto space = [] {
      return *rc::gen::element<std::string>(" ", "  ", "\n", "\t", " /* a */ ", " // b()\n",
                                            "\n\n");
    };
    const auto name = [] { return *rc::gen::element<std::string>("f", "g", "h", "k", "m"); };
    // One source as tokens, put together twice.
    std::vector<std::string> tokens = {"function", name(), "(", name(), ",", "b", ")", "{"};
    const int calls = *rc::gen::inRange(0, 5);
    for (int i = 0; i < calls; ++i) {
      for (std::string token :
           {name(), std::string("("), name(), std::string(")"), std::string(";")})
        tokens.push_back(std::move(token));
    }
    tokens.emplace_back("}");
    const auto put_together = [&] {
      std::string source;
      for (const std::string& token : tokens) source += token + space();
      return source;
    };
    const Hash shape = shape_of(Language::kJavaScript, put_together());
    RC_ASSERT(shape_of(Language::kJavaScript, put_together()) == shape);
    const std::vector<std::string> was = tokens;
    tokens[1] += "2";
    RC_ASSERT(shape_of(Language::kJavaScript, put_together()) != shape);
    tokens = was;
    tokens.insert(tokens.begin() + 6, {",", "more"});
    RC_ASSERT(shape_of(Language::kJavaScript, put_together()) != shape);
    tokens = was;
    for (const char* token : {"added", "(", ")", ";"}) tokens.insert(tokens.end() - 1, token);
    RC_ASSERT(shape_of(Language::kJavaScript, put_together()) != shape);
  });
}

TEST_CASE("the version is that of the files by path and shape, in any order") {
  const Hash a = file_digest("a.py", sha256("1"));
  const Hash b = file_digest("b.py", sha256("2"));
  const std::string version = structural_version({a, b});
  CHECK(version == structural_version({b, a}));
  CHECK(version.size() == 67);
  CHECK(version.starts_with("v1:"));
  CHECK(version != structural_version({a}));
  CHECK(version != structural_version({a, a, b}));
  CHECK(file_digest("a.py", sha256("1")) != file_digest("b.py", sha256("1")));
  CHECK(structural_version({}) ==
        "v1:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

}  // namespace clew
