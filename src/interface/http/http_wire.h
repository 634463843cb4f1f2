#pragma once
// Between our messages and those of Boost.Beast.

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "interface/http/http_guard.h"

namespace clew {

// Awaited operations answer with their error instead of throwing it.
inline constexpr auto kAwait = boost::asio::as_tuple(boost::asio::use_awaitable);

HttpRequest head_of(const boost::beast::http::request<boost::beast::http::string_body>& message);
// The client spoke and it was no HTTP: to be answered, unlike one that has gone or fallen silent.
bool is_malformed(const boost::system::error_code& error);
HttpReply malformed_reply(const boost::system::error_code& error, const HttpPolicy& policy);

// `version` is 10 or 11. Whether the connection goes on is for the caller to set.
boost::beast::http::response<boost::beast::http::string_body> reply_message(HttpReply reply,
                                                                            unsigned version);
boost::beast::http::response<boost::beast::http::empty_body> stream_head(const HttpHeaders& headers,
                                                                         unsigned version);

}  // namespace clew
