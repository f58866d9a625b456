"""The manifest: the model as JSON, for other tools. docs/manifest.schema.json describes it."""

from __future__ import annotations

import json
from typing import Any

from gpu_kernels.cxx_spelling import PLAIN
from gpu_kernels.model import Image, Kernel, Layout, Library, MachineCode, Parameter, Symbol

SCHEMA = 1


def manifest_text(library: Library) -> str:
    """The manifest of a library, a kernel a line; the same model gives the same bytes."""
    lines = []
    for key, value in manifest(library).items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            items = ",\n    ".join(_compact(item) for item in value)
            lines.append(f"  {_compact(key)}: [\n    {items}\n  ]")
        else:
            lines.append(f"  {_compact(key)}: {_compact(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def manifest(library: Library) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "name": library.name,
        "namespace": library.namespace,
        "header": library.header,
        "includes": list(library.includes),
        "images": [_image(image) for image in library.images],
        "kernels": [_kernel(kernel) for kernel in library.kernels],
        "symbols": [_symbol(symbol) for symbol in library.symbols],
        "hidden_symbols": [
            {"name": symbol.name, "reason": symbol.reason} for symbol in library.hidden_symbols
        ],
        "types": [_layout(layout) for layout in library.layouts],
        "library_entries": [
            {"entry": entry.entry, "image": entry.image, "header": entry.header, "line": entry.line}
            for entry in library.library_entries
        ],
    }


def _image(image: Image) -> dict[str, Any]:
    format_ = "linked" if image.linked else "fatbin" if image.contents else "PTX"
    facts: dict[str, Any] = {
        "source": image.source,
        "format": format_,
        "version": image.version,
        "target": image.target,
        "bytes": len(image.content),
    }
    if image.contents:
        facts["contents"] = [{"format": one.format, "target": one.target} for one in image.contents]
    if image.linked:
        facts["parts"] = [_image(part) for part in image.parts]
    return facts


def _kernel(kernel: Kernel) -> dict[str, Any]:
    return {
        "name": kernel.qualified_name,
        "template_arguments": _template_arguments(kernel),
        "entry": kernel.entry,
        "entry_is_hashed": kernel.hashed,
        "image": kernel.image,
        "file": kernel.file,
        "line": kernel.place.line,
        "comment": list(kernel.comment),
        "parameters": [_parameter(parameter) for parameter in kernel.parameters],
        "launch": {
            "max_block": list(kernel.bounds.max_block),
            "required_block": list(kernel.bounds.required_block),
            "min_blocks_per_multiprocessor": kernel.bounds.min_blocks,
            "max_registers": kernel.bounds.max_registers,
            "cluster": list(kernel.bounds.cluster),
            "grid_counts_clusters": kernel.bounds.blocks_are_clusters,
            "max_cluster_rank": kernel.bounds.max_cluster_rank,
            "dynamic_shared": kernel.dynamic_shared,
        },
        "resources": _resources(kernel),
    }


def _resources(kernel: Kernel) -> dict[str, Any]:
    facts: dict[str, Any] = {"static_shared_bytes": kernel.static_shared}
    if kernel.machine_code:
        facts["machine_code"] = [_machine_code(code) for code in kernel.machine_code]
    return facts


def _machine_code(code: MachineCode) -> dict[str, Any]:
    return {
        "architecture": code.architecture,
        "registers": code.registers,
        "spill_store_bytes": code.spill_stores,
        "spill_load_bytes": code.spill_loads,
        "stack_bytes": code.stack,
        "static_shared_bytes": code.shared,
        "constant_bytes": code.constant,
        "largest_block": code.largest_block,
        "best_block": code.best_block,
        "occupancy_percent": code.occupancy,
    }


def display_name(kernel: Kernel) -> str:
    """The kernel's name as a user would call it: app::saxpy<float>."""
    arguments = _template_arguments(kernel)
    return kernel.qualified_name + (f"<{', '.join(arguments)}>" if arguments is not None else "")


def _template_arguments(kernel: Kernel) -> list[str] | None:
    if kernel.template_arguments is None:
        return None
    return [text for text in map(PLAIN.argument, kernel.template_arguments) if text]


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "type": PLAIN.type(parameter.type),
        "kind": parameter.kind,
        "size": parameter.size,
        "alignment": parameter.alignment,
        "default": parameter.default,
        "dropped_default": parameter.dropped_default,
    }


def _symbol(symbol: Symbol) -> dict[str, Any]:
    return {
        "name": symbol.qualified_name,
        "entry": symbol.entry,
        "entry_is_hashed": symbol.hashed,
        "image": symbol.image,
        "file": symbol.file,
        "line": symbol.place.line,
        "comment": list(symbol.comment),
        "kind": symbol.kind,
        "type": PLAIN.type(symbol.type),
        "size": symbol.size,
        "alignment": symbol.alignment,
    }


def _layout(layout: Layout) -> dict[str, Any]:
    return {
        "name": PLAIN.type(layout.type),
        "size": layout.size,
        "alignment": layout.alignment,
        "members": [
            {"name": member.path, "offset": member.offset, "size": member.size}
            | ({"bits": member.bits} if member.bits else {})
            for member in layout.members
        ],
    }
