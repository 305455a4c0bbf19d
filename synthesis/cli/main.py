"""Finds the command, runs it, and turns every refusal into one sentence on stderr with exit status 2."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from multiprocessing import active_children
from typing import NoReturn

from synthesis.errors import SynthesisError

REFUSED = 2
COMMANDS = {
    "say": "speak a text (with marks such as [cheerful 0.6]) into a file",
    "clone": "make a voice from clips of a person",
    "blend": "mix voices into a new one",
    "inspect": "check a clip: quality, problems and what to do about them",
    "emotion": "measure the emotion in a clip",
    "render": "render a timeline (JSON) into a file, with captions and marks",
    "batch": "speak a table of lines into a folder, only what changed",
    "bench": "measure speed, latency and memory on this machine",
    "weights": "find, verify and build the model files",
    "demo": "render the demonstration passage in a voice cloned from real clips",
}


class _Parser(argparse.ArgumentParser):
    """Refuses in one sentence, as everything else does."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{message[:1].upper()}{message[1:]}; see {self.prog} --help.\n")
        sys.exit(REFUSED)


def main(argv: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # names and texts may hold what the terminal cannot show
            stream.reconfigure(errors="backslashreplace")
    parser = _Parser(prog="python -m synthesis", description="Voice cloning and emotion editing.")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    chosen = next((word for word in argv if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        sub = subparsers.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name == chosen:  # only the chosen command is imported: --help stays instant
            import_module(f"synthesis.cli.{name}").configure(sub)
    arguments = parser.parse_args(argv)
    try:
        return int(import_module(f"synthesis.cli.{arguments.command}").run(arguments))
    except SynthesisError as error:
        return _refuse(str(error))
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        return _refuse(f"{error.strerror or error}{where}. Check the path, its permissions and the room on the disk.")
    except KeyboardInterrupt:
        sys.stderr.write("Stopped; nothing half-made was left.\n")
        for worker in active_children():  # a pool would wait for their current line
            worker.terminate()
        return 130


def _refuse(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return REFUSED
