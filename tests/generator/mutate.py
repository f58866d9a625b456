"""Damages texts as a careless tool, a full disk or a bug upstream would."""

from __future__ import annotations

import random
import re

_TOKENS = [
    *(
        "{",
        "}",
        "(",
        ")",
        '"',
        ";",
        ",",
        ".b8 ",
        ".b64 ",
        ".section",
        "\n",
        "\t",
        "//",
        "/*",
        "*/",
        "-1",
        "0",
        "255",
        "256",
    ),
    *(
        "99999999999999999999",
        "_Z1kv",
        ".entry ",
        ".param .u32 x",
        ".file 1 ",
        "$L__x:",
        "\x00",
        "\xff",
        "#if X\n",
        'R"(',
        "'",
    ),
]


_NUMBER = re.compile(r"(?<![\w.])[0-9]+")
_BYTES = (0, 1, 2, 3, 4, 5, 8, 16, 17, 19, 46, 52, 63, 64, 127, 128, 129, 192, 254, 255)


def mutate_numbers(text: str, source: random.Random) -> str:
    """One to four numbers become other bytes, so that the text stays one that assembles to a record."""
    for _ in range(source.randint(1, 4)):
        number = _NUMBER.search(text, source.randrange(len(text) + 1))
        if number is not None:
            byte = source.choice(_BYTES) if source.random() < 0.5 else source.randrange(256)
            text = f"{text[: number.start()]}{byte}{text[number.end() :]}"
    return text


def mutate(text: str, source: random.Random) -> str:
    """One to four random changes."""
    for _ in range(source.randint(1, 4)):
        start = source.randrange(len(text) + 1)
        end = min(len(text), start + source.choice((1, 3, 20, 60)))
        kind = source.randrange(7)
        if kind == 0:
            text = text[:start] + text[end:]
        elif kind == 1:
            text = text[:start] + source.choice(_TOKENS) + text[end:]
        elif kind == 2:
            text = text[:start] + chr(source.randrange(256)) + text[start + 1 :]
        elif kind == 3:
            text = text[:end] + text[start:end] + text[end:]
        elif kind == 4:
            text = text[:start]
        elif kind == 5:
            lines = text.split("\n")
            one, other = source.randrange(len(lines)), source.randrange(len(lines))
            lines[one], lines[other] = lines[other], lines[one]
            text = "\n".join(lines)
        else:
            digits = [
                index
                for index, character in enumerate(text[start : start + 400], start)
                if character.isdigit()
            ]
            if digits:
                at = source.choice(digits)
                text = text[:at] + str(source.randrange(300)) + text[at + 1 :]
    return text
