#pragma once
// SettingReader and SettingWriter: settings as the store keeps them, a value by its key, beside the
// sessions. Which keys there are is in settings.h.

#include <string>
#include <vector>

#include "base/result.h"

namespace clew {

struct StoreSetting {
  std::string key;
  std::string value;
};

class SettingReader {
 public:
  virtual ~SettingReader() = default;
  virtual Result<std::string> setting(const std::string& key) = 0;  // empty when not set
  // Every setting whose key begins so, by key.
  virtual Result<std::vector<StoreSetting>> settings(const std::string& prefix) = 0;
};

class SettingWriter {
 public:
  virtual ~SettingWriter() = default;
  // An empty value: the setting goes.
  virtual Status put_setting(const std::string& key, const std::string& value) = 0;
  // Every setting whose key begins so; an empty prefix is refused.
  virtual Status drop_settings(const std::string& prefix) = 0;
};

}  // namespace clew
