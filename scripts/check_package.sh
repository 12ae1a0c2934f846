#!/bin/sh
# Builds the wheel and the sdist in dist/, and checks that they install and work in environments that have nothing else:
# without extras, with the lowest versions of the dependencies, on every Python that is here, and as a tool.
# $1 is the bin folder of the development environment. Needs a package index and a browser.
set -eu

uv=$(cd "$1" && pwd)/uv
[ -x "$uv" ] || uv=$(command -v uv)
root=$(cd "$(dirname "$0")/.." && pwd)
dist=$root/dist
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export UV_TOOL_DIR="$work/tools" UV_TOOL_BIN_DIR="$work/bin" PIPX_HOME="$work/pipx" PIPX_BIN_DIR="$work/pipx-bin"
export PIPX_MAN_DIR="$work/man" UV_NO_PROGRESS=1 UV_PYTHON_DOWNLOADS=never
unset VIRTUAL_ENV

say() {
    echo "package: $*"
}

# Installs the wheel into a new environment $1 with the Python $2; further arguments go to `uv pip install`.
install_in() {
    folder=$work/$1
    "$uv" venv --quiet --python "$2" "$folder"
    shift 2
    "$uv" pip install --quiet --python "$folder/bin/python" "$@" "$wheel"
}

# The package loads from the environment $1, is typed, and its command answers.
works_in() {
    (
        cd "$work"
        "$work/$1/bin/python" - <<'PYTHON'
from importlib.metadata import requires, version
from importlib.resources import files

import actwright
from actwright import Agent, Limits, Permissions, read_run
from actwright.testing import ScriptedModel, Site

assert "site-packages" in actwright.__file__, actwright.__file__
assert files("actwright").joinpath("py.typed").is_file()
assert files("actwright").joinpath("engine", "page", "inject", "bundle.js").is_file()
Agent(policy="rules", limits=Limits(steps=1))
PYTHON
        "$work/$1/bin/actwright" --help >/dev/null
        "$work/$1/bin/actwright" --version >/dev/null
    )
}

# Two tasks in a real browser.
demo_in() {
    [ -n "$has_browser" ] || return 0
    (cd "$work" && "$1/bin/actwright" demo >demo.txt 2>&1) || {
        cat "$work/demo.txt"
        exit 1
    }
    say "actwright demo passes"
}

rm -rf "$dist"
say "building"
"$uv" build --quiet --out-dir "$dist" "$root" # the wheel is built from the sdist
wheel=$(ls "$dist"/*.whl)
say "$(cd "$dist" && ls -s -h ./*.whl ./*.tar.gz | tr '\n' ' ')"
"$uv" tool run --quiet twine check --strict "$dist"/*

default=$("$uv" python find --no-project '>=3.11')
install_in plain "$default"
works_in plain
say "installed without extras, with the newest versions of the dependencies: it loads, and is typed"

has_browser=yes
(cd "$work" && plain/bin/actwright doctor >doctor.txt 2>&1) || {
    cat "$work/doctor.txt"
    has_browser=
    say "no browser starts here: actwright demo is not tried"
}
demo_in plain

install_in lowest "$default" --resolution lowest-direct
works_in lowest
say "installed with the lowest versions of the dependencies: it loads"
demo_in lowest

for folder in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[1-4].*/bin; do
    [ ! -d "$folder" ] || PATH=$PATH:$folder
done
for minor in 11 12 13 14; do
    python=$("$uv" python find --no-project --system "3.$minor" 2>/dev/null) || {
        say "Python 3.$minor is not here"
        continue
    }
    install_in "python3.$minor" "$python"
    works_in "python3.$minor"
    say "installed with Python 3.$minor: it loads"
done

"$uv" tool install --quiet --python "$default" "$wheel"
"$work/bin/actwright" --version
"$uv" tool run --quiet --python "$default" --from "$wheel" actwright --version
"$uv" tool run --quiet pipx install --quiet --python "$default" "$wheel"
"$work/pipx-bin/actwright" --version
say "installed by uv tool install, uvx and pipx; $dist is ready"
