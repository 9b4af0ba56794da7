import assert from 'node:assert/strict';
import { FIELD_ERROR_CODES, type FieldError, PROBLEMS, type ProblemCode } from '@rapport/contract/problems';

/**
 * Fails unless this is a problem document with exactly its fields, a code of the closed list, and
 * meaningful texts.
 */
export function assertProblemDocument(answer: {
  status: number;
  content_type: string | null;
  request_id: string | null;
  body: unknown;
}): void {
  const seen = `${answer.status} ${answer.content_type} ${JSON.stringify(answer.body)}`;
  assert.equal(answer.content_type, 'application/problem+json', seen);
  const { detail, errors, ...rest } = answer.body as Record<string, unknown> & { code: ProblemCode };
  assert.ok(Object.hasOwn(PROBLEMS, rest.code), `the code is not of the closed list: ${seen}`);
  const { status, title } = PROBLEMS[rest.code];
  const { code } = rest;
  const request_id = answer.request_id;
  assert.deepEqual(rest, { type: `/docs/problems#${code}`, title, status, code, request_id }, seen);
  assert.equal(answer.status, status, seen);
  assertSaysSomething(detail, seen);
  if (errors === undefined) return;
  assert.ok(Array.isArray(errors) && errors.length > 0, seen);
  for (const error of errors as FieldError[]) {
    assert.deepEqual(Object.keys(error).sort(), ['code', 'detail', 'pointer'], seen);
    assert.ok(FIELD_ERROR_CODES.includes(error.code), `errors[].code is not of the closed list: ${seen}`);
    assert.equal(typeof error.pointer, 'string', seen);
    assertSaysSomething(error.detail, seen);
  }
}

/** Fails unless the detail is a sentence without our internals. */
function assertSaysSomething(detail: unknown, seen: string): void {
  assert.ok(typeof detail === 'string' && /\w.*[.?]$/s.test(detail), `detail is no sentence: ${seen}`);
  assert.doesNotMatch(detail, /\[object|undefined|NaN|node_modules|\bSELECT\b|\bFST_/, seen);
}
