import type { Client, ClientImportField } from '@rapport/contract/clients';

export const STATUS_LABELS: Record<Client['status'], string> = {
  lead: 'Lead',
  prospect: 'Prospect',
  active: 'Active',
  inactive: 'Inactive',
};

export const KIND_LABELS: Record<Client['kind'], string> = {
  organisation: 'Organisation',
  person: 'Person',
};

/** What people call the fields of a Client. */
export const FIELD_LABELS: Record<string, string> = {
  name: 'Name',
  kind: 'Kind',
  first_name: 'First name',
  last_name: 'Last name',
  status: 'Status',
  emails: 'E-mail',
  phones: 'Phone',
  website: 'Website',
  domain: 'Domain',
  addresses: 'Address',
  industry: 'Industry',
  tax_number: 'Tax number',
  language: 'Language',
  currency: 'Currency',
  tags: 'Tags',
  owner_uuid: 'Owner',
  external_id: 'External id',
  description: 'Notes',
  custom: 'Custom fields',
  account_uuid: 'Account',
  created_at: 'Created',
  updated_at: 'Changed',
};

/** What a column of a CSV file can become. */
export const IMPORT_FIELD_LABELS: Record<ClientImportField, string> = {
  name: 'Name',
  external_id: 'External id',
  kind: 'Kind',
  status: 'Status',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  phone: 'Phone',
  website: 'Website',
  domain: 'Domain',
  street: 'Street',
  postal_code: 'Postal code',
  city: 'City',
  region: 'Region',
  country: 'Country',
  industry: 'Industry',
  tax_number: 'Tax number',
  language: 'Language',
  currency: 'Currency',
  tags: 'Tags',
  owner_uuid: 'Owner, by uuid',
  description: 'Notes',
  custom: 'Custom field',
};

export const OPERATOR_LABELS: Record<string, string> = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  contains: 'contains',
  starts_with: 'starts with',
  lt: 'is before',
  gte: 'is from',
  is_null: 'is empty',
};

/** How a filter is said in one line; `value` is one or several values. */
export function sayCondition(operator: string, value: string): string {
  if (operator === 'is_null') return value === 'false' ? 'is not empty' : 'is empty';
  return `${OPERATOR_LABELS[operator] ?? operator} ${value}`;
}

export const clients = {
  title: 'Clients',
  table: 'Table of Clients',
  total: (count: number) => (count === 1 ? '1 Client' : `${count.toLocaleString()} Clients`),
  search: 'Search name, domain, industry, e-mail, tags',
  create: 'New Client',
  import: 'Import CSV',
  export: 'Export CSV',
  exporting: (count: number) => `Exporting: ${count.toLocaleString()} Clients`,
  nothingToExport: 'There is nothing to export: no Client is shown.',
  exported: (count: number) => `Exported ${count.toLocaleString()} Clients.`,
  columns: 'Columns',
  filter: 'Filter',
  addFilter: 'Add the filter',
  replaceFilter: 'Replace the filter',
  replaces: (text: string) => `It takes the place of “${text}”.`,
  removeFilter: (text: string) => `Remove the filter ${text}`,
  clearFilters: 'Clear all',
  field: 'Field',
  operator: 'Condition',
  value: 'Value',
  valueRequired: 'Say a value.',
  yes: 'yes',
  no: 'no',
  sortedBy: (label: string, isDescending: boolean) => `by ${label} ${isDescending ? '↓' : '↑'}`,
  sortBy: (label: string) => `Sort by ${label}`,
  selectRow: (name: string) => `Select ${name}`,
  selectAll: 'Select all that are loaded',
  selectAllOf: (count: number) => `Select all ${count.toLocaleString()}`,
  selected: (count: number, total: number | undefined) =>
    [count.toLocaleString(), total === undefined ? '' : ` of ${total.toLocaleString()}`, ' selected'].join(
      '',
    ),
  clearSelection: 'Clear the selection',
  emptyTitle: 'No Clients yet',
  empty:
    'A Client is a customer of yours: an organisation or a person. Import a CSV file, or create the first by hand.',
  emptyToRead:
    'A Client is a customer: an organisation or a person. Your role lets you read them; a member adds them.',
  noneTitle: 'Nothing matches',
  none: 'No Client matches these words and filters.',
  showAll: 'Show all Clients',
  bulkEdit: 'Edit',
  bulkTitle: (count: number) => (count === 1 ? 'Edit 1 Client' : `Edit ${count} Clients`),
  bulkApply: 'Apply',
  bulkTags: 'Tags to add',
  deleteTitle: (count: number) => (count === 1 ? 'Delete 1 Client?' : `Delete ${count} Clients?`),
  mayBeDeleted:
    'It was deleted, or it belongs to an Account that you cannot see. What was deleted in the last 30 days can be restored.',
  restore: 'Restore',
  notDeleted: 'There is no Client here that was deleted in the last 30 days.',
  deleteHint:
    'Deleted Clients can be restored for 30 days: now with Undo, later under “Deleted Clients” above the list, or over the API.',
  deleted: (count: number) => (count === 1 ? '1 Client deleted.' : `${count} Clients deleted.`),
  edited: (count: number) => (count === 1 ? '1 Client changed.' : `${count} Clients changed.`),
  setBack: (count: number) =>
    count === 1 ? '1 Client is set back to what it was.' : `${count} Clients are set back to what they were.`,
  leaveTitle: 'Stop what is being done?',
  leave: 'It goes on only while this page is open. What was done so far stays.',
  restored: (count: number) => (count === 1 ? '1 Client restored.' : `${count} Clients restored.`),
  refused: (count: number, all: number, why: string) =>
    all === 1 ? why : `${count} of ${all} Clients stay as they were, and selected. The first: ${why}`,
  notUndone: (count: number, why: string) =>
    `${count === 1 ? '1 Client' : `${count} Clients`} could not be brought back: ${why}`,
  working: (done: number, all: number) => `${done} of ${all}`,
  stop: 'Stop',
  loadingMore: 'Loading more',
  account: 'Account',
  chooseAccount: 'Choose an Account',
  sameName: 'There is a Client of this name already.',
  openSame: (name: string) => `Open ${name}`,
  accountRequired: 'Choose the Account to which the Client belongs.',
  created: (name: string) => `${name} is created.`,
  noMember: 'No longer a member',
  notes: 'Notes',
  notesEmpty: 'No notes yet.',
  notesHint: 'Markdown: **bold**, lists, [links](https://…).',
  details: 'Details',
  timeline: 'Timeline',
  timelineEmpty: 'Nothing has happened yet.',
  by: (name: string) => `by ${name}`,
  via: (name: string) => `by way of ${name}`,
  happened: { created: 'Created', updated: 'Changed', deleted: 'Deleted', restored: 'Restored' } as Record<
    string,
    string
  >,
  customEmpty: 'Fields of your own, such as a contract number. There is none here yet.',
  customNone: 'There is none here.',
  addField: 'Add a field',
  fieldName: 'Name of the field',
  fieldValue: 'Value',
  removeField: 'Remove',
  fieldNameRequired: 'Say a name.',
  fieldNameTaken: (name: string) => `There is a field “${name}” already. Change it where it stands.`,
  customTooLong: (kib: number) =>
    `All custom fields together may hold at most ${kib} KiB. Shorten or remove one.`,
  jsonHint: 'JSON, as a program wrote it.',
  jsonFault: 'This must be JSON, such as {"a": [1, true, "text"]}.',
  emptyValue: 'empty',
  clickToEdit: (label: string) => `Edit ${label}`,
  clearField: (label: string) => `Clear ${label}`,
  unsaved: (label: string) => `${label}: what you typed is not saved.`,
  unsavedField: 'The new field is not saved.',
  conflictTitle: 'Somebody changed this meanwhile',
  conflict: (label: string) => `While you were editing, ${label} became:`,
  takeTheirs: 'Keep theirs',
  takeMine: 'Use mine',
  listHint: 'One a line.',
  tagsHint: 'Separate with commas.',
  addressHint: 'A line each: street, postal code, city, region, country',
};

