"""Markup: pauses, pronunciations, the SSML subset and emotion marks, read into plain text with annotations.

What is no markup is text; `\\[`, `\\<`, `\\&` and `\\\\` write the characters themselves. Linear in the text's length.
"""

from bisect import bisect_right
from collections.abc import Collection

from synthesis.errors import EmotionError
from synthesis.timeline.annotated import AnnotatedText
from synthesis.timeline.elements import Assembly
from synthesis.timeline.lanes import LaneBuilder
from synthesis.timeline.lexer import Lexer, Token
from synthesis.timeline.limits import first_excess
from synthesis.timeline.model import Keyframe, Weights
from synthesis.timeline.names import EmotionNames, as_names
from synthesis.timeline.words import next_anchor, word_spans

Names = EmotionNames | Collection[str] | None
"""Emotions that may stand in marks, see `names.as_names`; None is the presets, in English and Chinese."""


def parse_markup(text: str, *, emotion_names: Names = None, base: Weights = ()) -> AnnotatedText:
    """Plain text, annotations, and the keyframes that the emotion marks stand for.

    `base` is the mix before the first mark, to which `[/]` returns. Raises TextError for SSML that is misused and
    EmotionError for marks that cannot be meant as written; both carry `offset` into `text`.
    """
    names = as_names(emotion_names)
    lexer = Lexer(text, names)
    tokens = list(lexer.tokens())
    assembly = _assemble(tokens)
    plain = assembly.finish()
    anchors = _anchors(plain, assembly.labels)
    return AnnotatedText(
        plain=plain,
        annotations=tuple(assembly.annotations),
        keyframes=_keyframes(assembly, anchors, base),
        warnings=tuple(lexer.warnings),
        stripped=_strip(text, tokens, plain, names) if assembly.marks else text,
        anchors=tuple(anchors),
        raw_offsets=tuple(_raw_offsets(anchors, assembly.runs, len(text))),
    )


def plain_text(text: str, *, emotion_names: Names = None) -> str:
    """`text` with all markup stripped: what offsets of keyframes, words and captions count in."""
    return _assemble(list(Lexer(text, as_names(emotion_names)).tokens())).finish()


def _assemble(tokens: list[Token]) -> Assembly:
    assembly = Assembly()
    for token in tokens:
        assembly.add(token)
    return assembly


def _anchors(plain: str, labels: list[tuple[int, int]]) -> list[int]:
    """Starts of words where a mark can be written, and the end. Inside the label of `[two words](/.../)` none can."""
    starts = [start for start, _ in labels]
    anchors = []
    for start, _ in word_spans(plain):
        label = bisect_right(starts, start) - 1
        if label < 0 or not labels[label][0] < start < labels[label][1]:
            anchors.append(start)
    return [*anchors, len(plain)]


def _keyframes(assembly: Assembly, anchors: list[int], base: Weights) -> tuple[Keyframe, ...]:
    builder = LaneBuilder(base, float(anchors[0]))
    for at, _, mark in assembly.marks:
        builder.apply(mark, at=float(next_anchor(anchors, at)))
    keyframes = builder.keyframes()
    if any(mark.partial for _, _, mark in assembly.marks) and (excess := first_excess(base, keyframes)):
        place, total = excess
        raise EmotionError(
            "weights_sum", "The emotion marks in force at {at} of the plain text sum to {total}; lower them to 1.",
            at=place, total=round(total, 6), offset=assembly.marks[0][1],
        )  # fmt: skip
    return keyframes


def _raw_offsets(anchors: list[int], runs: list[tuple[int, int, int]], end: int) -> list[int]:
    starts = [plain_start for plain_start, _, _ in runs]
    raw = []
    for anchor in anchors[:-1]:
        plain_start, raw_start, step = runs[bisect_right(starts, anchor) - 1]
        raw.append(raw_start + step * (anchor - plain_start))
    return [*raw, end]


def _strip(text: str, tokens: list[Token], plain: str, names: EmotionNames) -> str:
    """`text` without its emotion marks. Where taking one out would join what is left into new markup
    (`[[calm]pause]`), the characters that do so are escaped."""
    kept = [token for token in tokens if token.kind != "mark"]
    stripped = "".join(text[token.start : token.end] for token in kept)
    if _reads_as(stripped, kept, plain, names):
        return stripped
    return _join_escaped(text, kept)


def escape_literals(text: str, emotion_names: Names = None) -> str:
    """The same text with every character escaped that stands for itself but could belong to markup."""
    return _join_escaped(text, list(Lexer(text, as_names(emotion_names)).tokens()))


def _join_escaped(text: str, tokens: list[Token]) -> str:
    return "".join(escape(token.text) if token.kind == "text" else text[token.start : token.end] for token in tokens)


def _reads_as(stripped: str, kept: list[Token], plain: str, names: EmotionNames) -> bool:
    tokens = list(Lexer(stripped, names).tokens())
    wanted = [(token.kind, token.text) for token in kept if token.kind != "text"]
    return [(t.kind, t.text) for t in tokens if t.kind != "text"] == wanted and plain == _assemble(tokens).finish()


def escape(plain: str) -> str:
    """Text that reads back as `plain`, whatever it holds."""
    return "".join("\\" + char if char in "\\[]<>&" else char for char in plain)
