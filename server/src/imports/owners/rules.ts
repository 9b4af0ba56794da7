import type { ImportPlan } from '@rapport/contract/imports';
import type { NamingField } from '../../records/handover/look-ups.ts';
import { isCalled, type PlanSetting } from '../plan/plan.ts';
import { cellTypeOf } from '../read/column-cells.ts';
import type { ImportedKind } from '../read/presets/preset.ts';
import { TARGETS } from '../read/targets.ts';

/** Who is called what by the lists of Users of the sources. */
export type SourcePerson = { name: string; email: string };

/** The custom fields that keep the names of owners, by the plans of imports. */
export function namingFields(plans: ImportPlan[]): NamingField[] {
  const fields = new Map<string, NamingField>();
  for (const { files, owner_uuid } of plans) {
    for (const { resource, columns } of files) {
      for (const column of columns) {
        const kind = resource as ImportedKind | null;
        if (kind === null || column.also !== 'custom' || cellTypeOf(kind, column) !== 'user') continue;
        const { key = column.column } = column;
        const field = TARGETS[kind].get(column.to!)?.field;
        if (!field) continue;
        const place = `${kind} ${field} ${key}`;
        const instead: string[] = fields.get(place)?.instead ?? [];
        if (owner_uuid !== null && !instead.includes(owner_uuid)) instead.push(owner_uuid);
        fields.set(place, { resource: kind, field, key, instead });
      }
    }
  }
  return [...fields.values()];
}

/** The words that mean a User, also by the address that a source has beside the name. */
export function wordsFor(
  user: PlanSetting['users'][number],
  words: string[],
  people: SourcePerson[],
): string[] {
  const called = people.filter(({ email }) => email !== '' && isCalled(user, email)).map(({ name }) => name);
  return words.filter((word) => isCalled(user, word) || called.includes(word));
}