export const importing = {
  title: 'Import Clients',
  about:
    'The first line of the file names its columns. Rows with an external id that is known update that Client; all others create one.',
  choose: 'Choose a CSV file',
  drop: 'or drop it here',
  account: 'Into which Account',
  accountFirst: 'Choose the Account, then a file.',
  mapping: 'Which column is what',
  column: 'Column',
  unnamed: (number: number) => `Column ${number}`,
  sample: 'First values',
  becomes: 'Becomes',
  ignore: 'Do not import',
  start: (rows: number) => (rows === 1 ? 'Import 1 row' : `Import ${rows.toLocaleString()} rows`),
  running: (done: number, all: number) => `${done.toLocaleString()} of ${all.toLocaleString()} rows`,
  cancel: 'Stop the import',
  done: (created: number, updated: number, unchanged: number, failed: number) =>
    [
      `${created.toLocaleString()} created, ${updated.toLocaleString()} updated, `,
      unchanged > 0 ? `${unchanged.toLocaleString()} as they were, ` : '',
      `${failed.toLocaleString()} failed.`,
    ].join(''),
  unreachable: 'Rapport does not answer any more, so the import has stopped.',
  unanswered: (count: number, first: string) =>
    `No answer came for ${count === 1 ? '1 row: it' : `${count.toLocaleString()} rows: they`} may be imported or not. Look for “${first}” among the Clients before you import them again.`,
  left: (count: number) =>
    count === 1 ? '1 row was not imported.' : `${count.toLocaleString()} rows were not imported.`,
  failedFile: 'Download the failed rows',
  unansweredFile: 'Download the rows without an answer',
  leftFile: 'Download the rows that were not imported',
  toClients: 'See the Clients',
  another: 'Import another file',
  unreadable: 'The file cannot be read as CSV:',
  noColumns: 'The file is empty: its first line has to name the columns. Choose another one.',
  noText:
    'The file is no text, perhaps a workbook. Save it as CSV in UTF-8 (in Excel: "CSV UTF-8") and choose it again.',
  legacy: (example: string | undefined) =>
    [
      'The file is not in UTF-8, so it was read as Windows-1252, as older spreadsheets write it.',
      example === undefined ? '' : `One value reads “${example}”.`,
      'If letters look wrong, save the file as CSV in UTF-8 (in Excel: "CSV UTF-8") and choose it again.',
    ].join(' '),
  readOnly: 'Your role lets you read Clients. A member, an admin or an owner can import them.',
  noRows: 'The file has no rows below the names of its columns.',
  failedRows: 'Rows that failed',
  moreFailed: (count: number) => `and ${count.toLocaleString()} more, in the file of the failed rows`,
  leaveTitle: 'Stop the import?',
  leave: 'It goes on only while this page is open. What was imported so far stays.',
  stay: 'Stay here',
  stopAndLeave: 'Stop and leave',
  noName: 'Choose the column that holds the name.',
  twice: 'Two columns become the same field. Choose one of them.',
};
