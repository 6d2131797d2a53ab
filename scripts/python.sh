#!/bin/sh
# Builds the Python package as pip does, in a virtual environment of its own, and runs its tests: pytest, docstrings, pages, types and stubs.
# Needs Rust, Python with venv and pip, and PyPI. PYTHON names the interpreter; arguments go to pytest.
set -eu
cd "$(dirname "$0")/.."
step() { printf '\n== %s\n' "$*"; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
python="$folder/venv/bin/python"
export PIP_DISABLE_PIP_VERSION_CHECK=1

step install
"$python" -m pip install --quiet ./python
"$python" -c 'import tress; s = tress.Solver(); s.add(tress.String("x") + "b" == "ab"); assert s.check() == tress.sat'

step what the tests need
"$python" -m pip install --quiet pytest hypothesis pysmt distributed mypy

step tests
# From another folder: the package that was installed is meant, not the one in the sources.
root=$PWD
cd "$folder"
"$python" -m pytest -q -p no:cacheprovider -c "$root/python/pyproject.toml" --rootdir "$root/python" "$root/python/tests" "$root/python/examples" "$@"

step types and stubs
"$python" -m mypy --config-file "$root/python/pyproject.toml" --cache-dir "$folder/mypy" -p tress
"$python" -m mypy.stubtest --ignore-disjoint-bases tress._tress
