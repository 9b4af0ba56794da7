import type * as en from '../webhooks.ts';
import { sayNumber } from './plural.ts';

export const DELIVERY_STATE_LABELS: typeof en.DELIVERY_STATE_LABELS = {
  pending: 'Wartet',
  sending: 'Unterwegs',
  succeeded: 'Zugestellt',
  failed: 'Fehlgeschlagen',
  not_sent: 'Nicht gesendet',
};

export const DISABLED_REASONS: typeof en.DISABLED_REASONS = {
  by_user: 'Sie haben ihn deaktiviert.',
  gone: 'Der Empfänger hat 410 Gone geantwortet: Er will keine Ereignisse mehr.',
  failing: 'Tagelang kam nichts an, daher wurde er deaktiviert.',
  grant_revoked:
    'Die App, die ihn angelegt hat, wurde getrennt. Verbinden Sie sie wieder, um ihn zu aktivieren, oder löschen Sie ihn und legen Sie einen eigenen an.',
};

export const NOT_SENT_REASONS: typeof en.NOT_SENT_REASONS = {
  subscription_disabled: 'der Webhook war deaktiviert',
  subscription_deleted: 'der Webhook war gelöscht',
  own_change: 'eigene Änderung',
  imported: 'Import, den er auslässt',
  target_not_allowed: 'die URL ist nicht erlaubt',
  access_lost: 'kein Zugriff mehr auf den Account',
  out_of_reach: 'Sie sehen den Datensatz nicht mehr',
  copy: 'dies ist eine Kopie von Rapport, die nichts sendet',
};

export const ERROR_KINDS: typeof en.ERROR_KINDS = {
  target_not_allowed: 'die URL ist nicht erlaubt',
  dns_failed: 'Name nicht gefunden',
  dns_timeout: 'Namensauflösung dauerte zu lange',
  connect_failed: 'Verbindung abgelehnt',
  connect_timeout: 'Verbinden dauerte zu lange',
  tls_failed: 'TLS fehlgeschlagen',
  connection_reset: 'Verbindung abgebrochen',
  timeout: 'keine rechtzeitige Antwort',
  invalid_response: 'Antwort nicht lesbar',
  redirect: 'Weiterleitung, der nicht gefolgt wird',
  http_status: 'nicht 2xx',
  secret_unreadable: 'der Signaturschlüssel lässt sich nicht entschlüsseln',
};

export const ERROR_KIND_LABELS: typeof en.ERROR_KIND_LABELS = {
  target_not_allowed: 'URL nicht erlaubt',
  dns_failed: 'Name nicht gefunden',
  dns_timeout: 'Namensauflösung zu langsam',
  connect_failed: 'Verbindung abgelehnt',
  connect_timeout: 'Verbinden zu langsam',
  tls_failed: 'TLS fehlgeschlagen',
  connection_reset: 'Verbindung abgebrochen',
  timeout: 'Keine rechtzeitige Antwort',
  invalid_response: 'Antwort nicht lesbar',
  redirect: 'Weiterleitung',
  http_status: 'Status nicht 2xx',
  secret_unreadable: 'Signaturschlüssel nicht lesbar',
};

export const RECORD_LABELS: typeof en.RECORD_LABELS = { account: 'Account', login: 'Mitgliedschaft' };

/** What subscriptions to all events of a kind are about, in the plural. */
const ABOUT: Record<string, string> = {
  client: 'Kunden',
  contact: 'Kontakte',
  deal: 'Verkaufschancen',
  task: 'Aufgaben',
  note: 'Notizen',
  pipeline: 'Pipelines',
  account: 'Accounts',
  login: 'Mitgliedschaften',
  custom_field: 'eigene Felder',
  tag: 'Schlagwörter',
};

