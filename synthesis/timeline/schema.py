"""The published JSON Schema of timelines. `python -m synthesis.timeline.schema` brings its controls up to date."""

import json
from pathlib import Path
from typing import Any

from synthesis.emotions.controls import CONTROLS

SCHEMA_FILE = Path(__file__).with_name("timeline.schema.json")


def read_schema() -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of version 1."""
    schema: dict[str, Any] = json.loads(SCHEMA_FILE.read_text("utf-8"))
    return schema


def control_properties() -> dict[str, Any]:
    """What the schema says of the controls of a timeline's own emotions."""
    return {
        control.name: {
            "description": f"{control.meaning} ({control.unit})",
            "type": "number",
            "minimum": control.low,
            "maximum": control.high,
        }
        for control in CONTROLS
    }


def write_schema() -> None:
    """Rewrite the file with the controls as they are now; everything else in it is kept by hand."""
    schema = read_schema()
    schema["$defs"]["controls"]["properties"] = control_properties()
    SCHEMA_FILE.write_text(json.dumps(schema, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    write_schema()
