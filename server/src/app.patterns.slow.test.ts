import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TSchema } from 'typebox';
import { validatorCompiler } from './platform/http/server/validation.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

/**
 * Reading a text of this length once takes less than a millisecond. Starting again at each
 * character takes many seconds.
 */
const LENGTH = 200_000;
const TIME_MAX_MS = 1_000;

/**
 * Characters that patterns allow or refuse. A pattern may backtrack over a run of one of them, or
 * of two alternating ones.
 */
const RUNS = ['a', 'A', '0', '-', '.', '@', '/', ':', ' ', '\t', '\n', '\u0085', '\u200b', 'é', '👍'];
const ENDS = ['', '\n', '!', '@@', '\u0000'];

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

test('no pattern or format takes longer than reading the text', () => {
  const checked = [...textsWithRules()];
  assert.ok(checked.length > 6, `only ${checked.length}`);
  for (const { rule, example } of checked) {
    const validate = validatorCompiler({ schema: rule, httpPart: 'body', method: 'POST', url: '/' });
    for (const text of hostileTexts(example)) {
      const before_ms = process.cpuUsage().user / 1000;
      validate(text);
      const spent_ms = process.cpuUsage().user / 1000 - before_ms;
      const shape = JSON.stringify(`${text.slice(0, 50)}…${text.slice(-5)}`);
      assert.ok(spent_ms < TIME_MAX_MS, `${JSON.stringify(rule)} took ${spent_ms} ms for ${shape}`);
    }
  }
});

/**
 * The rules for texts in requests, each once, with an example. The length limit is removed, as it
 * would spare the rule the work.
 */
function textsWithRules(): Iterable<{ rule: TSchema; example: string }> {
  const found = new Map<string, { rule: TSchema; example: string }>();
  for (const { schema } of app.routes) {
    for (const part of [schema?.body, schema?.querystring, schema?.params, schema?.headers]) {
      for (const { pattern, format, examples = [''] } of partsOf(part)) {
        if (pattern === undefined && format === undefined) continue;
        const rule = { type: 'string', ...(pattern === undefined ? { format } : { pattern }) };
        found.set(JSON.stringify(rule), { rule, example: examples[0]! });
      }
    }
  }
  return found.values();
}

type Part = { pattern?: string; format?: string; examples?: string[] };

/** The text schemas within a schema. */
function partsOf(schema: unknown): Part[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const isText = (schema as { type?: unknown }).type === 'string';
  return [...(isText ? [schema as Part] : []), ...Object.values(schema).flatMap(partsOf)];
}

function* hostileTexts(example: string): Iterable<string> {
  const pairs = RUNS.flatMap((first) => RUNS.map((second) => (first === second ? first : first + second)));
  for (const start of new Set(['', example])) {
    for (const run of pairs) {
      for (const end of ENDS) yield start + run.repeat(LENGTH / run.length) + end;
    }
  }
}
