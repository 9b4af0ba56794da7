import type { ClientImportField } from '@rapport/contract/clients';
import { IMPORT_FIELD_LABELS, importing as texts } from '../texts/clients.ts';

/** What a column becomes, by its name; empty: it is not imported. */
export type Mapping = Record<string, ClientImportField | ''>;

/** A new Client needs one of the names; an existing one is found by its external_id. */
const IDENTIFYING: string[] = ['name', 'first_name', 'last_name', 'external_id'];

export function isIdentifying(field: string): boolean {
  return IDENTIFYING.includes(field);
}

/** By the labels of the fields, the first column that has one; the others are kept as custom fields, as the API would. */
export function guessMapping(columns: string[]): Mapping {
  const taken = new Set<string>();
  return Object.fromEntries(
    columns.map((column) => {
      const field = FIELD_BY_LABEL.get(plain(column)) ?? 'custom';
      const isTwice = field !== 'custom' && taken.has(field);
      taken.add(field);
      return [column, isTwice ? 'custom' : field];
    }),
  );
}

/** Why the import cannot begin yet, or null. Several columns may be kept as custom fields; every other field comes from one. */
export function mappingFault(mapping: Mapping): string | null {
  const fields = Object.values(mapping).filter((field) => field !== '' && field !== 'custom');
  if (!fields.some(isIdentifying)) return texts.noName;
  const twice = fields.find((field, index) => fields.indexOf(field) < index);
  return twice === undefined ? null : `${texts.twice} (${IMPORT_FIELD_LABELS[twice]})`;
}

/** `E-Mail` and `email` are the same name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

const FIELD_BY_LABEL = new Map(
  (Object.entries(IMPORT_FIELD_LABELS) as [ClientImportField, string][]).flatMap(([field, label]) => [
    [plain(field), field],
    [plain(label), field],
  ]),
);
