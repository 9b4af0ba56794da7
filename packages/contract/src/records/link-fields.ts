import type { TSchema, TUnsafe } from 'typebox';
import { Closed, Nullable, OneOf, Text, Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';
import { type CallerField, type LinkExtra, sameInput } from './record-field.ts';

/**
 * At most 20 links to other records of the Account, such as the Clients of a Contact. `key` names
 * the property that holds the uuid.
 */
export function linksTo<const Extras extends readonly LinkExtra[], const Key extends string>(
  to: string,
  key: Key,
  about: string,
  extras: Extras,
  csv: readonly string[],
): CallerField<TUnsafe<LinkEntry<Key, Extras>[]>> {
  const properties = {
    [key]: Uuid(`The ${to}.`, to as Parameters<typeof Uuid>[1]),
    ...Object.fromEntries(extras.map((extra) => [extra, LINK_EXTRAS[extra]])),
  };
  const entry = Closed(properties);
  const schema = Type.Array(entry, { maxItems: 20, description: about });
  return {
    ...sameInput(schema as unknown as TUnsafe<LinkEntry<Key, Extras>[]>),
    type: 'links',
    nullable: false,
    empty: [],
    resources: [to],
    key,
    extras,
    csv: [{ field: to, part: key, names: csv }],
  };
}

/** Links to records on which the record hangs: who holds one of them holds it, too. */
export function hangingOn<Field extends CallerField<TSchema>>(field: Field): Field {
  return { ...field, hangs_on: true };
}

type LinkEntry<Key extends string, Extras extends readonly LinkExtra[]> = {
  [K in Key]: string;
} & { [E in Extras[number]]?: { role: string | null; primary: boolean; ended_on: string | null }[E] };

const LINK_EXTRAS: Record<LinkExtra, TSchema> = {
  role: Type.Optional(Nullable(Text(100, 'The part that the Contact plays there.', { examples: ['Buyer'] }))),
  primary: Type.Optional(Type.Boolean({ description: 'The first of them. At most one is primary.' })),
  ended_on: Type.Optional(
    Nullable(
      Type.String({ format: 'date', description: 'The day on which it ended.', examples: ['2026-12-01'] }),
    ),
  ),
};

/** Links to records of several kinds, each named by its kind and its uuid. */
export function recordLinks<const Kinds extends readonly string[]>(
  about: string,
  kinds: Kinds,
): CallerField<TUnsafe<{ resource: Kinds[number]; uuid: string }[]>> {
  const entry = Closed({
    resource: OneOf([...kinds] as string[], 'The kind of record.'),
    uuid: Uuid('The record.', 'client'),
  });
  const schema = Type.Array(entry, { maxItems: 20, description: about });
  return {
    ...sameInput(schema as unknown as TUnsafe<{ resource: Kinds[number]; uuid: string }[]>),
    type: 'links',
    nullable: false,
    empty: [],
    resources: kinds,
    key: 'uuid',
    csv: kinds.map((kind) => ({ field: kind, part: kind, names: [] })),
  };
}
