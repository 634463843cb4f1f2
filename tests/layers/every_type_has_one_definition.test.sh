#!/usr/bin/env bash
# Two types of one name in one namespace, each seen by other files, are one type to the linker, which
# then keeps one's functions for both. Types of a file alone stand in a namespace without a name.
set -euo pipefail
cd "$CLEW_SOURCE_DIR"

# types_of FILES...: "NAMESPACE::NAME FILE" of every type that has a body. The sources are formatted:
# what stands in a namespace begins its line.
types_of() {
  awk '
    FNR == 1 { depth = 0 }
    match($0, /^namespace [A-Za-z_:]* ?\{/) {
      name = $2
      names[++depth] = name == "{" ? "" : name
      next
    }
    /^namespace \{/ { names[++depth] = ""; next }
    /^\}  \/\/ namespace/ { if (depth > 0) --depth; next }
    depth > 0 && match($0, /^(struct|class|enum class) [A-Za-z_0-9]+( final)?( :.*)? \{/) {
      for (i = 1; i <= depth; ++i) if (names[i] == "") next
      whole = ""
      for (i = 1; i <= depth; ++i) whole = whole names[i] "::"
      name = $1 == "enum" ? $3 : $2
      print whole name, FILENAME
    }' "$@"
}

# Only what can meet in one program: product code, and each test folder with it.
twice() { sort -u | awk '{ files[$1] = files[$1] " " $2; if (++count[$1] > 1) found[$1] = 1 }
                         END { for (name in found) print name ":" files[name] }'; }

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
printf 'namespace clew {\n\nstruct Row {\n};\n\n}  // namespace clew\n' >"$made/one.h"
printf 'namespace clew {\nnamespace {\n\nstruct Row {\n};\n\n}  // namespace\n}  // namespace clew\n' >"$made/other.cc"
[ -z "$(types_of "$made"/* | twice)" ] || { echo "a type of a file alone was taken for one of all"; exit 1; }
printf 'namespace clew {\n\nclass Row final : public Base {\n};\n\n}  // namespace clew\n' >"$made/third.h"
[ -n "$(types_of "$made"/* | twice)" ] || { echo "two types of one name were not found"; exit 1; }

mapfile -t files < <(find src -name '*.h' -o -name '*.cc')
found=$(types_of "${files[@]}" | twice)
[ -z "$found" ] || { printf 'these types have several definitions; rename one:\n%s\n' "$found"; exit 1; }
