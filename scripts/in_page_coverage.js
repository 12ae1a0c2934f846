// Sums up which lines of the in-page code the tests ran: `node scripts/in_page_coverage.js FOLDER`, where FOLDER has the
// files that tests/in_page_coverage.py wrote. A line counts as run if the first of what the bundle has of it was run.

import { readFileSync, readdirSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { BUNDLE, bundle } from './build_in_page.js';

/**
 * The offsets of the bundle that were run, as pairs of where a run part begins and ends.
 * @param {string} folder
 * @returns {[number, number][]}
 */
function partsIn(folder) {
  return readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));
}

/**
 * The lines of each module, and whether they were run.
 * @param {string} script
 * @param {SourceMap} map
 * @param {Uint8Array} ran by offset in the script
 */
function linesOf(script, map, ran) {
  /** @type {Map<string, Map<number, boolean>>} */
  const modules = new Map();
  let offset = 0;
  for (const [line, text] of script.split('\n').entries()) {
    const column = text.search(/\S/);
    const entry = column >= 0 && /[\w$]/.test(text) && /** @type {any} */ (map.findEntry(line, column));
    if (entry && entry.generatedLine === line && !entry.originalSource.includes(':')) {
      const lines = modules.get(entry.originalSource) ?? new Map();
      modules.set(entry.originalSource, lines);
      lines.set(entry.originalLine + 1, (lines.get(entry.originalLine + 1) ?? true) && ran[offset + column] === 1);
    }
    offset += text.length + 1;
  }
  return modules;
}

/**
 * Numbers as ranges, such as `3-5, 9`.
 * @param {number[]} numbers in ascending order
 */
function rangesOf(numbers) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && number - last[1] <= 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/** @param {string} folder */
async function main(folder) {
  const { script, map } = await bundle({ sourcemap: true });
  if (readFileSync(BUNDLE, 'utf8') !== script) throw new Error('the bundle is not what its modules make: run scripts/build_in_page.js');
  const ran = new Uint8Array(script.length);
  for (const [from, to] of partsIn(folder)) ran.fill(1, from, to);
  const modules = linesOf(script, new SourceMap(JSON.parse(map)), ran);
  let [all, missed] = [0, 0];
  console.log(`${'In-page module'.padEnd(32)} Lines  Miss  Cover  Missing`);
  for (const [name, lines] of Array.from(modules).sort()) {
    const missing = Array.from(lines).filter(([, wasRun]) => !wasRun).map(([line]) => line).sort((one, other) => one - other);
    all += lines.size;
    missed += missing.length;
    console.log(row(name, lines.size, missing.length, rangesOf(missing)));
  }
  console.log(row('TOTAL', all, missed, ''));
}

/**
 * @param {string} name
 * @param {number} lines
 * @param {number} missed
 * @param {string} missing
 */
function row(name, lines, missed, missing) {
  const share = `${Math.floor(100 - (100 * missed) / lines)}%`;
  return `${name.padEnd(32)} ${String(lines).padStart(5)} ${String(missed).padStart(5)} ${share.padStart(6)}  ${missing}`.trimEnd();
}

await main(process.argv[2]);
