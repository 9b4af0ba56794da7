import type { Revision } from '../records/kind.ts';

type Named = { name: string; first_name: string | null; last_name: string | null };

/** Sets a name from first and last name, unless a User gave the record a name of its own. */
export function followName<R extends Named>({ before, record }: Revision<R>, given: Partial<Named>): R {
  const hadOwnName = (before?.name ?? '') !== (before ? fullName(before) : '');
  if (given.name !== undefined || hadOwnName) return record;
  return { ...record, name: fullName(record) || record.name };
}

function fullName({ first_name, last_name }: Named): string {
  return [first_name, last_name].filter(Boolean).join(' ');
}
