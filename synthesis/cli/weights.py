"""weights: find, verify and build the model files."""

import argparse
import sys

from synthesis.runtime.weights import check_weights, ensure_weights, weights_folder
from synthesis.text.frontend import warm


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true", help="only verify what is there; build nothing")
    parser.add_argument("--quiet", action="store_true", help="say nothing where all is in order")


def run(arguments: argparse.Namespace) -> int:
    if not arguments.check:
        ensure_weights(progress=_tell)
        warm()  # builds the text grammars beside the weights, once
    reports = check_weights()
    for report in reports:
        if report.state != "ready" or not arguments.quiet:
            sys.stdout.write(
                f"{report.name}: {report.state}{f' ({report.detail})' if report.detail else ''}; "
                f"{report.package} {report.version}, {report.licence}, use: {report.permitted_use}\n"
            )
    if not arguments.quiet:
        sys.stdout.write(f"in {weights_folder()}\n")
    return 0 if all(report.state == "ready" for report in reports) else 2


def _tell(name: str, what: str) -> None:
    if what != "ready":
        sys.stderr.write(f"weights {name}: {what}\n")
