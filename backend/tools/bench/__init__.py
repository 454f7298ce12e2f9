"""`make bench`: how fast indexing, searching and the life of an index are, each beside a baseline of the same run."""
