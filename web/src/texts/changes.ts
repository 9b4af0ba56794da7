/** Texts of the history of changes, and of taking them back. */
const EVENTS: Record<string, string> = { updated: 'changed', merged: 'merged with another' };

export const changes = {
  title: 'Changes',
  about:
    'Who changed what, the latest first. A change of the last 30 days can be taken back: what it made is deleted, what it deleted is there again, and each value comes back unless somebody has changed it since.',
  emptyTitle: 'No changes yet',
  empty: 'Each import, edit, merge and deletion appears here, from the pages, the API and the command.',
  back: 'All changes',
  undoOne: 'Undo …',
  sources: {
    api: 'Over the API',
    page: 'On the pages',
    cli: 'By the command',
    import: 'Import',
    batch: 'Batch',
    bulk: 'Bulk edit',
    merge: 'Merge',
    tag: 'Tag',
    undo: 'Undo',
  } as Record<string, string>,
  /** What is no kind of record, where its name in the API is not meant. */
  others: {} as Record<string, string>,
  happened: {
    created: 'created',
    updated: 'changed',
    deleted: 'deleted',
    restored: 'restored',
  } as Record<string, string>,
  what: (counts: [string, number][]) =>
    counts.map(([action, count]) => `${count.toLocaleString()} ${changes.happened[action]}`).join(', '),
  /** What happened to a record, before its name. */
  event: (kind: string, action: string) => `${kind} ${EVENTS[action] ?? action}`,
  undone: 'Taken back',
  undoes: 'It took back',
  undoneBy: 'Taken back by',
  anotherChange: 'another change',
  who: 'Who',
  when: 'When',
  how: 'How',
  until: 'Can be undone until',
  records: 'What it did',
  undoTitle: 'Take this change back?',
  undoAbout: 'It becomes a change of its own, which can be taken back as well.',
  wouldBe: (count: number) =>
    count === 0
      ? 'Nothing of it can be taken back: all of it has changed since, or is as before already.'
      : `${count.toLocaleString()} ${count === 1 ? 'record' : 'records'} will be as before.`,
  wouldStay: (count: number) =>
    `${count.toLocaleString()} ${count === 1 ? 'thing stays as it is' : 'things stay as they are'}:`,
  tooMany:
    'It is large, so it is taken back step by step, also after you leave the page. What has changed since stays as it is, and is named afterwards.',
  taking: 'Taking it back …',
  progress: (done: number, all: number | null) =>
    all === null
      ? 'Taking it back …'
      : `Taking it back: ${done.toLocaleString()} of ${all.toLocaleString()}. It goes on when you leave.`,
  took: (count: number) =>
    `${count.toLocaleString()} ${count === 1 ? 'record is' : 'records are'} as before.`,
  tookAllBut: (count: number, kept: number) =>
    `${count.toLocaleString()} ${count === 1 ? 'record is' : 'records are'} as before; ${kept.toLocaleString()} ${kept === 1 ? 'thing stays' : 'things stay'} as now.`,
  tookNothing: (why: string) => `Nothing was taken back. ${why}`,
  asBefore: 'It is as before already.',
  stopped: 'It was stopped before all was taken back.',
  show: 'Show',
  redo: 'Redo',
  kept: 'What stays as it is',
  keptWhole: 'the whole record',
  keptMore: (count: number) => `And ${count.toLocaleString()} more.`,
  readOnly:
    'Your role lets you read what was changed. A member takes back their own changes, an admin or owner all.',
};
