"""Builds cpp/ into build/wasm/quintet.wasm, also compressed, with Debian's packages, or says which are missing.

What did not change since the last build is left alone. `plain` as an argument builds without SIMD, for old browsers;
other arguments are kernels outside the repository, each one C++ file (docs/tutorials/kernel-of-your-own.md).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "build/wasm"
PACKAGES = {
    "clang-19": Path("/usr/bin/clang++-19"),
    "lld-19": Path("/usr/bin/wasm-ld-19"),
    "libc++-19-dev-wasm32": Path("/usr/lib/llvm-19/lib/wasm32-wasi/libc++.a"),
    "libc++abi-19-dev-wasm32": Path("/usr/lib/llvm-19/lib/wasm32-wasi/libc++abi.a"),
    "libclang-rt-19-dev-wasm32": Path("/usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a"),
    "wasi-libc": Path("/usr/lib/wasm32-wasi/libc.a"),
    "brotli": Path("/usr/bin/brotli"),
}
"""What it takes, each with a file by which it is found."""
COMPILE = (
    "--target=wasm32-wasi",
    "-std=c++20",
    "-O3",
    "-DNDEBUG",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-fvisibility=hidden",
    "-Icpp",
)
LINK = (
    "--target=wasm32-wasi",
    "-mexec-model=reactor",
    "-Wl,--strip-all",
    "-Wl,--gc-sections",
    "-Wl,-z,stack-size=1048576",
    "-Wl,--max-memory=1073741824",
)
FOLDERS = ("cpp/core", "cpp/games", "cpp/wasm")
LEFT_OUT = {"cpp/core/vector.cpp", "cpp/core/evaluated_search.cpp"}
"""Sources that serve Python alone: many games on many threads, and evaluations from outside."""


def main(arguments: list[str]) -> int:
    outside = [Path(argument).resolve() for argument in arguments if argument != "plain"]
    for file in outside:
        if file.suffix != ".cpp" or not file.is_file():
            print(f"expected plain or kernels (.cpp), got {file.name!r}, which is no such file", file=sys.stderr)
            return 1
    missing = [package for package, file in PACKAGES.items() if not file.exists()]
    if missing:
        print(f"To build for WebAssembly, install as root: apt install {' '.join(missing)}", file=sys.stderr)
        return 1
    name, flags = ("quintet-plain", COMPILE) if "plain" in arguments else ("quintet", (*COMPILE, "-msimd128"))
    ours = [source for folder in FOLDERS for source in sorted((ROOT / folder).glob("*.cpp"))]
    chosen = [source for source in ours if str(source.relative_to(ROOT)) not in LEFT_OUT] + outside
    target, linked = BUILT / f"{name}.wasm", BUILT / name / "linked"
    wanted = "".join(f"{source}\n" for source in chosen)
    newest = max(path.stat().st_mtime for path in [*ROOT.glob("cpp/*/**/*.?pp"), *outside])
    if is_newer(target, newest) and linked.exists() and linked.read_text("utf-8") == wanted:
        print(f"{target.name} is up to date")
        return 0
    (BUILT / name).mkdir(parents=True, exist_ok=True)
    try:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(lambda source: compiled(source, BUILT / name, flags, newest), chosen))
        part = target.with_suffix(".part")
        run("clang++-19", *LINK, *map(str, objects), "-o", str(part))
        run("brotli", "--force", "--lgwin=24", "--output=" + str(target.with_name(f"{target.name}.br")), str(part))
    except subprocess.CalledProcessError as error:
        print(error.stderr, file=sys.stderr)
        return 1
    part.replace(target)
    linked.write_text(wanted, "utf-8")
    packed = target.with_name(f"{target.name}.br")
    sizes = [path.stat().st_size // 1024 for path in (target, packed)]
    print(f"built {target.name}: {sizes[0]} KB, compressed {sizes[1]} KB")
    return 0


def compiled(source: Path, folder: Path, flags: tuple[str, ...], newest: float) -> Path:
    """The object file, made unless it is newer than every source."""
    target = folder / f"{source.stem}.o"
    if not is_newer(target, newest):
        launcher = ["ccache"] if shutil.which("ccache") else []
        run(*launcher, "clang++-19", *flags, "-c", os.path.relpath(source, ROOT), "-o", str(target))
    return target


def is_newer(file: Path, time: float) -> bool:
    return file.exists() and file.stat().st_mtime > time


def run(*command: str) -> None:
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
