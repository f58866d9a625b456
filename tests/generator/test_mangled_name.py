"""Mangled names to names and types; what c++filt says of the same names is written beside them."""

from __future__ import annotations

import re

import pytest
from gpu_kernels.cxx_spelling import PLAIN, SHOWN
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
        ("_Z2flILd4004000000000000EEvPi", "fl<0x1.4p+1>(int*)"),
        ("_Z2flILd8000000000000000EEvPi", "fl<-0x0p+0>(int*)"),
        ("_Z2flILd3fd5555555555555EEvPi", "fl<0x1.5555555555555p-2>(int*)"),
        ("_Z2flILd7fefffffffffffffEEvPi", "fl<0x1.fffffffffffffp+1023>(int*)"),
        ("_Z2flILd0000000000000001EEvPi", "fl<0x0.0000000000001p-1022>(int*)"),
        ("_Z2flILdfff0000000000000EEvPi", "fl<-__builtin_inf()>(int*)"),
        ("_Z2tvIfLfbfc00000EEvPT_", "tv<float, -0x1.8p+0f>(float*)"),
        ("_Z2tvIfLf00000001EEvPT_", "tv<float, 0x1p-149f>(float*)"),
        ("_Z2tvIfLf7f800000EEvPT_", "tv<float, __builtin_inff()>(float*)"),
    ],
)
def test_names(name, text) -> None:
    assert spell(name) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("_Z2flILd4004000000000000EEvPi", "fl<2.5>"),
        ("_Z2flILd8000000000000000EEvPi", "fl<-0.0>"),
        ("_Z2flILd7ff0000000000000EEvPi", "fl<inf>"),
        ("_Z2ffILf3dcccccdEEvPi", "ff<0.1f>"),
        ("_Z2ffILf00000001EEvPi", "ff<1e-45f>"),
    ],
)
def test_floating_values_for_readers(name, text) -> None:
    assert SHOWN.path(decode(name).parts) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("_Z2flILd7ff8000000000000EEvPi", "a template argument is a NaN, by which"),
        ("_Z2flILf7f800001EEvPi", "a template argument is a NaN, by which"),
        ("_Z2flILd40040000EEvPi", "a template argument holds `40040000`, which are not the bits of a double"),
        ("_Z2flILd-004000000000000EEvPi", "which are not the bits of a double"),
        ("_Z2flILDF16_3c00EEvPi", "a template argument is a value of type _Float16, for which"),
        ("_Z2svIXtl2StLi1ELi2EEEEvPi", "a template argument is a value of the class `St`, by which no stub"),
        ("_Z2svIXtlN1n1VIiEELi1EEEEvPi", "a template argument is a value of the class `n::V<int>`, by which"),
    ],
)
def test_values_that_no_stub_can_have(name, text) -> None:
    with pytest.raises(MangledNameError, match=re.escape(text)):
        decode(name)


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
