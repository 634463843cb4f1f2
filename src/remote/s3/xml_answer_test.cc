#include "remote/s3/xml_answer.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

const std::string kHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

TEST_CASE("a list has its keys, whatever else stands in it") {
  const auto page = read_list_page(
      kHead +
      "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>b</Name><Prefix/>"
      "<!-- <Contents> --><IsTruncated>true</IsTruncated><Contents><Key>j/1</Key>"
      "<Owner><ID>x</ID><Key>not this</Key></Owner></Contents><Contents ><Key>a&amp;&#x62;&#99;"
      "</Key></Contents><CommonPrefixes><Prefix>p</Prefix></CommonPrefixes></ListBucketResult>");
  REQUIRE(page.ok());
  CHECK(page->keys == std::vector<std::string>{"j/1", "a&bc"});
  CHECK(page->is_truncated);
}

TEST_CASE("an error has its code, and anything else has none") {
  const S3Fault fault = read_fault(kHead +
                                   "<Error><Code>NoSuchKey</Code><Message>It is not\nhere</Message>"
                                   "<Region>eu-west-1</Region></Error>");
  CHECK(fault.code == "NoSuchKey");
  CHECK(fault.message == "It is not\nhere");
  CHECK(fault.region == "eu-west-1");
  for (const char* other :
       {"", "<html><Code>NoSuchKey</Code></html>", "NoSuchKey", "<Error><Code>NoSuchKey</Code>"}) {
    CHECK(read_fault(other).code.empty());
  }
}

TEST_CASE(
    "what is no list is refused: cut off, with a document type, too deep, or something else") {
  const std::string whole =
      "<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>j&lt;1</Key></Contents>"
      "</ListBucketResult>";
  REQUIRE(read_list_page(whole).ok());
  for (size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(read_list_page(whole.substr(0, size)).ok());
  }
  std::string deep = "<ListBucketResult><IsTruncated>false</IsTruncated>";
  for (size_t i = 0; i < kMaxXmlDepth; ++i) deep += "<a>";
  for (size_t i = 0; i < kMaxXmlDepth; ++i) deep += "</a>";
  for (const std::string& bad :
       {deep + "</ListBucketResult>", "<!DOCTYPE x [<!ENTITY a \"b\">]>" + whole, whole + whole,
        whole + "x", std::string("<ListBucketResult></ListBucketResult>"),
        std::string("<ListBucketResult><IsTruncated>maybe</IsTruncated></ListBucketResult>"),
        std::string("<Other><IsTruncated>false</IsTruncated></Other>"),
        std::string("<ListBucketResult><Key>&evil;</Key></ListBucketResult>"),
        std::string("<ListBucketResult><Key>&#0;</Key></ListBucketResult>"),
        std::string("<ListBucketResult><Key>&#xD800;</Key></ListBucketResult>"),
        std::string("<ListBucketResult><Key></Contents></ListBucketResult>")}) {
    CAPTURE(bad);
    const auto page = read_list_page(bad);
    REQUIRE_FALSE(page.ok());
    CHECK(page.error().code == ErrorCode::kInvalid);
  }
}

}  // namespace
}  // namespace clew
