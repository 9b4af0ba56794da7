import { CLIENT_IMPORT_FIELDS, type ClientImportField } from '@rapport/contract/clients';
import { Problem } from '../../../platform/problem.ts';

/**
 * What a column can be read as, and the names it is recognised by, in any case and with any blanks, hyphens or underscores.
 * `pointer` is the place it fills in a Client: the first e-mail address, phone number and postal address are meant.
 */
const FIELDS: Record<ClientImportField, { pointer: string; names: string[] }> = {
  external_id: {
    pointer: '/external_id',
    names: ['id', 'client id', 'client number', 'customer id', 'customer number', 'symbol', 'ticker'],
  },
  kind: { pointer: '/kind', names: [] },
  name: {
    pointer: '/name',
    names: [
      'full name',
      'display name',
      'company',
      'company name',
      'organisation',
      'organization',
      'client',
      'customer',
      'security',
    ],
  },
  first_name: { pointer: '/first_name', names: ['given name', 'forename'] },
  last_name: { pointer: '/last_name', names: ['family name', 'surname'] },
  status: { pointer: '/status', names: [] },
  email: { pointer: '/emails/0/value', names: ['mail', 'email address', 'mail address'] },
  phone: {
    pointer: '/phones/0/value',
    names: ['phone number', 'telephone', 'telephone number', 'tel'],
  },
  website: { pointer: '/website', names: ['web', 'web site', 'homepage', 'url'] },
  domain: { pointer: '/domain', names: ['domain name'] },
  street: { pointer: '/addresses/0/street', names: ['address', 'street address', 'address line 1'] },
  postal_code: { pointer: '/addresses/0/postal_code', names: ['postcode', 'zip', 'zip code'] },
  city: {
    pointer: '/addresses/0/city',
    names: ['town', 'location', 'headquarters', 'headquarters location'],
  },
  region: { pointer: '/addresses/0/region', names: ['state', 'province', 'county'] },
  country: { pointer: '/addresses/0/country', names: ['country code', 'country name'] },
  industry: { pointer: '/industry', names: ['branch', 'line of business', 'gics sub industry'] },
  tax_number: { pointer: '/tax_number', names: ['vat', 'vat number', 'vat id', 'tax id'] },
  language: { pointer: '/language', names: ['locale'] },
  currency: { pointer: '/currency', names: ['currency code'] },
  tags: { pointer: '/tags', names: ['tag', 'labels', 'keywords'] },
  owner_uuid: { pointer: '/owner_uuid', names: [] },
  description: { pointer: '/description', names: ['notes', 'note', 'comment', 'comments'] },
  /** Kept in `custom` under the name of the column, as is every column that is not recognised. */
  custom: { pointer: '/custom', names: [] },
};

/** A column of the file; its field is null when it is left out. */
export type Column = { name: string; field: ClientImportField | null };

/** What the caller says about columns by name: a field, or null to leave the column out. */
export type Mapping = Map<string, ClientImportField | null>;

/** A Client has some twenty fields; beyond these the file is broken, or hostile. */
const COLUMNS_MAX = 200;
const NAME_MAX_LENGTH = 200;
const NAMES_SHOWN = 20;

/** A new Client needs one of the names; an existing one is found by its external_id. */
const IDENTIFYING: (ClientImportField | null)[] = ['name', 'first_name', 'last_name', 'external_id'];

/** Reads one entry of a mapping, `Security` → `name`; an empty field leaves the column out. 400 names the allowed ones. */
export function addToMapping(
  mapping: Mapping,
  parameter: string,
  column: string,
  field: string,
): Problem | null {
  if (field === '' || isImportField(field)) {
    mapping.set(column, field === '' ? null : field);
    return null;
  }
  const detail = `${parameter} is "${field}", which is not a field. Fields: ${CLIENT_IMPORT_FIELDS.join(', ')}; nothing leaves the column out.`;
  return new Problem('query_invalid', detail, {
    errors: [{ pointer: parameter, code: 'not_in_list', detail }],
  });
}

/** Finds out what each column of the header is: as the mapping says, else by its name, else a custom field. */
export function matchColumns(header: string[], mapping: Mapping): Column[] | Problem {
  const names = header.map((name) => name.trim());
  const mapped = new Set(mapping.values());
  const unmapped = names.filter((name) => !mapping.has(name));
  const columns = names.map((name): Column => {
    const given = mapping.get(name);
    if (given !== undefined || name === '') return { name, field: given ?? null };
    const field = FIELD_BY_NAME.get(plain(name));
    // A mapping is about this very file, so it wins over what the name of another column suggests. So does the field's own name: in a file
    // that we exported, "notes" is a custom field beside "description".
    const isTaken = field && (mapped.has(field) || (field !== name && unmapped.includes(field)));
    return { name, field: field && !isTaken ? field : 'custom' };
  });
  return refuseNames(names) ?? refuseMapping(names, mapping) ?? refuseFields(columns) ?? columns;
}

/** The column that fills the place of a JSON pointer into a Client. */
export function columnAt(columns: Column[], pointer: string): string | null {
  const isAt = ({ field }: Column) =>
    field !== null && field !== 'custom' && `${pointer}/`.startsWith(`${FIELDS[field].pointer}/`);
  return columns.find(isAt)?.name ?? null;
}

function refuseNames(names: string[]): Problem | null {
  if (names.length > COLUMNS_MAX) {
    return headerInvalid(`The header has ${names.length} columns, and at most ${COLUMNS_MAX} are allowed.`);
  }
  const tooLong = names.findIndex((name) => name.length > NAME_MAX_LENGTH);
  if (tooLong !== -1) {
    return headerInvalid(`The name of column ${tooLong + 1} has more than ${NAME_MAX_LENGTH} characters.`);
  }
  const unstorable = names.findIndex((name) => name.includes('\0') || name === '__proto__');
  if (unstorable !== -1) return headerInvalid(`The name of column ${unstorable + 1} cannot be stored.`);
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  return twice === undefined ? null : headerInvalid(`The column "${twice}" is there twice.`);
}

function refuseMapping(names: string[], mapping: Mapping): Problem | null {
  const missing = [...mapping.keys()].find((name) => !names.includes(name));
  if (missing === undefined) return null;
  const detail = `The mapping names the column "${missing}", which the file does not have. Its columns are ${list(names)}.`;
  return new Problem('query_invalid', detail);
}

function refuseFields(columns: Column[]): Problem | null {
  for (const { field } of columns) {
    const same = columns.filter((column) => column.field === field);
    if (field === null || field === 'custom' || same.length === 1) continue;
    return headerInvalid(
      `The columns ${list(same.map(({ name }) => name))} are all read as ${field}. Map all but one to something else, or to nothing.`,
    );
  }
  if (columns.some(({ field }) => IDENTIFYING.includes(field))) return null;
  return headerInvalid(
    `None of the columns ${list(columns.map(({ name }) => name))} is read as name or external_id. Is the first line a header? Else map one of them.`,
  );
}

function headerInvalid(fault: string): Problem {
  return new Problem('csv_invalid', `${fault} Nothing was imported.`);
}

function list(names: string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map((name) => `"${name}"`);
  return shown.join(', ') + (names.length > NAMES_SHOWN ? ' …' : '');
}

function isImportField(field: string): field is ClientImportField {
  return Object.hasOwn(FIELDS, field);
}

/** `E-Mail Address` and `email_address` are the same name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

const FIELD_BY_NAME = new Map(
  CLIENT_IMPORT_FIELDS.flatMap((field) =>
    [field, ...FIELDS[field].names].map((name) => [plain(name), field]),
  ),
);
