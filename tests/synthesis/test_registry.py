"""The table of engines: known by name, loaded on first use, licence with every row."""

import subprocess
import sys

import pytest

from synthesis.engines.registry import ENGINES, engine_for, engine_info, engine_infos, get_engine
from synthesis.errors import EngineError


def test_each_language_has_its_engine():
    assert engine_for("en") == "english"
    assert engine_for("zh") == "mandarin"


def test_a_language_without_an_engine_is_refused_with_those_there_are():
    with pytest.raises(EngineError, match=r"english .*mandarin") as refusal:
        engine_for("fr")
    assert refusal.value.code == "engine.language"


def test_an_unknown_engine_is_refused_with_the_known_ones():
    for ask in (engine_info, get_engine):
        with pytest.raises(EngineError, match="english, mandarin") as refusal:
            ask("klingon")
        assert refusal.value.params["key"] == "klingon"


def test_every_row_states_licence_use_and_credit():
    for key, info in engine_infos().items():
        assert info.key == key
        assert info.revision and info.licence and info.credit and info.languages
    assert engine_info("english").permitted_use == "any"
    assert engine_info("mandarin").permitted_use == "non-commercial"


@pytest.mark.parametrize("key", ENGINES)
def test_an_engine_is_one_object_that_carries_its_row(key):
    engine = get_engine(key)
    assert engine is get_engine(key)
    assert engine.info == engine_info(key)


def test_infos_load_no_engine():
    code = (
        "import sys; from synthesis.engines.registry import engine_infos; engine_infos(); "
        "print([m for m in sys.modules if m.startswith('synthesis.engines.') and m.count('.') > 2])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
