"""Options that several commands share."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from synthesis.delivery import Delivered
from synthesis.errors import ExportError
from synthesis.runtime.weights import cache_folder
from synthesis.sentence_cache import FolderCache, SentenceCache


def output(parser: argparse.ArgumentParser, *, what: str) -> None:
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help=what)


def ranged(low: float, high: float) -> Callable[[str], float]:
    """An argparse type: a number within [low, high], refused in words."""

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text} is out of range; use {low:g} to {high:g}")
        return value

    return parse


def delivery(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        help="wav, wav16, wav24, wavfloat, flac, ogg, opus, mp3, m4b, alaw, mulaw (default: by the file's ending)",
    )
    parser.add_argument("--preset", choices=("audiobook", "podcast", "game", "phone"), help="delivery preset")
    parser.add_argument(
        "--loudness",
        choices=("programme", "each", "none"),
        default="programme",
        help="one gain for the whole (default), one for each segment, or none",
    )
    parser.add_argument("--captions", type=Path, metavar="FILE", help="also write captions (.srt or .vtt)")
    parser.add_argument("--marks", type=Path, metavar="FILE", help="also write word, phone and viseme times (.json)")


def writable(path: Path) -> Path:
    """The folder is made; a path that is itself a folder is refused before any work."""
    if path.is_dir():
        raise ExportError("is_folder", "{path} is a folder; give a file name in it.", path=str(path))
    if path.exists() and not path.is_file():
        raise ExportError("not_a_file", "{path} is no file to replace; choose another name.", path=str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def cache() -> SentenceCache:
    """Finished sentences, kept below the user's cache folder: an unchanged sentence is not made again."""
    return FolderCache(cache_folder() / "sentences")


def report(done: Delivered, path: Path) -> None:
    """What was written, in two lines; licence limits are never hidden."""
    sys.stdout.write(f"{path}: {done.seconds:.1f} s")
    if done.reused_seconds:
        sys.stdout.write(f", {done.reused_seconds:.1f} s reused")
    sys.stdout.write("\n")
    if done.guessed:
        sys.stdout.write(f"guessed words: {', '.join(done.guessed)}\n")
    for info in done.engines:
        if info.permitted_use != "any":
            sys.stdout.write(f"{info.key}: {info.permitted_use} use only ({info.licence})\n")
