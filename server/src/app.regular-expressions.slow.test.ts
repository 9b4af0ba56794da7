import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** A pattern in the code between `/` and `/`, after what may stand before one. */
const LITERAL =
  /(?<=[(,=:[!&|?{;>]\s*|return\s+)\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/g;

const LENGTH = 12_800;
/** Less than this is no work, and too little to measure its growth. */
const WORK_MS = 15;
/** Twice the text takes a linear pattern twice the time, one by the square four times. */
const GROWTH_MAX = 3;

/** Patterns that only ever see short texts, with what bounds them. */
const BOUNDED: Record<string, string> = {
  [String(/^_+|_+$/g)]: 'a name of a field has some hundred signs',
  [String(/\[[^\]]*\]/g)]: 'a format of a cell has 255 signs',
  [String(/^[0#]*0{2}[0#]*$/)]: 'a format of a cell has 255 signs',
  [String(/^[\s\p{Sc}]*(?:[A-Z]{1,3}\p{Sc}?\s*)?|\s*(?:\p{Sc}|[A-Z]{3}|kr\.?|zł|Kč|Ft|lei)?\s*$/gu)]:
    'a number has 100 signs',
  [String(/(?:[([]\s*(?:in\s+)?([^()[\]]{1,5})\s*[)\]]|[\s_](?:in[\s_])?(\p{Sc}|[A-Z]{3}))$/u)]:
    'the end of a name of a column has 30 signs',
  [String(/[\s,;]*(?:ext(?:ension|n)?|x|#|durchwahl|dw)[\s.:=]*(\d{1,7})$/i)]:
    'a search has 200 signs, a filter 4,000',
  [String(/^[@._+/&-]+|[@._+/&-]+$/g)]: 'a search has 200 signs',
  [String(/^[^\p{L}]+|[^\p{L}]+$/gu)]: 'a password has 200 signs',
  [String(/=+$/)]: 'base64 ends in two such signs at most',
  [String(/\/+$/)]: 'an address is the operator’s',
  [String(/\w+$/)]: 'a name of a table is our own',
  [String(/.*_(\d{4})(\d{2})(\d{2})$/)]: 'a name of a table is our own',
};

const RUNS = [
  'a',
  'A',
  '0',
  '1',
  ' ',
  '\t',
  '\n',
  '"',
  "'",
  '\\',
  '[',
  '(',
  ',',
  ';',
  '.',
  '-',
  '=',
  '<',
  '/',
  ':',
  '@',
  '_',
  '&',
  '%',
  '*',
  'é',
  '\u200b',
  '""',
  'a,',
  'a ',
  '0.',
  '=0',
  ' \n',
  '\\,',
  ';a',
  '1,',
  '&a',
  '<a',
  "''",
  '\r\n',
];
const ENDS = ['', '1', '!', 'x', '\n', '"', '\0', '.', ' '];

test('no pattern takes longer than by the length of its text', () => {
  const patterns = new Map<string, { pattern: RegExp; file: string }>();
  const root = join(import.meta.dirname, '../..');
  const files = globSync(['{server,packages/contract}/src/**/*.ts'], { cwd: root });
  for (const file of files.filter((one) => !/testing|\.(?:test|long)\.ts$/.test(one))) {
    for (const [, source, flags] of readFileSync(join(root, file), 'utf8').matchAll(LITERAL)) {
      const pattern = new RegExp(source!, flags);
      patterns.set(String(pattern), { pattern, file });
    }
  }
  assert.ok(patterns.size > 100, `only ${patterns.size} patterns were found`);
  const slow: string[] = [];
  for (const [text, { pattern, file }] of patterns) {
    if (BOUNDED[text] !== undefined) continue;
    const run = worstRun(pattern);
    if (run) slow.push(`${file}: ${text} over ${JSON.stringify(run)}`);
  }
  assert.deepEqual(slow, []);
});

/** A text on which the pattern works by more than its length; null when none is found. */
function worstRun(pattern: RegExp): string[] | null {
  // What the pattern begins with leads into it.
  const lead = /^\^?((?:\\?[\w":,;=<[({/-])*)/.exec(pattern.source)?.[1]?.replaceAll('\\', '') ?? '';
  const own = [...new Set(pattern.source.match(/[^\\\w\s]/g) ?? [])];
  for (const start of new Set(['', lead, 'a', '"'])) {
    for (const run of [...RUNS, ...own]) {
      for (const end of ENDS) {
        const text = (length: number) => start + run.repeat(length / run.length) + end;
        // Short texts first: a pattern may take for ever over a long one.
        let length = 200;
        let time = timeOf(pattern, text(length));
        while (time < WORK_MS && length < LENGTH) {
          length *= 4;
          time = timeOf(pattern, text(length));
        }
        if (time < WORK_MS) continue;
        const [half, whole] = [length / 2, length].map((one) =>
          Math.min(...[1, 2, 3].map(() => timeOf(pattern, text(one)))),
        );
        if (whole! > half! * GROWTH_MAX && whole! > WORK_MS) return [start, run, end];
      }
    }
  }
  return null;
}

function timeOf(pattern: RegExp, text: string): number {
  const before_ms = performance.now();
  text.replace(pattern, '');
  return performance.now() - before_ms;
}
