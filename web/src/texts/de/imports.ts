import type * as en from '../imports.ts';
import { plural, sayNumber } from './plural.ts';

const rows = (count: number) => (count === 1 ? '1 Zeile' : `${sayNumber(count)} Zeilen`);

const NAMES_MAX = 12;

const namesOf = (names: string[]) =>
  names.length > NAMES_MAX
    ? `${names.slice(0, NAMES_MAX).join(', ')} und noch ${names.length - NAMES_MAX}`
    : names.join(', ');

export const SOURCES: typeof en.SOURCES = {
  rapport: 'Rapport',
  hubspot: 'HubSpot',
  pipedrive: 'Pipedrive',
  salesforce: 'Salesforce',
  zoho: 'Zoho',
  google: 'Google Kontakte',
  google_old: 'Google Kontakte',
  outlook: 'Outlook',
  twenty: 'Twenty',
  espocrm: 'EspoCRM',
  vcard: 'vCard',
};

export const STATE_LABELS: typeof en.STATE_LABELS = {
  draft: 'Nicht gestartet',
  running: 'Läuft',
  stopped: 'Angehalten',
  completed: 'Fertig',
  failed: 'Fehlgeschlagen',
};

export const OUTCOME_LABELS: typeof en.OUTCOME_LABELS = {
  created: 'Neu',
  updated: 'Geändert',
  unchanged: 'Unverändert',
  skipped: 'Ausgelassen',
  refused: 'Abgelehnt',
};

export const MATCH_LABELS: typeof en.MATCH_LABELS = {
  external_id: 'Externe ID',
  email: 'E-Mail',
  phone: 'Telefon',
  domain: 'Domain',
  name_city: 'Name und Ort',
  title: 'Titel',
};

export const TARGET_LABELS: typeof en.TARGET_LABELS = {
  client: 'Kunde, nach Namen',
  client_id: 'Kunde, nach seiner ID in der Quelle',
  client_domain: 'Kunde, nach seiner Domain',
  contact_email: 'Kontakt, nach einer E-Mail-Adresse',
  contact: 'Kontakt, nach Namen',
  contact_id: 'Kontakt, nach der ID in der Quelle',
  deal: 'Verkaufschance, nach Titel',
  deal_id: 'Verkaufschance, nach ihrer ID in der Quelle',
  record_id: 'Beliebiger Datensatz, nach seiner ID in der Quelle',
  person: 'Ansprechperson: wird ein Kontakt des Kunden',
  person_first_name: 'Vorname der Ansprechperson',
  person_last_name: 'Nachname der Ansprechperson',
  person_job_title: 'Position der Ansprechperson',
  person_email: 'E-Mail der Ansprechperson',
  person_phone: 'Telefon der Ansprechperson',
  middle_name: 'Zweiter Vorname',
  pipeline: 'Pipeline der Phase',
  won_deals: 'Zahl gewonnener Verkaufschancen: eine macht den Kunden aktiv',
  closes_at: 'Abschluss erwartet oder erfolgt am',
  closed_at: 'Abgeschlossen am',
  won_at: 'Gewonnen am',
  lost_at: 'Verloren am',
  due_time: 'Uhrzeit der Fälligkeit',
  all_day: 'Ob es ein ganztägiger Termin ist',
  duration_s: 'Dauer in Sekunden',
  html: 'Text in HTML',
  title: 'Titel',
  email_label: 'Bezeichnung der E-Mail',
  phone_label: 'Bezeichnung des Telefons',
  phone_calling_code: 'Vorwahl des Landes',
  address_label: 'Bezeichnung der Adresse',
  source_created_at: 'In der Quelle angelegt am',
  skip: 'Bei Ja wird die Zeile ausgelassen',
  converted: 'Bei Ja wird die Zeile ausgelassen: Sie ist inzwischen ein Kontakt',
  link_role: 'Rolle der verknüpften Person',
  link_primary: 'Bei Ja ist es die Hauptverknüpfung',
  link_ended_on: 'Tag, an dem die Verknüpfung endete',
  uuid: 'Der Datensatz selbst, nach seiner uuid',
  emails: 'Alle E-Mails, wie ein Export sie schreibt',
  phones: 'Alle Telefonnummern, wie ein Export sie schreibt',
  addresses: 'Alle Adressen, wie ein Export sie schreibt',
  clients: 'Alle Kunden, wie ein Export sie schreibt',
  contacts: 'Alle Kontakte, wie ein Export sie schreibt',
  shared_with: 'Mit wem geteilt ist, wie ein Export es schreibt',
  records: 'Alle Datensätze, wie ein Export sie schreibt',
  other_custom_fields: 'Andere eigene Felder, wie ein Export sie schreibt',
};

