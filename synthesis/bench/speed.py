"""Real-time factors, first audio and batches, for both languages."""

import statistics
import time
from collections.abc import Callable
from dataclasses import replace

from synthesis.bench.clock import stages
from synthesis.engines.registry import engine_for, get_engine
from synthesis.pipeline import render
from synthesis.text.frontend import read_text
from synthesis.text.spoken import Language, SpokenWord
from synthesis.timeline.model import Segment, Timeline
from synthesis.timeline.segments import segment_from_marks
from synthesis.units import FRAME_S
from synthesis.vocoder import vocode
from synthesis.voices.voice import Voice

TEXTS: dict[Language, tuple[str, ...]] = {
    "en": (
        "Thank you for waiting. I have looked into your order, and I can see what went wrong.",
        "The replacement leaves our warehouse this evening and should be with you by Thursday.",
        "If anything else comes up, call this number and ask for me by name.",
    ),
    "zh": (
        "感谢您的耐心等待，我已经查过您的订单，也找到了问题所在。",
        "新的商品今天晚上就会从仓库发出，星期四之前应该能送到您手里。",
        "如果还有别的问题，请随时拨打这个电话，我会一直为您服务。",
    ),
}
CURVE = {"en": ("calm", "cheerful"), "zh": ("calm", "cheerful")}
ROUNDS = 5
BATCHES = (1, 2, 4, 8)


def measure_language(language: Language, cloned: Voice) -> dict[str, object]:
    """All figures of one language; everything is warm when the clock starts."""
    plain = _timeline(language, marks=False)
    curved = _timeline(language, marks=True)
    voices = {"it": cloned}
    list(render(plain))
    list(render(replace(curved, voice="it"), voices=voices))
    own = _engine_speed(language)
    with stages() as seconds:
        through = _render_speed(replace(curved, voice="it"), voices)
    total = sum(seconds.values())
    return {
        "engine_own_voice_x": own,
        "render_default_voice_x": _render_speed(plain, {}),
        "render_cloned_curve_x": through,
        "first_audio_ms": _first_audio_ms(replace(curved, voice="it"), voices),
        "stage_share": {name: round(value / total, 3) for name, value in sorted(seconds.items())},
        "batch_x": {str(n): _batch_speed(language, n) for n in BATCHES},
    }


def _timeline(language: Language, *, marks: bool) -> Timeline:
    start, end = CURVE[language]
    segments = []
    for i, text in enumerate(TEXTS[language]):
        half = len(text) // 2
        place = text.find(" ", half) + 1 if language == "en" else half
        marked = f"[{start}] {text[:place]}[> {end} 0.8] {text[place:]}" if marks else text
        segments.append(segment_from_marks(f"s{i}", marked, language=language) if marks else Segment(f"s{i}", text))
    return Timeline(tuple(segments))


def _engine_speed(language: Language) -> float:
    """Seconds of speech per second of work: draft, spectrum and vocoder in the engine's own voice."""
    engine = get_engine(engine_for(language))
    sentences = [s for text in TEXTS[language] for s in read_text(text, language=language)]

    def once() -> float:
        frames = [engine.speak(engine.draft(sentence.words)) for sentence in sentences]
        return sum(len(vocode(f, seed=0)) for f in frames) / 24_000

    return _times_real_time(once)


def _render_speed(timeline: Timeline, voices: dict[str, Voice]) -> float:
    return _times_real_time(lambda: sum(piece.seconds for piece in render(timeline, voices=voices)))


def _times_real_time(work: Callable[[], float]) -> float:
    """Median over rounds of (seconds of sound / seconds of work)."""
    ratios = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        seconds = work()
        ratios.append(seconds / (time.perf_counter() - start))
    return round(statistics.median(ratios), 1)


def _first_audio_ms(timeline: Timeline, voices: dict[str, Voice]) -> float:
    """From the call to the first finished sentence (its first clause, where the text is long)."""
    waits = []
    for seed in range(ROUNDS):
        start = time.perf_counter()
        next(iter(render(replace(timeline, seed=seed), voices=voices, first_clause=True)))
        waits.append(time.perf_counter() - start)
    return round(1000 * statistics.median(waits), 1)


def _batch_speed(language: Language, size: int) -> float:
    """Engine only: `size` sentences in one call."""
    engine = get_engine(engine_for(language))
    words = [s.words for text in TEXTS[language] for s in read_text(text, language=language)]
    batch: list[tuple[SpokenWord, ...]] = [words[i % len(words)] for i in range(size)]

    def once() -> float:
        frames = engine.speak_batch(engine.draft_batch(batch, [None] * size))
        return sum(map(len, frames)) * FRAME_S

    return _times_real_time(once)
