#!/bin/sh
# Checks the JSDoc types of the code that runs inside pages.
set -eu

typescript=7.0.2
configs=$(find src benchmarks -name tsconfig.json -not -path '*/node_modules/*')
if [ -z "$configs" ]; then
    echo "check: no tsconfig.json under src or benchmarks, so there is no in-page code to check" >&2
    exit 1
fi
if ! command -v npx >/dev/null; then
    echo "check: SKIPPED the types of the in-page code: npx is not installed (install Node.js to check them)"
    exit 0
fi
for config in $configs; do
    echo "tsc --project $config"
    npx --yes --package "typescript@$typescript" -- tsc --project "$config"
done
