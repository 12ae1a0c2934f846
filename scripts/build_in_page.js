// Bundles the modules of the in-page code into one script. `node scripts/build_in_page.js` writes the bundle; with
// `--check`, it compares the bundle with the one in the repository and fails if they differ.

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { domMembers } from './dom_members.js';

const FOLDER = resolve(import.meta.dirname, '../src/actwright/engine/page/inject');
export const BUNDLE = `${FOLDER}/bundle.js`;

/**
 * Playwright also loads engines in the page's own world, as soon as it holds an element there, but asks them nothing. So
 * the code runs only at the first question, and calls no functions that a page may have replaced. A world has one engine,
 * however often it is installed. The parentheses around the code make the browser compile it at once, not twice, which
 * `reading/script.py` undoes where nobody may ask.
 */
const LAZY = {
  before: `// Made by scripts/build_in_page.js from the modules beside it: change those, and run it again.
(() => {
let engine = null;
const make = (() => {`,
  after: `return modules.engine;
});
const made = () => (engine ??= Object.hasOwn(globalThis, 'actwright') ? globalThis.actwright.engine : make());
return {
  query: (root, selector) => made().query(root, selector),
  queryAll: (root, selector) => made().queryAll(root, selector),
};
})()
//# sourceURL=actwright.js`,
};

/**
 * The bundle, and its source map if that is asked for. Nothing is minified, so that errors name functions and lines as
 * people wrote them.
 * @param {{sourcemap?: boolean}} [options]
 */
export async function bundle({ sourcemap = false } = {}) {
  const { outputFiles, warnings } = await build({
    entryPoints: [`${FOLDER}/main.js`],
    plugins: [domMembers({ config: `${FOLDER}/tsconfig.json`, member: `${FOLDER}/dom/member.js` })],
    absWorkingDir: FOLDER,
    banner: { js: LAZY.before },
    footer: { js: LAZY.after },
    bundle: true,
    charset: 'utf8',
    format: 'iife',
    globalName: 'modules',
    legalComments: 'none',
    logLevel: 'silent',
    outfile: BUNDLE,
    sourcemap: sourcemap && 'external',
    target: 'esnext',
    write: false,
  });
  if (warnings.length) throw Object.assign(new Error('the bundle has warnings'), { errors: warnings });
  const [map, script] = [/\.map$/, /\.js$/].map((kind) => outputFiles.find(({ path }) => kind.test(path))?.text ?? '');
  return { script, map };
}

/** @param {string[]} options */
async function main(options) {
  const { script } = await bundle();
  if (!options.includes('--check')) return writeFileSync(BUNDLE, script);
  if (readFileSync(BUNDLE, 'utf8') === script) return console.log('the bundle of the in-page code is that of its modules');
  console.error(`${BUNDLE} is not what its modules make: run scripts/build_in_page.js, and commit the bundle with them`);
  process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) {
  await main(process.argv.slice(2)).catch((error) => {
    console.error(error.errors ? error.errors.map((/** @type {any} */ { location: { file, line }, text }) => `${file}:${line}: ${text}`).join('\n') : error);
    process.exitCode = 1;
  });
}
