// Compiled only so that its precompiled header exists.
