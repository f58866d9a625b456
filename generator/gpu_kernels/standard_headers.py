"""The public headers of library types whose definitions stand in internal ones."""

from __future__ import annotations

from gpu_kernels.cxx_types import Part

_SHARED = {
    **dict.fromkeys(("array", "tuple", "optional", "variant", "complex", "bitset", "span", "mdspan"), ""),
    **{"pair": "utility", "extents": "mdspan", "dextents": "mdspan", "layout_right": "mdspan"},
    **{"layout_left": "mdspan", "layout_stride": "mdspan", "default_accessor": "mdspan", "byte": "cstddef"},
    **{"atomic": "atomic", "atomic_ref": "atomic", "plus": "functional", "less": "functional"},
    **{"integral_constant": "type_traits", "chrono": "chrono", "ratio": "ratio"},
}


def public_header(parts: tuple[Part, ...]) -> str | None:
    """The header of a type of `std` or `cuda::std`; None for other types."""
    names = [part.identifier for part in parts]
    prefix = "cuda/std/" if names[:2] == ["cuda", "std"] else "" if names[:1] == ["std"] else None
    if prefix is None or names[-1] not in _SHARED:
        return None
    return f"<{prefix}{_SHARED[names[-1]] or names[-1]}>"
