import { CUSTOM_PREFIX } from '@rapport/contract/records/declared-fields';
import type { Take, Takes } from '@rapport/contract/records/merges';
import type { RecordData } from '../../fields/data.ts';
import { pairOf } from '../../fields/pair.ts';
import { isCustom, keyOfCustom } from '../../fields/values/custom-name.ts';
import type { Field } from '../../fields/values/field.ts';
import { FIELD_TYPES, isEmpty, valueIn } from '../../fields/values/field-types.ts';
import { fieldOf, type RecordView } from '../../fields/view.ts';

/** A field in which two records differ, and what a merge makes of it unless somebody chooses. */
export type Difference = {
  name: string;
  field: Field;
  isList: boolean;
  usual: Choice;
  /**
   * The field that gets the value of the same record: the currency of an amount, and the reverse.
   */
  half?: string | undefined;
};

/** Whose value a field gets. */
export type Choice = Take | 'both';

/**
 * Returns the fields in which the records differ, in the order of the page of a record. The usual
 * choices are those of the API: what is empty is filled, and lists get the entries of both.
 */
export function differencesOf(view: RecordView, into: RecordData, from: RecordData): Difference[] {
  const own = view.fields.filter(({ name, isFixed }) => !isFixed && name !== 'custom');
  return [...own, ...furtherKeys(view, own, [into, from])]
    .map((field) => ({ field, mine: valueIn(into, field), theirs: valueIn(from, field) }))
    .filter(({ mine, theirs }) => JSON.stringify(mine) !== JSON.stringify(theirs))
    .map(({ field, mine, theirs }) => {
      // The values of a custom field are one value: the API joins fields, and no values of one.
      const isList =
        field.custom_key === undefined && (Array.isArray(mine) || Boolean(FIELD_TYPES[field.type].isList));
      const { name } = field;
      const [amount = '', currency] = pairOf(view, name) ?? [];
      // Whose amount it gets, its currency it gets, too.
      const hasAmount = !isNothing(into[amount]) || !isNothing(from[amount]);
      const usual = hasAmount ? usualOf(isList, into[amount], from[amount]) : usualOf(isList, mine, theirs);
      return { name, field, isList, usual, half: name === amount ? currency : amount };
    });
}

/** Returns the custom fields that the records have beside those of the page, by name. */
function furtherKeys(view: RecordView, own: Field[], pair: RecordData[]): Field[] {
  const known = new Set(own.map(({ name }) => name));
  const keys = new Set(pair.flatMap(({ custom = {} }) => Object.keys(custom)));
  return [...keys]
    .filter((key) => !known.has(CUSTOM_PREFIX + key))
    .sort((a, b) => a.localeCompare(b))
    .map((key) => fieldOf(view, CUSTOM_PREFIX + key)!);
}

/** The choices with another one, also for the other half of an amount and its currency. */
export function withChoice(
  differences: Difference[],
  chosen: Record<string, Choice>,
  name: string,
  choice: Choice,
): Record<string, Choice> {
  const half = differences.find((one) => one.name === name)?.half;
  return { ...chosen, [name]: choice, ...(half && { [half]: choice }) };
}

function usualOf(isList: boolean, into: unknown, from: unknown): Choice {
  if (isNothing(from)) return 'into';
  if (isNothing(into)) return 'from';
  if (isList) return 'both';
  return into === false && from === true ? 'from' : 'into';
}

/** True for a value that is empty, also for an object without properties. */
export function isNothing(value: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isEmpty(value) || (isObject && Object.keys(value).length === 0);
}

/** Returns what the API is to be told: the choices that differ from the usual ones. */
export function takeOf(differences: Difference[], chosen: Record<string, Choice>): Takes {
  const told = differences.flatMap(({ field, usual }): [string, Take][] => {
    const choice = chosen[field.name] ?? usual;
    return choice === usual || choice === 'both' ? [] : [[field.name, choice]];
  });
  const custom = told.filter(([name]) => isCustom(name));
  const byKey = Object.fromEntries(custom.map(([name, choice]) => [keyOfCustom(name), choice]));
  const own = Object.fromEntries(told.filter(([name]) => !isCustom(name)));
  return custom.length === 0 ? own : { ...own, custom: byKey };
}
