import type * as en from '../composer.ts';
import { sayNumber } from './plural.ts';

export const composer = {
  title: 'Festhalten',
  what: (_one: string) => 'Was hinzufügen',
  note: 'Notiz',
  log: 'Anruf festhalten',
  task: 'Aufgabe',
  notePlaceholder: 'Was sollte man sich merken? Markdown geht.',
  logType: 'Was es war',
  logTypes: [
    { value: 'call', label: 'Anruf' },
    { value: 'meeting', label: 'Termin' },
    { value: 'email', label: 'E-Mail' },
  ],
  direction: 'Richtung',
  directions: [
    { value: 'outgoing', label: 'Ausgehend' },
    { value: 'incoming', label: 'Eingehend' },
  ],
  with: 'Mit',
  /** Before the names of people. */
  withWhom: 'mit',
  length: 'Minuten',
  ended: 'Wie der Anruf endete',
  ends: [
    { value: 'none', label: 'Wie endete er?' },
    { value: 'reached', label: 'Erreicht' },
    { value: 'left_message', label: 'Nachricht hinterlassen' },
    { value: 'no_answer', label: 'Nicht erreicht' },
    { value: 'busy', label: 'Besetzt' },
    { value: 'wrong_number', label: 'Falsche Nummer' },
  ],
  when: 'Wann',
  now: 'Jetzt',
  logCall: 'Anruf festhalten',
  logCallTo: (number: string) => `Anruf an ${number} festhalten`,
  subject: 'Worum es ging',
  subjectPlaceholder: 'Worum ging es?',
  outcome: 'Ergebnis',
  outcomePlaceholder: 'Was kam dabei heraus?',
  taskPlaceholder: 'Was ist zu tun?',
  keys: 'Strg Enter',
  save: { note: 'Notiz hinzufügen', log: 'Festhalten', task: 'Aufgabe hinzufügen' },
  planned: { call: 'Anruf geplant:', meeting: 'Termin geplant:', email: 'E-Mail geplant:' },
  took: {
    call: { none: 'Anruf', outgoing: 'Ausgehender Anruf', incoming: 'Eingehender Anruf' },
    meeting: { none: 'Termin', outgoing: 'Termin', incoming: 'Termin' },
    email: { none: 'E-Mail', outgoing: 'E-Mail gesendet', incoming: 'E-Mail erhalten' },
  },
  minutes: (count: number) => `${sayNumber(count)}\u00A0Min.`,
  saved: { note: 'Notiz hinzugefügt.', log: 'Festgehalten.', task: 'Aufgabe hinzugefügt.' },
} satisfies typeof en.composer;
