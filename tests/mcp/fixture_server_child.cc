// Serves the conformance fixture over HTTP on the loopback interface until its standard input ends.
// Prints its address first: http://127.0.0.1:PORT/mcp

#include <sodium.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "interface/http/http_server.h"
#include "interface/http/mcp_endpoint.h"
#include "mcp/fixture_application.h"

namespace clew {
namespace {

Time now() {
  using namespace std::chrono;
  return Time{duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
}

void fill(Bytes& bytes) { randombytes_buf(bytes.data(), bytes.size()); }

int serve() {
  Bytes secret(32, '\0');
  fill(secret);
  FixtureApplication fixture(secret);
  McpServer server(fixture);
  McpEndpointOptions options;
  options.clock = now;
  options.random = fill;
  options.poll_every = {100};
  McpEndpoint endpoint(server, options);
  auto http = HttpServer::start({}, {endpoint.route()});
  if (!http) {
    std::fprintf(stderr, "%s\n", http.error().message.c_str());
    return 1;
  }
  endpoint.attach(**http);
  std::printf("http://127.0.0.1:%u/mcp\n", static_cast<unsigned>((*http)->port()));
  std::fflush(stdout);
  char byte = 0;
  while (read(STDIN_FILENO, &byte, 1) > 0) continue;
  endpoint.detach();
  (*http)->stop();
  return 0;
}

}  // namespace
}  // namespace clew

int main() { return sodium_init() < 0 ? 1 : clew::serve(); }
