import type * as en from '../changes.ts';
import { counted, plural, sayNumber } from './plural.ts';

const HAPPENED: Record<string, string> = {
  created: 'angelegt',
  updated: 'geändert',
  deleted: 'gelöscht',
  restored: 'wiederhergestellt',
};

const EVENTS: Record<string, string> = {
  merged: 'zusammengeführt',
  moved: 'verschoben',
  won: 'gewonnen',
  lost: 'verloren',
  completed: 'erledigt',
  reopened: 'wieder geöffnet',
};

export const changes = {
  title: 'Änderungen',
  about:
    'Wer was geändert hat, das Neueste zuerst. Eine Änderung der letzten 30 Tage lässt sich rückgängig machen: Angelegtes wird gelöscht, Gelöschtes ist wieder da, und jeder Wert kommt zurück, den seitdem niemand geändert hat.',
  emptyTitle: 'Noch keine Änderungen',
  empty:
    'Hier erscheint alles, was importiert, bearbeitet, zusammengeführt und gelöscht wird: auf den Seiten von Rapport, über die API und in der Befehlszeile.',
  back: 'Alle Änderungen',
  undoOne: 'Rückgängig machen …',
  sources: {
    api: 'Über die API',
    page: 'In Rapport',
    cli: 'Befehlszeile',
    import: 'Import',
    batch: 'Mehrere auf einmal',
    bulk: 'Sammeländerung',
    merge: 'Zusammenführung',
    tag: 'Schlagwort',
    undo: 'Rückgängig gemacht',
  },
  others: {
    account: 'Account',
    custom_field: 'Eigenes Feld',
    file: 'Datei',
    login: 'Mitgliedschaft',
    mail: 'E-Mail',
    proposal: 'Vorschlag',
    tag: 'Schlagwort',
    team: 'Team',
    view: 'Ansicht',
    webhook_subscription: 'Webhook',
  } as Record<string, string>,
  happened: HAPPENED,
  what: (counts: [string, number][]) =>
    counts.map(([action, count]) => `${sayNumber(count)} ${HAPPENED[action]}`).join(', '),
  event: (kind: string, action: string) => `${kind}: ${EVENTS[action] ?? HAPPENED[action] ?? action}`,
  undone: 'Rückgängig gemacht',
  undoes: 'Rückgängig gemacht wurde',
  undoneBy: 'Rückgängig gemacht durch',
  anotherChange: 'eine andere Änderung',
  who: 'Wer',
  when: 'Wann',
  how: 'Wie',
  until: 'Rückgängig zu machen bis',
  records: 'Was sie bewirkt hat',
  undoTitle: 'Diese Änderung rückgängig machen?',
  undoAbout: 'Daraus wird eine eigene Änderung, die sich ebenfalls rückgängig machen lässt.',
  wouldBe: (count: number) =>
    count === 0
      ? 'Nichts davon lässt sich rückgängig machen: Alles wurde seitdem geändert oder ist schon wie vorher.'
      : `${sayNumber(count)} ${plural(count, 'Datensatz wird', 'Datensätze werden')} zurückgesetzt.`,
  wouldStay: (count: number) => `Unverändert bleiben (${sayNumber(count)}):`,
  tooMany:
    'Sie ist groß und wird Schritt für Schritt rückgängig gemacht, auch wenn Sie die Seite verlassen. Was seitdem geändert wurde, bleibt und wird danach genannt.',
  taking: 'Wird rückgängig gemacht …',
  progress: (done: number, all: number | null) =>
    all === null
      ? 'Wird rückgängig gemacht …'
      : `Rückgängig gemacht: ${sayNumber(done)} von ${sayNumber(all)}. Es läuft weiter, wenn Sie gehen.`,
  took: (count: number) => `${counted(count, 'Datensatz', 'Datensätze')} zurückgesetzt.`,
  tookAllBut: (count: number, kept: number) =>
    `${counted(count, 'Datensatz', 'Datensätze')} zurückgesetzt, ${sayNumber(kept)} ${plural(kept, 'Stelle bleibt', 'Stellen bleiben')} wie jetzt.`,
  tookNothing: (why: string) => `Nichts wurde rückgängig gemacht. ${why}`,
  asBefore: 'Alles ist schon wie vorher.',
  stopped: 'Angehalten, bevor alles rückgängig gemacht war.',
  show: 'Zeigen',
  redo: 'Wiederholen',
  kept: 'Was bleibt',
  keptWhole: 'der ganze Datensatz',
  keptMore: (count: number) => `Und noch ${sayNumber(count)}.`,
  readOnly:
    'Mit Ihrer Rolle können Sie lesen, was geändert wurde. Mit der Rolle Bearbeitung lassen sich eigene Änderungen rückgängig machen, mit Administration alle.',
} satisfies typeof en.changes;
