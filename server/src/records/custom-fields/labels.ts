import type { CustomField } from '@rapport/contract/custom-fields';
import { fold } from '@rapport/contract/fold';
import type { FieldError } from '@rapport/contract/problems';
import { fault } from '../fault.ts';

/**
 * The fault of a field that gets the label of another one in use: columns, filters and files name a
 * field by its label. Two that had one label before may keep it.
 */
export function labelFaults(
  others: CustomField[],
  before: CustomField | null,
  after: CustomField,
): FieldError[] {
  const isKept = before !== null && before.archived_at === null && isSameLabel(before.label, after.label);
  if (isKept || after.archived_at !== null) return [];
  const holder = others.find(
    ({ uuid, archived_at, label }) =>
      uuid !== after.uuid && archived_at === null && isSameLabel(label, after.label),
  );
  if (!holder) return [];
  const text = `is taken: the field custom.${holder.key} is called "${holder.label}" too. Choose another, or rename that one.`;
  return [{ ...fault('/label', 'taken', text), uuid: holder.uuid }];
}

/** A label that none of these has: the given one, or with a number behind it. */
export function freeLabel(label: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? label : `${label} (${number})`;
    if (!taken.some((one) => isSameLabel(one, numbered))) return numbered;
  }
}

/** True when people would take two labels for one. */
function isSameLabel(one: string, other: string): boolean {
  return fold(one.trim()) === fold(other.trim());
}
