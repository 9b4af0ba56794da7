// Runs several test files in one process. A process of its own costs a file 1 to 3 s of a core: it
// loads the whole service again, and V8 compiles it again.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

const FILES_IN_A_PROCESS = 8;

/** A comment of this form at the start of a test file says why it shares its process with none. */
const ALONE = /^\/\/ In a process of its own: /;
const SLOW = /\.(slow|browser)\.test\.ts$/;

/**
 * The paths for `node --test` that run these test files, each path in a process of its own.
 * @param {string[]} files relative to the root of the project
 */
export function groupTests(files) {
  const folder = join(root, 'node_modules/.cache/grouped-tests');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const isAlone = (file) => SLOW.test(file) || ALONE.test(readFileSync(join(root, file), 'utf8'));
  const alone = files.filter(isAlone);
  const together = files.filter((file) => !alone.includes(file));
  const groups = [];
  for (let first = 0; first < together.length; first += FILES_IN_A_PROCESS) {
    const group = join(folder, `${String(groups.length + 1).padStart(3, '0')}.test.mjs`);
    writeFileSync(group, importing(together.slice(first, first + FILES_IN_A_PROCESS)));
    groups.push(group);
  }
  return [...groups, ...alone];
}

/** The hooks of a file hold for the tests of its suite. */
function importing(files) {
  const suites = files.map((file) => {
    const url = pathToFileURL(join(root, file)).href;
    return `describe(${JSON.stringify(file)}, () => import(${JSON.stringify(url)}));`;
  });
  return `import { describe } from 'node:test';\n${suites.join('\n')}\n`;
}
