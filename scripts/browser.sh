#!/bin/sh
# Makes sure that there is a browser: an installed one, else Playwright's own, else the system's package.
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

# Not every system has `timeout` (macOS does not).
limited() {
    if command -v timeout >/dev/null; then timeout "$@"; else shift; "$@"; fi
}

# Debian's headless shell starts in a third of the time of its chromium, and has the same version. It is optional.
add_shell() {
    command -v apt-get >/dev/null && may_be_root && command -v chromium >/dev/null || return 0
    [ -e /usr/lib/chromium/chromium-headless-shell ] && return 0
    version=$(dpkg-query -W -f '${Version}' chromium 2>/dev/null) || return 0
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-remove "chromium-headless-shell=$version" \
        >/dev/null 2>&1 && echo "setup: installed chromium-headless-shell" || true
}

if works; then
    add_shell
    exit 0
fi

echo "setup: no working browser found; Playwright installs its own (at most $download_seconds s)"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if limited "$download_seconds" "$bin/playwright" install chromium >"$log" 2>&1; then
    works && exit 0
    if [ "$(uname)" = Linux ] && may_be_root; then
        echo "setup: the browser needs system libraries; Playwright installs them"
        as_root "$bin/playwright" install-deps chromium
    fi
else
    echo "setup: Playwright could not install it: $(grep -m 1 '^Error' "$log" || tail -n 1 "$log")"
fi
works && exit 0

if command -v apt-get >/dev/null && may_be_root; then
    echo "setup: installing the system's chromium package"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium
    add_shell
    works && exit 0
fi

echo "setup: no browser could be installed. What was found:" >&2
"$bin/actwright" doctor >&2
echo "Install Chromium or Chrome, or name one with ACTWRIGHT_BROWSER=/path, then run make again." >&2
exit 1
