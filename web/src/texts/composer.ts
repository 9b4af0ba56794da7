type Mode = 'note' | 'log' | 'task';

/** Texts of the box for what happened and what comes next. */
export const composer = {
  title: 'Write down',
  what: (one: string) => `What to write down about this ${one}`,
  note: 'Note',
  log: 'Log a call',
  task: 'Task',
  notePlaceholder: 'What is worth remembering? Markdown works.',
  logType: 'What it was',
  logTypes: [
    { value: 'call', label: 'Call' },
    { value: 'meeting', label: 'Meeting' },
    { value: 'email', label: 'E-mail' },
  ],
  subject: 'What it was about',
  subjectPlaceholder: 'What was it about?',
  outcome: 'What came of it',
  outcomePlaceholder: 'What came of it?',
  taskPlaceholder: 'What is to be done?',
  keys: 'Ctrl Enter',
  save: { note: 'Add the note', log: 'Log it', task: 'Add the task' } as Record<Mode, string>,
  saved: { note: 'The note is kept.', log: 'It is logged.', task: 'The task is added.' } as Record<
    Mode,
    string
  >,
};
