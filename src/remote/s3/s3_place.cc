#include "remote/s3/s3_place.h"

#include <algorithm>

#include "base/text.h"

namespace clew {
namespace {

constexpr size_t kMaxPrefix = 512;
constexpr size_t kMaxHost = 253;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z'); }

Error bad_bucket(const std::string& bucket, const char* why) {
  return make_error(ErrorCode::kUsage, std::string("not the name of a bucket: ") + why,
                    visible(cut(bucket, 80)), "clew remote add NAME s3://bucket/prefix");
}

Status check_bucket(const std::string& bucket) {
  if (bucket.size() < 3 || bucket.size() > 63) {
    return bad_bucket(bucket, "it must have 3 to 63 characters");
  }
  const auto is_inner = [](char c) { return is_lower(c) || is_digit(c) || c == '-' || c == '.'; };
  if (!std::all_of(bucket.begin(), bucket.end(), is_inner)) {
    return bad_bucket(bucket, "only a-z, 0-9, '.' and '-' may be in it");
  }
  const auto is_edge = [](char c) { return is_lower(c) || is_digit(c); };
  if (!is_edge(bucket.front()) || !is_edge(bucket.back()) ||
      bucket.find("..") != std::string::npos) {
    return bad_bucket(bucket, "it begins and ends with a letter or digit, and has no \"..\"");
  }
  const auto is_of_address = [](char c) { return is_digit(c) || c == '.'; };
  if (std::count(bucket.begin(), bucket.end(), '.') == 3 &&
      std::all_of(bucket.begin(), bucket.end(), is_of_address)) {
    return bad_bucket(bucket, "it looks like an IP address");
  }
  return success();
}

bool is_prefix_part(std::string_view part) {
  const auto is_allowed = [](char c) {
    return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '_';
  };
  return !part.empty() && part != "." && part != ".." &&
         std::all_of(part.begin(), part.end(), is_allowed);
}

Result<std::string> parse_prefix(std::string_view text) {
  std::string prefix(text);
  while (prefix.ends_with('/')) prefix.pop_back();
  if (prefix.empty()) return prefix;
  const auto bad = [&](const char* why) {
    return make_error(ErrorCode::kUsage, std::string("not a prefix in a bucket: ") + why,
                      visible(cut(text, 200)), "clew remote add NAME s3://bucket/prefix");
  };
  if (prefix.size() > kMaxPrefix) return bad("it is longer than 512 bytes");
  std::string_view rest = prefix;
  while (true) {
    const size_t slash = rest.find('/');
    if (!is_prefix_part(rest.substr(0, slash))) {
      return bad("its parts are made of letters, digits, '.', '-' and '_'");
    }
    if (slash == std::string_view::npos) return prefix + '/';
    rest.remove_prefix(slash + 1);
  }
}

bool is_port(std::string_view text) {
  if (text.empty() || text.size() > 5 || !std::all_of(text.begin(), text.end(), is_digit)) {
    return false;
  }
  const int number = std::stoi(std::string(text));
  return number > 0 && number <= 65'535;
}

// host, host:port, [::1]:port
bool is_server(std::string_view text) {
  size_t end = 0;
  if (text.starts_with('[')) {
    end = text.find(']');
    if (end == std::string_view::npos) return false;
    ++end;
    const auto is_of_address = [](char c) {
      return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' ||
             c == '.';
    };
    const auto address = text.substr(1, end - 2);
    if (address.size() < 2 || !std::all_of(address.begin(), address.end(), is_of_address)) {
      return false;
    }
  } else {
    end = std::min(text.find(':'), text.size());
    const auto is_of_name = [](char c) {
      return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '_';
    };
    const auto name = text.substr(0, end);
    if (name.empty() || name.size() > kMaxHost || name.front() == '.' || name.front() == '-' ||
        !std::all_of(name.begin(), name.end(), is_of_name)) {
      return false;
    }
  }
  return end == text.size() || (text[end] == ':' && is_port(text.substr(end + 1)));
}

// The port that goes without saying is not sent, and so not signed.
std::string without_usual_port(const std::string& scheme, std::string server) {
  const std::string usual = scheme == "https" ? ":443" : ":80";
  if (server.ends_with(usual)) server.resize(server.size() - usual.size());
  return server;
}

}  // namespace

Result<S3Place> parse_s3_place(const std::string& bucket_and_prefix, const std::string& endpoint) {
  const size_t slash = bucket_and_prefix.find('/');
  S3Place place;
  place.url = "s3://" + bucket_and_prefix;
  place.bucket = bucket_and_prefix.substr(0, slash);
  CLEW_TRY(check_bucket(place.bucket));
  if (slash != std::string::npos) {
    CLEW_ASSIGN(place.prefix, parse_prefix(std::string_view(bucket_and_prefix).substr(slash + 1)));
  }
  place.scheme = "https";
  if (endpoint.empty()) {
    // A certificate for *.s3.… does not cover further dots.
    place.bucket_in_host = place.bucket.find('.') == std::string::npos;
    return place;
  }
  const size_t scheme = endpoint.find("://");
  place.scheme = lower_case(endpoint.substr(0, scheme == std::string::npos ? 0 : scheme));
  std::string server = scheme == std::string::npos ? "" : endpoint.substr(scheme + 3);
  if (server.ends_with('/')) server.pop_back();
  if ((place.scheme != "https" && place.scheme != "http") || !is_server(server)) {
    return make_error(ErrorCode::kUsage, "not the endpoint of a server",
                      visible(cut(endpoint, 200)),
                      "--endpoint https://HOST[:PORT], without a path, a user or a password");
  }
  server = without_usual_port(place.scheme, lower_case(server));
  const std::string own_host = place.bucket + ".";
  place.bucket_in_host = server.starts_with(own_host) && server.size() > own_host.size();
  place.server = place.bucket_in_host ? server.substr(own_host.size()) : server;
  return place;
}

std::string host_of(const S3Place& place, const std::string& region) {
  const std::string server =
      place.server.empty() ? "s3." + region + ".amazonaws.com" : place.server;
  return place.bucket_in_host ? place.bucket + "." + server : server;
}

std::string path_of(const S3Place& place, const std::string& key) {
  const std::string below = place.bucket_in_host ? "/" : "/" + place.bucket;
  if (key.empty()) return below;
  return place.bucket_in_host ? below + key : below + "/" + key;
}

bool is_region(std::string_view text) {
  const auto is_allowed = [](char c) { return is_lower(c) || is_digit(c) || c == '-'; };
  return !text.empty() && text.size() <= 32 && text.front() != '-' && text.back() != '-' &&
         std::all_of(text.begin(), text.end(), is_allowed);
}

}  // namespace clew
