type Mode = 'note' | 'log' | 'task';

/** Texts of the box that adds notes, calls and tasks to a record. */
export const composer = {
  title: 'Write down',
  what: (one: string) => `What to add to this ${one}`,
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
  outcome: 'Outcome',
  outcomePlaceholder: 'What was the outcome?',
  taskPlaceholder: 'What is to be done?',
  keys: 'Ctrl Enter',
  save: { note: 'Add the note', log: 'Log it', task: 'Add the task' } as Record<Mode, string>,
  saved: { note: 'The note is added.', log: 'It is logged.', task: 'The task is added.' } as Record<
    Mode,
    string
  >,
};
