import type * as en from '../tasks.ts';
import { recordTexts } from './record-kinds.ts';
import { COMMON_LABELS } from './records.ts';

export const TASK_LABELS: typeof en.TASK_LABELS = {
  title: 'Titel',
  status: 'Status',
  type: 'Art',
  due_on: 'Fällig',
  due_at: 'Fällig um',
  reminder: 'Erinnerung',
  priority: 'Priorität',
  assignee_uuid: 'Zugewiesen an',
  records: 'Zu',
  completed_at: 'Erledigt',
  outcome: 'Ergebnis',
  direction: 'Richtung',
  call_outcome: 'Wie der Anruf endete',
  duration_min: 'Dauer in Minuten',
  body: 'Text',
  ...COMMON_LABELS,
};

export const TASK_STATUS_LABELS: typeof en.TASK_STATUS_LABELS = { open: 'Offen', completed: 'Erledigt' };
export const TASK_TYPE_LABELS: typeof en.TASK_TYPE_LABELS = {
  todo: 'To-do',
  call: 'Anruf',
  meeting: 'Termin',
  email: 'E-Mail',
};
export const TASK_REMINDER_LABELS: typeof en.TASK_REMINDER_LABELS = {
  at_time: 'Wenn sie fällig ist',
  '10_minutes_before': '10 Minuten vorher',
  '1_hour_before': '1 Stunde vorher',
  '1_day_before': '1 Tag vorher',
  none: 'Keine',
};
export const TASK_DIRECTION_LABELS: typeof en.TASK_DIRECTION_LABELS = {
  none: 'Ohne Angabe',
  outgoing: 'Ausgehend',
  incoming: 'Eingehend',
};
export const CALL_OUTCOME_LABELS: typeof en.CALL_OUTCOME_LABELS = {
  none: 'Ohne Angabe',
  reached: 'Erreicht',
  left_message: 'Nachricht hinterlassen',
  no_answer: 'Nicht erreicht',
  busy: 'Besetzt',
  wrong_number: 'Falsche Nummer',
};
export const TASK_PRIORITY_LABELS: typeof en.TASK_PRIORITY_LABELS = {
  low: 'Niedrig',
  normal: 'Normal',
  high: 'Hoch',
};

export const tasks = {
  ...recordTexts({
    one: 'Aufgabe',
    many: 'Aufgaben',
    manyDative: 'Aufgaben',
    fresh: 'Neue Aufgabe',
    search: 'Titel, Schlagwörter',
    what: 'Eine Aufgabe ist etwas, das zu tun ist, oder ein Anruf, ein Termin oder eine E-Mail, die stattgefunden haben.',
  }),
  assignedTo: (name: string) => `Zugewiesen an ${name}`,
  complete: (title: string) => `„${title}“ erledigen`,
  completeIt: 'Erledigen',
  reopen: 'Wieder öffnen',
  isOpen: (title: string) => `„${title}“ wieder offen.`,
  completed: (title: string) => `„${title}“ erledigt.`,
  nextTitle: 'Erledigt. Was ist der nächste Schritt?',
  nextHint: 'Damit nichts vergessen wird. Gibt es keinen, schließen Sie das Fenster.',
  next: 'Nächster Schritt',
  addNext: 'Nächsten Schritt hinzufügen',
  nextAdded: 'Nächster Schritt geplant.',
  noNext: 'Kein nächster Schritt',
  high: 'Hoch',
  mine: 'Meine',
  everybodys: 'Alle',
} satisfies typeof en.tasks;
