"""Makes the site's font from the registry's: only the letters and weights that the pages use.

    npm pack @fontsource-variable/nunito-sans && tar xzf fontsource-variable-nunito-sans-*.tgz
    pip install fonttools brotli
    python tools/subset_font.py package/files/nunito-sans-latin-wght-normal.woff2

The licence of the font is beside it, in src/quintet/server/static/fonts.
"""

from __future__ import annotations

import sys
from pathlib import Path

FONT = Path(__file__).parents[1] / "src/quintet/server/static/fonts/nunito-sans.woff2"
LETTERS = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)])) + "‑–—‘’“”…−"
"""Latin, and the signs of sentences; what is not there comes from the system's font."""
WEIGHTS = (400, 700)


def main() -> int:
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_file():
        print(__doc__, file=sys.stderr)
        return 2
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    font = instantiateVariableFont(TTFont(sys.argv[1]), {"wght": WEIGHTS})
    subsetter = Subsetter(Options(layout_features=["kern", "liga", "mark", "ccmp"]))
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(FONT)
    print(f"{FONT.name}: {FONT.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
