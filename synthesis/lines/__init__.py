"""Tables of lines to files, like make: check the whole table first, then speak only what changed."""
