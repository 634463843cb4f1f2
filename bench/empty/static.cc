// An empty program as small as they come: linked statically, prints nothing.
int main() { return 0; }
