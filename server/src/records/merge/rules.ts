import type { FieldError } from '@rapport/contract/problems';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { Take, Takes } from '@rapport/contract/records/merges';
import type { RecordField } from '@rapport/contract/records/record-field';
import { firstOf, withoutTwins } from '../both.ts';
import { fault } from '../fault.ts';
import type { CrmRecord } from '../kind.ts';
import { pairsOf } from '../pairs.ts';
import { linkFields, referenceFields } from '../references.ts';
import { VALUE_TYPES } from '../value-types.ts';

type Values = Record<string, unknown>;
type Entry = Record<string, unknown>;

/**
 * The fields that a record gets from another one of its kind. A field that `take` does not name
 * keeps its value, or is filled if it is empty; lists and custom fields get those of both; what one
 * of them asks for, such as not to be contacted, stays asked for. An amount comes with its
 * currency. Of custom fields each key may be chosen by itself.
 */
export function mergedFields(
  definition: RecordDefinition,
  into: CrmRecord,
  from: CrmRecord,
  chosen: Takes,
): Values {
  const take: Takes = { ...chosen, ...takenPairs(definition, into, from, chosen) };
  const given: Values = {};
  for (const [name, field] of Object.entries(definition.fields as Record<string, RecordField>)) {
    if (field.by !== 'caller' || take[name] === 'into') continue;
    const { both: bothOf = firstOf } = VALUE_TYPES[field.type];
    const [mine, theirs] = [(into as unknown as Values)[name], (from as unknown as Values)[name]];
    const whose = take[name];
    const both = whose === 'from' ? theirs : bothOf(mine as never, theirs as never, field);
    const value = typeof whose === 'object' ? byKey(both as Values, [mine, theirs] as Values[], whose) : both;
    if (JSON.stringify(value) !== JSON.stringify(mine)) given[name] = value;
  }
  return given;
}

/** The values of both, but for these keys those of the chosen one: none if that has none. */
function byKey(both: Values, [mine, theirs]: Values[], chosen: Record<string, Take>): Values {
  const values = { ...both };
  for (const [key, take] of Object.entries(chosen)) {
    const from = take === 'from' ? theirs! : mine!;
    if (Object.hasOwn(from, key)) values[key] = from[key];
    else delete values[key];
  }
  return values;
}

/**
 * Whose amounts and currencies it gets: 500 USD merged into EUR without an amount is not 500 EUR.
 */
function takenPairs(definition: RecordDefinition, into: CrmRecord, from: CrmRecord, chosen: Takes): Takes {
  const has = (record: CrmRecord, name: string) => record[name as keyof CrmRecord] !== null;
  return Object.fromEntries(
    pairsOf(definition).flatMap(({ amount, currency }): [string, Takes[string]][] => {
      const usual = has(into, amount) ? 'into' : has(from, amount) ? 'from' : undefined;
      const whose = chosen[amount] ?? chosen[currency] ?? usual;
      return whose === undefined
        ? []
        : [
            [amount, whose],
            [currency, whose],
          ];
    }),
  );
}

/** The faults of choices that would part an amount from its currency. */
export function takeFaults(definition: RecordDefinition, chosen: Takes): FieldError[] {
  return pairsOf(definition).flatMap(({ amount, currency }) => {
    const [of, other] = [chosen[amount], chosen[currency]];
    if (of === undefined || other === undefined || of === other) return [];
    const detail = `must be ${of}, as ${amount} is: an amount and its currency come from one record.`;
    return [fault(`/take/${currency}`, 'wrong_value', detail)];
  });
}

/**
 * The fields of a record in which `uuid` stands in the place of the merged record. A link that is
 * there already is not there twice.
 */
export function redirected(
  definition: RecordDefinition,
  record: CrmRecord,
  from_uuid: string,
  uuid: string,
): Values {
  const given: Values = {};
  const values = record as unknown as Values;
  for (const [name, { by }] of referenceFields(definition))
    if (by === 'caller' && values[name] === from_uuid) given[name] = uuid;
  for (const [name, { key, by }] of linkFields(definition)) {
    const links = values[name] as Entry[];
    if (by !== 'caller' || !links.some((link) => link[key!] === from_uuid)) continue;
    const there = links.map((link) => (link[key!] === from_uuid ? { ...link, [key!]: uuid } : link));
    given[name] = withoutTwins(there, (link) => String(link[key!]));
  }
  return given;
}
