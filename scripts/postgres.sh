#!/bin/sh
# Makes sure that a PostgreSQL server can be started by the tests of jobs on many machines: one that is installed already, else the
# system's package. Never an error: without one those tests say why they are skipped (on CI they fail).
set -u

none=/etc/postgresql-common/createcluster.d/none-for-tests.conf

installed() {
    command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb /usr/pgsql-*/bin/initdb >/dev/null 2>&1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

installed && exit 0

if command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then
    echo "setup: installing the system's postgresql for the tests of jobs on many machines"
    as_root apt-get update -qq
    # The tests start servers of their own: the package is not to make and start one of the system's.
    as_root mkdir -p /etc/postgresql-common/createcluster.d
    echo "create_main_cluster = false" | as_root tee "$none" >/dev/null
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql
    as_root rm -f "$none"
fi
installed || echo "setup: no PostgreSQL server (initdb) was found, and none could be installed; tests that need one are skipped" >&2
exit 0
