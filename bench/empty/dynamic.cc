// An empty program as most are: dynamically linked, one line through iostream.
#include <iostream>

int main() { std::cout << "{}\n"; }
