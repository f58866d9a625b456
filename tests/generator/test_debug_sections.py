"""Debug sections in PTX texts to bytes."""

from __future__ import annotations

import pytest
from gpu_kernels.debug_record import read_debug_record
from gpu_kernels.debug_sections import read_debug_sections
from gpu_kernels.diagnostics import InputError


def section(body: str, name: str = ".debug_info") -> str:
    return f"\t.section\t{name}\n\t{{\n{body}\n\t}}\n"


def test_bytes_words_and_labels() -> None:
    text = section(
        ".b8 1\n.b8 2,3 // comment\n.b16 258\n.b32 -1\n.b64 0x10\n.b32 .debug_abbrev\n.b64 kernel_param_0\n"
        "$L__start:\n.b8 7\n$L__end:\n.b32 $L__end-$L__start\n.b32 $L__start+4\n.b64 other\n.b64 "
        "kernel_param_0"
    )
    debug = read_debug_sections(text + section(".b8 9", ".debug_abbrev"), "a.ptx")
    content = debug.sections[".debug_info"]
    assert content[:3] == b"\x01\x02\x03"
    assert content[3:9] == b"\x02\x01\xff\xff\xff\xff"
    assert content[9:17] == (16).to_bytes(8, "little")
    assert content[17:21] == bytes(4)
    assert debug.symbols == ("kernel_param_0", "other")
    assert content[21:29] == (1).to_bytes(8, "little")
    assert content[29:30] == b"\x07"
    assert content[30:34] == (1).to_bytes(4, "little")
    assert content[34:38] == (33).to_bytes(4, "little")
    assert content[38:] == (2).to_bytes(8, "little") + (1).to_bytes(8, "little")


def test_files() -> None:
    text = '\t.file\t1 "/src/a b.cu"\n\t.file\t2 "/src/b.hpp", 123, 45\n'
    assert read_debug_sections(text, "a.ptx").files == {1: "/src/a b.cu", 2: "/src/b.hpp"}


@pytest.mark.parametrize("null", ["\0", "\\000"])
def test_a_file_that_no_system_can_have(null) -> None:
    with pytest.raises(InputError, match="the name of a file holds a null character"):
        read_debug_sections(f'\t.file\t1 "/src/a{null}b.cu"\n', "a.ptx")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (
            "\n" + section(".b8 1\n.q8 2"),
            5,
            "section `.debug_info` holds a statement unknown to this reader: `.q8 2`",
        ),
        ("\t.section\t.debug_info\n\t{\n.b8 1\n", 1, "section `.debug_info` does not end: a `}` is missing"),
        (section(".b8 256"), 3, "section `.debug_info` holds a byte above 255"),
        (
            section(".b32 12monkeys"),
            0,
            "section `.debug_info` holds a value unknown to this reader: `12monkeys`",
        ),
    ],
)
def test_broken_sections(text, line, message) -> None:
    with pytest.raises(InputError) as error:
        read_debug_sections(text, "a.ptx")
    assert (error.value.place.line, error.value.message) == (line, message)


def test_a_text_without_debug_record() -> None:
    with pytest.raises(InputError, match=r"holds no debug record: it must come from `nvcc -G`"):
        read_debug_record(".version 8.0\n.target sm_75\n", "a.ptx")


def test_a_broken_record() -> None:
    text = section(".b8 1,2,3,4,5,6,7,8,9,10,11,12") + section(".b8 1,2,3", ".debug_abbrev")
    with pytest.raises(InputError, match="the debug record is broken"):
        read_debug_record(text, "a.ptx")
