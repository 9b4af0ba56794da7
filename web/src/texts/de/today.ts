import type * as en from '../today.ts';

export const todayTexts = {
  title: 'Heute',
  overdue: 'Überfällig',
  today: 'Heute',
  week: 'Die nächsten sieben Tage',
  later: 'Ohne Datum',
  whose: 'Wessen Aufgaben',
  quick: 'Was ist zu tun?',
  add: 'Hinzufügen',
  free: 'Nichts wartet auf Sie',
  freeHint:
    'Fällige Aufgaben erscheinen hier. Fügen Sie oben eine hinzu, oder auf der Seite eines Kunden, eines Kontakts oder einer Verkaufschance.',
  freeHintReader: 'Fällige Aufgaben erscheinen hier.',
  noStep: 'Verkaufschancen ohne nächsten Schritt',
  noStepHint: 'Offene Verkaufschancen, für die niemand einen nächsten Schritt geplant hat.',
  keysReader: 'j und k gehen durch die Aufgaben.',
  keys: 'j und k gehen durch die Aufgaben, x erledigt die ausgewählte.',
} satisfies typeof en.todayTexts;
