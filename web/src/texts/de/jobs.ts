import type * as en from '../jobs.ts';
import { sayNumber } from './plural.ts';

export const STATE_LABELS: typeof en.STATE_LABELS = {
  waiting: 'Wartet',
  running: 'Läuft',
  completed: 'Fertig',
  failed: 'Fehlgeschlagen',
  cancelled: 'Angehalten',
};

export const jobs = {
  title: 'Hintergrundvorgänge',
  about:
    'Was Sie begonnen haben und was länger als einen Moment dauert. Es läuft von selbst weiter: Verlassen Sie die Seite, oder schließen Sie den Computer. ' +
    'Nach dem Ende steht es hier noch 30 Tage.',
  emptyTitle: 'Im Hintergrund läuft nichts',
  empty:
    'Hier erscheinen Importe, Exporte, Sammeländerungen, das Rückgängigmachen großer Änderungen, neue Feldtypen und Schlagwörter vieler Datensätze.',
  now: 'Jetzt',
  ended: 'Beendet',
  types: {
    import: 'Import',
    export: 'Export eines ganzen Accounts',
    undo: 'Änderung rückgängig machen',
    bulk: 'Sammeländerung',
    custom_field: 'Werte eines Felds neu lesen',
    phone_numbers: 'Telefonnummern neu lesen',
    tag: 'Schlagwort in allen Datensätzen ändern',
    handover: 'Datensätze übergeben',
    webhook_recovery: 'Verpasste Zustellungen nachholen',
  },
  other: (type: string) => type.replaceAll('_', ' '),
  done: (count: number) => `${sayNumber(count)} erledigt`,
  doneOf: (count: number, all: number) => `${sayNumber(count)} von ${sayNumber(all)}`,
  stop: 'Anhalten',
  stopOf: (what: string) => `Anhalten: ${what}`,
  stopTitle: 'Anhalten?',
  stopHint: 'Es endet nach dem laufenden Schritt. Was erledigt ist, bleibt.',
} satisfies typeof en.jobs;
