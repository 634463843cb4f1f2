// Files that were cut off, or whose words were mixed up: whatever the grammar makes of them, an
// outline keeps what its header promises.

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "index/outline.h"
#include "index/source_language.h"

namespace clew {
namespace {

struct SampleRow {
  Language language;
  std::string_view source;
};

// With all that the table of its language has a rule for.
constexpr SampleRow kSamples[] = {
    {Language::kPython,     R"src(from . import a as b, c
import os.path as p
from x import *
@wrap(1)
class A(B, metaclass=M):
    x: int = 1
    async def m(self, a, *b, c: int = 3, **d) -> List["A"]:
        yield self.x(lambda q: q)(a).b[c].d()
        return [f"{g(i)}" for i in h if not ','.join(i)]
type T = int
if __name__ == "__main__": main()
)src"                                                                     },
    {Language::kJavaScript, R"src(import d, { a as b } from './x'; import * as n from "y";
export { q } from 'z'; const { r, s: t } = require('u'); const v = import('w');
class A extends B { static #p = 1; constructor(a, b = 2, ...c) { super(a); this.f = () => g(); } get h() { return `${i}` } }
const o = { j: function* () { yield k }, 'l': async x => await m(x), [n]: 1 };
A.prototype.z = function () { return new (require('q'))() }; exports.e = (a) => a?.b?.(c);
)src"                                    },
    {Language::kTypeScript, R"src(import x = require("y"); import type { A } from './a';
declare module "m" { function f(a: string): void; } namespace N.M { export enum E { A = 1, B } }
abstract class C<T extends U = V> implements I { private readonly a?: Map<string, T>; abstract m(this: C, a?: number): asserts a; static { g(); } @dec() n<U>(b: (c: T) => U): b is C { return <any>this.a!.get(b as any) satisfies D } }
interface J extends K { (a: string): L; m?(): void; [k: string]: unknown } type O = { a: 'b' } | P<Q>[number];
)src"                                      },
    {Language::kTsx,        R"src(import React from 'react';
export const A = ({ b, ...c }: D) => <E.F g={() => h(b)} {...c}><I key="j" />{k && <></>}</E.F>;
function L<M,>(n: M) { return <O<M> p={n}>q</O>; }
)src"                                                                  },
    {Language::kGo,         R"src(package p
import ( a "b/c"; . "d"; _ "e" )
type T[K comparable] struct { *U; a, b int `json:"c"` }
type I interface { M(x int) (y error); ~int | string }
func (t *T[K]) f(a, b int, c ...string) (d int, err error) { go func() { defer t.g()(a) }(); return len(c), h[int](d) }
)src"                                                                                   },
    {Language::kC,          R"src(#include <a.h>
#define X(y) f(y)
#if defined(A)
static inline unsigned long *g(const char *a, int (*b)(int), ...) { return h(a)[0](b); }
#else
struct s { int a, *b; struct { int c; } d; }; typedef enum { E, F } e; typedef int (*fn)(void);
#endif
int (*k(int a))(int); extern void l(void); old(a, b) int a; { return m(a); }
)src"                                                                              },
    {Language::kCpp,        R"src(#include <vector>
using std::string; namespace a::b { inline namespace { template <class T, int N = 3> class C final : public D<T> { public: explicit C(int x = 1) noexcept; ~C(); operator bool() const; auto operator<=>(const C&) const = default; friend void f(C); template <class U> U m(U&& u) const { return this->n<U>(std::move(u)); } enum class E : int { X }; }; } }
template <> a::b::C<int>::C(int) try : D<int>{} {} catch (...) { [&](auto&& x) -> int { return g(x); }(1); }
)src"                                                                           },
    {Language::kRust,       R"src(use std::{io::{self, Read as R}, fmt::*}; mod m; extern crate c;
#[derive(Debug)] pub struct S<'a, T: Tr>(&'a T); enum E { A(u8), B { c: u8 } = 3 } macro_rules! n { ($x:expr) => { f($x) }; }
impl<T> Tr for S<'_, T> where T: Fn(u8) -> u8 { const K: u8 = 1; async fn g(&mut self, a: impl Tr, (b, c): (u8, u8)) -> Result<(), E> { println!("{}", h(a)?); self.0.k::<u8>(|x| x.y()).await } }
)src"                            },
    {Language::kJava,       R"src(package a.b; import static c.D.*; import e.F;
@A(b = "c") public abstract class G<T extends H & I> extends J<T> implements K { static { l(); } private int m = n(), o[]; @Override <U> U p(final T q, int... r) throws S { return new T<>() { void u() { super.v(); } }.w()::x; } record Y(int z) { Y { } } enum E { A { void f() {} }, B(1); } @interface Q { int a() default 1; } }
)src"                                               },
    {Language::kCSharp,     R"src(using static A.B; using C = D.E; namespace F.G;
[H(i: 1)] public partial class J<T> : K<T>, L where T : new() { public int M { get; set; } = 1; event N O; delegate void P(int q = 2); public static J<T> operator +(J<T> a, params int[] b) => new() { M = $"{R(a)}".S() }; async Task U<V>(this int w, out V x) { var y = nameof(x) switch { _ => z?.A() }; void B() { } } ~J() { } }
record struct D(int E); interface F { void G(); }
)src"                                             },
    {Language::kRuby,       R"src(require 'a'; require_relative "b/c"; load('d')
module E; class F < G::H; include I; attr_reader :j; def self.k(a, *b, c: 1, **d, &e) = l(a); def m? ; super; n { |o| o.p } rescue q; end; alias r m?; define_method(:s) { t }; class << self; def u!; v.w&.x; end; end; end; end
puts "#{y(z)}", <<~A
  b
A
)src"                                              },
    {Language::kPhp,
     R"src(<?php declare(strict_types=1); namespace A\B; use C\{D, E as F}; use function G\h; require_once __DIR__ . '/i.php';
#[J(1)] abstract class K extends L implements M { use N; const O = 1; public function __construct(private readonly ?int $p = null, string|array &...$q) { parent::r(); $this->s?->t(fn($u) => static::v($u)); } }
interface W { function x(): static; } trait Y { } enum Z: int { case A = 1; } function b() { yield new class { }; return $c['d']($e); } ?>
<p><?= f() ?></p>
)src"},
    {Language::kBash,       R"src(#!/bin/bash
source "$(dirname "$0")/a.sh"; . ./b
function c { local d=${e:-$(f g)}; case $h in i) j ;; esac; }
k() { if l && [[ -n $m ]]; then n <<'O' | p; fi; }
text
O
q "$(k)" > "${r[@]}"
)src"                                                                                 },
};

// Words that more than one language reads in a way of its own.
constexpr std::string_view kWords[] = {
    "new ", "require", "import ", "(",    ")",     "{",       "}", "[",  "]",
    "<",    ">",       "/>",      "\"",   "'",     "`",       ";", "::", ".",
    "=>",   "=",       "class ",  "def ", "fn ",   "#",       "@", "\n", "*",
    "...",  "super",   "this",    "self", "<?php", "export ", "\\"};

void check_outline_of(Language language, const std::string& bytes) {
  CAPTURE(language_name(language));
  CAPTURE(bytes);
  const FileOutline outline = outline_file(language, bytes);
  const auto count = static_cast<int32_t>(outline.definitions.size());
  bool holds = !outline.shape.empty();
  for (const Definition& each : outline.definitions) {
    holds &= !each.name.empty() && each.qualified.ends_with(each.name);
    holds &= each.line >= 1 && each.end_line >= each.line;
    holds &= each.owner >= -1 && each.owner < count;
  }
  for (const Mention& each : outline.mentions) {
    holds &= !each.name.empty() && each.from >= -1 && each.from < count;
  }
  CHECK(holds);
}

}  // namespace

TEST_CASE("the samples are read whole, and say something") {
  for (const auto& [language, source] : kSamples) {
    CAPTURE(language_name(language));
    const FileOutline outline = outline_file(language, source);
    CHECK(outline.definitions.size() >= 2);
    CHECK(outline.mentions.size() >= 4);
  }
}

TEST_CASE("a file that was cut off anywhere has an outline") {
  for (const auto& [language, source] : kSamples) {
    for (size_t end = 0; end < source.size(); ++end) {
      check_outline_of(language, std::string(source.substr(0, end)));
    }
  }
}

TEST_CASE("a file whose words were mixed up has an outline") {
  std::mt19937 chance(20261119);
  for (const auto& [language, source] : kSamples) {
    for (int round = 0; round < 400; ++round) {
      std::string text(source);
      for (size_t edits = 1 + chance() % 6; edits > 0; --edits) {
        const size_t at = chance() % (text.size() + 1);
        switch (chance() % 3) {
          case 0:
            text.erase(at, chance() % 12);
            break;
          case 1:
            text.insert(at, kWords[chance() % std::size(kWords)]);
            break;
          default:
            text.insert(at, source.substr(chance() % source.size(), chance() % 30));
        }
      }
      check_outline_of(language, text);
    }
  }
}

TEST_CASE("what is called like an import, and takes nothing in, is read") {
  const SampleRow rows[] = {
      {Language::kJavaScript, "new require('a'); f = new require; new import;"       },
      {Language::kTsx,        "const a = <require/>; const b = <require>c</require>;"},
      {Language::kRuby,       "require { 1 }\nrequire do |a| b end\nrequire\n"       },
      {Language::kPhp,        "<?php require; include();"                            },
      {Language::kRust,       "use; use {}; use ::*;"                                },
  };
  for (const auto& [language, source] : rows) check_outline_of(language, std::string(source));
}

}  // namespace clew
