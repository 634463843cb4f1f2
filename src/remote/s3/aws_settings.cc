#include "remote/s3/aws_settings.h"

#include <algorithm>

#include "base/text.h"
#include "files/whole_file.h"
#include "remote/s3/s3_place.h"

namespace clew {
namespace {

constexpr uint64_t kMaxFile = 1 << 20;
constexpr size_t kMaxKey = 512;
constexpr size_t kMaxToken = 8192;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// A comment behind a value begins with a space: '#' alone can be a part of it.
std::string_view without_comment(std::string_view value) {
  for (size_t at = 1; at < value.size(); ++at) {
    const bool is_mark = value[at] == '#' || value[at] == ';';
    if (is_mark && (value[at - 1] == ' ' || value[at - 1] == '\t')) return value.substr(0, at);
  }
  return value;
}

// It goes into a header: nothing that could end one.
bool is_word(std::string_view text, size_t most) {
  return text.size() <= most &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

Result<AwsSections> read_sections(FileSystem& files, const std::string& path) {
  if (path.empty()) return AwsSections();
  const auto text = read_whole_file(files, path, kMaxFile);
  if (!text && text.error().code == ErrorCode::kNotFound) return AwsSections();
  if (!text) return text.error();
  return read_aws_file(*text);
}

using Section = std::map<std::string, std::string>;

std::string value_in(const Section& section, const std::string& key) {
  const auto found = section.find(key);
  return found == section.end() ? std::string() : found->second;
}

Section section_of(const AwsSections& sections, const std::string& name) {
  const auto found = sections.find(name);
  return found == sections.end() ? Section() : found->second;
}

struct Profile {
  std::string name;
  bool is_named = false;  // by AWS_PROFILE
  bool is_there = false;
  Section credentials;
  Section config;
};

Result<Profile> find_profile(const AwsSources& sources, FileSystem& files) {
  Profile profile;
  profile.name = sources.variable("AWS_PROFILE");
  profile.is_named = !profile.name.empty();
  if (!profile.is_named) profile.name = "default";
  CLEW_ASSIGN(const AwsSections credentials, read_sections(files, sources.credentials_file));
  CLEW_ASSIGN(const AwsSections config, read_sections(files, sources.config_file));
  const std::string in_config =
      config.contains("profile " + profile.name) || profile.name != "default"
          ? "profile " + profile.name
          : profile.name;
  profile.credentials = section_of(credentials, profile.name);
  profile.config = section_of(config, in_config);
  profile.is_there = credentials.contains(profile.name) || config.contains(in_config);
  return profile;
}

constexpr const char* kHowToGiveKeys =
    "export AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run: aws configure";

Status check_keys(const AwsKeys& keys, const std::string& from) {
  if (keys.id.empty() != keys.secret.empty()) {
    return make_error(ErrorCode::kNotAllowed,
                      keys.id.empty() ? "an S3 secret without its access key id"
                                      : "an S3 access key id without its secret",
                      from, kHowToGiveKeys);
  }
  if (!is_word(keys.id, kMaxKey) || !is_word(keys.secret, kMaxKey) ||
      !is_word(keys.session_token, kMaxToken)) {
    return make_error(ErrorCode::kNotAllowed,
                      "the S3 keys have spaces or characters that no key has", from,
                      kHowToGiveKeys);
  }
  return success();
}

AwsKeys keys_in(const Section& section) {
  return {value_in(section, "aws_access_key_id"), value_in(section, "aws_secret_access_key"),
          value_in(section, "aws_session_token")};
}

// What other programs would run or ask to get keys: clew runs nothing that a file names.
bool gets_keys_elsewhere(const Profile& profile) {
  for (const auto* section : {&profile.credentials, &profile.config}) {
    for (const char* key : {"credential_process", "sso_session", "sso_start_url", "role_arn",
                            "web_identity_token_file", "login_session"}) {
      if (section->contains(key)) return true;
    }
  }
  return false;
}

Error no_keys(const Profile& profile) {
  const std::string name = visible(cut(profile.name, 80));
  if (profile.is_named && !profile.is_there) {
    return make_error(ErrorCode::kNotAllowed, "AWS_PROFILE names a profile that is not there", name,
                      "see  aws configure list-profiles");
  }
  if (gets_keys_elsewhere(profile)) {
    return make_error(ErrorCode::kNotAllowed,
                      "this AWS profile has no keys of its own (it uses SSO, a role or a program)",
                      name, "eval \"$(aws configure export-credentials --format env)\"");
  }
  return make_error(ErrorCode::kNotAllowed, "no keys for S3 were found", name, kHowToGiveKeys);
}

Result<AwsKeys> find_keys(const AwsSources& sources, const Profile& profile) {
  AwsKeys keys{sources.variable("AWS_ACCESS_KEY_ID"), sources.variable("AWS_SECRET_ACCESS_KEY"),
               sources.variable("AWS_SESSION_TOKEN")};
  if (!keys.id.empty() || !keys.secret.empty()) {
    CLEW_TRY(check_keys(keys, "the environment"));
    return keys;
  }
  for (const auto* section : {&profile.credentials, &profile.config}) {
    keys = keys_in(*section);
    if (keys.id.empty() && keys.secret.empty()) continue;
    CLEW_TRY(check_keys(keys, "profile " + visible(cut(profile.name, 80))));
    return keys;
  }
  return no_keys(profile);
}

std::string first_of(std::initializer_list<std::string> values) {
  for (const auto& value : values) {
    if (!value.empty()) return value;
  }
  return {};
}

}  // namespace

AwsSections read_aws_file(std::string_view text) {
  AwsSections sections;
  Section* section = nullptr;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::string_view content = trimmed(line);
    if (content.empty() || content[0] == '#' || content[0] == ';') continue;
    if (content[0] == '[') {
      const size_t close = content.find(']');
      section = close == std::string_view::npos
                    ? nullptr
                    : &sections[std::string(trimmed(content.substr(1, close - 1)))];
      continue;
    }
    // Deeper than a key: a value nested in it.
    const bool is_nested = line[0] == ' ' || line[0] == '\t';
    const size_t equals = content.find('=');
    if (section == nullptr || is_nested || equals == std::string_view::npos) continue;
    const std::string key = lower_case(trimmed(content.substr(0, equals)));
    if (key.empty()) continue;
    (*section)[key] = trimmed(without_comment(trimmed(content.substr(equals + 1))));
  }
  return sections;
}

Result<AwsSettings> find_aws_settings(const AwsSources& sources, FileSystem& files) {
  CLEW_ASSIGN(const Profile profile, find_profile(sources, files));
  AwsSettings settings;
  CLEW_ASSIGN(settings.keys, find_keys(sources, profile));
  settings.region =
      first_of({sources.variable("AWS_REGION"), sources.variable("AWS_DEFAULT_REGION"),
                value_in(profile.config, "region"), value_in(profile.credentials, "region")});
  if (!settings.region.empty() && !is_region(settings.region)) {
    return make_error(ErrorCode::kUsage, "not the name of an S3 region",
                      visible(cut(settings.region, 80)), "export AWS_REGION=us-east-1");
  }
  return settings;
}

}  // namespace clew
