/** What a kind of record is called, and what only that kind says. */
type Kind = {
  /** `Client` */
  one: string;
  /** `Clients` */
  many: string;
  /** In which fields the words are looked for. */
  search: string;
  /** What such a record is, for a User who has none yet. */
  what: string;
};

export type RecordTexts = ReturnType<typeof recordTexts>;

/** The sentences of the pages in which the name of the kind stands. */
export function recordTexts({ one, many, search, what }: Kind) {
  const counted = (count: number) => `${count.toLocaleString()} ${count === 1 ? one : many}`;
  return {
    one,
    title: many,
    table: `Table of ${many}`,
    total: (count: number) => `${sayCount(count)} ${count === 1 ? one : many}`,
    search: `Search ${search}`,
    create: `New ${one}`,
    exporting: (count: number) => `Exporting: ${count.toLocaleString()} ${many}`,
    nothingToExport: `There is nothing to export: no ${one} is shown.`,
    exported: (count: number) => `Exported ${counted(count)}.`,
    emptyTitle: `No ${many} yet`,
    empty: `${what} Import a CSV file, or create the first by hand.`,
    emptyToRead: `${what} Your role lets you read them; a member adds them.`,
    none: `No ${one} matches these words and filters.`,
    showAll: `Show all ${many}`,
    bulkTitle: (count: number) => `Edit ${counted(count)}`,
    deleteTitle: (count: number) => `Delete ${counted(count)}?`,
    deleteHint: `Deleted ${many} can be restored for 30 days: now with Undo, later under “Deleted ${many}” above the list, or over the API.`,
    deleted: (count: number) => `${counted(count)} deleted.`,
    edited: (count: number) => `${counted(count)} changed.`,
    setBack: (count: number) =>
      `${counted(count)} ${count === 1 ? 'is set back to what it was' : 'are set back to what they were'}.`,
    restored: (count: number) => `${counted(count)} restored.`,
    brokenOff: (action: 'update' | 'delete' | 'restore', isUndo: boolean, done: number, all: number) => {
      const reached = `${done.toLocaleString()} of ${counted(all)}`;
      if (isUndo) return `Undo was broken off: ${reached} are as they were.`;
      return `${action === 'delete' ? 'Deleting' : 'The change'} was broken off: ${reached} are ${action === 'delete' ? 'deleted' : 'changed'}.`;
    },
    refused: (count: number, all: number, why: string) =>
      all === 1 ? why : `${count} of ${all} ${many} stay as they were, and selected. The first: ${why}`,
    notUndone: (count: number, why: string) => `${counted(count)} could not be brought back: ${why}`,
    notDeleted: `There is no ${one} here that was deleted in the last 30 days.`,
    sameName: `There is a ${one} of this name already.`,
    accountRequired: `Choose the Account to which the ${one} belongs.`,
    importing: {
      title: `Import ${many}`,
      about: `The first line of the file names its columns. Rows with an external id that is known update that ${one}; all others create one.`,
      unanswered: (count: number, first: string) =>
        `No answer came for ${count === 1 ? '1 row: it' : `${count.toLocaleString()} rows: they`} may be imported or not. Look for “${first}” among the ${many} before you import them again.`,
      toRecords: `See the ${many}`,
      readOnly: `Your role lets you read ${many}. A member, an admin or an owner can import them.`,
    },
    trash: {
      title: `Deleted ${many}`,
      about: `What is deleted stays here for 30 days. Restored, a ${one} is as it was.`,
      readOnly: `Your role lets you read ${many}. A member, an admin or an owner can restore them.`,
      search: `Search the deleted ${many}`,
      idTaken: (id: string) =>
        `Another ${one} has the external id “${id}” now. Change it there, then restore this one.`,
      showOther: `Show that ${one}`,
      empty: `No ${one} was deleted in the last 30 days.`,
      none: `No deleted ${one} matches these words.`,
      showAll: `Show all deleted ${many}`,
    },
  };
}

/** So far the API counts the records of a list; one more says that there are more. */
export const COUNT_MAX = 10_000;

export function sayCount(count: number): string {
  return count > COUNT_MAX ? `${COUNT_MAX.toLocaleString()}+` : count.toLocaleString();
}

