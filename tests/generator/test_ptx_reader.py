"""PTX text to facts."""

from __future__ import annotations

import pytest
from gpu_kernels.diagnostics import InputError
from gpu_kernels.ptx_facts import LaunchBounds, PtxModule, PtxParameter
from gpu_kernels.ptx_lexer import parse_integer
from gpu_kernels.ptx_reader import read_ptx

HEAD = ".version 8.0\n.target sm_75, debug\n.address_size 64\n"


def read(text: str) -> PtxModule:
    return read_ptx(HEAD + text, "a.ptx")


def test_head() -> None:
    module = read("")
    assert (module.version, module.target, module.address_size) == ("8.0", "sm_75", 64)


def test_parameters_have_size_and_alignment() -> None:
    module = read(
        ".visible .entry k(.param .u32 a, .param .u64 .ptr .global .align 1 b, .param .align 16 .b8 c[48],\n"
        ".param .u8 d, .param .f64 e, .param .b16 f) { ret; }"
    )
    assert module.entries[0].parameters == (
        PtxParameter("u32", 4, 4),
        PtxParameter("u64", 8, 8),
        PtxParameter("b8", 48, 16),
        PtxParameter("u8", 1, 1),
        PtxParameter("f64", 8, 8),
        PtxParameter("b16", 2, 2),
    )


def test_alignment_of_what_a_pointer_points_to_is_not_the_parameters_own() -> None:
    module = read(".entry k(.param .u64 .ptr .align 1 p) { ret; }")
    assert module.entries[0].parameters == (PtxParameter("u64", 8, 8),)


def test_launch_bounds() -> None:
    module = read(
        ".visible .entry k()\n.maxntid 8, 16, 1\n.minnctapersm 2\n.maxnreg 32\n.reqnctapercluster 2, 1, 1\n"
        '.explicitcluster\n.pragma "nounroll";\n{ ret; }\n'
        ".entry r() .reqntid 32 .maxclusterrank 8 .maxnctapersm 4 .noreturn .blocksareclusters { ret; }"
    )
    assert module.entries[0].bounds == LaunchBounds(
        max_block=(8, 16, 1), min_blocks=2, max_registers=32, cluster=(2, 1, 1), explicit_cluster=True
    )
    assert module.entries[1].bounds == LaunchBounds(
        required_block=(32,), max_cluster_rank=8, max_blocks=4, blocks_are_clusters=True
    )


def test_entries_without_visible_are_entries_and_declared_ones_are_not() -> None:
    module = read(
        ".extern .entry declared(.param .u32 n);\n.entry internal() { ret; }\n.weak .entry weak() { ret; }"
    )
    assert [(entry.name, entry.visible) for entry in module.entries] == [("internal", False), ("weak", True)]


def test_lines_are_those_of_the_entry() -> None:
    module = read("\n// comment\n.visible .entry k()\n{ ret; }\n\n.entry l() { ret; }")
    assert [entry.line for entry in module.entries] == [6, 9]


def test_braces_in_strings_and_comments_do_not_end_a_body() -> None:
    module = read('.entry k() { .pragma "}"; // }\n /* } */ { ret; } }\n.entry l() { ret; }')
    assert [entry.name for entry in module.entries] == ["k", "l"]


def test_symbols() -> None:
    module = read(
        ".const .align 4 .b8 coeffs[64];\n.global .align 4 .u32 counter = 7;\n"
        ".global .attribute(.managed) .align 4 .u32 managed;\n.visible .global .align 8 .v2 .f32 pair;\n"
        ".extern .shared .align 16 .b8 tile[];\n.global .align 1 .b8 text[3] = {104, 105, 0};\n.const .u64 "
        "p = generic(text);"
    )
    told = [(s.name, s.space, s.size, s.alignment, s.managed) for s in module.symbols]
    assert told == [
        ("coeffs", "const", 64, 4, False),
        ("counter", "global", 4, 4, False),
        ("managed", "global", 4, 4, True),
        ("pair", "global", 8, 8, False),
        ("tile", "shared", 0, 16, False),
        ("text", "global", 3, 1, False),
        ("p", "const", 8, 8, False),
    ]


def test_shared_memory() -> None:
    module = read(
        ".extern .shared .align 16 .b8 tile[];\n.func leaf() { mov.u64 %rd1, tile; ret; }\n"
        ".func middle() { call leaf, (); ret; }\n"
        ".entry plain() {\n\t.shared .align 4 .b8 a[10];\n\t.shared .align 8 .b8 b[8];\n ret; }\n"
        ".entry user() { call middle, (); ret; }"
    )
    told = [(entry.name, entry.static_shared, entry.dynamic_shared) for entry in module.entries]
    assert told == [("plain", 24, False), ("user", 0, True)]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (".entry k(.param .u32 n) { ret;", 4, "the body of `k` does not end: a `}` is missing"),
        (
            ".entry k(.param .u33 n) { ret; }",
            4,
            "`.u33` is no part of a variable's type that this reader knows",
        ),
        (".entry k(.param .u32 n .param .u32 m) { }", 4, "expected `,` between parameters, found `.param`"),
        (
            "\n.entry k() .maxntid 0, 1, 1 {}",
            5,
            "`.maxntid` takes one to three positive numbers, found [0, 1, 1]",
        ),
        ("error: nvcc failed", 4, "expected a directive, found `error`"),
        (".entry k() {}\n.entry k() {}", 5, "`k` is defined twice in one text"),
        (".global .align 3 .u32 x;", 4, "`x` has an alignment that is no power of two: 3"),
        (".global .u32 x[99999999999999999];", 4, "`x` has an impossible array bound: 99999999999999999"),
        (".frobnicate 3;", 4, "no directive that this reader knows at module level: `.frobnicate`"),
        (".entry k(.param .u32 n) \x01", 4, "no PTX token begins with '\\x01'"),
    ],
)
def test_broken_text_is_an_error_with_its_line(text, line, message) -> None:
    with pytest.raises(InputError) as error:
        read(text)
    assert (error.value.place.file, error.value.place.line, error.value.message) == ("a.ptx", line, message)


def test_a_text_that_is_no_ptx() -> None:
    with pytest.raises(InputError, match=r"this is no PTX text: it has no `\.version` line"):
        read_ptx("", "a.ptx")


@pytest.mark.parametrize(
    ("text", "value"), [("12", 12), ("0x1F", 31), ("0b101", 5), ("017", 15), ("7U", 7), ("-3", -3)]
)
def test_integers(text, value) -> None:
    assert parse_integer(text) == value
