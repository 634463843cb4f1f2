#include "remote/s3/signature.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "bundle/key_derivation.h"

namespace clew {
namespace {

constexpr const char* kAlgorithm = "AWS4-HMAC-SHA256";

// 20261118T204215Z
std::string compact_time(Time time) {
  std::string text;
  for (const char c : to_iso(Time{time.ms - time.ms % 1000})) {
    if (c == '.') break;
    if (c != '-' && c != ':') text += c;
  }
  return text.ends_with('Z') ? text : text + 'Z';
}

Hash signing_key(const AwsKeys& keys, const std::string& date, const std::string& region) {
  std::string first = "AWS4" + keys.secret;
  Hash key = hmac_sha256(first, date);
  wipe(first.data(), first.size());
  key = hmac_sha256(key.view(), region);
  key = hmac_sha256(key.view(), "s3");
  return hmac_sha256(key.view(), "aws4_request");
}

}  // namespace

std::string percent_encoded(std::string_view text, Slash slash) {
  std::string encoded;
  for (const char c : text) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == '~' ||
                          (c == '/' && slash == Slash::kKept);
    if (is_plain) {
      encoded += c;
    } else {
      encoded += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return encoded;
}

std::string query_text(const S3Query& query) {
  std::vector<std::pair<std::string, std::string>> encoded;
  for (const auto& [name, value] : query) {
    encoded.emplace_back(percent_encoded(name, Slash::kEncoded),
                         percent_encoded(value, Slash::kEncoded));
  }
  std::sort(encoded.begin(), encoded.end());
  std::string text;
  for (const auto& [name, value] : encoded) {
    if (!text.empty()) text += '&';
    text += name + '=' + value;
  }
  return text;
}

std::vector<std::string> signed_headers(const S3Call& call, const AwsKeys& keys,
                                        const std::string& region, Time now) {
  const std::string time = compact_time(now);
  const std::string date = time.substr(0, 8);
  const std::string body_hash = sha256(call.body).hex();

  auto headers = call.headers;
  headers.emplace_back("x-amz-content-sha256", body_hash);
  headers.emplace_back("x-amz-date", time);
  if (!keys.session_token.empty()) {
    headers.emplace_back("x-amz-security-token", keys.session_token);
  }
  std::vector<std::string> lines;
  for (const auto& [name, value] : headers) lines.push_back(name + ": " + value);

  headers.emplace_back("host", call.host);
  std::sort(headers.begin(), headers.end());
  std::string names;
  std::string values;
  for (const auto& [name, value] : headers) {
    names += (names.empty() ? "" : ";") + name;
    values += name + ':' + value + '\n';
  }
  const std::string request =
      fmt::format("{}\n{}\n{}\n{}\n{}\n{}", call.method, percent_encoded(call.path, Slash::kKept),
                  query_text(call.query), values, names, body_hash);
  const std::string scope = fmt::format("{}/{}/s3/aws4_request", date, region);
  const std::string to_sign =
      fmt::format("{}\n{}\n{}\n{}", kAlgorithm, time, scope, sha256(request).hex());
  const std::string signature = hmac_sha256(signing_key(keys, date, region).view(), to_sign).hex();
  lines.push_back(fmt::format("Authorization: {} Credential={}/{}, SignedHeaders={}, Signature={}",
                              kAlgorithm, keys.id, scope, names, signature));
  return lines;
}

}  // namespace clew
