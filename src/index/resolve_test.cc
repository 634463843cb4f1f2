// Which definition a name stands for, in real languages.

#include "index/resolve.h"

#include <doctest/doctest.h>

#include <map>

#include "index/outline.h"

namespace clew {
namespace {

// Files of a project, and what is defined in them.
class ResolvedFiles : public Candidates {
 public:
  void add(Language language, const std::string& path, std::string_view source) {
    outlines_.push_back({path, outline_file(language, source)});
    REQUIRE(outlines_.back().second.outcome == FileOutline::Outcome::kWhole);
    const auto& [name, outline] = outlines_.back();
    for (size_t i = 0; i < outline.definitions.size(); ++i) {
      by_name_[outline.definitions[i].name].push_back(
          candidate_of(static_cast<int64_t>(outlines_.size()), name, outline, i));
    }
  }
  const std::vector<Candidate>& named(const std::string& name) override { return by_name_[name]; }

  // What the mentions of `name` in a file mean: "resolved Queue.join", "unresolved".
  std::string means(const std::string& path, const std::string& name) {
    std::string text;
    for (size_t i = 0; i < outlines_.size(); ++i) {
      if (outlines_[i].first != path) continue;
      const MentioningFile in(static_cast<int64_t>(i + 1), path, outlines_[i].second);
      for (const Mention& mention : outlines_[i].second.mentions) {
        if (mention.name != name) continue;
        const MentionTarget target = Resolver(*this).resolve(in, mention);
        text += (text.empty() ? "" : ", ") + std::string(certainty_name(target.certainty));
        for (const Candidate* each : target.meant) text += " " + each->qualified;
      }
    }
    return text;
  }

 private:
  std::vector<std::pair<std::string, FileOutline>> outlines_;
  std::map<std::string, std::vector<Candidate>> by_name_;
};

struct BareRow {
  const char* claim;
  Language language;
  const char* defines;  // in lib
  const char* calls;    // in user
  const char* means;    // of the name f
};
constexpr BareRow kBareRows[] = {
    {"a method of Python has no bare name",                      Language::kPython,
     "class A:\n    def f(self):\n        pass\n",                                                                           "def g(x):\n    return f(x)\n",         "unresolved"      },
    {"a function of Python has one",                             Language::kPython,     "def f():\n    pass\n",
     "def g(x):\n    return f(x)\n",                                                                                                                                 "resolved f"      },
    {"a method of JavaScript has no bare name",                  Language::kJavaScript, "class A { f() {} }",
     "function g() { f(); }",                                                                                                                                        "unresolved"      },
    {"a method of TypeScript has no bare name",                  Language::kTypeScript, "class A { f(): void {} }",
     "function g() { f(); }",                                                                                                                                        "unresolved"      },
    {"a function in a namespace of TypeScript has one",          Language::kTypeScript,
     "namespace N { export function f() {} }",                                                                               "function g() { f(); }",                "resolved N.f"    },
    {"a method of Go has no bare name",                          Language::kGo,         "package p\nfunc (a A) f() {}\n",
     "package p\nfunc g() { f() }\n",                                                                                                                                "unresolved"      },
    {"a method of PHP has no bare name",                         Language::kPhp,        "<?php class A { function f() {} }",
     "<?php function g() { f(); }",                                                                                                                                  "unresolved"      },
    {"a method of Rust has no bare name",                        Language::kRust,       "impl A { fn f() {} }",
     "fn g() { f(); }",                                                                                                                                              "unresolved"      },
    {"a method of C++ has one where it is inherited",            Language::kCpp,
     "class A { public: void f() {} };",                                                                                     "void B::g() { f(); }",                 "resolved A.f"    },
    {"a method of Java has one where it is inherited",           Language::kJava,       "class A { void f() {} }",
     "class B extends A { void g() { f(); } }",                                                                                                                      "resolved A.f"    },
    {"a method of Ruby has one where it is inherited",           Language::kRuby,
     "class A\ndef f; end\nend\n",                                                                                           "class B < A\ndef g; f(1); end\nend\n", "resolved A.f"    },
    {"a function inside a function of a shell is everybody's",   Language::kBash,
     "setup() { f() { :; }; }\n",                                                                                            "g() { f; }\n",                         "resolved setup.f"},
    {"a function inside a function of Python is that one's",     Language::kPython,
     "def a():\n    def f():\n        pass\n    f()\n",                                                                      "def g(f):\n    f()\n",                 "unresolved"      },
    {"a function inside a function of TypeScript is that one's", Language::kTypeScript,
     "function a() { function f() {} }",                                                                                     "const g = (f) => f();",                "unresolved"      },
};

struct LiteralRow {
  const char* claim;
  Language language;
  const char* defines;
  const char* calls;
};
constexpr LiteralRow kLiteralRows[] = {
    {"a string of Python",   Language::kPython,     "class A:\n    def f(self):\n        pass\n",
     "', '.f(x)\nf'{x}'.f()\n('a' 'b').f()\n"},
    {"a list of Python",     Language::kPython,     "class A:\n    def f(self):\n        pass\n",
     "[1].f(x)\n{}.f()\n[a for a in b].f()\n"},
    {"values of JavaScript", Language::kJavaScript, "class A { f() {} }",
     "'a'.f(); [1].f(); `a`.f(); /a/.f();"   },
    {"values of TypeScript", Language::kTypeScript, "class A { f(): void {} }",
     "'a'.f(); [1].f();"                     },
    {"a string of Java",     Language::kJava,       "class A { void f() {} }",
     "class B { void g() { \"a\".f(); } }"   },
};

}  // namespace

TEST_CASE("a bare name means a method only where a language reaches methods so") {
  for (const BareRow& row : kBareRows) {
    CAPTURE(row.claim);
    ResolvedFiles files;
    files.add(row.language, "a/lib", row.defines);
    files.add(row.language, "b/user", row.calls);
    CHECK(files.means("b/user", "f") == row.means);
  }
}

TEST_CASE("what is called on a literal is nothing of the project") {
  for (const LiteralRow& row : kLiteralRows) {
    CAPTURE(row.claim);
    ResolvedFiles files;
    files.add(row.language, "a/lib", row.defines);
    files.add(row.language, "b/user", row.calls);
    const std::string means = files.means("b/user", "f");
    CHECK(means.find("unresolved") != std::string::npos);
    CHECK(means.find("by_name") == std::string::npos);
  }
  ResolvedFiles files;
  files.add(Language::kPython, "a/lib", "class A:\n    def f(self):\n        pass\n");
  files.add(Language::kPython, "b/user", "def g(x):\n    x.f()\n    x().f()\n");
  CHECK(files.means("b/user", "f") == "by_name A.f, by_name A.f");
}

TEST_CASE("the body of a Python class sees what is defined in it, its methods do not") {
  ResolvedFiles files;
  files.add(Language::kPython, "a/lib",
            "class A:\n    def wrap(f):\n        return f\n\n    @wrap\n    def m(self):\n"
            "        wrap(1)\n\n    n = wrap(m)\n");
  // By where it stands: the call in the body, the one in the method, the decorator.
  CHECK(files.means("a/lib", "wrap") == "resolved A.wrap, unresolved, resolved A.wrap");
}

}  // namespace clew
