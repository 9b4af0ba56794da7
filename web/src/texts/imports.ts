/** Texts of the pages of imports. */
import type { Import, ImportedFile, MatchKey, RowOutcome } from '@rapport/contract/imports';
import type { CustomFieldType } from '@rapport/contract/records/declared-fields';

const rows = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString()} rows`);

const NAMES_MAX = 12;

/** The names of files; of very many the first ones. */
const namesOf = (names: string[]) =>
  names.length > NAMES_MAX
    ? `${names.slice(0, NAMES_MAX).join(', ')} and ${names.length - NAMES_MAX} more`
    : names.join(', ');

/** The systems whose files are recognised. */
export const SOURCES: Record<string, string> = {
  rapport: 'Rapport',
  hubspot: 'HubSpot',
  pipedrive: 'Pipedrive',
  salesforce: 'Salesforce',
  zoho: 'Zoho',
  google: 'Google Contacts',
  google_old: 'Google Contacts',
  outlook: 'Outlook',
  twenty: 'Twenty',
  espocrm: 'EspoCRM',
  vcard: 'vCard',
};

export const STATE_LABELS: Record<Import['state'], string> = {
  draft: 'Not started',
  running: 'Running',
  stopped: 'Stopped',
  completed: 'Completed',
  failed: 'Failed',
};

export const OUTCOME_LABELS: Record<RowOutcome, string> = {
  created: 'New',
  updated: 'Changed',
  unchanged: 'Unchanged',
  skipped: 'Left alone',
  refused: 'Refused',
};

export const MATCH_LABELS: Record<MatchKey, string> = {
  external_id: 'External id',
  email: 'E-mail',
  phone: 'Phone',
  domain: 'Domain',
  name_city: 'Name and city',
  title: 'Title',
};

/** What a column can become beside the fields of the kind. */
export const TARGET_LABELS: Record<string, string> = {
  client: 'Client, by its name',
  client_id: 'Client, by its id in the source',
  client_domain: 'Client, by its domain',
  contact: 'Contact, by the name',
  contact_id: 'Contact, by the id in the source',
  contact_email: 'Contact, by an e-mail',
  deal: 'Deal, by its title',
  deal_id: 'Deal, by its id in the source',
  record_id: 'Any record, by its id in the source',
  person: 'Contact person: becomes a Contact here',
  person_first_name: 'First name of the contact person',
  person_last_name: 'Last name of the contact person',
  person_job_title: 'Position of the contact person',
  person_email: 'E-mail of the contact person',
  person_phone: 'Phone of the contact person',
  middle_name: 'Middle name',
  pipeline: 'Pipeline of the stage',
  won_deals: 'Number of won Deals: one makes it active',
  closes_at: 'Closes, or closed, on',
  closed_at: 'Closed at',
  won_at: 'Won at',
  lost_at: 'Lost at',
  due_time: 'Time of day of the due date',
  all_day: 'Whether it is an appointment of a whole day',
  duration_s: 'Duration in seconds',
  html: 'Text in HTML',
  title: 'Title',
  email_label: 'Label of the e-mail',
  phone_label: 'Label of the phone',
  phone_calling_code: 'Calling code of the phone',
  address_label: 'Label of the address',
  source_created_at: 'Created at, in the source',
  skip: 'Yes leaves the row out',
  converted: 'Yes leaves the row out: it is a Contact by now',
  link_role: 'Role of who is linked',
  link_primary: 'Yes makes the link the first',
  link_ended_on: 'Day on which the link ended',
  uuid: 'The record itself, by its uuid',
  emails: 'All e-mails, as an export writes them',
  phones: 'All phones, as an export writes them',
  addresses: 'All addresses, as an export writes them',
  clients: 'All Clients, as an export writes them',
  contacts: 'All Contacts, as an export writes them',
  shared_with: 'With whom it is shared, as an export writes it',
  records: 'All records, as an export writes them',
  other_custom_fields: 'Other custom fields, as an export writes them',
};

/** The types of a custom field that a column can become. */
export const TYPE_LABELS: Record<CustomFieldType, string> = {
  text: 'Text',
  long_text: 'Long text',
  number: 'Number',
  money: 'Amount',
  date: 'Day',
  time: 'Time',
  choice: 'Choice',
  choices: 'Several choices',
  boolean: 'Yes or no',
  url: 'Website',
  user: 'User',
};

/** The fields whose words are given a meaning, beside the stage and the Users. */
export const VALUE_LISTS: Record<string, string> = {
  stage: 'Stages',
  user: 'People',
  currency: 'Signs of currencies',
};

export const imports = {
  title: 'Imports',
  about:
    'Moving in from another system, or adding a list: the files become Clients, Contacts, Deals, Tasks and Notes. ' +
    'You see what would happen before anything does, and can undo it as a whole.',
  emptyTitle: 'Nothing was imported yet',
  empty:
    'Export your data in HubSpot, Pipedrive, Salesforce, Zoho, Google, Outlook, Twenty or EspoCRM and drop all its files here together, so that ' +
    'people find their companies. A spreadsheet or an address book works as well.',
  choose: 'Choose files',
  drop: 'or drop them here: CSV, workbooks (.xlsx, .xls, .ods), vCard, or a zip of these',
  account: 'Into which Account',
  accountFirst: 'Choose the Account, then the files.',
  onlyWhole:
    'Your Account lets you see or change only some of its records, and an import may change others. Ask an owner or admin.',
  readOnly: 'Your role lets you read. A member, an admin or an owner can import.',
  reading: 'Reading the files …',
  past: 'Imports so far',
  files: (list: ImportedFile[]) => namesOf(list.map(({ name }) => name)),
  fewFiles: (list: ImportedFile[]) =>
    list.length > 2
      ? `${list[0]?.name} and ${list.length - 1} more files`
      : list.map(({ name }) => name).join(', '),
  source: (preset: string | null) => (preset === null ? null : (SOURCES[preset] ?? preset)),
  rows,
  draftTitle: (source: string | null) =>
    source === null
      ? 'Check the import'
      : source === SOURCES.rapport
        ? 'An export of Rapport'
        : source === SOURCES.vcard
          ? 'An address book'
          : `Moving in from ${source}`,
  recognised: (source: string, count: number) =>
    source === SOURCES.vcard
      ? 'What is in a vCard is known. Look through the preview, then start.'
      : `${count === 1 ? `This file comes from ${source}, so its` : `These files come from ${source}, so their`} columns are known. Look through the preview, then start.`,
  unknown: 'Rapport does not know where this comes from. Say what the columns are, then start.',
  blocking: 'Before it can start',
  warnings: 'Good to know',
  toAccount: 'To the Account',
  start: (count: number, total: number) =>
    count === total ? `Import ${rows(count)}` : `Import ${count.toLocaleString()} of ${rows(total)}`,
  deleteDraft: 'Delete the draft',
  deleteTitle: 'Delete this draft?',
  deleteHint:
    'Its files are forgotten, with what you chose for them. Nothing was imported yet. A draft that nobody starts is deleted after seven days.',
  deleted: 'The draft is deleted. Nothing was imported.',
  goOn: 'Go on',
  backToAll: 'All imports',

  choices: 'How',
  onMatch: 'When a record is there already',
  onMatchChoices: {
    update: 'Change it to what the row says',
    fill: 'Fill only what is empty',
    skip: 'Leave it alone',
    create: 'Create another one',
  } as Record<Import['plan']['on_match'], string>,
  strict: 'Strict: refuse a row as a whole when one of its cells cannot be read',
  strictHint: 'Otherwise the row is imported without that cell, and the result names it.',
  owner: 'Owner of records whose row names none',
  ownerHint: 'What you import is yours, unless you choose somebody else or the file names the owner.',
  nobody: 'Nobody',
  yes: 'Yes',
  no: 'No',

  resource: 'The rows are',
  leaveFile: 'Leave the file out',
  filesLeftOut: (count: number) => `${count} files that are left out`,
  header: 'The names of the columns are in',
  headerLine: (line: number) => `line ${line}`,
  headerNone: 'no line: call them A, B, C',
  letters: 'Letters of the file',
  lettersHint: 'A guess. Choose another one when these words look wrong: the file is read anew.',
  lettersOf: (encoding: string) =>
    `The letters were read as ${encoding}. When these words look wrong, delete the draft and send the file again.`,
  dayOrder: 'Days such as 3/4/2026',
  dayOrders: { dmy: '3 April: the day comes first', mdy: 'March 4: the month comes first' },
  decimal: 'Numbers such as 1.234',
  decimals: { '.': '1.5 has a fraction', ',': '1,5 has a fraction' },
  chooseOne: 'Choose …',
  matchBy: 'A row is the same record by',
  matchHint: 'In this order. A row without any of them creates a record.',
  takeHints: 'Also by a hint alone',
  takeHintsHint:
    'Several people may share a phone, a domain, or a name and town. Without this, such a row creates a record, and Duplicates shows the two.',
  column: 'Column',
  becomes: 'Becomes',
  sample: 'First values',
  also: (field: string) => `It also says: ${field}`,
  alsoNames: 'The names of those who are no Users here are kept in a field of this name.',
  becomesOf: (column: string) => `${column}: becomes`,
  labelOf: (column: string) => `${column}: label`,
  label: 'Label',
  leaveOut: 'Leave out',
  unnamed: 'Column without a name',
  groupNone: 'Nothing',
  groupCustom: 'Custom fields',
  groupNew: 'New custom field',
  groupLoose: 'Text without a field',
  newField: (type: string) => `New field: ${type}`,
  loose: 'Keep as text, without a field',
  looseAs: (key: string) => `Keep as text: ${key}`,
  showEmpty: (count: number) =>
    count === 1 ? 'Show 1 column without values' : `Show ${count} columns without values`,

  values: 'What words mean',
  valuesAbout: 'Words of the files, and what they become here.',
  open: (count: number) => (count === 1 ? '1 without a meaning' : `${count} without a meaning`),
  word: 'In the file',
  means: 'Means',
  meansOf: (word: string) => `${word}: means`,
  nothing: 'Leave out',
  createStage: 'A new stage of this name',
  won: 'Won',
  lost: 'Lost',

  preview: 'Preview',
  previewAbout: 'Twenty rows as they will look, with what each would do. Nothing is written yet.',
  line: (line: number) => `line ${line.toLocaleString()}`,

  running: (done: number, all: number) => `${done.toLocaleString()} of ${rows(all)}`,
  runsAlone: 'You can leave this page or close the computer: the import goes on by itself.',
  stop: 'Stop',
  outcomes: (outcome: RowOutcome, count: number) => `${count.toLocaleString()} ${OUTCOMES_SAID[outcome]}`,
  added: (count: number) =>
    count === 1
      ? '1 Client was made because a row named it.'
      : `${count.toLocaleString()} Clients were made because rows named them.`,
  lostCells: (count: number) =>
    count === 1 ? '1 cell could not be read.' : `${count.toLocaleString()} cells could not be read.`,
  importedWithout: (count: number): string =>
    count === 1 ? 'Its row was imported without it.' : 'Their rows were imported without them.',
  notDone: (count: number) => `${rows(count)} not done yet.`,
  toRecords: (many: string) => `See the ${many}`,
  rowsTitle: 'Rows',
  shownRows: 'Rows that are shown',
  allRows: 'All',
  lossyRows: 'With lost cells',
  noRows: 'There are no such rows.',
  rowsGone: 'The rows of an import are kept for 30 days after its end.',
  refusedFile: (name: string) => `Download the refused rows of ${name}`,
  refusedHint: 'Mend them in a spreadsheet, then import that file.',
  without: (column: string | null, detail: string) => [column, detail].filter(Boolean).join(': '),

  undo: 'Undo this import',
  undoTitle: 'Undo this import?',
  undoHint: (undone: number, kept: number) =>
    [
      `${undone === 1 ? '1 record' : `${undone.toLocaleString()} records`} will be as before: what it created is deleted, what it changed is put back.`,
      kept > 0
        ? `${kept === 1 ? '1 record or value was' : `${kept.toLocaleString()} records or values were`} changed since and stay.`
        : '',
    ].join(' '),
  undoing: 'The import is being taken back.',
  undone:
    'This import was undone. What it created is deleted, and what it changed is as before, unless somebody has changed it since.',
  before: (counts: string) => `Before that: ${counts}.`,
  toUndo: 'See the undo',
  takenBack: 'Taken back',
};

const OUTCOMES_SAID: Record<RowOutcome, string> = {
  created: 'created',
  updated: 'changed',
  unchanged: 'unchanged',
  skipped: 'left alone',
  refused: 'refused',
};