/** Labels of the fields that every kind has. */
export const COMMON_LABELS: Record<string, string> = {
  tags: 'Tags',
  owner_uuid: 'Owner',
  external_id: 'External id',
  custom: 'Custom fields',
  email: 'E-mail',
  phone: 'Phone',
  account_uuid: 'Account',
  last_activity_at: 'Last contact',
  next_task_due_on: 'Next step',
  created_at: 'Created',
  updated_at: 'Changed',
};

export const OPERATOR_LABELS: Record<string, string> = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  contains: 'contains',
  starts_with: 'starts with',
  gte: 'is at least',
  lte: 'is at most',
  is_null: 'is empty',
};

/** The labels for days and times. */
export const WHEN_LABELS: Record<string, string> = {
  ...OPERATOR_LABELS,
  eq: 'is on',
  gte: 'is from',
  lte: 'is until',
  lt: 'is before',
};

/** How a filter is said in one line; `value` is one or several values. */
export function sayCondition(operator: string, value: string, isWhen = false): string {
  if (operator === 'is_null') return value === 'false' ? 'is not empty' : 'is empty';
  return `${(isWhen ? WHEN_LABELS : OPERATOR_LABELS)[operator] ?? operator} ${value}`;
}

/** Texts of the pages of records that are the same for every kind. */
export const records = {
  import: 'Import CSV',
  export: 'Export CSV',
  columns: 'Columns',
  columnsReset: 'Reset',
  columnUp: (label: string) => `Move ${label} to the left`,
  columnDown: (label: string) => `Move ${label} to the right`,
  columnWidth: (label: string) => `Width of ${label}`,
  cellSaved: (label: string, title: string) => `${label} of ${title} is changed.`,
  groupBy: 'Group by',
  ungrouped: 'No groups',
  groupedBy: (label: string) => `By ${label}`,
  totals: 'Totals',
  inAll: (count: number) => `${sayCount(count)} in all`,
  preview: 'Preview',
  previewNone: 'Choose a row to see it here.',
  previewClose: 'Close the preview',
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
  me: 'me',
  day: 'Day',
  fixedDay: 'a day of the calendar',
  relativeDays: {
    today: 'today',
    'today+1d': 'tomorrow',
    'today+7d': 'in a week',
    'today+30d': 'in 30 days',
    'today-7d': 'a week ago',
    'today-30d': '30 days ago',
    'today-90d': '90 days ago',
  } as Record<string, string>,
  inDays: (days: number) => (days < 0 ? `${-days} days ago` : `in ${days} days`),
  kindOfRecord: 'Kind',
  yes: 'yes',
  no: 'no',
  sortedBy: (label: string, isDescending: boolean) => `by ${label} ${isDescending ? '↓' : '↑'}`,
  sortBy: (label: string) => `Sort by ${label}`,
  selectRow: (name: string) => `Select ${name}`,
  selectAll: 'Select all that are loaded',
  selectAllOf: (count: number) => `Select all ${count.toLocaleString()}`,
  selected: (count: number, total: number | undefined) =>
    [count.toLocaleString(), total === undefined ? '' : ` of ${sayCount(total)}`, ' selected'].join(''),
  clearSelection: 'Clear the selection',
  noneTitle: 'Nothing matches',
  bulkEdit: 'Edit',
  bulkApply: 'Apply',
  bulkTags: 'Tags to add',
  bulkTagsTaken: 'Tags to take away',
  mayBeDeleted:
    'It was deleted, or it belongs to an Account that you cannot see. What was deleted in the last 30 days can be restored.',
  restore: 'Restore',
  leaveTitle: 'Stop what is being done?',
  leave: 'What was done so far stays, and can be undone.',
  working: (done: number, all: number) => `${done.toLocaleString()} of ${all.toLocaleString()}`,
  goOn: 'Go on',
  takeBack: 'Undo',
  leaveIt: 'Leave it so',
  stop: 'Stop',
  stay: 'Stay here',
  stopAndLeave: 'Stop and leave',
  loadingMore: 'Loading more',
  account: 'Account',
  chooseAccount: 'Choose an Account',
  openSame: (name: string) => `Open ${name}`,
  created: (name: string) => `${name} is created.`,
  noMember: 'No longer a member',
  notes: 'Notes',
  notesEmpty: 'Nothing is written here yet.',
  notesHint: 'Markdown: **bold**, lists, [links](https://…).',
  details: 'Details',
  timeline: 'Timeline',
  timelineEmpty: 'Nothing has happened yet.',
  by: (name: string) => `by ${name}`,
  via: (name: string) => `by way of ${name}`,
  happened: {
    created: 'Created',
    updated: 'Changed',
    deleted: 'Deleted',
    restored: 'Restored',
    moved: 'Moved',
    won: 'Won',
    lost: 'Lost',
    completed: 'Completed',
    reopened: 'Reopened',
  } as Record<string, string>,
  happenedTo: {
    'note.created': 'Note',
    'note.restored': 'Note restored',
    'note.updated': 'Note changed',
    'note.deleted': 'Note deleted',
    'task.created': 'Task',
    'task.completed': 'Done:',
    'task.reopened': 'Task reopened:',
    'deal.created': 'Deal',
    'deal.moved': 'Moved',
    'deal.won': 'Won',
    'deal.lost': 'Lost',
    'deal.reopened': 'Reopened',
  } as Record<string, string>,
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
  tagsHint: 'Separate with commas.',
  glance: 'At a glance',
  noNextStep: 'None planned',
  nextSteps: 'Next steps',
  allTasks: 'Show all',
  noneRelated: 'None yet.',
  allRelated: (count: number) => `Show all ${count.toLocaleString()}`,
  moreFields: (count: number) => (count === 1 ? 'Show 1 empty field' : `Show ${count} empty fields`),
  fewerFields: 'Hide empty fields',
  onlyThis: 'Only this record',
  openNote: 'Open the Note',
  due: 'Due',
  today: 'Today',
  tomorrow: 'Tomorrow',
  clearDay: 'Clear the day',
  noDay: (withTime: boolean) =>
    `This is no day that the calendar has. Type one such as ${withTime ? '“fri 9:00”' : '“fri”'}, “in 2w” or “1 Dec”.`,
  inAWeek: 'In a week',
  noNumber: 'This must be a number, such as 1250.50.',
  role: 'Role',
  endedOn: 'Until',
  addLink: (kind = 'record') => `Add a ${kind}`,
  until: (day: string) => `until ${day}`,
  noChoice: 'None has these letters.',
  chooseRecord: (kinds: string) => `Type to find ${kinds}`,
  searching: 'Searching …',
  nothingFound: 'Nothing found',
  deletedRecord: (kinds: string) => `deleted (${kinds})`,
  addEmail: 'Add an e-mail address',
  addPhone: 'Add a phone number',
  addAddress: 'Add an address',
  removeRow: (what: string) => `Remove ${what}`,
  primary: 'Use first',
  isPrimary: 'first',
  rowLabel: 'What it is for',
  rowLabelHint: 'Label',
  rowLabels: ['work', 'mobile', 'private', 'headquarters', 'delivery', 'invoices'],
  addressParts: {
    street: 'Street',
    postal_code: 'Postal code',
    city: 'City',
    region: 'State or region',
    country: 'Country',
  },
};

/** Texts of the page of deleted records. */
export const deletedRecords = {
  deleted: 'Deleted',
  until: 'Can be restored until',
  restoreOf: (name: string) => `Restore ${name}`,
  restored: 'Restored.',
  open: 'Open',
  openOf: (name: string) => `Open ${name}`,
  notDeleted: 'It is not deleted any more, or its 30 days are over.',
  emptyTitle: 'Nothing to restore',
  readOnlyThere: 'Your role there only lets you read.',
};

/** Texts of imports. */
export const importing = {
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
  left: (count: number) =>
    count === 1 ? '1 row was not imported.' : `${count.toLocaleString()} rows were not imported.`,
  failedFile: 'Download the failed rows',
  unansweredFile: 'Download the rows without an answer',
  leftFile: 'Download the rows that were not imported',
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
  noRows: 'The file has no rows below the names of its columns.',
  failedRows: 'Rows that failed',
  moreFailed: (count: number) => `and ${count.toLocaleString()} more, in the file of the failed rows`,
  leaveTitle: 'Stop the import?',
  leave: 'It goes on only while this page is open. What was imported so far stays.',
  noName: 'Choose the column that holds the name.',
  twice: 'Two columns become the same field. Choose one of them.',
};
