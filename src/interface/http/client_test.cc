#include "interface/http/client_test.h"

#include <doctest/doctest.h>

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <thread>

namespace clew {

using boost::asio::ip::tcp;

struct TestClient::Stream : tcp::iostream {};

namespace {

constexpr auto kPatience = std::chrono::seconds(20);

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string read_line(tcp::iostream& stream) {
  std::string line;
  std::getline(stream, line);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

std::string read_bytes(tcp::iostream& stream, size_t count) {
  std::string bytes(count, '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(count));
  bytes.resize(static_cast<size_t>(stream.gcount()));
  return bytes;
}

}  // namespace

TestClient::TestClient(uint16_t port) : stream_(std::make_unique<Stream>()) {
  stream_->expires_after(kPatience);
  stream_->connect(tcp::endpoint(boost::asio::ip::address_v4::loopback(), port));
  REQUIRE_MESSAGE(stream_->good(), stream_->error().message());
}

TestClient::~TestClient() = default;

void TestClient::send(std::string_view bytes) {
  stream_->expires_after(kPatience);
  *stream_ << bytes << std::flush;
}

TestReply TestClient::read_head() {
  TestReply reply;
  const std::string first = read_line();
  if (first.size() > 12) reply.status = std::stoi(first.substr(9, 3));
  for (std::string line = read_line(); !line.empty(); line = read_line()) {
    const size_t colon = line.find(':');
    reply.headers[lower(line.substr(0, colon))] = line.substr(colon + 2);
  }
  return reply;
}

TestReply TestClient::read_reply() {
  TestReply reply = read_head();
  if (reply.headers.contains("content-length")) {
    reply.body = read_bytes(*stream_, std::stoul(reply.headers["content-length"]));
  } else if (reply.headers["transfer-encoding"] == "chunked") {
    for (std::string chunk = read_chunk(); !chunk.empty(); chunk = read_chunk()) {
      reply.body += chunk;
    }
  }
  return reply;
}

std::string TestClient::read_line() { return clew::read_line(*stream_); }

std::string TestClient::read_chunk() {
  const std::string size = read_line();
  if (size.empty()) return {};
  std::string chunk = read_bytes(*stream_, std::stoul(size, nullptr, 16));
  read_line();
  return chunk;
}

std::string TestClient::read_event() {
  while (true) {
    const size_t end = unread_.find("\n\n");
    if (end == std::string::npos) {
      const std::string chunk = read_chunk();
      if (chunk.empty()) return {};
      unread_ += chunk;
      continue;
    }
    const std::string event = unread_.substr(0, end);
    unread_.erase(0, end + 2);
    if (event.starts_with("data: ")) return event.substr(6);
  }
}

bool TestClient::is_closed_by_server() {
  stream_->expires_after(kPatience);
  stream_->clear();
  return stream_->get() == std::char_traits<char>::eof() &&
         stream_->error() != boost::asio::error::operation_aborted &&
         stream_->error() != boost::asio::error::timed_out;
}

void TestClient::finish_sending() { stream_->socket().shutdown(tcp::socket::shutdown_send); }

void TestClient::leave() { stream_->close(); }

void TestClient::vanish() {
  stream_->socket().set_option(boost::asio::socket_base::linger(true, 0));
  stream_->socket().close();
}

std::string TestRequest::text() const {
  HttpHeaders all = headers;
  const auto add = [&](const std::string& name, const std::string& value) {
    for (const auto& header : headers) {
      if (same_header_name(header.name, name)) return;
    }
    all.push_back({name, value});
  };
  add("Host", "127.0.0.1:" + std::to_string(port));
  add("Content-Type", "application/json");
  if (!body.empty()) add("Content-Length", std::to_string(body.size()));
  std::string text = method + " " + path + " HTTP/1.1\r\n";
  for (const auto& header : all) {
    if (!header.value.empty()) text += header.name + ": " + header.value + "\r\n";
  }
  return text + "\r\n" + body;
}

TestServer::TestServer(HttpServerOptions options, std::vector<HttpRoute> more) {
  const auto count = [handled = handled_](HttpHandler handler) {
    return
        [handled, handler](const HttpRequest& request, std::shared_ptr<HttpResponder> responder) {
          ++*handled;
          handler(request, std::move(responder));
        };
  };
  std::vector<HttpRoute> routes = {
      {"/echo",
       {{{"POST", {"application/json"}}, {"GET"}}},
       count([](const HttpRequest& request, const std::shared_ptr<HttpResponder>& responder) {
         responder->reply(json_reply(200, request.body));
       })}
  };
  for (auto& route : more) routes.push_back({route.path, route.rule, count(route.handler)});
  auto server = HttpServer::start(std::move(options), std::move(routes));
  REQUIRE_MESSAGE(server.ok(), server.error().message);
  server_ = std::move(*server);
}

TestServer::~TestServer() = default;

std::string TestServer::request(TestRequest request) const {
  request.port = port();
  return request.text();
}

size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<size_t>(std::distance(begin(all), end(all)));
}

bool soon(const std::function<bool()>& holds) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace clew
