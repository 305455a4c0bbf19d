"""The command line: one file a command, each with `configure(parser)` and `run(arguments) -> exit status`."""
