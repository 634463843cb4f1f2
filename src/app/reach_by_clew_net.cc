#include "app/reach_by_clew_net.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "app/environment.h"

namespace clew {

Error become_clew_net(const std::vector<std::string>& words) {
  const std::string own = find_surroundings().program;
  const std::string net = own.substr(0, own.rfind('/') + 1) + "clew-net";
  std::vector<std::string> all = words;
  all.insert(all.begin(), net);
  std::vector<char*> arguments;
  for (auto& word : all) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  give_input_again();
  execv(net.c_str(), arguments.data());
  return make_error(ErrorCode::kFailed,
                    std::string("cannot start clew-net: ") + std::strerror(errno), net,
                    "install it next to clew, as  make install  does");
}

Result<std::unique_ptr<ObjectStore>> ReachByClewNet::open(const RemoteAddress& address,
                                                          FileSystem& files) const {
  if (address.kind == RemoteAddress::Kind::kFolder) return folders_.open(address, files);
  return become_clew_net(words_);
}

}  // namespace clew
