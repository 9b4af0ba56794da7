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
  direction: 'Direction',
  directions: [
    { value: 'outgoing', label: 'Outgoing' },
    { value: 'incoming', label: 'Incoming' },
  ],
  with: 'With',
  /** Before the names of people. */
  withWhom: 'with',
  length: 'Minutes',
  ended: 'How the call ended',
  ends: [
    { value: 'none', label: 'How did it end?' },
    { value: 'reached', label: 'Reached' },
    { value: 'left_message', label: 'Left a message' },
    { value: 'no_answer', label: 'No answer' },
    { value: 'busy', label: 'Busy' },
    { value: 'wrong_number', label: 'Wrong number' },
  ],
  when: 'When',
  now: 'Now',
  logCall: 'Log a call',
  logCallTo: (number: string) => `Log a call to ${number}`,
  subject: 'What it was about',
  subjectPlaceholder: 'What was it about?',
  outcome: 'Outcome',
  outcomePlaceholder: 'What was the outcome?',
  taskPlaceholder: 'What is to be done?',
  keys: 'Ctrl Enter',
  save: { note: 'Add the note', log: 'Log it', task: 'Add the task' } as Record<Mode, string>,
  planned: { call: 'Call planned:', meeting: 'Meeting planned:', email: 'E-mail planned:' } as Record<
    string,
    string
  >,
  took: {
    call: { none: 'Call', outgoing: 'Outgoing call', incoming: 'Incoming call' },
    meeting: { none: 'Meeting', outgoing: 'Meeting', incoming: 'Meeting' },
    email: { none: 'E-mail', outgoing: 'E-mail sent', incoming: 'E-mail received' },
  } as Record<string, Record<string, string>>,
  minutes: (count: number) => `${count.toLocaleString()} min`,
  saved: { note: 'The note is added.', log: 'It is logged.', task: 'The task is added.' } as Record<
    Mode,
    string
  >,
};
