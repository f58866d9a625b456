"""Mangled names to names and types; what c++filt says of the same names is written beside them."""

from __future__ import annotations

import pytest
from gpu_kernels.cxx_spelling import PLAIN
from gpu_kernels.entry_names import normalise
from gpu_kernels.mangled_name import MangledNameError, decode, decode_type_name


def spell(name: str) -> str:
    decoded = decode(name)
    return f"{PLAIN.path(decoded.parts)}({', '.join(map(PLAIN.type, decoded.parameters))})"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("_Z1kv", "k()"),
        ("_Z5plainifiPFviE", "plain(int, float, int, void (*)(int))"),
        (
            "_ZN3app2v13inlEPKPKfPvPKvPViPVKtPA4_iPi",
            "app::v1::inl(const float* const*, void*, const void*, volatile int*, "
            "const volatile unsigned short*, int (*)[4], int*)",
        ),
        (
            "_Z1kbcahwDsDiDustijlmxyfdnoDn",
            "k(bool, char, signed char, unsigned char, wchar_t, char16_t, char32_t, char8_t, "
            "short, unsigned short, int, unsigned int, long, unsigned long, long long, unsigned long long, "
            "float, double, "
            "__int128, unsigned __int128, std::nullptr_t)",
        ),
        ("_Z4tmplIN3app6ParamsELin3EEvPT_S2_", "tmpl<app::Params, -3>(app::Params*, app::Params)"),
        ("_Z4packIJifN3app5OuterEEEviDpT_", "pack<int, float, app::Outer>(int, int, float, app::Outer)"),
        ("_Z1kIJEEvDpPT_", "k<>()"),
        ("_Z1kIJifEEvDpPKT_", "k<int, float>(const int*, const float*)"),
        (
            "_Z2ggN4cuda3std3__44spanIfLm18446744073709551615EEEPNS2_IKfLm3EEE",
            "gg(cuda::std::span<float, 18446744073709551615ul>, cuda::std::span<const float, 3ul>*)",
        ),
        ("_ZN3app5scaleENS_3VecIfLi4EEEPS1_", "app::scale(app::Vec<float, 4>, app::Vec<float, 4>*)"),
        ("_Z1kILb1ELc65ELN3app4ModeE2EEvv", "k<true, static_cast<char>(65), static_cast<app::Mode>(2)>()"),
        ("_Z1kIXadL_ZN3app4stepEfEEEvPf", "k<&app::step>(float*)"),
        ("_Z1kSt4pairIifE", "k(std::pair<int, float>)"),
        ("_Z1kPKSt5arrayIfLm4EES2_", "k(const std::array<float, 4ul>*, const std::array<float, 4ul>*)"),
        ("_Z1kM1AiMS_FviE", "k(int A::*, void (A::*)(int))"),
        ("_Z1kPDoFivE", "k(int (*)() noexcept)"),
        ("_Z1kPFvPKczE", "k(void (*)(const char*, ...))"),
        ("_Z1kRfOd", "k(float&, double&&)"),
        ("_Z1kPA2_A3_Kf", "k(const float (*)[2][3])"),
    ],
)
def test_names(name, text) -> None:
    assert spell(name) == text


def test_unnamed_namespaces_are_told() -> None:
    name = "_ZN3app40_GLOBAL__N__bd7e16ef_8_types_cu_b25367b84anonEi"
    assert spell(name) == "app::(anonymous namespace)::anon(int)"


def test_types_that_nobody_can_name() -> None:
    assert "a lambda of the function `host`" in spell("_Z3lamIZ4hostvEUlvE_EvT_")
    assert "the type `L`, which is local to the function `host`" in spell("_Z3lamIZ4hostvE1LEvT_")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "_ZN3app40_GLOBAL__N__bd7e16ef_8_types_cu_b25367b84anonEi",
            "_ZN3app40_GLOBAL__N__00000000_8_types_cu_ffffffff4anonEi",
        ),
        (
            "_ZN28_INTERNAL_0c2faa22_5_t2_cu_k4cuda3std3__45__cpo5beginE",
            "_ZN28_INTERNAL_ffffffff_5_t2_cu_k4cuda3std3__45__cpo5beginE",
        ),
        ("_ZN29_GLOBAL__N__aaaa1234_4_a_cu_14anonEi", "_ZN31_GLOBAL__N__bbbb1234_4_a_cu_1bb4anonEi"),
    ],
)
def test_hashes_do_not_count(one, other) -> None:
    assert normalise(one) == normalise(other) != one


def test_static_names_of_relocatable_code() -> None:
    name = "__nv_static_35__29f06975_13_namespaces_cu_cf5c7a2e__ZN1a8internalEiPi"
    assert spell(name) == "a::internal(int, int*)"
    assert normalise(name) == "_ZN1a8internalEiPi"


def test_normalising_keeps_other_names() -> None:
    for name in ("_Z4tmplIfLi3EEvPT_S0_", "vector_add", "_GLOBAL__N_kernel"):
        assert normalise(name) == name


def test_type_names() -> None:
    assert PLAIN.path(decode_type_name("_ZN3app4ModeE")) == "app::Mode"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "_Z",
        "_Z3ab",
        "_Z1kT_",
        "_Z1kS0_",
        "_Z1k9",
        "_ZN",
        "_Z1kDTfE",
        "_Z1kP",
        "_Z1kQ",
        "_Z1k" + "P" * 5000 + "i",
        "_Z1kS_",
        "_Z99999999999999999999999k",
    ],
)
def test_other_texts_are_refused(name) -> None:
    with pytest.raises(MangledNameError):
        decode(name)