export const TYPE_LABELS: typeof en.TYPE_LABELS = {
  text: 'Text',
  long_text: 'Langer Text',
  number: 'Zahl',
  money: 'Betrag',
  date: 'Datum',
  time: 'Zeitpunkt',
  choice: 'Auswahl',
  choices: 'Mehrere Auswahlwerte',
  boolean: 'Ja oder nein',
  url: 'Website',
  user: 'Person',
};

export const VALUE_LISTS: typeof en.VALUE_LISTS = {
  stage: 'Phasen',
  user: 'Personen',
  currency: 'Währungszeichen',
};

export const imports = {
  title: 'Importe',
  about:
    'Aus einem anderen System umziehen oder eine Liste hinzufügen: Aus den Dateien werden Kunden, Kontakte, Verkaufschancen, Aufgaben und Notizen. ' +
    'Sie sehen vorher, was geschehen würde, und können alles zusammen rückgängig machen.',
  emptyTitle: 'Noch nichts importiert',
  empty:
    'Exportieren Sie Ihre Daten aus HubSpot, Pipedrive, Salesforce, Zoho, Google, Outlook, Twenty oder EspoCRM, und legen Sie alle Dateien zusammen hier ab, damit ' +
    'Personen ihre Unternehmen finden. Eine Tabelle oder ein Adressbuch geht auch.',
  choose: 'Dateien wählen',
  drop: 'oder hier ablegen: CSV, Tabellen (.xlsx, .xls, .ods), vCard oder eine Zip-Datei davon',
  account: 'In welchen Account',
  accountFirst: 'Wählen Sie erst den Account, dann die Dateien.',
  onlyWhole:
    'In diesem Account sehen oder ändern Sie nur einen Teil der Datensätze, und ein Import kann andere ändern. Wenden Sie sich an die Administration.',
  readOnly: 'Zum Importieren brauchen Sie mindestens die Rolle Bearbeitung.',
  reading: 'Dateien werden gelesen …',
  past: 'Bisherige Importe',
  files: (list: { name: string }[]) => namesOf(list.map(({ name }) => name)),
  fewFiles: (list: { name: string }[]) =>
    list.length > 2
      ? `${list[0]?.name} und ${list.length - 1} weitere Dateien`
      : list.map(({ name }) => name).join(', '),
  source: (preset: string | null) => (preset === null ? null : (SOURCES[preset] ?? preset)),
  rows,
  draftTitle: (source: string | null) =>
    source === null
      ? 'Import prüfen'
      : source === SOURCES.rapport
        ? 'Export aus Rapport'
        : source === SOURCES.vcard
          ? 'Adressbuch'
          : `Umzug aus ${source}`,
  recognised: (source: string, count: number) =>
    source === SOURCES.vcard
      ? 'Was in einer vCard steht, ist bekannt. Sehen Sie die Vorschau durch, und starten Sie dann.'
      : `${plural(count, 'Diese Datei stammt', 'Diese Dateien stammen')} aus ${source}, die Spalten sind daher bekannt. Sehen Sie die Vorschau durch, und starten Sie dann.`,
  unknown: 'Woher das stammt, ist nicht bekannt. Legen Sie fest, was die Spalten sind, und starten Sie dann.',
  blocking: 'Vor dem Start',
  warnings: 'Gut zu wissen',
  toAccount: 'Zum Account',
  start: (count: number, total: number) =>
    count === total ? `${rows(count)} importieren` : `${sayNumber(count)} von ${rows(total)} importieren`,
  deleteDraft: 'Entwurf löschen',
  deleteTitle: 'Diesen Entwurf löschen?',
  deleteHint:
    'Die Dateien und alles, was Sie dazu gewählt haben, werden gelöscht. Noch ist nichts importiert. Ein Entwurf, den niemand startet, wird nach sieben Tagen gelöscht.',
  deleted: 'Entwurf gelöscht. Nichts wurde importiert.',
  goOn: 'Fortsetzen',
  backToAll: 'Alle Importe',

  choices: 'Wie importiert wird',
  onMatch: 'Wenn es den Datensatz schon gibt',
  onMatchChoices: {
    update: 'Überschreiben',
    fill: 'Nur Leeres füllen',
    skip: 'Auslassen',
    create: 'Noch einen anlegen',
  },
  strict: 'Streng: eine Zeile ganz ablehnen, wenn eine ihrer Zellen nicht lesbar ist',
  strictHint: 'Sonst wird die Zeile ohne diese Zelle importiert, und das Ergebnis nennt sie.',
  takeHints: 'Auch nach bloßen Hinweisen',
  takeHintsHint:
    'Mehrere Personen können Telefonnummer, Domain oder Namen und Ort gemeinsam haben. Ist das aus, legt eine solche Zeile einen Datensatz an, und „Dubletten“ zeigt die beiden.',
  owner: 'Zuständig, wenn die Zeile niemanden nennt',
  ownerHint:
    'Was Sie importieren, gehört Ihnen, wenn Sie niemand anderen wählen und die Datei niemanden nennt.',
  nobody: 'Niemand',
  yes: 'Ja',
  no: 'Nein',

  resource: 'Die Zeilen sind',
  leaveFile: 'Datei auslassen',
  filesLeftOut: (count: number) =>
    count === 1 ? '1 Datei wird ausgelassen' : `${sayNumber(count)} Dateien werden ausgelassen`,
  header: 'Die Namen der Spalten stehen in',
  headerLine: (line: number) => `Zeile ${line}`,
  headerNone: 'keiner Zeile: A, B, C nennen',
  letters: 'Zeichensatz der Datei',
  lettersHint:
    'Eine Vermutung. Sehen diese Wörter falsch aus, wählen Sie einen anderen: Die Datei wird neu gelesen.',
  lettersOf: (encoding: string) =>
    `Die Datei wurde als ${encoding} gelesen. Sehen diese Wörter falsch aus, löschen Sie den Entwurf, und senden Sie die Datei erneut.`,
  dayOrder: 'Datum wie 3/4/2026',
  dayOrders: { dmy: '3. April: der Tag zuerst', mdy: '4. März: der Monat zuerst' },
  decimal: 'Zahlen wie 1.234',
  decimals: { '.': '1.5 hat Nachkommastellen', ',': '1,5 hat Nachkommastellen' },
  chooseOne: 'Wählen …',
  matchBy: 'Gleicher Datensatz, wenn übereinstimmt:',
  matchHint: 'In dieser Reihenfolge. Passt nichts davon, legt die Zeile einen Datensatz an.',
  column: 'Spalte',
  becomes: 'Wird zu',
  sample: 'Erste Werte',
  also: (field: string) => `Bestimmt auch: ${field}`,
  alsoNames: 'Namen von Personen, die hier keinen Zugang haben, bleiben in einem Feld dieses Namens.',
  becomesOf: (column: string) => `${column}: wird zu`,
  labelOf: (column: string) => `${column}: Bezeichnung`,
  label: 'Bezeichnung',
  leaveOut: 'Auslassen',
  unnamed: 'Spalte ohne Namen',
  groupNone: 'Nichts',
  groupCustom: 'Eigene Felder',
  groupNew: 'Neues eigenes Feld',
  groupLoose: 'Text ohne Feld',
  newField: (type: string) => `Neues Feld: ${type}`,
  loose: 'Als Text behalten, ohne Feld',
  looseAs: (key: string) => `Als Text behalten: ${key}`,
  showEmpty: (count: number) =>
    count === 1 ? '1 Spalte ohne Werte zeigen' : `${sayNumber(count)} Spalten ohne Werte zeigen`,

  values: 'Was Wörter bedeuten',
  valuesAbout: 'Wörter der Dateien und was hier daraus wird.',
  open: (count: number) => `${sayNumber(count)} ohne Bedeutung`,
  word: 'In der Datei',
  means: 'Bedeutet',
  meansOf: (word: string) => `${word}: bedeutet`,
  nothing: 'Auslassen',
  createStage: 'Neue Phase mit diesem Namen',
  won: 'Gewonnen',
  lost: 'Verloren',

  preview: 'Vorschau',
  previewAbout: 'Zwanzig Zeilen, wie sie aussehen werden, und was jede bewirkt. Noch ist nichts gespeichert.',
  line: (line: number) => `Zeile ${sayNumber(line)}`,

  running: (done: number, all: number) => `${sayNumber(done)} von ${rows(all)}`,
  runsAlone:
    'Sie können die Seite verlassen oder den Computer schließen: Der Import läuft von selbst weiter.',
  stop: 'Anhalten',
  outcomes: (outcome: keyof typeof en.OUTCOME_LABELS, count: number) =>
    `${sayNumber(count)} ${OUTCOMES_SAID[outcome]}`,
  added: (count: number) =>
    count === 1
      ? '1 Kunde wurde angelegt, weil eine Zeile ihn nannte.'
      : `${sayNumber(count)} Kunden wurden angelegt, weil Zeilen sie nannten.`,
  lostCells: (count: number) =>
    count === 1 ? '1 Zelle war nicht lesbar.' : `${sayNumber(count)} Zellen waren nicht lesbar.`,
  importedWithout: (count: number) =>
    count === 1 ? 'Die Zeile wurde ohne sie importiert.' : 'Die Zeilen wurden ohne sie importiert.',
  notDone: (count: number) => `Noch offen: ${rows(count)}`,
  toRecords: (many: string) => `Zu sehen unter: ${many}`,
  rowsTitle: 'Zeilen',
  shownRows: 'Gezeigte Zeilen',
  allRows: 'Alle',
  lossyRows: 'Mit verlorenen Zellen',
  noRows: 'Solche Zeilen gibt es nicht.',
  rowsGone: 'Die Zeilen eines Imports werden 30 Tage nach seinem Ende gelöscht.',
  refusedFile: (name: string) => `Abgelehnte Zeilen von ${name} herunterladen`,
  refusedHint: 'Korrigieren Sie sie in einer Tabelle, und importieren Sie dann diese Datei.',
  without: (column: string | null, detail: string) => [column, detail].filter(Boolean).join(': '),

  undo: 'Import rückgängig machen',
  undoTitle: 'Diesen Import rückgängig machen?',
  undoHint: (undone: number, kept: number) =>
    [
      `${sayNumber(undone)} ${plural(undone, 'Datensatz wird', 'Datensätze werden')} zurückgesetzt: Angelegtes wird gelöscht, Geändertes bekommt die alten Werte.`,
      kept > 0
        ? `${sayNumber(kept)} ${plural(kept, 'Stelle wurde', 'Stellen wurden')} seitdem geändert und ${plural(kept, 'bleibt', 'bleiben')}.`
        : '',
    ].join(' '),
  undoing: 'Der Import wird rückgängig gemacht.',
  undone:
    'Dieser Import wurde rückgängig gemacht. Angelegtes ist gelöscht, und Geändertes ist wie vorher, wenn es seitdem niemand geändert hat.',
  before: (counts: string) => `Davor: ${counts}.`,
  toUndo: 'Zur Änderung, die ihn zurücknahm',
  takenBack: 'Rückgängig gemacht',
} satisfies typeof en.imports;

const OUTCOMES_SAID: typeof en.OUTCOME_LABELS = {
  created: 'angelegt',
  updated: 'geändert',
  unchanged: 'unverändert',
  skipped: 'ausgelassen',
  refused: 'abgelehnt',
};
