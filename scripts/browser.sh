#!/bin/sh
# Makes sure that a browser is here: one that is installed already, else Playwright's own, else the system's package.
# $1 is the environment's bin folder.
set -u

bin=$1
download_seconds=${ACTWRIGHT_DOWNLOAD_SECONDS:-300}

works() {
    "$bin/actwright" doctor >/dev/null 2>&1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

may_be_root() {
    [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null
}

# `timeout` is not everywhere (macOS).
limited() {
    if command -v timeout >/dev/null; then timeout "$@"; else shift; "$@"; fi
}

works && exit 0

echo "setup: no browser works yet; Playwright installs its own (at most $download_seconds s)"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if limited "$download_seconds" "$bin/playwright" install chromium >"$log" 2>&1; then
    works && exit 0
    if [ "$(uname)" = Linux ] && may_be_root; then
        echo "setup: it needs libraries of the system; Playwright installs them"
        as_root "$bin/playwright" install-deps chromium
    fi
else
    echo "setup: it could not: $(grep -m 1 '^Error' "$log" || tail -n 1 "$log")"
fi
works && exit 0

if command -v apt-get >/dev/null && may_be_root; then
    echo "setup: installing the system's chromium"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium
    works && exit 0
fi

echo "setup: no browser could be installed. What was found:" >&2
"$bin/actwright" doctor >&2
echo "Install Chromium or Chrome, or name one with ACTWRIGHT_BROWSER=/path, then run make again." >&2
exit 1
