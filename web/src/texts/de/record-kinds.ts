import type * as en from '../record-kinds.ts';
import { counted as say, sayNumber } from './plural.ts';
import { sayCount } from './records.ts';

/** The names of a kind in the forms that sentences need, and the two texts that it words itself. */
type Kind = {
  /** `Kunde` */
  one: string;
  /** `Kunden` */
  many: string;
  /** `Kunden`, after „von“: `12 Kunden` */
  manyDative: string;
  /** `Neuer Kunde` */
  fresh: string;
  search: string;
  what: string;
};

/** Returns the texts of the pages of a kind, with its name put in. */
export function recordTexts({ one, many, manyDative, fresh, search, what }: Kind) {
  const counted = (count: number) => say(count, one, many);
  return {
    one,
    title: many,
    table: `Tabelle: ${many}`,
    total: (count: number) => `${sayCount(count)} ${count === 1 ? one : many}`,
    search: `Suchen: ${search}`,
    create: fresh,
    emptyTitle: `Noch keine ${many}`,
    empty: `${what} Importieren Sie eine Datei, oder legen Sie den ersten Eintrag von Hand an.`,
    emptyToRead: `${what} Mit Ihrer Rolle können Sie lesen. Anlegen lässt es sich mit der Rolle Bearbeitung.`,
    noneOpenTitle: `Keine offenen ${many}`,
    noneOpen: `Hier erscheinen offene ${many}. Die übrigen stehen unter „Alle ${many}“.`,
    none: 'Zu Suche und Filtern passt nichts.',
    showAll: `Alle ${many} zeigen`,
    bulkTitle: (count: number) => `${counted(count)} bearbeiten`,
    deleteTitle: (count: number) => `${counted(count)} löschen?`,
    deleteHint: `Gelöschtes lässt sich 30 Tage lang wiederherstellen: sofort mit „Rückgängig“, später unter „Gelöschte ${many}“ über der Liste oder über die API.`,
    deleted: (count: number) => `${counted(count)} gelöscht.`,
    edited: (count: number) => `${counted(count)} geändert.`,
    restored: (count: number) => `${counted(count)} wiederhergestellt.`,
    refused: (count: number, all: number, why: string) =>
      all === 1
        ? why
        : `${sayNumber(count)} von ${sayNumber(all)} ${manyDative} ${count === 1 ? 'wurde nicht geändert und bleibt' : 'wurden nicht geändert und bleiben'} ausgewählt. Erster Grund: ${why}`,
    notDeleted: `Hier ist nichts, was in den letzten 30 Tagen gelöscht wurde.`,
    accountRequired: 'Wählen Sie den Account, zu dem der Datensatz gehört.',
    trash: {
      title: `Gelöschte ${many}`,
      about: `Gelöschte ${many} bleiben hier 30 Tage lang. Wiederhergestellt sind sie wie vorher.`,
      readOnly: `Mit Ihrer Rolle können Sie ${many} lesen. Zum Wiederherstellen brauchen Sie mindestens die Rolle Bearbeitung.`,
      search: `Gelöschte ${many} durchsuchen`,
      idTaken: (id: string) =>
        `Die externe ID „${id}“ gehört inzwischen zu einem anderen Datensatz. Ändern Sie sie dort, und stellen Sie dann diesen wieder her.`,
      showOther: 'Anderen Datensatz zeigen',
      empty: `In den letzten 30 Tagen wurde hier nichts gelöscht.`,
      none: 'Zu diesen Wörtern passt nichts Gelöschtes.',
      showAll: `Alle gelöschten ${many} zeigen`,
    },
  } satisfies en.RecordTexts;
}
