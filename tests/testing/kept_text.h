#pragma once
// Texts of the project that tests make anew and compare: transcripts, reference pages, tables. With
// CLEW_UPDATE=1 what differs is written instead of reported.

#include <filesystem>
#include <string>
#include <vector>

namespace clew {

std::string source_folder();
std::string read_all(const std::filesystem::path& path);  // empty when it is not there

// tests/transcript/*.txt, in order.
std::vector<std::filesystem::path> transcript_paths();

// `before` is the text of `path` as it is, `after` as it should be.
void settle(const std::filesystem::path& path, const std::string& before, const std::string& after);

}  // namespace clew
