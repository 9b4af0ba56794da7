import type { Take } from '@rapport/contract/records/merges';
import type { RecordData } from '../../fields/data.ts';
import { pairOf } from '../../fields/pair.ts';
import { FIELD_TYPES, isEmpty } from '../../fields/values/field-types.ts';
import type { RecordView } from '../../fields/view.ts';
import { merge as texts } from '../../texts/merge.ts';

/** A field in which two records differ, and what a merge makes of it unless somebody chooses. */
export type Difference = {
  name: string;
  label: string;
  isList: boolean;
  usual: Choice;
  /** The field that gets the value of the same record: the currency of an amount, and the reverse. */
  half?: string | undefined;
};

/** Whose value a field gets. */
export type Choice = Take | 'both';

/**
 * Returns the fields in which the records differ, in the order of the page of a record. The usual
 * choices are those of the API: what is empty is filled, and lists get the entries of both.
 */
export function differencesOf(view: RecordView, into: RecordData, from: RecordData): Difference[] {
  const own = view.fields
    .filter(({ isFixed }) => !isFixed)
    .map(({ name, label, type }) => ({
      name,
      label,
      isList: isList(into[name]) || Boolean(FIELD_TYPES[type].isList),
    }));
  const custom = { name: 'custom', label: texts.custom, isList: true };
  return [...own.filter(({ name }) => name !== 'custom'), custom]
    .filter(({ name }) => JSON.stringify(into[name]) !== JSON.stringify(from[name]))
    .map((field) => {
      const [amount = '', currency] = pairOf(view, field.name) ?? [];
      // Whose amount it gets, its currency it gets, too.
      const hasAmount = !isNothing(into[amount]) || !isNothing(from[amount]);
      const decides = hasAmount ? amount : field.name;
      const usual = usualOf(field.isList, into[decides], from[decides]);
      return { ...field, half: field.name === amount ? currency : amount, usual };
    });
}

function isList(value: unknown): boolean {
  return Array.isArray(value);
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
export function takeOf(differences: Difference[], chosen: Record<string, Choice>): Record<string, Take> {
  const told = differences.flatMap(({ name, usual }): [string, Take][] => {
    const choice = chosen[name] ?? usual;
    return choice === usual || choice === 'both' ? [] : [[name, choice]];
  });
  return Object.fromEntries(told);
}
