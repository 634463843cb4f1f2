// The table of shapes, row by row, and the project's own corpus of secrets and harmless text.

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "secrets/find_secrets.h"
#include "secrets/secret_table.h"
#include "testing/secret_samples.h"

namespace clew {
namespace {

std::string with_line_breaks(std::string text) {
  for (size_t at = 0; (at = text.find("\\n", at)) != std::string::npos;) text.replace(at, 2, "\n");
  return text;
}

constexpr uint64_t kSeeds = 5;

TEST_CASE("every row finds its example and leaves its counter-example alone") {
  uint64_t seed = 1;
  for (const auto& row : kSecretShapes) {
    for (uint64_t again = 0; again < kSeeds; ++again) {
      const SecretSample sample = make_secret_sample(row.example, ++seed);
      INFO(row.pattern, ": ", sample.text);
      REQUIRE_FALSE(sample.secret.empty());
      CHECK(is_secret_gone(sample, without_secrets(sample.text)));
      const std::string harmless = make_secret_sample(row.counter, ++seed).text;
      INFO("harmless: ", harmless);
      CHECK(find_secrets(harmless).empty());
    }
  }
}

TEST_CASE(
    "of the corpus 98 of 100 secrets are found, with literal line breaks and with real ones") {
  size_t all = 0;
  size_t found = 0;
  std::string missed;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto samples = read_secret_samples("secrets.tsv", seed);
    REQUIRE(samples.size() >= 190);
    for (const auto& sample : samples) {
      const bool is_gone = is_secret_gone(sample, without_secrets(sample.text)) &&
                           is_secret_gone(sample, without_secrets(with_line_breaks(sample.text)));
      ++all;
      found += is_gone ? 1 : 0;
      if (!is_gone) missed += "\n" + sample.name + ": " + sample.text;
    }
  }
  INFO("missed:", missed);
  CHECK(found * 100 >= all * 98);
}

TEST_CASE("of the harmless texts none is touched") {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto samples = read_secret_samples("harmless.tsv", seed);
    REQUIRE(samples.size() >= 80);
    for (const auto& sample : samples) {
      INFO(sample.name, ": ", sample.text);
      CHECK(without_secrets(sample.text) == sample.text);
      const std::string lines = with_line_breaks(sample.text);
      CHECK(without_secrets(lines) == lines);
    }
  }
}

TEST_CASE("redacting twice changes nothing more") {
  for (const auto& sample : read_secret_samples("secrets.tsv", 7)) {
    const std::string once = without_secrets(sample.text);
    INFO(once);
    CHECK(without_secrets(once) == once);
  }
}

}  // namespace
}  // namespace clew
