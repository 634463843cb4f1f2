#include "index/outline.h"

#include <doctest/doctest.h>

#include "index/outline_text_test.h"
#include "index/source_language.h"

namespace clew {
namespace {

struct OutlineRow {
  Language language;
  std::string_view source;
  std::vector<std::string> definitions;
  std::vector<std::string> mentions;
};

void check_rows(const std::vector<OutlineRow>& rows) {
  for (const OutlineRow& row : rows) {
    CAPTURE(row.source);
    const FileOutline outline = outline_file(row.language, row.source);
    CHECK(outline.outcome == FileOutline::Outcome::kWhole);
    CHECK(joined_lines(definition_lines(outline)) == joined_lines(row.definitions));
    CHECK(joined_lines(mention_lines(outline)) == joined_lines(row.mentions));
  }
}

}  // namespace

TEST_CASE("Python: functions, classes, calls, imports, decorators") {
  check_rows({
      {Language::kPython,
       "async def f(a, b: int = 1, *c, d: 'Foo', **e) -> str:\n  g(a)\n",                    {"function f (a, b:int=, *c, d:Foo, **e) -> str async"},
       {"f calls g"}                                                                             },
      {Language::kPython,
       "class A(B, metaclass=M):\n  x = 1\n  @property\n  def y(self):\n    yield self.x\n", {"class A B metaclass=M {x}", "method A.y (self) generator"},
       {"A.y references self x", "A.y annotates property"}                                       },
      {Language::kPython,
       "import os.path as p, sys\nfrom .a import b as c, d\nfrom e import *\n",              {},
       {"- imports .a b as c", "- imports .a d", "- imports e *", "- imports <os.path> as p",
        "- imports <sys>"}                                                                       },
      {Language::kPython,
       "def f():\n  def g(): self.h.i()\n  return a.b(x()).c()\n",                           {"function f ()", "function f.g ()"},
       {"f calls x", "f calls ? c", "f calls a b", "f.g calls self.h i", "f.g references self h"}},
  });
}

TEST_CASE("JavaScript: functions take the name of what they are assigned to") {
  check_rows({
      {Language::kJavaScript,
       "const f = (a, b = 1) => g(a);\nexports.h = (function () {});\nA.prototype.m = function* () "
       "{}\n",                                                                                   {"function f (a, b=)", "function h ()", "method A.m () generator"},
       {"f calls g"}                                                                            },
      {Language::kJavaScript,
       "const o = { m() {}, 'n': x => 1, ['p']: function () {} };\nfoo(function named() {});\n", {"function m ()", "function n (x)", "function p ()", "function named ()"},
       {"- calls foo"}                                                                          },
      {Language::kJavaScript,
       "class A extends B { x = 1; static h = async () => {}; #p() { super.p(); this.x = this.q(); "
       "} }\n",                                                                                  {"class A extends B {x}", "method A.h () async static", "method A.#p ()"},
       {"A.#p calls super p", "A.#p calls this q", "A.#p references this x"}                    },
      {Language::kJavaScript,
       "import d, { x as y } from 'm';\nimport * as n from './o';\nconst { r, s: t } = "
       "require('u');\n"
       "const v = require('./w/v');\nexport * from './e';\nimport('./late');\n",                 {},
       {"- imports <./e>", "- imports <./late>", "- imports <./o> as n", "- imports <./w/v>",
        "- imports m default as d", "- imports m x as y", "- imports u r", "- imports u s as t"}},
      {Language::kJavaScript,
       "function f() { return <A b={c()}><N.D/></A>; }\n",                                       {"function f ()"},
       {"f calls A", "f calls c", "f calls N D"}                                                },
  });
}

TEST_CASE("TypeScript: declarations, interfaces, types and overloads") {
  check_rows({
      {Language::kTypeScript,
       "interface I extends J { a: string; b(x: number): void }\ntype T = { c: 1 } | 'd';\nenum E "
       "{ F, G = 1 }\n",                                                                           {"interface I extends J {a, b}", "type T {c}", "enum E {F, G}"},
       {}                                               },
      {Language::kTypeScript,
       "declare function f(a?: string): void;\ndeclare class C { m(): void }\n",                   {"declaration f (a?:string) -> void", "declaration C", "declaration C.m () -> void"},
       {}                                               },
      {Language::kTypeScript,
       "@Dec() class A { constructor(private a: string, @In() b = 1) {} m(a: string): void; m(a: "
       "any) {} }\n",                                                                              {"class A", "method A.constructor (private a:string, b=)",
        "declaration A.m (a:string) -> void", "method A.m (a:any)"},
       {"A annotates Dec", "A.constructor annotates In"}},
      {Language::kTsx,
       "namespace N.M { export const f = <T,>({ a, b = 2 }: { a: T; b?: 'x' | \"y\" }) => a! }\n", {"module N.M", "function N.M.f ({a b=}:{a:T b?:x|y})"},
       {}                                               },
  });
}

TEST_CASE("Go: methods belong to their receiver's type") {
  check_rows({
      {Language::kGo,
       "package p\nimport (\"fmt\"; x \"a/b\")\nfunc (s *S[T]) M(a, b int, c ...string) (n int, "
       "err error) { "
       "fmt.Println(a); s.q.r(); go f() }\ntype S[T any] struct { A, b int; Emb }\n", {"method S.M (int, int, ...string) -> (int, error)", "struct S {A, b, Emb}"},
       {"- imports <a/b> as x", "- imports <fmt>", "S.M calls f", "S.M calls fmt Println",
        "S.M calls s.q r"}},
      {Language::kGo,
       "package p\nfunc asm(a int) string\ntype I interface { M(); J }\ntype F func(int)\nfunc "
       "init() {}\nfunc init() { g[int](1) }\n",                                      {"declaration asm (int) -> string", "interface I {M, J}", "type F", "function init ()",
        "function init ()"},
       {"init calls g"}   },
  });
}

TEST_CASE("C: prototypes are declarations, and parameters are their types") {
  check_rows({
      {Language::kC,
       "#include <a/b.h>\n#include \"c.h\"\nint f(const char *a, int (*g)(int));\nstatic unsigned "
       "long *h(void) { return f(k(1), 0); }\n", {"declaration f (const char*, int*int) -> int",
        "function h (void) -> unsigned long* static"},
       {"- includes <<a/b.h>>", "- includes <c.h>", "h calls f", "h calls k"}},
      {Language::kC,
       "typedef struct { int a, *b; } T;\nstruct S { int c; };\ntypedef enum { X, Y } E;\ntypedef "
       "int (*fn)(int);\nstruct S *v;\n",        {"struct T {a, b}", "struct S {c}", "enum E {X, Y}", "type fn"},
       {}                                                                    },
  });
}

TEST_CASE("C++: names have their namespaces and classes, and a function holds no function") {
  const FileOutline outline = outline_file(
      Language::kCpp,
      "using std::string;\nnamespace a::b {\ntemplate <class T> class C : public D<T> {\n"
      " public: C(int x = 1); ~C() {} int m(const T& t) const; static void s() { this->q; }\n"
      " operator bool() const { return p->ok(); } friend int fr(int); int x, y; };\n}\n"
      "int a::b::C<int>::m(const int&) const { struct L { void in() {} }; "
      "int q(int z) { return y(z); } return n::h<int>(1); }\n");
  CHECK(joined_lines(definition_lines(outline)) ==
        joined_lines({"module a.b", "class a.b.C :public D<T> {x, y}", "declaration a.b.C.C (int=)",
                      "method a.b.C.~C ()", "declaration a.b.C.m (const T&) -> int const",
                      "method a.b.C.s () -> void static", "method a.b.C.operator bool () -> const",
                      "method a.b.C.m (const int&) -> int const", "struct a.b.C.m.L",
                      "method a.b.C.m.L.in () -> void"}));
  CHECK(joined_lines(mention_lines(outline)) ==
        joined_lines({"- imports std string", "a.b.C.s references this q",
                      "a.b.C.operator bool calls p ok", "a.b.C.m calls y", "a.b.C.m calls n h"}));
  CHECK(outline.inner_functions == 1);
  REQUIRE(outline.definitions.size() == 10);
  CHECK(outline.definitions[7].owner == 1);  // its class, though it stands outside
}

TEST_CASE("Rust: implementations are scopes, and macros hold calls") {
  check_rows({
      {Language::kRust,
       "use std::{io::{self, Read as R}, fmt::*};\nmod x;\n#[derive(Debug)]\nstruct S<T> { a: T }\n"
       "impl<T> Tr for S<T> { async fn t(&self, x: &str) -> u8 { self.a; println!(\"{}\", "
       "self.q(call(1))); a::b(x) } }\n"
       "trait Tr: Sup { fn t(&self, x: &str) -> u8; }\n", {"struct S {a}", "method S.t (&self, &str) -> u8 async", "interface Tr :Sup",
        "declaration Tr.t (&self, &str) -> u8"},
       {"- imports std::fmt *", "- imports std::io Read as R", "- imports <std::io>",
        "- imports <x>", "S annotates derive", "S.t calls call", "S.t calls println",
        "S.t calls ? q", "S.t calls a b", "S.t references self a"}},
  });
}

TEST_CASE("Java: classes, interfaces, enums and annotations") {
  check_rows({
      {Language::kJava,
       "import java.util.List;\nimport a.c.*;\n@Ann(1) class A<T> extends B<T> implements I {\n "
       "int x, y;\n"
       " A(int a) { super(); this.x = a; }\n @Override static List<T> m(final String a, int... b) "
       "{ new Foo<>(1); return a.b.c(); }\n"
       " interface In { void q(int a); }\n enum En { P, Q }\n}\n", {"class A extends B<T> implements I {x, y}", "method A.A (int)",
        "method A.m (final String, int...) -> List<T> static", "interface A.In",
        "declaration A.In.q (int) -> void", "enum A.En {P, Q}"},
       {"- imports a.c *", "- imports java.util List", "A annotates Ann", "A.A calls super",
        "A.A references this x", "A.m calls Foo", "A.m calls a.b c", "A.m annotates Override"}},
  });
}

TEST_CASE("Java: what a class without a name defines belongs to the name around it") {
  check_rows({
      {Language::kJava,
       "class A { void m() { go(new Runnable() { public void run() { stop(); } }); } }\n", {"class A", "method A.m () -> void"},
       {"A.m calls Runnable", "A.m calls go", "A.m calls stop"}},
  });
}

TEST_CASE("C#: namespaces, partial classes, properties and conditional access") {
  check_rows({
      {Language::kCSharp,
       "using System; using X = A.B;\nnamespace N.M { [Attr] public partial class C : B { int x; "
       "public string P { get; set; }\n"
       " public static async Task<int> M(string s, int n = 1) { Foo(s); this.P.Q(); x?.Y(); new "
       "D(); int L(int z) => z; return 1; } } }\n", {"module N.M", "class N.M.C :B {x, P}",
        "method N.M.C.M (string s, int n=) -> Task<int> async static",
        "function N.M.C.M.L (int z) -> int"},
       {"- imports <A.B> as X", "- imports <System>", "N.M.C annotates Attr", "N.M.C.M calls D",
        "N.M.C.M calls Foo", "N.M.C.M calls this.P Q", "N.M.C.M calls x Y",
        "N.M.C.M references this P"}},
  });
}

TEST_CASE("Ruby: a name alone is a call unless it is a variable") {
  check_rows({
      {Language::kRuby,
       "require 'json'\nrequire_relative 'x/y'\nmodule M\n class A < B\n  def go(a, b = 1, *c, k:, "
       "**d, &e)\n   x = 1\n   helper\n   x\n"
       "   items.each { |i| i.go; puts other }\n   self.foo\n  end\n  def self.make; new; end\n "
       "end\nend\n", {"module M", "class M.A <B", "method M.A.go (a, b=, *c, k:, **d, &e)",
        "method M.A.make static"},
       {"- imports <./x/y>", "- imports <json>", "M.A.go calls helper", "M.A.go calls items",
        "M.A.go calls other", "M.A.go calls puts", "M.A.go calls i go", "M.A.go calls items each",
        "M.A.go calls self foo", "M.A.make calls new"}},
  });
}

TEST_CASE("PHP: classes, traits, enums, closures and includes") {
  check_rows({
      {Language::kPhp,
       "<?php\nuse C\\D as E; use J\\{K};\nrequire_once 'x.php';\nclass P extends Q implements R { "
       "public int $x = 1;\n"
       " public static function st(int|string $a, ?Foo $b = null): ?array { $this->go(); "
       "self::st(); new Foo(1); $h = fn($a) => k($a); return $this->x; } }\n"
       "interface I { function m($a); }\n", {"class P extends Q implements R {$x}",
        "method P.st (int|string $a, ?Foo $b=) -> ?array static", "interface I",
        "declaration I.m ($a)"},
       {"- imports C D as E", "- imports J K", "- includes <x.php>", "P.st calls Foo",
        "P.st calls k", "P.st calls self st", "P.st calls this go", "P.st references this x"}},
  });
}

TEST_CASE("Bash: functions, commands and sourced files") {
  check_rows({
      {Language::kBash,
       "source ./lib.sh\nf() { g \"$1\"; local x=$(h); }\nfunction k { if f; then \"$cmd\"; fi; "
       "}\n", {"function f", "function k"},
       {"- includes <./lib.sh>", "f calls g", "f calls h", "k calls f"}},
  });
}

TEST_CASE("a definition knows its lines, its owner, its tags and whether it could be read") {
  const FileOutline outline =
      outline_file(Language::kPython,
                   "# @clew:bridge\n# text between\n\nclass A:\n  @x\n  def f(self):  # @legacy\n"
                   "    pass\n\n  # @quedonde:own\n  def g(self):\n    pass\n");
  REQUIRE(outline.definitions.size() == 3);
  CHECK(outline.definitions[0].tags == std::vector<std::string>{"bridge"});
  CHECK(outline.definitions[0].line == 4);
  CHECK(outline.definitions[0].end_line == 11);
  CHECK(outline.definitions[0].owner == -1);
  CHECK(outline.definitions[1].tags == std::vector<std::string>{"legacy"});
  CHECK(outline.definitions[1].line == 6);
  CHECK(outline.definitions[1].owner == 0);
  CHECK(outline.definitions[2].tags == std::vector<std::string>{"own"});
  CHECK_FALSE(outline.definitions[2].damaged);

  const FileOutline broken =
      outline_file(Language::kGo, "package p\nfunc f() { a( }\nfunc g() { h() }\n");
  CHECK(broken.outcome == FileOutline::Outcome::kPartly);
  REQUIRE(broken.definitions.size() == 2);
  CHECK(broken.definitions[0].damaged);
  CHECK_FALSE(broken.definitions[1].damaged);
}

TEST_CASE("a fingerprint is that of a body: a rename leaves it, a change does not") {
  const auto fingerprint = [](std::string_view source) {
    return outline_file(Language::kPython, source).definitions.at(0).fingerprint;
  };
  const Hash was = fingerprint("def f(a):\n  # says\n  return f(a - 1)\n");
  CHECK(fingerprint("def g(a):\n    return g( a-1 )\n") == was);
  CHECK(fingerprint("def g(a):\n  return f(a - 1)\n") != was);
  CHECK(fingerprint("def f(a):\n  return f(a - 2)\n") != was);
  CHECK(fingerprint("def f(a, b):\n  return f(a - 1)\n") != was);
  CHECK(fingerprint("def f(a):\n  return f(a - '1\\n2')\n") !=
        fingerprint("def f(a):\n  return f(a - '1\\n3')\n"));
}

TEST_CASE("what a parse may cost is a limit, and a file over it has no symbols") {
  OutlineLimits small;
  small.bytes = size_t{16} << 10;
  std::string source;
  for (int i = 0; i < 2000; ++i) source += "def f" + std::to_string(i) + "(): g()\n";
  const FileOutline outline = outline_file(Language::kPython, source, small);
  CHECK(outline.outcome == FileOutline::Outcome::kGivenUp);
  CHECK(outline.definitions.empty());
  CHECK(outline.mentions.empty());
  CHECK(outline.shape.empty());
  CHECK(outline_file(Language::kPython, source).definitions.size() == 2000);
}

}  // namespace clew
