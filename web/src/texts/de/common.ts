import type * as en from '../common.ts';

export const common = {
  product: 'Rapport',
  save: 'Speichern',
  cancel: 'Abbrechen',
  close: 'Schließen',
  undo: 'Rückgängig machen',
  continueEditing: 'Weiter bearbeiten',
  remove: 'Löschen',
  edit: 'Bearbeiten',
  showPassword: 'Passwort zeigen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  retry: 'Erneut versuchen',
  reload: 'Neu laden',
  partMissing:
    'Ein Teil dieser Seite ließ sich nicht laden. Laden Sie die Seite neu, sobald Sie gespeichert haben, was Sie schreiben.',
  loading: 'Wird geladen',
  noScript:
    'Die Seiten von Rapport brauchen JavaScript. Die API unter /api/v2 und der Befehl rapport arbeiten ohne.',
  longWait: 'Rapport antwortet langsam. Diese Seite wartet weiter.',
  cannotShow: 'Das lässt sich jetzt nicht zeigen',
  more: 'Mehr zeigen',
  never: 'Nie',
  thisField: 'Dieses Feld',
  noChoice: 'Nichts passt.',
  requestId: (id: string) => `Anfrage ${id}`,
  notFoundTitle: 'Hier ist nichts',
  notFound: 'Vielleicht ist die Adresse falsch geschrieben, oder die Seite gibt es nicht mehr.',
  recordChanged:
    'Jemand anders hat den Datensatz geändert. Prüfen Sie den jetzigen Stand, bevor Sie es erneut versuchen.',
  recordGone:
    'Der Datensatz wurde gelöscht oder gehört zu einem Account, den Sie nicht sehen. Gehen Sie zurück zur Liste.',
  toClients: 'Zu den Kunden',
  failed: 'Das hat nicht funktioniert',
  notRead: 'Das ließ sich nicht laden',
  signedOut: 'Sie sind abgemeldet. Melden Sie sich an, und versuchen Sie es erneut.',
  unreachable:
    'Rapport antwortet nicht. Soweit bekannt, wurde nichts geändert. Prüfen Sie die Verbindung, und versuchen Sie es erneut.',
  unreachableRead:
    'Rapport antwortet nicht. Was Sie sehen, kann veraltet sein. Prüfen Sie die Verbindung, und versuchen Sie es erneut.',
  offlineTitle: 'Keine Verbindung',
  offline:
    'Was Sie sehen, kann veraltet sein, und Speichern geht erst wieder mit Verbindung. Was Sie schreiben, bleibt erhalten.',
  unreadable: 'Die Antwort ist nicht lesbar. Vielleicht hat etwas zwischen Ihnen und Rapport sie verändert.',
} satisfies typeof en.common;

export const nav = {
  label: 'Seiten',
  inTabs: { deal: 'Chancen' },
  menu: 'Menü',
  today: 'Heute',
  calendar: 'Kalender',
  overview: 'Überblick',
  reports: 'Auswertungen',
  accounts: 'Accounts',
  developers: 'Entwicklung',
  settings: 'Einstellungen',
  back: 'Zurück',
  findSetting: 'Einstellung suchen',
  noSetting: 'So heißt keine Einstellung.',
  narrow: 'Menü verkleinern',
  widen: 'Menü vergrößern',
  viewsOf: (kind: string) => `Ansichten von ${kind}`,
  tabs: 'Reiter',
  allAccounts: 'Alle Accounts',
  account: 'Account',
  newAccount: 'Neuer Account …',
  search: 'Suchen oder öffnen',
  searchKeys: 'Strg K',
  colours: 'Hell oder dunkel',
  light: 'Hell',
  dark: 'Dunkel',
  auto: 'Wie das System',
  you: 'Sie',
  signOut: 'Abmelden',
  keyboard: 'Tastenkürzel',
  nothingFound: 'Nichts gefunden',
  skip: 'Zum Inhalt springen',
} satisfies typeof en.nav;

export const keyboard = {
  title: 'Tastatur',
  keys: [
    ['Strg K', 'Alle Datensätze durchsuchen, zu einer Seite springen, einen Anruf festhalten, etwas anlegen'],
    ['/', 'In der Tabelle suchen'],
    ['j  k', 'Nächste und vorige Zeile'],
    ['x', 'Zeile auswählen'],
    ['Enter', 'Zeile öffnen'],
    ['←  →', 'Zelle wählen; Enter oder F2 bearbeitet sie, Esc verlässt sie'],
    ['Leertaste', 'Zeile neben der Tabelle zeigen'],
    ['e', 'Zeile bearbeiten'],
    ['n', 'Neuer Datensatz der gezeigten Art'],
    ['?', 'Diese Liste'],
  ],
} satisfies typeof en.keyboard;

export const hints = {
  close: 'Hinweis schließen',
  search: 'Strg K findet jeden Datensatz und jede Seite und beginnt eine Notiz oder einen Anruf.',
  edit: 'Klicken Sie auf der Seite eines Datensatzes auf einen Wert, um ihn zu ändern.',
  undo: 'Nichts geht verloren: Unter „Einstellungen“, „Änderungen“ lässt sich 30 Tage lang alles rückgängig machen.',
} satisfies typeof en.hints;
