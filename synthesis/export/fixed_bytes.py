"""What encoders draw at random or from the clock, set to fixed values, so that the same sound gives the same bytes."""

from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

OGG_SERIAL = 0x564F4943
_POLYNOMIAL = 0x04C11DB7
_HEADER = 27


def fix_wav_peak_time(path: Path) -> None:
    """The PEAK chunk of float files carries the time of day; zero it."""
    with path.open("r+b") as file:
        head = file.read(256)
        at = head.find(b"PEAK")
        if at >= 0:
            file.seek(at + 12)
            file.write(bytes(4))


def fix_ogg_serial(path: Path) -> None:
    """Replace the stream's random serial number in each page, and mend the page's checksum.

    The checksum is linear: changing four bytes changes it by the checksum of their difference followed by as many zero
    bytes as remain, so no page needs to be summed again.
    """
    with path.open("r+b") as file:
        start = 0
        while page := _page(file, start):
            serial, checksum, size = page
            rest = size - 18
            difference = serial ^ OGG_SERIAL
            fixed = checksum ^ _times(_swap_sum(difference), _zeros(rest))
            file.seek(start + 14)
            file.write(OGG_SERIAL.to_bytes(4, "little"))
            file.seek(start + 22)
            file.write(fixed.to_bytes(4, "little"))
            start += size


def _page(file: BinaryIO, start: int) -> tuple[int, int, int] | None:
    """Serial, checksum and size of the page that starts here."""
    file.seek(start)
    head = file.read(_HEADER)
    if len(head) < _HEADER or head[:4] != b"OggS":
        return None
    lacing = file.read(head[26])
    serial, checksum = int.from_bytes(head[14:18], "little"), int.from_bytes(head[22:26], "little")
    return serial, checksum, _HEADER + len(lacing) + sum(lacing)


def _swap_sum(difference: int) -> int:
    """Checksum of the four little-endian bytes of a number: the value x^32 * bytes mod P."""
    return _times(int.from_bytes(difference.to_bytes(4, "little"), "big"), _zeros(4))


@lru_cache(maxsize=4096)
def _zeros(n_bytes: int) -> int:
    """x^(8n) mod P: what n zero bytes do to a checksum."""
    power, result = 0x100, 1
    while n_bytes:
        if n_bytes & 1:
            result = _times(result, power)
        power = _times(power, power)
        n_bytes >>= 1
    return result


def _times(a: int, b: int) -> int:
    """Product of two polynomials over GF(2), mod the checksum's polynomial."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        b >>= 1
        a <<= 1
        if a & 0x1_0000_0000:
            a ^= 0x1_0000_0000 | _POLYNOMIAL
    return product
