import { LOCALE } from '../locale.ts';
import type * as en from '../reports.ts';
import { counted, sayNumber } from './plural.ts';

export const reports = {
  title: 'Auswertungen',
  choose: 'Auswertung',
  of: (account: string) => `Von „${account}“. Einen anderen Account wählen Sie oben.`,
  names: {
    pipeline: 'Pipeline nach Phase',
    changes: 'Was sich geändert hat',
    stages: 'Übergänge',
    'won-and-lost': 'Gewonnen und verloren',
    forecast: 'Prognose',
    activity: 'Aktivität',
    'new-clients': 'Neue Kunden',
  },
  about: {
    pipeline:
      'Was die offenen Verkaufschancen je Phase wert sind. „Gewichtet“: Betrag mal Wahrscheinlichkeit der Verkaufschance, sonst der Phase.',
    changes:
      'Was aus den Verkaufschancen wurde, die am Ende eines früheren Tages offen waren, und welche seitdem neu sind. Eine Verkaufschance steht in jeder Zeile, die passt.',
    stages:
      'Verkaufschancen, die eine Phase verlassen haben: wohin sie gingen, welcher Anteil weiterging oder gewonnen wurde und wie viele Tage sie darin waren.',
    'won-and-lost':
      'Verkaufschancen nach dem Monat, in dem sie gewonnen oder verloren wurden, und die Verlustgründe.',
    forecast: 'Offene Verkaufschancen nach dem Monat ihres erwarteten Abschlusses.',
    activity:
      'Was jede Person erledigt, geschrieben und gewonnen hat. Importierte Notizen zählen nach ihrem Datum im früheren System.',
    'new-clients':
      'Kunden nach Monat und Herkunft: die hier angelegten und die importierten nach ihrem Datum im früheren System.',
  },
  columns: {
    count: 'Chancen',
    amount: 'Betrag',
    weighted: 'Gewichtet',
    won_count: 'Gewonnen',
    won_amount: 'Betrag gewonnen',
    lost_count: 'Verloren',
    lost_amount: 'Betrag verloren',
    win_rate: 'Abschlussquote',
    call: 'Anrufe',
    meeting: 'Termine',
    email: 'E-Mails',
    todo: 'To-dos',
    notes: 'Notizen',
    imported_notes: 'Importierte Notizen',
    won: 'Gewonnen',
    left: 'Phase verlassen',
    forward: 'Weiter',
    back: 'Zurück',
    lost: 'Verloren',
    conversion: 'Übergangsquote',
    average_days: 'Tage im Mittel',
    median_days: 'Tage, Median',
    amount_before: 'Wert damals',
    amount_now: 'Wert jetzt',
    added: 'Hier angelegt',
    imported: 'Importiert',
  },
  tables: {
    stages: 'Phase',
    changes: 'Seitdem',
    months: 'Monat',
    reasons: 'Verlustgrund',
    people: 'Person',
    sources: 'Herkunft',
  },
  rows: {
    changes: {
      New: 'Neu',
      'Moved to another stage': 'In einer anderen Phase',
      Grew: 'Betrag gestiegen',
      Shrank: 'Betrag gesunken',
      'Slipped: expected later': 'Verschoben: später erwartet',
      'Expected sooner': 'Früher erwartet',
      Won: 'Gewonnen',
      Lost: 'Verloren',
      'Open again': 'Wieder offen',
      Deleted: 'Gelöscht',
    },
    months: { Earlier: 'Früher', Later: 'Später', 'Without a day': 'Ohne Datum' },
    people: { Nobody: 'Niemand' },
    sources: { 'Without a source': 'Ohne Herkunft' },
    reasons: { 'Without a reason': 'Ohne Grund' },
  },
  overview: 'Überblick',
  wonThisMonth: 'Diesen Monat gewonnen',
  wonBefore: (month: string, amount: string) => `${month}: ${amount}.`,
  wonIn: (month: string) => `Gewonnen, ${month}`,
  lostIn: (month: string) => `Verloren, ${month}`,
  since: (day: string) => `Seit ${day}`,
  tasksOverdue: 'Überfällige Aufgaben',
  overdueCount: (count: number) => `${sayNumber(count)} überfällig`,
  oldest: (day: string) => `Die älteste war am ${day} fällig.`,
  noneOverdue: 'Nichts ist überfällig.',
  closing: 'Abschluss diesen Monat',
  closingCount: (count: number) =>
    `erwartet aus ${count === 1 ? 'einer offenen Verkaufschance' : `${sayNumber(count)} offenen Verkaufschancen`}.`,
  answers: {
    pipeline: (count: number, weighted: string) =>
      `in ${count === 1 ? 'einer offenen Verkaufschance' : `${sayNumber(count)} offenen Verkaufschancen`}, gewichtet ${weighted}.`,
    forecast: (count: number, until: string, weighted: string) =>
      `erwartet aus ${count === 1 ? 'einer Verkaufschance' : `${sayNumber(count)} Verkaufschancen`} bis ${until}, gewichtet ${weighted}.`,
    won: (amount: string, month: string) => `${month}: ${amount} gewonnen`,
    wonAbout: (
      count: number,
      growth: number | null | undefined,
      before: string | undefined,
      lost: number,
    ) => {
      const share = (value: number) => (Math.abs(value) / 100).toLocaleString(LOCALE, { style: 'percent' });
      const more =
        growth === null || growth === undefined
          ? ''
          : growth === 0
            ? `, so viel wie im ${before}`
            : `, ${share(growth)} ${growth > 0 ? 'mehr' : 'weniger'} als im ${before}`;
      const won = `${counted(count, 'Verkaufschance', 'Verkaufschancen')}${more}.`;
      return lost === 0 ? won : `${won} Verloren: ${sayNumber(lost)}.`;
    },
    stages: (left: number, won: number, lost: number) =>
      `von ${sayNumber(left)}, die eine Phase verließen, gingen weiter. Gewonnen: ${sayNumber(won)}, verloren: ${sayNumber(lost)}.`,
    change: (label: string, count: number) => `${label}: ${sayNumber(count)}`,
    calls: (count: number) => counted(count, 'Anruf', 'Anrufe'),
    activity: (meetings: number, emails: number, notes: number, won: number) =>
      [
        counted(meetings, 'Termin', 'Termine'),
        counted(emails, 'E-Mail', 'E-Mails'),
        counted(notes, 'Notiz', 'Notizen'),
        `${sayNumber(won)} gewonnen`,
      ].join(', '),
    newClients: (count: number, month: string) =>
      `${month}: ${count === 1 ? '1 neuer Kunde' : `${sayNumber(count)} neue Kunden`}`,
    newClientsAbout: (added: number, imported: number) =>
      `${sayNumber(added)} hier angelegt, ${sayNumber(imported)} importiert.`,
    noChance: (rows: string[]) => `Ohne Wahrscheinlichkeit, deshalb nicht gewichtet: ${rows.join(', ')}.`,
    setChances: 'Wahrscheinlichkeiten der Phasen festlegen',
  },
  noCurrency: 'Ohne Währung',
  total: 'Summe',
  none: 'Nichts zu zählen',
  noneHint:
    'Zu diesen Filtern passt kein Datensatz. Wählen Sie einen längeren Zeitraum, eine andere Pipeline oder alle Zuständigen.',
  file: 'CSV',
  time: 'Zeitraum',
  ownTime: 'Andere Tage',
  from: 'Von',
  until: 'Bis',
  notAfter: (day: string) => `Das muss ein Tag bis ${day} sein.`,
  asOf: 'Stand',
  asOfDay: (day: string) => `Stand: ${day}, Tagesende`,
  historySince: (time: string) =>
    `Der Verlauf beginnt am ${time}: Was davor war, ist nicht bekannt. Importierte Verkaufschancen stehen ab ihrem Import darin, endgültig gelöschte nicht.`,
  noHistory: 'Noch gibt es keinen Verlauf von Verkaufschancen.',
  behind: 'Verkaufschancen dazu',
  behindCount: (count: number) => `${counted(count, 'Verkaufschance', 'Verkaufschancen')} dazu`,
  close: 'Verkaufschancen schließen',
  deal: 'Verkaufschance',
  before: 'Damals',
  now: 'Jetzt',
  notThere: 'Nicht vorhanden',
  gone: 'Gelöscht',
  pipeline: 'Pipeline',
  allPipelines: 'Alle Pipelines',
  owner: 'Zuständig',
  everybody: 'Alle',
  chart: (title: string) => `Diagramm: ${title}. Die Tabelle darunter hat dieselben Zahlen.`,
  percent: (value: number) =>
    (value / 100).toLocaleString(LOCALE, { style: 'percent', maximumFractionDigits: 1 }),
  times: [
    ['week', 'week+1', 'Diese Woche'],
    ['week-1', 'week', 'Letzte Woche'],
    ['month', 'month+1', 'Dieser Monat'],
    ['month-1', 'month', 'Letzter Monat'],
    ['quarter', 'quarter+1', 'Dieses Quartal'],
    ['quarter-1', 'quarter', 'Letztes Quartal'],
    ['year', 'year+1', 'Dieses Jahr'],
    ['year-1', 'year', 'Letztes Jahr'],
    ['month-11', 'month+1', 'Letzte 12 Monate'],
    ['month', 'month+6', 'Nächste 6 Monate'],
    ['month', 'month+12', 'Nächste 12 Monate'],
  ],
} satisfies typeof en.reports;
