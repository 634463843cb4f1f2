#pragma once
// What git writes into the working tree for a committed content, and what it keeps of a content
// that stands there, worked out without running any of the programs that attributes may name. Pure.
// The words are git's own: gitattributes(5), and core.autocrlf and core.eol of git-config(1).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace clew {

// As `git check-attr` says them: "unspecified", "set", "unset", or a value.
struct CheckoutAttributes {
  std::string text = "unspecified";
  std::string crlf = "unspecified";  // the old name of text
  std::string eol = "unspecified";
  std::string ident = "unspecified";
  std::string filter = "unspecified";
  std::string encoding = "unspecified";  // working-tree-encoding
};

enum class AutoCrlf { kFalse, kTrue, kInput };
enum class GitEol { kLf, kCrlf };
struct CheckoutSettings {
  AutoCrlf autocrlf = AutoCrlf::kFalse;
  GitEol eol = GitEol::kLf;
  bool heeds_mode = true;   // core.fileMode: whether a file may be run is kept
  bool makes_links = true;  // core.symlinks; otherwise a link is a file with its target
};
// The answer of `git config --null --get-regexp` for the four; nothing for what is not understood.
std::optional<CheckoutSettings> read_checkout_settings(std::string_view answer);

// kKept: git leaves line ends alone. kConverted: it takes \n and \r\n for the same in this file, so
// that a file with other ones than a checkout writes counts as unchanged.
enum class LineEnds { kKept, kConverted };
struct CheckedOut {
  Bytes content;
  LineEnds line_ends = LineEnds::kKept;

  bool operator==(const CheckedOut&) const = default;
};

// Nothing when it cannot be told for certain: a filter, another encoding, a $Id$ to fill in, or
// bytes of which only git's own guess says whether they are text.
std::optional<CheckedOut> check_out(Bytes committed, const CheckoutAttributes& attributes,
                                    const CheckoutSettings& settings);

// The contents that git may keep for what stands in the working tree: it is unchanged when the kept
// one is among them. Nothing when only a program of the repository, or git's own guess, can tell.
std::optional<std::vector<Bytes>> check_in(Bytes present, const CheckoutAttributes& attributes,
                                           const CheckoutSettings& settings);

// Whether the content may have been in the working tree before `now`: where line ends are
// converted, what stands there has the same ones.
bool may_precede(const CheckedOut& before, std::string_view now);

}  // namespace clew
