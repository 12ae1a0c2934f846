#!/bin/sh
# Runs a command that needs Node.js, with the packages of package-lock.json. Says so and succeeds where there is no Node.js.
set -eu

if ! command -v npm >/dev/null; then
    echo "SKIPPED $*: npm is not installed (install Node.js to run it)"
    exit 0
fi
if ! cmp -s package-lock.json node_modules/.installed-lock.json; then
    npm ci --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.installed-lock.json
fi
exec "$@"
