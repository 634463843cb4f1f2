#include "project/git_attributes.h"

#include <algorithm>

#include "project/git_command.h"

namespace clew {
namespace {

constexpr size_t kMaxAttributeText = size_t{64} << 20;

struct Attribute {
  const char* name;
  std::string CheckoutAttributes::* member;
};
constexpr Attribute kAttributes[] = {
    {"text",                  &CheckoutAttributes::text    },
    {"crlf",                  &CheckoutAttributes::crlf    },
    {"eol",                   &CheckoutAttributes::eol     },
    {"ident",                 &CheckoutAttributes::ident   },
    {"filter",                &CheckoutAttributes::filter  },
    {"working-tree-encoding", &CheckoutAttributes::encoding},
};

std::string_view next_field(std::string_view& text) {
  const size_t at = std::min(text.find('\0'), text.size());
  const std::string_view field = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return field;
}

std::optional<CheckoutSettings> read_settings(const GitRepository& repository) {
  const auto config =
      run_git(repository, {.question = GitQuestion::kSettings,
                           .arguments = {"^core\\.(autocrlf|eol|filemode|symlinks)$"}});
  if (!config) return std::nullopt;
  // 1 is how git says that none is set.
  if (!config->succeeded() && config->end != ProcessEnd(Exited{1})) return std::nullopt;
  return read_checkout_settings(config->output.head());
}

}  // namespace

std::optional<GitConversions> read_conversions(const GitRepository& repository,
                                               const std::vector<std::string>& paths) {
  GitConversions found;
  const auto settings = read_settings(repository);
  if (!settings) return std::nullopt;
  found.settings = *settings;

  GitCall call{
      .question = GitQuestion::kAttributes, .bounds = {kMaxAttributeText, 0}
  };
  for (const auto& [name, member] : kAttributes) call.arguments.push_back(name);
  for (const std::string& path : paths) call.input += path + '\0';
  const auto answer = run_git(repository, call);
  if (!answer || !answer->succeeded() || answer->output.left_out() > 0) return std::nullopt;
  // Path, attribute and value, each with a NUL.
  for (std::string_view text = answer->output.head(); !text.empty();) {
    CheckoutAttributes& attributes = found.attributes[std::string(next_field(text))];
    const std::string_view name = next_field(text);
    const std::string_view value = next_field(text);
    for (const auto& [known, member] : kAttributes) {
      if (name == known) attributes.*member = value;
    }
  }
  return found;
}

}  // namespace clew
