import { CLIENT } from '@rapport/contract/records/clients';
import { CONTACT } from '@rapport/contract/records/contacts';
import { DEAL } from '@rapport/contract/records/deals';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { NOTE } from '@rapport/contract/records/notes';
import type { FieldType, RecordField, TextFormat } from '@rapport/contract/records/record-field';
import { TASK } from '@rapport/contract/records/tasks';
import { OTHER_CUSTOM } from '../../records/export/columns.ts';
import { isLinks, ownReferences } from '../../records/references.ts';
import { VALUE_TYPES } from '../../records/value-types.ts';
import type { CellType } from './cell-types.ts';
import type { ImportedKind } from './presets/preset.ts';

export const DEFINITIONS: Record<ImportedKind, RecordDefinition> = {
  client: CLIENT,
  contact: CONTACT,
  deal: DEAL,
  task: TASK,
  note: NOTE,
};

/** What a column can become: the field of the record, if it is one, and how its cells are read. */
export type TargetField = {
  type: CellType;
  field: string | null;
  part: string | null;
  choices?: readonly string[];
};

const extra = (type: CellType, field: string | null = null): TargetField => ({ type, field, part: null });

/** What no field of the API has, by kind: links by ids of the source, times of the source. */
const EXTRAS: Record<ImportedKind, Record<string, TargetField>> = {
  client: {
    won_deals: extra('extra'),
    person: extra('extra'),
    person_first_name: extra('extra'),
    person_last_name: extra('extra'),
    person_job_title: extra('extra'),
    person_email: extra('extra'),
    person_phone: extra('extra'),
  },
  contact: {
    middle_name: extra('extra'),
    client: extra('link'),
    client_id: extra('link'),
    client_domain: extra('link'),
    converted: extra('extra'),
    ...ofLinks(),
    link_ended_on: extra('extra'),
  },
  deal: {
    client: extra('link'),
    client_id: extra('link'),
    client_domain: extra('link'),
    contact: extra('link'),
    contact_id: extra('link'),
    contact_email: extra('link'),
    pipeline: extra('extra'),
    closes_at: extra('moment'),
    closed_at: extra('moment'),
    won_at: extra('moment'),
    lost_at: extra('moment'),
    ...ofLinks(),
  },
  task: {
    ...linked(),
    due_time: extra('extra'),
    all_day: extra('extra'),
    duration_s: extra('seconds', 'duration_min'),
    html: extra('extra'),
  },
  note: { ...linked(), title: extra('extra'), html: extra('extra') },
};

function linked(): Record<string, TargetField> {
  const names = ['client', 'contact', 'deal'].flatMap((kind) => [kind, `${kind}_id`]);
  const others = ['client_domain', 'contact_email', 'record_id'];
  return Object.fromEntries([...names, ...others].map((name) => [name, extra('link')]));
}

/** What the link of a row to a person or Client has. */
function ofLinks(): Record<string, TargetField> {
  return { link_role: extra('extra'), link_primary: extra('extra') };
}

const REACHED: Record<string, TargetField> = {
  email_label: extra('label', 'emails'),
  phone_label: extra('label', 'phones'),
  phone_calling_code: extra('extra'),
  address_label: extra('label', 'addresses'),
};

/** How the cells of each type are read; as texts where none stands here. */
const CELL_TYPES: Partial<
  Record<FieldType, CellType | ((field: RecordField, part: string | null) => CellType)>
> = {
  points: ({ of }) => of!,
  addresses: (_, part) => (part === null ? 'extra' : 'address'),
  uuid: ({ held }) => (held ? 'stage' : 'user'),
  json: 'custom',
  time: 'moment',
  date: 'day',
  number: ({ decimals, percent }) => (decimals !== undefined ? 'amount' : percent ? 'percent' : 'integer'),
  choice: 'choice',
  boolean: 'boolean',
  tags: 'tags',
  text: ({ format }) => (format && FORMATS[format]) ?? 'text',
};

const FORMATS: Partial<Record<TextFormat, CellType>> = {
  url: 'website',
  currency: 'currency',
  language: 'code',
};

/** What the columns of a file can become, by the kind of its rows. */
export const TARGETS = Object.fromEntries(
  Object.entries(DEFINITIONS).map(([kind, definition]) => [
    kind,
    targetsOf(kind as ImportedKind, definition),
  ]),
) as Record<ImportedKind, Map<string, TargetField>>;

function targetsOf(kind: ImportedKind, { csv_columns, fields }: RecordDefinition): Map<string, TargetField> {
  const own = Object.entries(csv_columns).flatMap(([column, { field, part }]): [string, TargetField][] => {
    const definition: RecordField = fields[field];
    if (isLinks(definition) || linkedIn(kind, column) !== column) return [];
    const { choices } = definition;
    return [[column, { type: typeOf(definition, part), field, part, ...(choices && { choices }) }]];
  });
  const hasReach = fields.emails !== undefined;
  const wholes = Object.entries(fields as Record<string, RecordField>).flatMap(
    ([name, { type }]): [string, TargetField][] =>
      VALUE_TYPES[type].in_file === 'whole' ? [[name, extra('whole', name)]] : [],
  );
  return new Map([
    ...own,
    ...wholes,
    [OTHER_CUSTOM, extra('whole', 'custom')] as const,
    ['uuid', extra('extra')] as const,
    ...Object.entries(hasReach ? REACHED : {}),
    ...Object.entries(EXTRAS[kind]),
    ['source_created_at', extra('moment')] as const,
    ['skip', extra('extra')] as const,
  ]);
}

/** What a reference to a record is in a file: its kind, such as `client`. Others are themselves. */
export function linkedIn(kind: ImportedKind, name: string): string {
  const references = ownReferences(DEFINITIONS[kind]).filter(([, { to }]) => to !== 'user');
  return references.find(([field]) => field === name)?.[1].to ?? name;
}

function typeOf(field: RecordField, part: string | null): CellType {
  const { [field.type]: type = 'text' } = CELL_TYPES;
  return typeof type === 'function' ? type(field, part) : type;
}