export const webhooks = {
  title: 'Webhooks',
  about: 'Rapport sendet die gewählten Ereignisse signiert an Ihre URL und versucht es, bis sie ankommen.',
  create: 'Neuer Webhook',
  emptyTitle: 'Noch keine Webhooks',
  empty:
    'Legen Sie einen mit der URL Ihres Empfängers und den gewünschten Ereignissen an. Unter „Entwicklung“ steht ein Empfänger zum Kopieren. Ohne öffentliche URL reicht npx rapport listen Ereignisse an Ihren Rechner weiter.',
  url: 'URL des Empfängers',
  urlInvalid: 'Eine URL wie https://hooks.example.com/rapport.',
  urlHttps:
    'Sie muss mit https:// beginnen, wenn die Systembetreuung den Host nicht erlaubt. Zum Ausprobieren am eigenen Rechner: npx rapport listen.',
  urlUser: 'Sie darf weder Benutzernamen noch Passwort enthalten.',
  events: 'Ereignisse',
  eventsHint: 'Einzelne Ereignisse, alles einer Art oder alle.',
  allEvents: 'Alle Ereignisse',
  sayEvents: (events: string[]) => (events.includes('*') ? 'Alle Ereignisse' : events.join(', ')),
  allOf: (resource: string) => `Alles über ${ABOUT[resource] ?? resource}`,
  description: 'Notiz',
  accounts: 'Nur diese Accounts',
  accountsHint: 'Ohne Auswahl: alle Ihre Accounts, auch künftige.',
  skipOwn: 'Eigene Änderungen dieser Anbindung auslassen',
  skipOwnHint:
    'Änderungen mit Ihren persönlichen Zugriffstoken oder, beim Webhook einer App, ihre eigenen in Ihrem Namen. Änderungen auf diesen Seiten werden gesendet.',
  skipImports: 'Auslassen, was Importe bewirken',
  skipImportsHint:
    'Bei einem Umzug entsteht für jede Zeile ein Ereignis. Im Ereignis-Feed stehen sie in jedem Fall.',
  created: 'Webhook angelegt.',
  saved: 'Webhook gespeichert.',
  deleted: 'Webhook gelöscht.',
  lastCall: 'Letzter Aufruf',
  neverCalled: 'Noch nicht aufgerufen',
  enabled: 'Aktiv',
  disabled: 'Deaktiviert',
  failing: 'Gestört',
  failingSince: 'Gestört:',
  nextProbe: 'Nächster Versuch:',
  probeIsDue: 'Der nächste Versuch kommt mit der nächsten Zustellung.',
  disablesAt: 'Ohne Zustellung oder Test wird er deaktiviert:',
  enable: 'Aktivieren',
  disable: 'Deaktivieren',
  missed: 'Aktivieren und nachholen',
  secretTitle: 'Signaturschlüssel',
  secret:
    'Diese Seiten bekommen ihn nie. Lesen Sie ihn mit einem Ihrer Token dort, wo Ihr Empfänger läuft; um ihn zu ersetzen, löschen Sie den Webhook und legen Sie einen neuen an.',
  secretCommand: 'Befehl',
  settings: 'Einstellungen',
  deleteTitle: 'Diesen Webhook löschen?',
  deleteHint: 'Es wird nichts mehr dorthin gesendet. Der Signaturschlüssel wird endgültig gelöscht.',
  missedNone: 'Nichts wurde verpasst.',
  missedCount: (count: number, when: string) =>
    count === 1
      ? `1 Zustellung verpasst: ${when}.`
      : `${sayNumber(count)} Zustellungen verpasst, die erste ${when}.`,
  live: 'Live',
  notLive: 'Alle paar Sekunden',
  test: 'Testereignis senden',
  testAbout:
    'Ein Beispiel, signiert wie jede Zustellung und sofort gesendet, auch während der Webhook deaktiviert ist. Es steht nicht im Protokoll.',
  testEvent: 'Ereignis',
  testTo: 'An eine andere URL',
  testToAbout: 'Zum Beispiel an einen Empfänger, der noch entsteht. Leer: an diesen Webhook.',
  testNewest: 'Mit Ihrem neuesten Datensatz zu diesem Ereignis',
  testMadeUp: 'Ein solches Ereignis gibt es für Sie noch nicht. Der Datensatz darin ist erfunden.',
  testSend: 'Senden',
  testResult: (status: number | null, ms: number) =>
    status === null ? `Keine Antwort nach ${ms}\u00A0ms.` : `Antwort ${status} nach ${ms}\u00A0ms.`,
  testNotSent: 'Nichts wurde gesendet:',
  log: 'Zustellungen',
  logAbout: 'Die neuesten zuerst, 30 Tage lang.',
  logEmptyTitle: 'Keine Zustellungen',
  logEmpty:
    'Ändern Sie einen Datensatz, um den es diesem Webhook geht, und sehen Sie hier das Ereignis ankommen.',
  logNone: 'Zu diesen Filtern passt keine Zustellung. Wählen Sie andere.',
  state: 'Stand',
  anyState: 'Jeder Stand',
  errorKind: 'Warum es fehlschlug',
  anyErrorKind: 'Jeder Grund',
  anyEvent: 'Jedes Ereignis',
  logUntil: 'Bis zu diesem Zeitpunkt',
  logUntilShort: 'Bis',
  event: 'Ereignis',
  attempts: (count: number) =>
    count === 0 ? 'Nicht versucht' : count === 1 ? '1 Versuch' : `${sayNumber(count)} Versuche`,
  next: 'Nächster Versuch',
  nextIsDue: 'Der nächste Versuch ist fällig',
  nextWaits: 'Wartet auf den Empfänger, der erneut versucht wird',
  answered: (status: number) => `Antwort ${status}`,
  resend: 'Erneut senden',
  sendNow: 'Jetzt senden',
  resent: 'Unterwegs.',
  inspect: (attempts: string, { event, record_name }: { event: string; record_name: string | null }) =>
    `${attempts}, ${event}${record_name === null ? '' : ` ${record_name}`} ansehen`,
  delivery: 'Zustellung',
  attempt: (number: number) => `Versuch ${number}`,
  requestBody: 'Inhalt der Anfrage',
  requestHeaders: 'Header der Anfrage',
  response: 'Antwort',
  noResponse: 'Keine Antwort.',
  noBody: 'Die Antwort hatte keinen Inhalt.',
  latency: { dns: 'Name', connect: 'Verbinden', wait: 'Warten', read: 'Lesen' },
  recover: 'Nachholen',
  recoverTitle: 'Verpasste Ereignisse erneut senden',
  recoverSince: 'Von',
  recoverUntil: 'Bis',
  recoverUntilHint: 'Leer: jetzt.',
  recoverNoSince: 'Geben Sie einen Beginn ein.',
  recoverFuture: 'Dieser Zeitpunkt liegt in der Zukunft.',
  recoverTooFar: 'Das Protokoll reicht 30 Tage zurück. Beginnen Sie später.',
  recoverOrder: 'Das muss später sein als „Von“.',
  recoverFailed: 'Nur, was fehlschlug oder nicht gesendet wurde',
  count: 'Erst zählen',
  counted: (count: number) =>
    count === 1
      ? '1 Zustellung würde erneut gesendet.'
      : `${sayNumber(count)} Zustellungen würden erneut gesendet.`,
  start: 'Erneut senden',
  recovering: (done: number, all: number) => `${sayNumber(done)} von ${sayNumber(all)} erneut gesendet.`,
  recovered: 'Fertig: Alle sind erneut gesendet oder warten, bis sie an der Reihe sind.',
  cancelled: 'Angehalten.',
  stop: 'Anhalten',
  health: 'Zustand',
  healthAbout: 'Aus allen Versuchen, auch den später wiederholten.',
  day: 'Letzte 24 Stunden',
  month: 'Letzte 30 Tage',
  noRate: '–',
  healthEmpty: 'Keine Versuche.',
  ofAttempts: (count: number) =>
    count === 1 ? 'von 1 Versuch gelungen' : `von ${sayNumber(count)} Versuchen gelungen`,
  figures: (succeeded: number, failed: number, mean_ms: number) =>
    `${sayNumber(succeeded)} gelungen, ${sayNumber(failed)} fehlgeschlagen, im Mittel ${mean_ms}\u00A0ms`,
  latencySaid: (mean_ms: number, max_ms: number) =>
    `im Mittel ${mean_ms}\u00A0ms, höchstens ${max_ms}\u00A0ms`,
  latencyNone: 'Noch keine Antwortzeit.',
  now: 'jetzt',
} satisfies typeof en.webhooks;
