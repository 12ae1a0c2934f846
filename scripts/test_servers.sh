#!/bin/sh
# Makes sure that the system has what some tests need: a PostgreSQL server, for jobs on many machines, and Xvfb, for a
# browser with a window. Installs missing ones from the system's packages. Never fails: without them, those tests say why
# they are skipped (on CI they fail).
set -u

none=/etc/postgresql-common/createcluster.d/none-for-tests.conf

postgresql() {
    command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb /usr/pgsql-*/bin/initdb >/dev/null 2>&1
}

xvfb() {
    [ "$(uname)" != Linux ] || command -v Xvfb >/dev/null
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

missing=
postgresql || missing="postgresql"
xvfb || missing="$missing xvfb"
[ -n "$missing" ] || exit 0

if command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then
    echo "setup: installing for tests: $missing"
    as_root apt-get update -qq
    # The tests start their own servers: the package must not create and start a system server.
    as_root mkdir -p /etc/postgresql-common/createcluster.d
    echo "create_main_cluster = false" | as_root tee "$none" >/dev/null
    # shellcheck disable=SC2086 - names of packages
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
    as_root rm -f "$none"
fi
postgresql || echo "setup: no PostgreSQL server (initdb) was found, and none could be installed; tests that need one are skipped" >&2
xvfb || echo "setup: Xvfb was not found and could not be installed; tests of a browser with a window are skipped" >&2
exit 0
