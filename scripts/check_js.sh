#!/bin/sh
# Checks the JavaScript: that the bundle of the in-page code is that of its modules, the JSDoc types, and the lint rules.
set -eu

node scripts/build_in_page.js --check
for config in $(find src benchmarks scripts -name node_modules -prune -o -name tsconfig.json -print); do
    echo "tsc --project $config"
    node_modules/.bin/tsc --project "$config"
done
echo "eslint"
node_modules/.bin/eslint .
