import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type as TypeBox } from 'typebox';
import { Type } from './json-schema.ts';

test('our builders make the schemas that TypeBox makes', () => {
  const schemas = [Type, TypeBox].map((T) => [
    T.Array(T.String({ maxLength: 9 }), { minItems: 1 }),
    T.Boolean({ default: true }),
    T.Integer({ minimum: 1 }),
    T.Literal('deal.won', { description: 'Said once.' }),
    T.Object({ name: T.String(), note: T.Optional(T.String()) }, { $id: 'A', additionalProperties: false }),
    T.Object({ note: T.Optional(T.Null()) }),
    T.Partial(T.Object({ name: T.String(), age: T.Number() })),
    T.Record(T.String(), T.Unknown({ description: 'Anything.' })),
    T.Optional(T.Union([T.Number(), T.Null()], { examples: [null] })),
    T.Unsafe<string>({ type: 'string', enum: ['won', 'lost'] }),
    T.Object({ kind: T.Unsafe(T.Optional(T.String())) }),
  ]);
  const [ours, theirs] = schemas.map((made) => JSON.stringify(made, null, 1));
  assert.equal(ours, theirs);
});
