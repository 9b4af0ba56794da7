import { LOCALE } from '../locale.ts';
import type * as en from '../whole-account.ts';
import { sayNumber } from './plural.ts';

function sizeOf(bytes: number): string {
  const format = (value: number, unit: string) =>
    new Intl.NumberFormat(LOCALE, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
  if (bytes < 1024 * 1024) return format(Math.max(1, Math.round(bytes / 1024)), 'kilobyte');
  if (bytes < 1024 ** 3) return format(bytes / 1024 / 1024, 'megabyte');
  return format(bytes / 1024 ** 3, 'gigabyte');
}

export const wholeAccount = {
  title: 'Alles mitnehmen',
  about:
    'Der ganze Account als Datei: alle Datensätze, auch die in den letzten 30 Tagen gelöschten, eigene Felder, Ansichten und Verläufe, als JSON, das andere Programme lesen. Eine andere Installation von Rapport kann sie aufnehmen. Sie enthält keine Passwörter und keine Token.',
  events: 'Mit dem Verlauf aller Datensätze',
  begin: 'Datei erstellen',
  again: 'Neu erstellen',
  running: (done: number, total: number) =>
    total === 0
      ? 'Die Datei wird erstellt …'
      : `Die Datei wird erstellt: ${sayNumber(Math.min(done, total))} von ${sayNumber(total)}. Sie können die Seite verlassen.`,
  progress: 'Wie viel der Datei erstellt ist',
  stop: 'Anhalten',
  download: (bytes: number) => `Herunterladen (${sizeOf(bytes)})`,
  ready: (made: string, until: string) => `Erstellt: ${made}. Löschung: ${until}.`,
  remove: 'Datei löschen',
  removeTitle: 'Datei löschen?',
  removeHint: 'Im Account ändert sich nichts. Sie können die Datei neu erstellen.',
  failed: 'Die Datei ließ sich nicht erstellen',
  expired: 'Die letzte Datei wurde nach sieben Tagen gelöscht.',
} satisfies typeof en.wholeAccount;
