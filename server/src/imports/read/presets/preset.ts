import type { IMPORTED_KINDS } from '@rapport/contract/imported-kinds';
import type { PlannedColumn } from '@rapport/contract/imports';

export type ImportedKind = (typeof IMPORTED_KINDS)[number];

/**
 * What a column becomes. `to` is a field, `custom`, or null to leave it out; `also` is a field that
 * its cells say beside that. Columns of one `slot` make one entry of a list, such as the second
 * postal address.
 */
export type Target = { to: string | null; also?: string; label?: string; slot?: string };

/** A list of the source whose words are its own, of which some say where the relation stands. */
export const SAYS_STATUS: Target = { to: 'custom', also: 'status' };

/**
 * What rows are beside their kind. `leads`: of people or sales that are not there yet, so that the
 * Clients which they name get that status. `links`: they only link records of other files.
 */
export type SpecialRows = 'leads' | 'links';

/** Where a list of the source's Users has the id, the name and the e-mail address of each. */
export type PeoplePlaces = { id: number; name: number; email: number };

/**
 * What a file is, by its columns. `people` is there for a list of Users. `to` of an unknown column
 * is undefined.
 */
export type Recognised = {
  preset: string | null;
  kind: ImportedKind | null;
  rows_are?: SpecialRows;
  people?: PeoplePlaces;
  columns: (Omit<PlannedColumn, 'to'> & { to: string | null | undefined })[];
};

/** The columns of one list of an exporter. Names are written as `plainName` gives them. */
export type PresetList = {
  kind: ImportedKind;
  /** It is this list when each group has one of its columns in the file. */
  needs: string[][];
  columns: Record<string, Target | string | null>;
  rows_are?: SpecialRows;
  /** What a column becomes when `better`, which says the same better, is not in the file. */
  instead?: Record<string, { better: string; to: string }>;
  /** What the second column of a name becomes. */
  second?: Record<string, string>;
  /** Numbered columns: a regular expression over the plain name, whose first group is the slot. */
  patterns?: [RegExp, Target][];
};

export type Preset = {
  key: string;
  title: string;
  lists: PresetList[];
  /** True: its columns are called as in its API, such as `AnnualRevenue`. */
  hasApiNames?: true;
  /** Its list of Users, whose ids stand in the others. No records are made of it. */
  people?: { needs: string[][]; id: string; name: string; email: string };
  /**
   * What tells its other lists, whose records have no kind here: `id`, and one or two of the names
   * that its lists have.
   */
  others?: { id: string; one_of: string[]; two_of: string[] };
  /** The stages that deals have there at first, in their order. */
  stages?: string[];
  /** What stands before an id of the source in `external_id`: `hubspot:123`. */
  prefix: string;
};

/** `E-mail 1 - Value` → `e mail 1 value`. Letters are composed, because some exporters send NFD. */
export function plainName(name: string): string {
  return (
    name
      .normalize('NFC')
      .toLowerCase()
      // The dot of a Turkish capital I.
      .replaceAll('i\u0307', 'i')
      .replace(/[\s_\-–/:.,()[\]]+/g, ' ')
      .trim()
  );
}

/** The columns of several address parts, such as `billing street`, with their label. */
export function addressColumns(
  names: Record<string, string>,
  label: string,
  slot: string = label,
): Record<string, Target> {
  return Object.fromEntries(Object.entries(names).map(([name, to]) => [name, { to, label, slot }]));
}
